"""A replay as a person reads it: tables of matches and rulings, then what is wrong and its mend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from api.advice import advice
from api.files import find_places
from api.printing import count, show, table
from api.replayed import Replayed
from domain.contract import points_by_player
from domain.events import MatchOpened, type_of
from domain.ledger import Item
from domain.replay import Line, Replay
from domain.rulings import FINDINGS, Finding

COLUMNS = (
    "match", "discipline", "rules", "players", "score", "winner", "status", "events", "findings",
)  # fmt: skip
SEVERITIES = ("error", "warning", "note")
FEW = 5
"""Neighbours of one reason that are still listed one by one."""


def print_replays(replays: Sequence[Replayed], as_of: int | None, *, rulings: bool) -> None:
    """Print what came of some matches."""
    if rulings:
        for one in replays:
            show(table(_RULING_COLUMNS, _ruling_rows(one), one.result.match), "")
    show(table(COLUMNS, map(_match_row, replays)))
    for one in replays:
        show(*_what_if(one), *_findings(one.result), *_lists(one, as_of))


def _match_row(one: Replayed) -> list[object]:
    result, opening = one.result, opening_of(one.lines)
    state: dict[str, Any] = result.state or {}
    players = result.players
    score: dict[str, int] = state.get("score") or {}
    return [
        result.match,
        opening.discipline if opening else "?",
        opening.rules if opening else "?",
        " - ".join(players) if players else "?",
        ":".join(str(score.get(player, 0)) for player in players) if players else "-",
        _winner(state),
        state.get("status", "not open"),
        result.events,
        tally(result.findings),
    ]


def opening_of(lines: Sequence[Line]) -> MatchOpened | None:
    """Return the event that opened the match."""
    for line in lines:
        if isinstance(line.step.event, MatchOpened) and line.ruling.verdict == "recorded":
            return line.step.event
    return None


def _winner(state: dict[str, Any]) -> str:
    awarded: dict[str, Any] | None = state.get("awarded")
    if awarded:
        return f"{awarded.get('winner') or '-'} (awarded)"
    return state.get("winner") or "-"


def tally(findings: Sequence[Finding]) -> str:
    """Count findings by severity, gravest first."""
    counts = Counter(found.severity for found in findings)
    return ", ".join(count(counts[kind], kind) for kind in SEVERITIES if counts[kind]) or "-"


_RULING_COLUMNS = ("seq", "type", "player", "verdict", "points", "score", "run", "clauses")


def _ruling_rows(one: Replayed) -> Iterator[list[object]]:
    players = one.result.players
    for line in one.lines:
        ruling = line.ruling
        score: dict[str, int] = (line.state or {}).get("score") or {}
        changes = points_by_player(ruling.points, players)
        words = ruling.reason or ", ".join(ruling.fouls)
        yield [
            line.step.seq,
            type_of(line.step.event),
            getattr(line.step.event, "player", ""),
            f"{ruling.verdict}: {words}" if words else ruling.verdict,
            ", ".join(f"{player} {change:+}" for player, change in changes.items() if change),
            ":".join(str(score.get(player, 0)) for player in players or ()),
            ruling.run or "",
            " ".join(ruling.clauses),
        ]


def _by_player(points: dict[str, int] | None, sign: str = "") -> str:
    return ", ".join(f"{player} {value:{sign}}" for player, value in (points or {}).items()) or "-"


def _what_if(one: Replayed) -> Iterator[Text]:
    if one.what_if is None:
        return
    first: dict[str, Any] = one.what_if["first_difference"] or {}
    where = f"first differs at seq {first['seq']}" if first else "nothing is ruled otherwise"
    yield Text(f"\nWhat if, {one.result.match}: {where}")
    for name in ("recorded", "instead"):
        ruling, end = first.get(name), one.what_if[name]
        told = f" {ruling['verdict']} {_by_player(ruling['points'], '+')};" if ruling else ""
        score, status = _by_player(end["score"]), end["status"]
        winner = end["winner"] or "-"
        yield Text(f"  {name}:{told} ends {score}; {status}, winner {winner}")


def _findings(result: Replay) -> Iterator[Text]:
    if result.findings:
        yield Text(f"\nFindings of {result.match}")
    for found in result.findings:
        yield Text(f"  seq {_shown(found.seq)}  {found.severity}  {found.code}: {found.detail}")
        yield Text(f"      {FINDINGS[found.code].remedy}")


def _lists(one: Replayed, as_of: int | None) -> Iterator[Text]:
    """Tell what was not folded with its reason, its place and how to mend it."""
    result = one.result
    places = find_places(one.records, as_of)
    named = {
        "Rejected": [(item, places.of(item)) for item in result.rejected],
        "Quarantined": list(zip(result.quarantined, places.quarantined, strict=True)),
        "Waiting": [(item, places.of(item)) for item in result.waiting],
    }
    for title, entries in named.items():
        if entries:
            yield Text(f"\n{title} in {result.match}")
        for group in _alike(entries):
            yield from _group(group)
    if result.duplicates:
        yield Text(f"\n{count(len(result.duplicates), 'duplicate')} in {result.match}: no effect")


def _alike(entries: Sequence[tuple[Item, str]]) -> Iterator[list[tuple[Item, str]]]:
    """Group neighbours of one reason and detail: a match that did not open refuses all of it."""
    for _, group in groupby(entries, lambda entry: (entry[0].reason, entry[0].detail)):
        yield list(group)


def _group(group: Sequence[tuple[Item, str]]) -> Iterator[Text]:
    reason, detail = group[0][0].reason, group[0][0].detail
    words = f"{reason}: {detail}" if detail else reason
    if len(group) > FEW:
        (first, start), (last, end) = group[0], group[-1]
        seqs = f"seq {_shown(first.seq)} to {_shown(last.seq)}"
        yield Text(f"  {start} to {end}  {seqs}  {words} ({len(group)} records)")
    else:
        for item, place in group:
            yield Text(f"  {place}  seq {_shown(item.seq)}  id {item.id or '-'}  {words}")
    yield Text(f"      {advice(reason).remedy}")


def _shown(seq: int | None) -> str:
    return "-" if seq is None else str(seq)
