"""Players: the list, found without accents, and the profile of one against the field."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

import msgspec
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.house import TheHouse
from api.match_list import Filter, list_matches
from api.node import Node
from api.pages.cells import SHARES, Cell, cells_of, columns_shown
from api.pages.home import names_in
from api.pages.rendering import language_of, page, stream
from api.problems import Problem
from api.profiles import NothingRecorded, profile_of
from api.statistics import BadFilter, read_filters
from ingest.names import normalised

router = APIRouter(include_in_schema=False)
LISTED: Final = 200
"""Players on a page of the list."""
MATCHES: Final = 6
PARTS: Final = (
    "pressure", "run_ends", "break_shots", "runs", "breaks", "fouls", "safeties", "racks",
    "push_outs", "snooker_breaks", "foul_points", "form", "opponents",
)  # fmt: skip
"""Parts of a profile that are shown as tables, in this order."""
_SORTED: Final = """
SELECT place FROM (SELECT unnest(?) AS name, unnest(?) AS place) ORDER BY name COLLATE {}, place
"""
COLLATIONS: Final = {"sl": "sl", "pl": "pl", "lt": "lt", "en": "en"}


class Part(NamedTuple):
    """A table of a profile."""

    name: str
    columns: list[str]
    rows: list[list[Cell]]
    small: list[bool]


@router.get("/players")
def get_player_list(
    request: Request,
    house: TheHouse,
    q: Annotated[str, Query(max_length=200)] = "",
    start: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
) -> Response:
    """List players in the order of the reader's alphabet; what is looked for needs no accents."""
    wanted = normalised(q)
    listed = [
        {**one, "shown": one["name"] or one["player"]}
        for one in house.node.people.listed(house.node)
        if not one["merged_into"]
    ]
    if wanted:
        listed = [
            one
            for one in listed
            if wanted in normalised(one["shown"]) or wanted in normalised(one["player"])
        ]
    ordered = _ordered(house.node, listed, language_of(request))
    return page(
        request,
        "players.html",
        section="players",
        q=q,
        players=ordered[start : start + LISTED],
        total=len(ordered),
        start=start,
        step=LISTED,
    )


def _ordered(node: Node, listed: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """Return players by name as a language orders them: DuckDB's ICU knows how."""
    if not listed:
        return []
    query = _SORTED.format(COLLATIONS[language])
    names = [one["shown"] for one in listed]
    return [listed[row[0]] for row in node.rows(query, (names, list(range(len(listed)))))]


@router.get("/players/{player:path}")
def get_player_page(
    player: Annotated[str, Path(max_length=2000)], request: Request, house: TheHouse
) -> Response:
    """Show a player: figures against the field, and what they are made of."""
    node = house.node
    whole = node.people.known().whole(player)
    try:
        filters = read_filters({k: v for k, v in request.query_params.items() if k != "lang"})
    except BadFilter as error:
        raise Problem("invalid_parameter", str(error)) from error
    listed = next((one for one in node.people.listed(node) if one["player"] == player), None)
    if listed is None:
        raise Problem("not_found", f"no player has the id {player}")
    items, _ = list_matches(node, Filter(player=player), MATCHES)

    def profiled() -> Profile:
        try:
            told = msgspec.json.decode(profile_of(house, whole, filters).body)
        except NothingRecorded:
            return Profile({}, {}, {})
        of: dict[str, Any] = told["disciplines"]
        shown = {name: _parts(parts, told) for name, parts in of.items()}
        people = [row["opponent"] for one in of.values() for row in one["opponents"]]
        return Profile(told, shown, node.people.shown(node, [player, whole, *people]))

    return stream(
        request,
        "player.html",
        section="players",
        player=player,
        listed=listed,
        profiled=profiled,
        shares=SHARES,
        items=items,
        names=names_in(node, items) | node.people.shown(node, [player, whole]),
    )


class Profile(NamedTuple):
    """A profile as told, its tables by discipline, and the names in it."""

    told: dict[str, Any]
    parts: dict[str, list[Part]]
    names: dict[str, str]


def _parts(parts: dict[str, Any], told: dict[str, Any]) -> list[Part]:
    """Return the tables of a discipline that have rows."""
    tables: list[Part] = []
    enough: int = told["field"]["min_n"]
    for name in PARTS:
        rows: list[dict[str, Any]] = parts.get(name) or []
        if not rows:
            continue
        columns = columns_shown(rows[0], rows, ("rules",))
        small = [_small(row, enough) for row in rows]
        tables.append(Part(name, columns, [cells_of(row, columns) for row in rows], small))
    return tables


COUNTED: Final = ("n", "strokes", "attempts", "at_risk", "breaks", "shots", "answered", "innings")
"""Columns that hold how many a figure rests on, the first there is."""


def _small(row: dict[str, Any], enough: int) -> bool:
    n = next((row[name] for name in COUNTED if isinstance(row.get(name), int)), None)
    return n is not None and n < enough
