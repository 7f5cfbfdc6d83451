"""Whose proof counts for what an official put on record: that of who answers for what stands."""

import pytest

from domain.ledger import Received
from domain.replay import replay
from tests.domain.scenario import records_of
from tests.domain.test_corrections import correction, log, miss, pot

PLACED = {"type": "position_set", "score": {"ana": 7}}


def unproved(records: list[Received]) -> list[int | None]:
    found = replay("m", records).findings
    return [one.seq for one in found if one.code == "unverified_official"]


TWICE = [PLACED, correction(2, [PLACED, miss()]), correction(3, correction(2, PLACED))]


@pytest.mark.parametrize(
    ("events", "proved", "expected"),
    [
        ([pot("5"), PLACED], [], [3]),
        ([pot("5"), PLACED], [3], []),
        ([pot("5"), PLACED], [2], [3]),
        ([pot("5"), correction(2, PLACED)], [], [2, 3]),
        ([pot("5"), correction(2, PLACED)], [3], []),
        ([pot("5"), correction(2, PLACED)], [2], [2, 3]),
        ([PLACED, correction(2, PLACED)], [2], [2, 3]),
        ([PLACED, correction(2, miss())], [], [3]),
        (TWICE, [3], [2, 3, 4]),
        (TWICE, [4], []),
    ],
)
def test_who_answers_for_an_event_has_to_prove_it(
    events: list[dict[str, object]], proved: list[int], expected: list[int]
) -> None:
    records = [
        one.proved() if number in proved else one
        for number, one in enumerate(records_of(log(*events)), start=1)
    ]
    assert unproved(list(records)) == expected


def test_the_first_of_two_copies_says_whether_it_is_proved() -> None:
    one, two, three = records_of(log(pot("5"), PLACED))
    assert unproved([one, two, three, three.proved()]) == [3]
    assert unproved([one, two, three.proved(), three]) == []
