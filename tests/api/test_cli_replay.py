"""``cuelog replay``: what it prints, and its exit status."""

from pathlib import Path

import pytest

from tests.api.commands import LOGS, STRAIGHT, Done, cuelog
from tests.vectors import reader

OPENED = (
    '{"id":"1","match":"m","seq":1,"at":"2026-01-01T10:00:00Z","type":"match_opened",'
    '"discipline":"14.1","rules":"PL","players":["ana","bor"],"breaker":"ana"}'
)


def event(seq: int, fields: str, id_: str = "") -> str:
    head = f'"id":"{id_ or seq}","match":"m","seq":{seq},"at":"2026-01-01T10:00:00Z"'
    return f"{{{head},{fields}}}"


MISS = '"type":"inning","player":"ana","made":0,"end":"miss"'


def replay_lines(*lines: str, options: tuple[object, ...] = ()) -> Done:
    return cuelog("replay", "-", *options, stdin="\n".join(lines).encode())


@pytest.mark.parametrize("path", reader.paths("replay"), ids=lambda path: path.stem)
def test_vector_through_the_command(path: Path, tmp_path: Path) -> None:
    vector = reader.read(path)
    log = tmp_path / "log.jsonl"
    log.write_bytes(vector.log())
    wrong = reader.trace_differences(vector, cuelog("replay", log, "--trace").lines())
    for expected in vector.replays:
        asked = [] if expected.as_of is None else ["--as-of", expected.as_of]
        (replayed,) = cuelog("replay", log, "--json", *asked).lines()
        wrong += reader.replay_differences(expected, replayed)
    assert wrong == [], vector.words


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_examples_replay_to_what_they_state(path: Path) -> None:
    done = cuelog("replay", path, "--json")
    assert done.err == ""
    assert done.status == 0, done.out
    assert done.lines()[0]["rejected"] == []


def test_table_shows_the_stated_score() -> None:
    done = cuelog("replay", STRAIGHT)
    assert done.status == 0
    row = done.out.splitlines()[1].split()
    assert row[1:] == ["14.1", "PL", "player-1", "-", "player-2", "70:56", "-", "open", "94", "-"]


def test_all_files_are_one_log() -> None:
    done = cuelog("replay", *sorted(LOGS.glob("*.jsonl")), "--json")
    assert len(done.lines()) == len(list(LOGS.glob("*.jsonl")))


def test_trace_has_a_line_an_event() -> None:
    lines = cuelog("replay", STRAIGHT, "--trace").lines()
    assert [line["seq"] for line in lines] == list(range(1, 95))
    assert list(lines[0]) == ["match", "seq", "id", "type", "ruling", "state"]


def test_rulings_name_their_clauses() -> None:
    done = cuelog("replay", STRAIGHT, "--rulings")
    assert "PL-7a" in done.out
    assert "foul: unspecified" in done.out


def test_as_of_knows_no_later_event() -> None:
    (whole,) = cuelog("replay", STRAIGHT, "--json", "--as-of", 3).lines()
    assert whole["events"] == 3
    assert whole["state"]["score"] == {"player-1": -1, "player-2": 0}


def test_broken_line_is_told_with_place_field_and_mend() -> None:
    bad = event(2, '"type":"inning","player":"ana","made":0,"end":"mis"')
    done = replay_lines(OPENED, "", bad, event(3, MISS))
    assert done.status == 1
    assert "standard input:3  seq 2  id 2  malformed: end: 'mis' is not known here" in done.out
    assert "allowed: break, break_foul" in done.out
    assert "mend that field and send the record again" in done.out
    assert "standard input:4  seq 3  id 3  waiting" in done.out
    assert "Traceback" not in done.out + done.err


def test_rejected_conflicts_and_duplicates_are_listed() -> None:
    other = event(3, '"type":"inning","player":"bor","made":1,"end":"miss"', "other")
    stranger = event(2, '"type":"inning","player":"eva","made":0,"end":"miss"')
    done = replay_lines(OPENED, stranger, stranger, event(3, MISS), other)
    assert done.status == 1
    assert "standard input:2  seq 2  id 2  unknown_player" in done.out
    assert "standard input:5  seq 3  id other  seq_conflict" in done.out
    assert "1 duplicate in m: no effect" in done.out


def test_many_of_one_reason_are_one_line() -> None:
    done = replay_lines(*(event(seq, MISS) for seq in range(1, 9)))
    assert "standard input:1 to standard input:8  seq 1 to 8  not_open" in done.out
    assert "(8 records)" in done.out


@pytest.mark.parametrize("junk", [b"", b"\n\n", b"no json", b"\xff\xfe", b"[1]", b'{"match":"m"}'])
def test_nothing_replayed_is_status_2(junk: bytes) -> None:
    done = cuelog("replay", "-", stdin=junk)
    assert done.status == 2
    assert done.err.startswith("cuelog: ")


def test_file_that_cannot_be_read_is_told_and_the_others_are_replayed(tmp_path: Path) -> None:
    done = cuelog("replay", tmp_path / "none.jsonl", STRAIGHT)
    assert done.status == 1
    assert "none.jsonl: No such file" in done.err
    assert "70:56" in done.out
    assert cuelog("replay", tmp_path / "none.jsonl").status == 2


def test_claim_that_differs_is_status_1() -> None:
    done = replay_lines(OPENED, event(2, MISS), event(3, '"type":"claim","score":{"ana":5}'))
    assert done.status == 1
    assert "claim_differs" in done.out


def test_other_rules_show_where_they_part() -> None:
    foul = event(2, '"type":"inning","player":"ana","made":0,"end":"deliberate_foul"')
    done = replay_lines(OPENED, foul, options=("--rules", "LT", "--json"))
    (whole,) = done.lines()
    what_if = whole["what_if"]
    assert what_if["first_difference"]["seq"] == 2
    assert what_if["recorded"]["score"]["ana"] == -16
    assert whole["state"]["score"] == what_if["instead"]["score"] != what_if["recorded"]["score"]
    assert "first differs at seq 2" in replay_lines(OPENED, foul, options=("--rules", "LT")).out


def test_options_are_read_as_json_or_text() -> None:
    done = replay_lines(OPENED, event(2, MISS), options=("--option", "foul_points=3", "--json"))
    assert done.status == 0
    assert done.lines()[0]["what_if"]["first_difference"] is None
    done = replay_lines(OPENED, options=("--option", "nonsense=yes"))
    assert done.status == 1
    assert "unknown_option" in done.out
    assert replay_lines(OPENED, options=("--option", "nonsense")).status == 2


def test_command_line_that_means_nothing_is_status_2() -> None:
    assert cuelog("replay", STRAIGHT, "--json", "--trace").status == 2
    assert cuelog("replay", STRAIGHT, "--jsn").status == 2
    assert cuelog("replay").status == 2
    assert cuelog("no-such-command").status == 2
