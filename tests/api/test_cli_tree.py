"""Checkpoints of the log, proofs against them, and a log that was changed behind our back."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ingest.checkpoints import BadCheckpoint, Checkpoint, read_note, write_note
from ingest.keys import Keyring, PublicKey, fingerprint, keyring, new_private, public_of, read_keys
from tests.api.commands import STRAIGHT, cuelog

PRIVATE = new_private()
PUBLIC = public_of(PRIVATE)
KEY = PublicKey(fingerprint(PUBLIC), "log-a", "log", PUBLIC)
MADE = Checkpoint("log-a/0", 7, bytes(range(32)))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    directory = tmp_path / "data"
    cuelog("ingest", STRAIGHT, "--data", directory)
    return directory


def test_a_note_is_read_by_who_has_the_key() -> None:
    note = write_note(MADE, KEY, PRIVATE)
    assert read_note(note, keyring([KEY])) == MADE
    assert note.startswith("log-a/0\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n— log-a ")
    stranger = "— other AAAA\n"
    assert read_note(note + stranger, keyring([KEY])) == MADE


def test_a_note_that_was_changed_or_is_of_another_key_is_none() -> None:
    note = write_note(MADE, KEY, PRIVATE)
    good = keyring([KEY])
    other = PublicKey("k-1", "log-a", "log", public_of(new_private()))
    cases: list[tuple[str, Keyring]] = [
        (note.replace("\n7\n", "\n8\n"), good),
        (note.replace("log-a/0", "log-b/0"), good),
        (note.replace("\n7\n", "\n07\n"), good),
        (note.replace("— log-a", "— log-b"), good),
        (note.replace("\n\n", "\n"), good),
        (note[:-5], good),
        ("", good),
        (note, {}),
        (note, keyring([other])),
        (note, keyring([PublicKey(KEY.key, "log-a", "official", PUBLIC)])),
        (note, keyring([PublicKey(KEY.key, "log-b", "log", PUBLIC)])),
        (note, keyring([PublicKey(KEY.key, "log-a", "log", PUBLIC, "2026-01-01T00:00:00Z")])),
    ]
    for text, keys in cases:
        with pytest.raises(BadCheckpoint):
            read_note(text, keys)


def test_records_and_growth_are_proved_offline(data: Path, tmp_path: Path) -> None:
    place, nowhere = ("--data", data), ("--data", tmp_path / "none")
    old, proof, growth = (tmp_path / name for name in ("old.txt", "proof.json", "growth.json"))
    old.write_text(cuelog("log", "checkpoint", *place).out)
    late = tmp_path / "late.jsonl"
    late.write_text('{"id":"x","match":"m","seq":1,"at":"2026-01-01T10:00:00Z","type":"skipped"}')
    cuelog("ingest", late, *place)
    keys = tmp_path / "keys.json"
    keys.write_text(cuelog("keys", "--json", *place).out)
    assert [key.role for key in read_keys(keys.read_bytes()).values()] == ["log"]

    proof.write_text(cuelog("log", "prove", "0:41", *place).out)
    verify = ("log", "verify", proof, "--keys", keys, *nowhere)
    told = cuelog(*verify)
    assert (told.status, "has record 41 unchanged" in told.out) == (0, True)
    record = tmp_path / "record"
    record.write_bytes(STRAIGHT.read_bytes().splitlines()[41])
    assert cuelog(*verify, "--record", record).status == 0
    record.write_bytes(STRAIGHT.read_bytes().splitlines()[42])
    assert cuelog(*verify, "--record", record).status == 1
    growth.write_text(cuelog("log", "prove", "--since", "0:94", *place).out)
    grown = ("log", "verify", growth, "--keys", keys, *nowhere)
    assert cuelog(*grown, "--old", old).status == 0
    assert "needs the older checkpoint" in cuelog(*grown).err

    forged = json.loads(proof.read_text())
    leaf: dict[str, object] = {"leaf": "00" * 32, "record": None}
    changes: list[dict[str, object]] = [{"index": 40}, {"record": "{}"}, leaf, {"path": []}]
    for change in changes:
        proof.write_text(json.dumps(forged | change))
        assert cuelog(*verify).status == 1, change
    shorter = json.loads(growth.read_text())
    growth.write_text(json.dumps(shorter | {"path": shorter["path"][:-1]}))
    assert cuelog(*grown, "--old", old).status == 1


def test_a_log_changed_behind_our_back_is_found(data: Path) -> None:
    place = ("--data", data)
    assert cuelog("log", "check", *place).status == 2
    cuelog("log", "checkpoint", *place)
    assert cuelog("log", "check", *place).status == 0
    with closing(sqlite3.connect(data / "log.sqlite")) as con:
        for (trigger,) in con.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            con.execute(f'DROP TRIGGER "{trigger}"')
        con.execute("UPDATE events SET raw = CAST('{}' AS BLOB) WHERE offset = 30")
        con.commit()
        told = cuelog("log", "check", "--json", *place)
        assert told.status == 1
        assert "changed within its first 94 records" in told.json()[0]["fault"]
        con.execute("DELETE FROM events WHERE offset > 50")
        con.commit()
    assert "it had 94 records, and has 51" in cuelog("log", "check", *place).out


def test_what_is_not_there_cannot_be_proved(data: Path) -> None:
    place = ("--data", data)
    for asked in (["0:94"], ["3:0"], ["x"], [], ["0:1", "--since", "0:1"], ["--since", "0:95"]):
        assert cuelog("log", "prove", *asked, *place).status == 2, asked
    assert cuelog("log", "prove", "0:1", "--size", "1", *place).status == 2
    assert cuelog("log", "checkpoint", "--partition", "3", *place).status == 2
    assert cuelog("log", "checkpoint", "--partition", "0", "--json", *place).json()
