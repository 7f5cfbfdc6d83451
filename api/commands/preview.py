"""``cuelog preview`` and ``history``: what a correction would change, and what corrections did."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import RenderableType
from rich.text import Text

from api.commands.find import find_match
from api.commands.place import HERE, Place
from api.files import STDIN
from api.preview_answer import history_of, preview_of
from api.printing import pairs, print_json, show, table
from api.problems import Problem
from api.refusal import Refused

Json = Annotated[bool, Parameter(negative=())]


def preview(match: str, events: str, *, json: Json = False, place: Place = HERE) -> int:
    """Tell what corrections or other officials' events would change; nothing is appended.

    The exit status is 1 when an event would be refused, or one on record would no longer fit.

    Parameters
    ----------
    match
        Id of a match of the log, or a file that holds one match.
    events
        File with the event, or a JSON list of them, - for standard input. It needs an id of its
        own; match and seq may be left out.
    json
        One JSON object for machines.
    place
        Where the data is.
    """
    body = _read(events)
    name, records = find_match(match, place)
    try:
        told = preview_of(name, records, body)
    except Problem as problem:
        raise Refused(f"{events}: {problem.detail}") from problem
    if json:
        print_json(told)
    else:
        show(*_told(told))
        for way in told["ways_out"]:
            show(Text(f"\nWay out: {_WAYS[way['way']]}", style="bold"), *_told(way))
    refused = any(one["ruling"]["verdict"] == "rejected" for one in told["added"])
    return 1 if refused or told["newly_rejected"] or told["not_folded"] else 0


_WAYS = {
    "annotate": "annotate only: a claim with the reason, the result stays as it is",
    "position_set": "correct, and set the position that is on the table",
    "replay_from_here": "correct, strike all play after it, and play on from there",
}


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        words = f"{name}: {error.strerror}; name a file with JSON events, or -"
        raise Refused(words) from error


def _told(effect: Mapping[str, Any]) -> list[RenderableType]:
    before, after = effect["before"], effect["after"]
    names = [name for name in before if before[name] != after[name]]
    rows = [(name, _plain(before[name]), _plain(after[name])) for name in names]
    shown: list[RenderableType] = [
        table(("result", "before", "after"), rows) if rows else Text("the result stays the same")
    ]
    shown.append(table(_COLUMNS, map(_line, effect["added"]), "\nThe events themselves"))
    if effect["changed"]:
        changed = [
            [one["seq"], _said(one["before"]), _said(one["after"])] for one in effect["changed"]
        ]
        shown.append(table(("seq", "before", "after"), changed, "\nRuled otherwise"))
    for name, words in _LISTS.items():
        if effect[name]:
            items = [(one["seq"], one["reason"], one.get("detail", "")) for one in effect[name]]
            shown.append(table(("seq", "reason", "detail"), items, f"\n{words}"))
    for name, words in (("findings_new", "New findings"), ("findings_gone", "Findings gone")):
        if effect[name]:
            found = [
                (one["seq"], one["severity"], one["code"], one["detail"]) for one in effect[name]
            ]
            shown.append(table(("seq", "severity", "finding", "detail"), found, f"\n{words}"))
    return shown


_COLUMNS = ("seq", "type", "verdict", "detail")
_LISTS = {
    "newly_rejected": "On record, and would no longer fit",
    "newly_accepted": "Rejected so far, and would fit",
    "not_folded": "Would not be folded",
}


def _line(told: Mapping[str, Any]) -> list[object]:
    return [told["seq"], told["type"], _verdict(told["ruling"]), told["ruling"].get("detail", "")]


def _said(lines: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(
        "struck out" if one.get("struck") else f"{one['type']} {_verdict(one['ruling'])}"
        for one in lines
    )


def _verdict(ruling: Mapping[str, Any]) -> str:
    points = [f"{player} {change:+}" for player, change in ruling["points"].items() if change]
    return " ".join((ruling["verdict"], ruling.get("reason", ""), *ruling["fouls"], *points))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return pairs(value)  # pyright: ignore[reportUnknownArgumentType]
    return "-" if value is None else str(value)


def history(match: str, *, json: Json = False, place: Place = HERE) -> None:
    """List the versions of a result: what changed it after the fact, by whom, when and why.

    Parameters
    ----------
    match
        Id of a match of the log, or a file that holds one match.
    json
        One JSON object for machines.
    place
        Where the data is.
    """
    name, records = find_match(match, place)
    found = history_of(name, records)
    if json:
        print_json({"match": name, "versions": found})
        return
    if not found:
        show(Text(f"{name}: nothing was changed after the fact"))
        return
    columns = ("seq", "what", "of", "by", "at", "reason", "before", "after")
    rows = [
        [
            one["seq"], one["type"], one["about"], one["by"], one["at"], one["reason"],
            _result(one["before"]), _result(one["after"]) if one["changed"] else "the same",
        ]
        for one in found
    ]  # fmt: skip
    show(table(columns, rows))


def _result(result: Mapping[str, Any]) -> str:
    awarded: Mapping[str, Any] = result["awarded"] or {}
    parts = [result["status"] or "not open", _plain(result["score"])]
    parts += [f"won by {result['winner']}"] if result["winner"] else []
    parts += [f"awarded to {awarded['winner'] or 'nobody'}"] if awarded else []
    parts += [f"protests {len(result['protests'])}"] if result["protests"] else []
    return ", ".join(parts)
