"""Corrections and official rulings in every form of the contract's section 2."""

import pytest

from domain.corrections import bodies
from domain.events import Correction
from domain.replay import Line, Replay
from tests.domain.scenario import Event, Fields, Scenario, records_of, replayed, with_ids

OPENING = {"type": "match_opened", "discipline": "14.1", "rules": "PL", "players": ["ana", "bor"]}
START = {"phase": "play", "at_table": "ana", "score": {"ana": 10, "bor": 0}}


def correction(corrects: int, body: object, **fields: object) -> Fields:
    return {"type": "correction", "corrects": corrects, "with": with_ids(body), **fields}


def ruling(of: int, *fouls: str) -> Fields:
    return {"type": "official_ruling", "of": of, "fouls": list(fouls)}


def miss(player: str = "A") -> Fields:
    return {"type": "shot", "player": player, "call": "safety", "cue_to_cushion": True}


def pot(ball: str, player: str = "A") -> Fields:
    call = {"ball": ball, "pocket": "FL"}
    return {"type": "shot", "player": player, "call": call, "pocketed": [{"ball": ball}]}


def log(*events: Event) -> Scenario:
    """Return a log under PL: Ana to play with 10 points, then the events as they come."""
    scenario = Scenario("PL", "10:0")
    for event in events:
        for fields in scenario._read(event):
            scenario.take(fields)
    return scenario


def end(*events: Event, as_of: int | None = None) -> tuple[dict[str, int], Replay, list[Line]]:
    result, lines = replayed(log(*events), as_of=as_of)
    assert result.state is not None
    return result.state["score"], result, lines


def reasons(result: Replay) -> list[tuple[int | None, str]]:
    return [(item.seq, item.reason) for item in result.rejected]


class TestForms:
    def test_a_body_stands_in_the_place_of_the_event(self) -> None:
        score, result, lines = end(miss(), miss("B"), correction(2, pot("5")))
        assert score == {"ana": 11, "bor": 0}
        assert reasons(result) == [(3, "not_at_table")]
        assert [line.step.seq for line in lines] == [1, 2, 3, 4]

    def test_null_strikes_it_out_and_keeps_a_line(self) -> None:
        score, result, lines = end(pot("5"), pot("6"), correction(2, None))
        assert (score["ana"], reasons(result)) == (11, [])
        assert (lines[1].step.struck, lines[1].ruling.verdict) == (True, "recorded")

    def test_a_list_is_folded_in_order_in_that_place(self) -> None:
        score, result, lines = end(pot("5"), correction(2, [pot("7"), pot("8"), pot("9")]))
        assert (score["ana"], reasons(result)) == (13, [])
        assert [line.step.part for line in lines] == [None, 0, 1, 2, None]
        assert len({line.step.id for line in lines[1:4]}) == 1

    def test_an_empty_list_strikes_out_too(self) -> None:
        score, _, lines = end(pot("5"), correction(2, []))
        assert (score["ana"], lines[1].step.struck) == (10, True)

    def test_a_group_is_judged_after_the_last(self) -> None:
        swapped = (pot("5", "B"), miss())
        score, result, _ = end(
            *swapped, correction(2, miss(), group="g"), correction(3, pot("5", "B"), group="g")
        )
        assert (score, reasons(result)) == ({"ana": 10, "bor": 1}, [])
        cut, result, _ = end(
            *swapped,
            correction(2, miss(), group="g"),
            correction(3, pot("5", "B"), group="g"),
            as_of=4,
        )
        assert (cut["bor"], reasons(result)) == (0, [(3, "not_at_table")])

    def test_the_envelope_is_that_of_the_event_corrected(self) -> None:
        events = log(pot("5"), correction(2, pot("6"))).events
        corrected, by = events[1], events[2]
        assert isinstance(by, Correction)
        (body,) = bodies(by, corrected)
        assert (body.id, body.seq, body.at) == (corrected.id, corrected.seq, corrected.at)

    def test_a_correction_lacks_proof_unless_it_is_verified(self) -> None:
        _, result, _ = end(pot("5"), correction(2, None))
        assert [found.code for found in result.findings] == ["unverified_official"]


