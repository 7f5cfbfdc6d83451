"""``cuelog schema``, ``reasons``, ``clauses``, and the help."""

import json

import jsonschema_rs
import pytest

from api.cli import COMMANDS
from domain.clauses import Status, register
from domain.rulings import FINDINGS, REASONS
from tests.api.commands import LOGS, cuelog
from tests.vectors import reader


def test_schema_takes_every_event_shown() -> None:
    schema = jsonschema_rs.validator_for(cuelog("schema").json())
    for path in LOGS.glob("*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            schema.validate(json.loads(line))


def test_schema_describes_bodies() -> None:
    schema = jsonschema_rs.validator_for(cuelog("schema").json())
    envelope = {"id": "1", "match": "m", "seq": 9, "at": "2026-01-01T10:00:00Z"}
    correction = {**envelope, "type": "correction", "corrects": 2, "reason": "r"}
    body = {"type": "toss", "player": "ana"}
    for fits in (body, [body, body], None):
        assert schema.is_valid({**correction, "with": fits})
    for fails in ({"type": "toss"}, [None], "toss", {"type": "nonsense"}):
        assert not schema.is_valid({**correction, "with": fails})


def test_schema_agrees_with_the_reader_on_the_vectors() -> None:
    schema = jsonschema_rs.validator_for(cuelog("schema").json())
    for path in reader.paths("14.1", "pool", "snooker"):
        for record in reader.read(path).records:
            assert schema.is_valid(json.loads(record)), record


def test_reasons_lists_both_tables_with_what_to_do() -> None:
    tables = cuelog("reasons", "--json").json()
    assert {row["code"] for row in tables["rejected"]} == set(REASONS)
    assert {row["code"] for row in tables["findings"]} == set(FINDINGS)
    assert all(row["remedy"] and row["meaning"] for rows in tables.values() for row in rows)
    text = cuelog("reasons").out
    assert all(code in text for code in [*REASONS, *FINDINGS, "seq_conflict"])


def test_clauses_lists_the_register() -> None:
    assert len(cuelog("clauses", "--json").json()) == len(register())
    ruled = cuelog("clauses", "--text", "PL", "--status", "ruled", "--json").json()
    assert ruled
    assert {(row["text"], row["status"]) for row in ruled} == {("PL", Status.RULED)}
    assert cuelog("clauses", "--text", "XX").status == 2


def test_clause_is_found_by_its_id() -> None:
    done = cuelog("clauses", "PL-8d")
    assert "PL, section 8 (pl)" in done.out
    assert cuelog("clauses", "PL-8d", "--json").json()["paraphrase"] in done.out
    assert cuelog("clauses", "PL-99").status == 2


ELSEWHERE = {"restore": "--data", "simulate": "OUT", "lake": "archive"}
"""Commands that make a directory or a file, or work on one: what they say instead of a log."""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_takes_data_and_log(command: str) -> None:
    done = cuelog(command, "--help")
    assert done.status == 0
    if command in ELSEWHERE:
        assert ELSEWHERE[command] in done.out
        return
    assert "--data" in done.out
    assert "--log" in done.out


def test_help_and_version() -> None:
    assert all(command in cuelog("--help").out for command in COMMANDS)
    assert cuelog("--version").out.strip()
    assert cuelog().status == 0
