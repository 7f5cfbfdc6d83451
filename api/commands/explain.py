"""``cuelog explain``: why a ruling."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from api.commands.find import KnownAt, find_match, is_file
from api.commands.place import HERE, Place
from api.printing import encode_text, print_json, show, table
from api.refusal import Refused
from domain.explain import explain as explain_event

Json = Annotated[bool, Parameter(negative=())]


def explain(
    match: str, seq: int, *, known_at: KnownAt = None, json: Json = False, place: Place = HERE
) -> int:
    """Explain one ruling: facts, every foul considered, the counter, the clauses, other texts.

    Parameters
    ----------
    match
        Id of a match of the log, or a file that holds one match.
    seq
        The event to explain.
    known_at
        As the match was known at a position such as 0:41 of the log, or at an instant.
    json
        One JSON object for machines.
    place
        Where the data is.
    """
    name, records = find_match(match, place, known_at)
    found = explain_event(name, records, seq)
    if found is None:
        raise Refused(f"{name} has no event {seq} that was folded")
    if not is_file(match):
        from api.wiring import open_people

        with open_people(place.data, place.log) as people:
            found = people.known().clean(found)
    if json:
        print_json(found)
        return 0
    _print(found)
    return 0


def _print(found: dict[str, Any]) -> None:
    ruling = found["ruling"]
    words = ", ".join(ruling["fouls"]) or ruling.get("reason", "")
    show(
        Text(f"{found['match']} seq {found['seq']} ({found['type']}): {ruling['verdict']} {words}")
    )
    if ruling.get("detail"):
        show(Text(f"  {ruling['detail']}"))
    points = ", ".join(f"{player} {change:+}" for player, change in ruling["points"].items())
    show(Text(f"points: {points}; run {ruling['run']}"))
    facts = [(name, _plain(value)) for name, value in found["facts"].items() if name != "type"]
    show(table(("fact", "recorded"), facts, "\nWhat was recorded"))
    if found["considered"]:
        rows = [(row["foul"], row["applies"], row["why"]) for row in found["considered"]]
        show(table(("foul", "applies", "why"), rows, "\nFouls considered"))
    if found["counter"]:
        rows = [(row["seq"], row["fouls"], row["verdict"]) for row in found["counter"]]
        show(table(("seq", "fouls in a row", "by"), rows, "\nThe player's count"))
    rows = [(rest["id"], rest.get("kind", ""), _words(rest)) for rest in found["rests_on"]]
    show(table(("clause", "kind", "in our words"), rows, "\nWhat it rests on"))
    if found["other_texts"]:
        show(table(("text", "verdict", "points"), _others(found), "\nUnder another text"))
    if found["corrected_by"]:
        show(Text(f"\ncorrected or ruled on by seq {', '.join(map(str, found['corrected_by']))}"))


def _plain(value: object) -> str:
    return value if isinstance(value, str) else encode_text(value)


def _words(rest: dict[str, Any]) -> str:
    question = rest.get("question")
    return f"{question} {rest['paraphrase']}" if question else rest.get("paraphrase", "")


def _others(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [
        (
            text,
            " ".join((ruling["verdict"], *ruling["fouls"])),
            ", ".join(f"{player} {change:+}" for player, change in ruling["points"].items()),
        )
        for text, ruling in found["other_texts"].items()
    ]