class TestWhichStands:
    def test_the_latest_wins(self) -> None:
        score, _, _ = end(miss(), correction(2, pot("5")), correction(2, [pot("5"), pot("6")]))
        assert score["ana"] == 12

    def test_striking_the_latest_revives_the_one_before(self) -> None:
        score, _, _ = end(miss(), correction(2, pot("5")), correction(2, None), correction(4, None))
        assert score["ana"] == 11

    def test_striking_the_only_one_revives_the_original(self) -> None:
        score, _, lines = end(pot("5"), correction(2, None), correction(3, None))
        assert score["ana"] == 11
        assert [line.step.struck for line in lines] == [False, False, True, False]

    def test_a_correction_may_be_corrected_in_what_it_says(self) -> None:
        score, _, _ = end(
            miss(), correction(2, pot("5")), correction(3, correction(2, [pot("5"), pot("6")]))
        )
        assert score["ana"] == 12

    def test_a_rewritten_one_ranks_by_its_place(self) -> None:
        score, _, _ = end(
            miss(),
            correction(2, pot("5")),
            correction(2, [pot("5"), pot("6")]),
            correction(3, correction(2, [pot("5"), pot("6"), pot("7")])),
        )
        assert score["ana"] == 12

    def test_it_may_be_turned_to_another_event(self) -> None:
        score, result, _ = end(
            pot("5"), pot("6"), correction(2, None), correction(4, correction(3, None))
        )
        assert (score["ana"], reasons(result)) == (11, [])

    def test_an_event_may_become_a_correction(self) -> None:
        score, _, _ = end(pot("5"), pot("6"), correction(3, correction(2, None)))
        assert score["ana"] == 10

    def test_the_later_of_two_in_one_list_wins(self) -> None:
        both = [correction(2, pot("5")), correction(2, [pot("5"), pot("6")])]
        score, _, _ = end(miss(), correction(2, None), correction(3, both))
        assert score["ana"] == 12

    def test_it_reaches_back_from_after_the_end(self) -> None:
        scenario = Scenario("PL", "149:0").play("A pot 5")
        scenario.take(correction(2, miss()))
        scenario.take(with_ids(pot("6", "B")))
        result, _ = replayed(scenario)
        assert result.state is not None
        assert (result.state["winner"], result.state["score"]["bor"]) == (None, 1)


class TestTheOpening:
    def test_another_opening_replaces_it(self) -> None:
        opening = OPENING | {"start": START, "target": 11}
        score, result, _ = end(pot("5"), pot("6"), correction(1, opening))
        assert (score["ana"], reasons(result)) == (11, [(3, "match_over")])

    def test_one_in_a_list_too(self) -> None:
        _, result, lines = end(correction(1, [OPENING | {"start": START}]))
        assert (reasons(result), lines[0].step.part) == ([], 0)

    @pytest.mark.parametrize("body", [None, [], miss(), [OPENING, OPENING], [OPENING, miss()]])
    def test_nothing_else_may(self, body: object) -> None:
        score, result, _ = end(pot("5"), correction(1, body))
        assert (score["ana"], reasons(result)) == (11, [(3, "bad_target")])

    def test_a_refused_one_is_mended(self) -> None:
        scenario = Scenario("XX")
        scenario.take(with_ids(miss()))
        scenario.take(correction(1, OPENING | {"start": START}))
        result, _ = replayed(scenario)
        assert result.rejected == []
        assert (result.players, result.events) == (("ana", "bor"), 3)

    def test_one_that_stays_refused_opens_nothing(self) -> None:
        scenario = Scenario("XX")
        scenario.take(correction(1, None))
        result, _ = replayed(scenario)
        assert reasons(result) == [(1, "unknown_rules"), (2, "not_open")]
        assert (result.state, result.players) == (None, None)

    def test_a_first_event_of_another_kind_is_mended_as_well(self) -> None:
        scenario = Scenario("PL")
        scenario.events.clear()
        scenario.take(with_ids(miss()))
        scenario.take(correction(1, OPENING | {"start": START}))
        result, _ = replayed(scenario)
        assert (result.rejected, result.events) == ([], 2)


SIGNED = {"type": "signed", "signer": "ana", "role": "player", "digest": "0"}


