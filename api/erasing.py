"""Whether a log knows somebody whose name is to be erased: erasing is for good, so a slip is told.

Known is who stands in the register, in the registry, or in any record, also in a claim alone or in
one that cannot be read. The tables are not asked: a name goes out also while they are broken.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, Final

from api.people import People
from ingest.log import ReadableLog, advance

PLACES: Final = frozenset(
    {
        "player", "players", "winner", "breaker", "nearest", "at_table", "signer", "score",
        "frame_score", "innings", "high_run", "fouls", "foul_points", "groups", "target",
    }
)  # fmt: skip
"""The fields of an event that hold the id of a player, a list of them, or a map by them."""
_OTHERWISE: Final = (b'"players"', b"\\")
"""What a record has that may name a player otherwise: two players, or an id with escapes."""


class Unknown(LookupError):  # noqa: N818 - reads as what is wrong
    """Nothing that is kept names this player; the words say what is nearest."""


def check_known(people: People, log: ReadableLog, player: str) -> None:
    """Raise ``Unknown`` where neither names, nor registry, nor any record of a log has an id."""
    names = people.names()
    seen = {*names, *people.ids()}
    if player in seen:
        return
    for one in _players(log, player):
        if one == player:
            return
        seen.add(one)
    near = get_close_matches(player, sorted({*seen, *names.values()}), 1)
    by_name = {name: one for one, name in names.items()}
    hint = f"did you mean {by_name.get(near[0], near[0])}? " if near else ""
    raise Unknown(f"no player has the id {player}; {hint}`cuelog players` lists them")


def _players(log: ReadableLog, player: str) -> Iterator[str]:
    """Yield ids that stand in records: in those of two players, and in all that may name this."""
    quoted, after = f'"{player}"'.encode("utf-8", "replace"), dict[int, int]()
    while batch := log.read(after):
        advance(after, batch)
        for raw in (record.raw for record in batch):
            if any(part in raw for part in (quoted, *_OTHERWISE)):
                try:
                    yield from list(_in(json.loads(raw)))
                except (ValueError, RecursionError):
                    # What cannot be read may be a name for all we know.
                    yield from [player] if quoted in raw else []


def _in(value: Any) -> Iterator[str]:  # noqa: ANN401 - whatever JSON can hold
    if isinstance(value, dict):
        fields: dict[str, Any] = value  # pyright: ignore[reportUnknownVariableType]
        if "name" in fields and isinstance(fields.get("id"), str):
            yield fields["id"]
        for name, part in fields.items():
            if name in PLACES:
                yield from _held(part)
            yield from _in(part)
    elif isinstance(value, list):
        for part in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _in(part)


def _held(part: Any) -> list[str]:  # noqa: ANN401 - as above
    held: list[Any] = [*part] if isinstance(part, (list, dict)) else [part]
    return [one for one in held if isinstance(one, str)]
