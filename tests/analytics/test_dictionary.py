"""The dictionary, its page and the rows of every statistic agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from analytics import BadFilter, Filters, UnknownStatistic, answer, catalogue, filters_from
from analytics.handbook import handbook
from tests.analytics.conftest import Tables

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == handbook()


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_every_statistic_answers_on_empty_tables(name: str, tables: Tables) -> None:
    assert answer(name, tables)["rows"] == []
    given = Filters(player="ana", opponent="bor", discipline="14.1", event="cup", match="m1")
    assert answer(name, tables, given)["matches"] == 0
    found = catalogue()[name]
    assert found.sort in found.columns
    assert found.n in found.columns


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(UnknownStatistic):
        answer("nonsense", Tables())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"plaier": "ana"}, "plaier is no filter; known: discipline"),
        ({"from": "yesterday"}, "from"),
        ({"min_n": "many"}, "min_n"),
        ({"min_n": "-1"}, "int` >= 0"),
    ],
)
def test_a_bad_filter_is_named(given: dict[str, str], told: str) -> None:
    with pytest.raises(BadFilter, match=told):
        filters_from(given)