class TestBadTargets:
    @pytest.mark.parametrize("corrects", [3, 4, 99])
    def test_itself_or_what_is_to_come(self, corrects: int) -> None:
        _, result, _ = end(pot("5"), correction(corrects, None))
        assert reasons(result) == [(3, "bad_target")]

    def test_a_signature(self) -> None:
        _, result, lines = end(SIGNED, correction(2, None))
        assert reasons(result) == [(3, "bad_target")]
        assert not lines[1].step.struck

    def test_one_part_is_bad_and_the_others_are_not(self) -> None:
        parts = [correction(9, None), {"type": "claim", "score": {"A": 11}}, pot("6")]
        score, result, _ = end(pot("5"), {"type": "skipped"}, correction(3, parts))
        assert (score["ana"], reasons(result)) == (12, [(3, "bad_target")])

    def test_a_bad_one_displaces_nothing(self) -> None:
        score, _, _ = end(miss(), correction(2, pot("5")), correction(5, None))
        assert score["ana"] == 11


class TestOfficialRulings:
    def test_the_codes_stand_alone(self) -> None:
        score, result, lines = end("A pot 5 called:no_foot", pot("6"), ruling(2))
        assert (score["ana"], reasons(result)) == (12, [])
        assert lines[1].ruling.verdict == "legal"
        late, _, _ = end(pot("5"), ruling(2, "no_foot"))
        assert late["ana"] == 9

    def test_the_latest_wins(self) -> None:
        score, _, _ = end(pot("5"), ruling(2, "no_foot"), ruling(2))
        assert score["ana"] == 11
        score, _, _ = end(pot("5"), ruling(2), ruling(2, "no_foot"))
        assert score["ana"] == 9

    def test_a_struck_one_revives_the_one_before(self) -> None:
        score, _, _ = end(pot("5"), ruling(2, "no_foot"), ruling(2), correction(4, None))
        assert score["ana"] == 9

    def test_correcting_the_stroke_ends_it(self) -> None:
        score, result, _ = end(pot("5"), ruling(2, "no_foot"), correction(2, pot("6")))
        assert (score["ana"], reasons(result)) == (11, [])
        score, result, _ = end(pot("5"), ruling(2, "no_foot"), correction(2, None))
        assert (score["ana"], reasons(result)) == (10, [])

    def test_striking_that_correction_revives_it(self) -> None:
        score, _, _ = end(
            pot("5"), ruling(2, "no_foot"), correction(2, pot("6")), correction(4, None)
        )
        assert score["ana"] == 9

    def test_a_ruling_after_the_correction_rules_on_what_stands(self) -> None:
        score, _, _ = end(pot("5"), correction(2, [pot("6"), pot("7")]), ruling(2, "no_foot"))
        assert score["ana"] == 10 - 1

    def test_it_may_be_rewritten(self) -> None:
        score, _, _ = end(pot("5"), ruling(2, "no_foot"), correction(3, ruling(2)))
        assert score["ana"] == 11

    @pytest.mark.parametrize("of", [1, 3, 4])
    def test_it_names_an_earlier_stroke(self, of: int) -> None:
        _, result, _ = end(pot("5"), ruling(of))
        assert reasons(result) == [(3, "bad_target")]

    def test_a_stroke_struck_before_is_none(self) -> None:
        _, result, _ = end(pot("5"), correction(2, None), ruling(2))
        assert reasons(result) == [(4, "bad_target")]

    def test_other_bodies_beside_the_stroke_are_left_alone(self) -> None:
        parts = [pot("6"), {"type": "claim", "score": {"A": 9}}]
        score, result, _ = end(pot("5"), correction(2, parts), ruling(2, "no_foot"))
        assert (score["ana"], [found.code for found in result.findings]) == (
            9,
            ["unverified_official", "unverified_official"],
        )


def test_the_record_stays_as_it_was_received() -> None:
    corrected = log(pot("5"), correction(2, None))
    plain = log(pot("5"))
    assert replayed(corrected, as_of=2)[0].digest() == replayed(plain)[0].digest()
    assert [record.raw for record in records_of(plain)] == [
        record.raw for record in records_of(corrected)[:2]
    ]
