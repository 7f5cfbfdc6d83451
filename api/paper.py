"""A paper sheet of 14.1 typed in turns: what it means as events, and where it contradicts itself.

One word a turn, in the order played: the balls made, with a stroke where a rack was full
(``14/2``), and how it ended (``F`` foul, ``BF`` breaking foul, ``DF`` deliberate foul, ``S``
safety; nothing is a miss). ``R`` orders a new break where one may be ordered; ``=12:9`` is a
subtotal the sheet states. Whose turn it is follows from the replay, as it does at the table.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from api.drafts import opening
from api.sheet_rows import made
from api.shown import tabled, written
from domain.corrections import Step
from domain.events import AnyEvent
from domain.events import encode_event as encode
from domain.fold import Fold
from domain.ledger import Received
from domain.rulings import Ruling
from ingest.wire import receive

MATCH: Final = "sheet"
LONGEST: Final = 1_000
"""Words of a sheet: no match is longer."""
_TURN: Final = re.compile(r"^(\d{1,3}(?:/\d{1,2})*)?(F|BF|DF|S)?$")
_CLAIM: Final = re.compile(r"^=(-?\d{1,4}):(-?\d{1,4})$")
_ENDS: Final = {
    "": "miss",
    "F": "foul",
    "BF": "break_foul",
    "DF": "deliberate_foul",
    "S": "safety",
}

Row = dict[str, Any]


def word_of(word: str, player: str, players: Sequence[str]) -> Row | None:
    """Return the event a word means, without its envelope, or None where it means nothing."""
    text = word.upper()
    if text == "R":
        return {"type": "decision", "player": player, "choice": "rebreak"}
    if claim := _CLAIM.match(text):
        score = {players[0]: int(claim[1]), players[1]: int(claim[2])}
        return {"type": "claim", "score": score, "source": "score sheet"}
    turn = _TURN.match(text)
    if not text or turn is None:
        return None
    balls = sum(int(part) for part in (turn[1] or "0").split("/"))
    return {"type": "inning", "player": player, "made": balls, "end": _ENDS[turn[2] or ""]}


def read_sheet(fields: Mapping[str, Any], words: Sequence[str], at: str) -> Row:
    """Read a sheet: its rows with totals, its racks with their proof, its first contradiction.

    ``fields`` are those of the opening; ``at`` is when it was played, known to the day. Raises the
    problem that the opening is malformed. Nothing is appended.
    """
    envelope = {"match": MATCH, "at": at, "at_precision": "day"}
    first = opening(encode({**fields, **envelope, "id": "1", "type": "match_opened"})).received
    fold, known, rows = Fold(), list[Received]([first]), list[Row]()
    opened = fold.fold(_step(first))
    for index, word in enumerate(words[:LONGEST]):
        row, received = _row(fold, index, word, len(known) + 1, envelope)
        rows.append(row)
        if received is None:
            break
        known.append(received)
    players, innings, racks = tabled(written(MATCH, known))
    splits = {inning["first_seq"]: inning for inning in innings}
    for row in rows:
        _prove(row, splits.get(row.get("seq", 0)))
    wrong = next((row["index"] for row in rows if row["wrong"]), None)
    return {
        "opened": opened.verdict != "rejected",
        "refused": opened.detail or opened.reason,
        "rows": rows,
        "wrong": wrong,
        "unread": max(len(words) - len(rows), 0),
        "state": fold.match.state(),
        "racks": _racks(racks, innings, players or ("", "")),
        "events": [_body(one.event) for one in known if one.event is not None],
    }


def _step(received: Received) -> Step:
    event = received.event
    assert event is not None  # noqa: S101 - made here, of fields that are checked
    return Step(event.seq, event.id, event)


def _row(
    fold: Fold, index: int, word: str, seq: int, envelope: Mapping[str, Any]
) -> tuple[Row, Received | None]:
    """Fold a word; return its row, and its record unless nothing can follow it."""
    state = fold.match.state() or {}
    players = list(state.get("score", ()))
    row: Row = {"index": index, "word": word, "player": state.get("to_act"), "wrong": ""}
    row["inning"], row["rack"] = state.get("inning"), state.get("rack")
    body = word_of(word, str(state.get("to_act")), players) if players else None
    if body is None:
        return {**row, "wrong": "unreadable"}, None
    received = receive(encode({**body, **envelope, "seq": seq, "id": str(seq)}))
    if received.event is None:
        return {**row, "wrong": "unreadable"}, None
    ruling = fold.fold(_step(received))
    after = fold.match.state() or {}
    row |= {"seq": seq, "kind": body["type"], "verdict": ruling.verdict, "score": after["score"]}
    return row | {"clauses": list(ruling.clauses), "wrong": _wrong(ruling)}, received


def _wrong(ruling: Ruling) -> str:
    if ruling.verdict == "rejected":
        return f"{ruling.reason}: {ruling.detail}" if ruling.detail else str(ruling.reason)
    return next((found.detail for found in ruling.findings if found.severity == "error"), "")


def _prove(row: Row, inning: Row | None) -> None:
    """Compare where the sheet parts a run by racks with where the replay does."""
    if inning is None:
        return
    row["made"] = made(inning, "14.1")
    written = re.split(r"[A-Z]", row["word"].upper())[0]
    if "/" in written and written != row["made"] and not row["wrong"]:
        row["wrong"] = f"proof_sum: {written} as written, {row['made']} by the racks"


def _racks(racks: Sequence[Row], innings: Sequence[Row], players: tuple[str, str]) -> list[Row]:
    """Return the racks with what each made in it and the sum: of a full rack it is fourteen."""
    balls = Counter[tuple[int, str]]()
    for inning in innings:
        for place, part in enumerate(made(inning, "14.1").split("/")):
            balls[inning["rack"] + place, players[inning["side"]]] += int(part)
    return [
        {
            "rack": rack["rack"],
            "balls": [balls[rack["rack"], player] for player in players],
            "sum": sum(balls[rack["rack"], player] for player in players),
            "how": rack["how"],
        }
        for rack in racks
    ]


def _body(event: AnyEvent) -> Row:
    """Return an event as it is sent when the sheet is recorded."""
    body: Row = json.loads(encode(event))
    return {name: value for name, value in body.items() if name not in ("match", "id")}
