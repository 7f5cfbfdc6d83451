"""Why a stroke was ruled as it was: facts, every foul considered, the counter, the clauses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain import events as ev
from domain.clauses import find
from domain.contract import line_fields
from domain.ledger import Received
from domain.replay import Line, replay
from domain.rulesets import rule_texts
from domain.whatif import under


def explain(match: str, records: Iterable[Received], seq: int) -> dict[str, Any] | None:
    """Explain the event with that ``seq``, or return None when the replay has none there."""
    known = list(records)
    lines: list[Line] = []
    result = replay(match, known, trace=lines.append)
    at = [index for index, line in enumerate(lines) if line.step.seq == seq]
    if not at:
        return None
    line = lines[at[-1]]
    opening = next((one.step.event for one in lines if _opens(one)), None)
    fields = line_fields(match, line, result.players)
    return {
        **fields,
        "facts": ev.facts_of(line.step.event),
        "considered": considered(line),
        "counter": _counter(lines[: at[-1] + 1], line),
        "rests_on": [_clause(clause) for clause in line.ruling.clauses],
        "other_texts": _other_texts(match, known, opening, seq),
        "corrected_by": _corrected_by(lines, seq),
    }


def _opens(line: Line) -> bool:
    return isinstance(line.step.event, ev.MatchOpened) and line.ruling.verdict == "recorded"


def considered(line: Line) -> list[dict[str, str]]:
    """Return every foul of a stroke that facts can show: whether it applies, and why."""
    shot = line.step.event
    if not isinstance(shot, ev.Shot):
        return []
    called: set[str] = set(shot.fouls or ())
    rows = [{"foul": code, **_answer(code, why, line, called)} for code, why in _shown(shot)]
    listed = {row["foul"] for row in rows}
    rows += [
        {"foul": code, "applies": "yes", "why": "called by the referee"}
        for code in line.ruling.fouls
        if code not in listed
    ]
    return rows


def _answer(code: str, why: str, line: Line, called: set[str]) -> dict[str, str]:
    applies = code in line.ruling.fouls
    if applies and code in called:
        why += "; called by the referee"
    return {"applies": "yes" if applies else "no", "why": why}


def _shown(shot: ev.Shot) -> list[tuple[str, str]]:
    """Say for each foul that facts can show what the record says of it."""
    lost = set(shot.off_table)
    sunk = {potted.ball for potted in shot.pocketed}
    cue = "cue" in lost or "cue" in sunk
    contact = shot.first_contact
    cushions = shot.cue_to_cushion is not None or shot.balls_to_cushion is not None
    reached = bool(shot.cue_to_cushion or shot.balls_to_cushion)
    hit = (
        "not recorded" if contact is None else "none hit" if not contact else " and ".join(contact)
    )
    cushion = "not recorded" if not cushions else "reached" if reached else "none reached"
    if shot.only_near_cushion:
        cushion = "only the one beside the ball, which lay near or frozen to it"
    return [
        ("scratch", "the cue ball was lost" if cue else "the cue ball stayed on the table"),
        ("no_contact", f"first contact: {hit}"),
        ("wrong_ball_first", f"first contact: {hit}"),
        ("no_rail", f"cushion after the contact: {cushion}"),
        ("ball_off_table", f"off the table: {', '.join(sorted(lost - {'cue'})) or 'none'}"),
        ("break_foul", f"cushions: {shot.balls_to_cushion or 0} balls, cue ball {cushion}"),
        ("double_hit", "close ball" if shot.close_ball else "no close ball recorded"),
        (
            "bad_placement",
            "placed over the line" if _over_line(shot) else "no such placing recorded",
        ),
    ]


def _over_line(shot: ev.Shot) -> bool:
    return shot.in_hand is not None and shot.in_hand.over_line


def _counter(lines: list[Line], line: Line) -> list[dict[str, Any]]:
    """Return where the striker's count of consecutive fouls changed, up to this event."""
    player = getattr(line.step.event, "player", None)
    if player is None:
        return []
    history: list[dict[str, Any]] = []
    before = None
    for one in lines:
        fouls = (one.state or {}).get("fouls", {}).get(player)
        if fouls is not None and fouls != before:
            history.append({"seq": one.step.seq, "fouls": fouls, "verdict": one.ruling.verdict})
            before = fouls
    return history


def _clause(clause_id: str) -> dict[str, Any]:
    clause = find(clause_id)
    if clause is None:
        return {"id": clause_id}
    return {
        "id": clause.id,
        "kind": clause.kind,
        "section": clause.section,
        "language": clause.language,
        "paraphrase": clause.paraphrase,
        "question": clause.question,
    }


def _other_texts(
    match: str, known: list[Received], opening: ev.AnyEvent | None, seq: int
) -> dict[str, Any]:
    """Say what the other texts of the discipline make of the event, all before it under them."""
    if not isinstance(opening, ev.MatchOpened):
        return {}
    answers: dict[str, Any] = {}
    for discipline, text in rule_texts():
        if discipline != opening.discipline or text == opening.rules:
            continue
        lines: list[Line] = []
        end = replay(match, known, as_of=None, trace=lines.append, change=under(text, {}))
        line = next((one for one in reversed(lines) if one.step.seq == seq), None)
        if line is not None:
            answers[text] = line_fields(match, line, end.players)["ruling"]
    return dict(sorted(answers.items()))


def _corrected_by(lines: list[Line], seq: int) -> list[int]:
    """Return the corrections and official rulings on record that name the event."""
    return [
        line.step.seq
        for line in lines
        if (isinstance(line.step.event, ev.Correction) and line.step.event.corrects == seq)
        or (isinstance(line.step.event, ev.OfficialRuling) and line.step.event.of == seq)
    ]
