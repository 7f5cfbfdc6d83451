"""How a result stands, in the tables: signatures, protests, awards, and what reopens it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ledger import digest
from ingest.wire import receive
from tests.domain.scenario import Fields, Scenario
from tests.projections.logs import fill, log_of, only, raws_of

WON: Fields = {"type": "inning", "player": "A", "made": 3, "end": "win"}
PROTEST: Fields = {"type": "protest", "player": "B", "of": 2, "ground": "fact"}
AWARD: Fields = {"type": "award", "reason": "decided", "source": "committee"}


def correction(of: int) -> Fields:
    body = {"type": "inning", "player": "ana", "made": 4, "end": "win"}
    return {"type": "correction", "corrects": of, "with": body, "reason": "film"}


def signed(match: Scenario, **result: Any) -> Fields:  # noqa: ANN401 - fields of any event
    """Return a signature of the record so far."""
    covered = digest([receive(raw) for raw in raws_of(match.events)]).hex()
    return {"type": "signed", "signer": "ana", "role": "player", "digest": covered, **result}


def stands(match: Scenario) -> str:
    store = fill(log_of(raws_of(match.events)))
    return only(store.rows("SELECT standing FROM matches"))["standing"]


def played(*events: Fields, **opening: Any) -> Scenario:  # noqa: ANN401 - as above
    match = Scenario("PL", opening={"target": 3, "start": {"at_table": "ana"}, **opening})
    for event in events:
        match.play(event)
    return match


def test_a_match_is_open_until_it_is_played() -> None:
    assert stands(played()) == "open"
    assert stands(played(WON)) == "provisional"


def test_a_signature_confirms_what_it_covers() -> None:
    match = played(WON)
    assert stands(match.play(signed(match))) == "confirmed"
    other = played(WON)
    assert stands(other.play(signed(other, score={"A": 2}))) == "provisional"
    lost = played(WON)
    assert stands(lost.play(signed(lost) | {"digest": "0" * 64})) == "provisional"


def test_a_correction_asks_for_a_new_signature() -> None:
    match = played(WON)
    match.play(signed(match)).play(correction(2))
    assert stands(match) == "provisional"
    assert stands(match.play(signed(match))) == "confirmed"


def test_a_protest_goes_before_a_signature_until_it_is_decided() -> None:
    match = played(WON)
    match.play(signed(match)).play(PROTEST)
    assert stands(match) == "under_protest"
    decided = {"type": "protest_decided", "protest": 4, "outcome": "dismissed"}
    assert stands(match.play(decided | {"instance": "jury", "reason": "seen"})) == "confirmed"


@pytest.mark.parametrize(("winner", "standing"), [("B", "confirmed"), (None, "annulled")])
def test_an_award_is_a_decision(winner: str | None, standing: str) -> None:
    assert stands(played(WON, AWARD | {"winner": winner})) == standing


def test_a_protest_on_fact_where_the_competition_does_not_allow_it() -> None:
    match = played(WON, PROTEST, options={"fact_protests": False})
    assert [found.code for found in match.last.findings] == ["protest_inadmissible"]
    assert stands(match) == "provisional"
    assert stands(match.play(PROTEST | {"ground": "rule"})) == "under_protest"
