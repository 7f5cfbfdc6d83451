"""What holds for every statistic, whatever the matches."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import analytics
from analytics import Filters, Tables, answer, catalogue
from analytics.dictionary import INTERVAL
from ingest.simulate import Season, drawn_field, play
from tests.analytics.played import Stored, records, stored

NAMES = sorted(catalogue())
SHORT = {"14.1": 30, "8-ball": 2, "9-ball": 2, "10-ball": 2, "snooker": 1}
MATCH = re.compile(rb'"match": ?"([^"]*)"')


@pytest.fixture(scope="module")
def played() -> Iterator[Stored]:
    source = stored(records())
    yield source
    source.store.close()


def players(source: Stored) -> list[str]:
    """Return the three players with most matches, and one with few."""
    found = source.rows(
        "SELECT p FROM (SELECT player1 AS p FROM matches UNION ALL SELECT player2 FROM matches) "
        "WHERE p IS NOT NULL GROUP BY p ORDER BY count(*) DESC, p"
    )
    return [found[place][0] for place in (0, 1, 2, -1)]


def rows(source: Stored, name: str, filters: Filters | None = None) -> list[dict[str, Any]]:
    return answer(name, source, filters)["rows"]


@pytest.mark.parametrize("name", NAMES)
def test_a_player_has_the_same_row_alone_and_among_all(name: str, played: Stored) -> None:
    everybody = rows(played, name)
    for player in players(played):
        expected = [row for row in everybody if row["player"] == player]
        assert rows(played, name, Filters(player=player)) == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_discipline_has_the_same_rows_alone_and_among_all(name: str, played: Stored) -> None:
    columns = catalogue()[name].columns
    for discipline in ("14.1", "9-ball", "snooker"):
        alone = rows(played, name, Filters(discipline=discipline))
        if "discipline" in columns:
            assert alone == [r for r in rows(played, name) if r["discipline"] == discipline]
        else:
            assert alone in ([], rows(played, name))


@pytest.mark.parametrize("name", NAMES)
def test_every_null_says_what_to_record(name: str, played: Stored) -> None:
    told = answer(name, played)
    null = {column for row in told["rows"] for column, value in row.items() if value is None}
    assert set(told["unlock"]) == null
    assert "rows" in catalogue()[name].unlock
    nothing = answer(name, played, Filters(event="no such event"))
    assert nothing["unlock"] == {"rows": catalogue()[name].unlock["rows"]}


@pytest.fixture(scope="module")
def sheets() -> Iterator[Tables]:
    """Open a season of score sheets, which leave much unknown."""
    season = Season(drawn_field(4, 3), 3, 20, targets=SHORT, detail="sheets")
    with analytics.open(record for match in play(season) for record in match) as tables:
        yield tables


@pytest.mark.parametrize("name", NAMES)
def test_a_null_that_is_no_bound_names_what_it_needs_itself(name: str, sheets: Tables) -> None:
    told = sheets.answer(name)
    general = {column for column, words in told["unlock"].items() if words == INTERVAL}
    assert {column.rpartition("_")[2] for column in general} <= {"low", "high"}
    assert told["rows"] or told["unlock"] == {"rows": catalogue()[name].unlock["rows"]}


def test_sheets_have_no_figure_of_strokes(sheets: Tables) -> None:
    assert [name for name in NAMES if not sheets.answer(name)["rows"]] == [
        "accuracy", "break-shots", "break-success", "conversion", "foul-points", "push-outs",
        "run-hazard", "safeties", "stroke-times",
    ]  # fmt: skip
    assert sheets.statistic("foul-rates")["per_stroke"].null_count() > 0
    assert sheets.answer("foul-rates")["unlock"]["per_stroke"] == "strokes recorded one by one"


@pytest.mark.parametrize("name", NAMES)
def test_rows_come_in_their_one_order(name: str, played: Stored) -> None:
    found = rows(played, name)
    assert found == sorted(found, key=catalogue()[name].order)
    again = answer(name, played, identities={"shaw": "ana"})["rows"]
    assert again == sorted(again, key=catalogue()[name].order)


@pytest.mark.parametrize("name", NAMES)
def test_rows_have_the_columns_of_the_dictionary_in_order(name: str, played: Stored) -> None:
    found = rows(played, name)
    assert found, "a statistic without a row in all the records is not tried"
    assert {tuple(row) for row in found} == {tuple(catalogue()[name].columns)}


@pytest.mark.slow
def test_the_order_of_delivery_and_duplicates_change_nothing(played: Stored) -> None:
    raws = records()
    first = {name: rows(played, name) for name in NAMES}
    for seed in range(2):
        rng = random.Random(seed)  # noqa: S311 - a shuffle
        again = by_match_shuffled(raws, rng)
        other = stored(again)
        assert {name: rows(other, name) for name in NAMES} == first
        other.store.close()


def by_match_shuffled(raws: list[bytes], rng: random.Random) -> list[bytes]:
    """Return the logs of the matches interleaved at random, with records said twice.

    Within a match the order is kept: of two different events for one place the first wins.
    """
    logs: dict[bytes, list[bytes]] = {}
    for raw in raws:
        found = MATCH.search(raw)
        logs.setdefault(found[1] if found else b"", []).append(raw)
    again: list[bytes] = []
    left = [list(reversed(log)) for log in logs.values()]
    while left:
        log = rng.choice(left)
        again += [log[-1]] * rng.choice((1, 1, 1, 2))
        log.pop()
        if not log:
            left.remove(log)
    return again
