"""An audit as a person reads it: results side by side, fouls and decisions with their clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from api.audit_report import Audited
from api.printing import pairs, show, table
from domain.report import Incident
from domain.rulesets import RULES_VERSION

STANDS = {
    "open": "open: it is not over",
    "provisional": "provisional: nobody has signed it as it stands",
    "under_protest": "under protest",
    "confirmed": "confirmed",
    "annulled": "annulled by decision",
}

NOTHING_TO_CHECK_BY = (
    "No stroke, inning, rack or position was recorded: there is nothing to check the claim by, and "
    "that it differs from the replay says nothing against it."
)


def print_audit(found: Audited) -> None:
    """Print what the tables of a replay do not say; findings and lists are printed there."""
    show(*_results(found), *_incidents(found), *_corrections(found), *_protests(found))


def _results(found: Audited) -> Iterator[RenderableType]:
    result, told = found.result, found.report
    state: dict[str, Any] = result.state or {}
    yield Text(f"\nThe result of {result.match} is {STANDS[told.stands]}", style="bold")
    rows = [("replayed", "", score(state.get("score")), state.get("winner"), "")]
    rows += [
        (
            f"claimed ({claim.get('source', 'no source')})",
            claim["seq"],
            score(claim.get("score") or claim.get("frame_score")),
            claim.get("winner"),
            "; ".join(claim["differs"]) or "agrees",
        )
        for claim in told.claims
    ]
    rows += [
        (f"signed by {one.event.signer}", one.event.seq, score(one.event.score),
         _known(one.event.winner), one.words())
        for one in found.signatures
    ]  # fmt: skip
    if awarded := state.get("awarded"):
        words = f"{awarded['reason'] or ''} ({awarded['source'] or 'no source'})"
        rows.append(("awarded", "", score(awarded["score"]), awarded["winner"] or "nobody", words))
    yield table(("result", "seq", "score", "winner", "and"), rows)
    if result.unchecked:
        yield Text(NOTHING_TO_CHECK_BY)
    yield Text(f"digest {result.digest()}, rules {RULES_VERSION}")


def _incidents(found: Audited) -> Iterator[RenderableType]:
    incidents = found.report.incidents
    if not incidents:
        return
    yield table(
        ("seq", "what", "by", "ruling", "points", "clauses"),
        map(_incident, incidents),
        "\nFouls, penalties and decisions",
    )
    words = {one["id"]: one["words"] for told in incidents for one in told.clauses}
    yield table(("clause", "in our words"), sorted(words.items()), "\nClauses")


def _incident(told: Incident) -> list[object]:
    said = ", ".join(f"{name} {_plain(value)}" for name, value in told.said.items())
    points = ", ".join(f"{player} {change:+}" for player, change in told.points.items() if change)
    return [
        told.seq,
        f"{told.type} {said or told.player or ''}".strip(),
        told.by,
        " ".join(dict.fromkeys((told.verdict, ", ".join(told.fouls)))).strip(),
        points,
        " ".join(one["id"] for one in told.clauses),
    ]


def _corrections(found: Audited) -> Iterator[RenderableType]:
    if not found.versions:
        return
    rows = [
        [
            one["seq"], one["type"], one["about"], one["by"], one["at"], one["reason"],
            _effect(one) if one["changed"] else "none",
        ]
        for one in found.versions
    ]  # fmt: skip
    columns = ("seq", "what", "of", "by", "at", "reason", "effect on the result")
    yield table(columns, rows, "\nWhat was changed after the fact")


def _effect(version: Mapping[str, Any]) -> str:
    before, after = version["before"], version["after"]
    return "; ".join(
        f"{name} {_plain(before[name])} -> {_plain(after[name])}"
        for name in after
        if before[name] != after[name]
    )


def _protests(found: Audited) -> Iterator[RenderableType]:
    if not found.report.protests:
        return
    rows = [
        [
            one.seq, one.player, one.of, one.ground, one.state,
            one.decided["instance"] if one.decided else None,
            one.decided["reason"] if one.decided else None,
        ]
        for one in found.report.protests
    ]  # fmt: skip
    columns = ("seq", "player", "of", "ground", "state", "instance", "reason")
    yield table(columns, rows, "\nProtests")


def score(values: Mapping[str, Any] | None) -> str:
    """Return a map by player on one line, nothing where none is stated."""
    return pairs(values or {})


def _known(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _plain(value: Any) -> str:  # noqa: ANN401 - whatever an event holds
    return score(value) if isinstance(value, dict) else str(value)  # pyright: ignore[reportUnknownArgumentType]
