"""Signing off a result, and checking it later: keys, signatures, what was changed since."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from api.wiring import read_log
from tests.api.commands import STRAIGHT, Done, cuelog

MATCH = "14.1-sample-urbanfly"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    directory = tmp_path / "data"
    assert cuelog("ingest", STRAIGHT, "--data", directory).status == 0
    return directory


def make_key(data: Path, holder: str, role: str) -> Any:  # noqa: ANN401 - JSON
    return cuelog(
        "keys", "new", holder, "--role", role, "--register", "--json", "--data", data
    ).json()


def verify(name: object, data: Path, *more: object) -> Done:
    return cuelog("verify", name, "--json", "--data", data, *more)


def test_player_and_official_sign_and_a_third_party_verifies(data: Path, tmp_path: Path) -> None:
    player, official = make_key(data, "player-1", "player"), make_key(data, "jan", "official")
    path = Path(player["file"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    signed = cuelog("sign", MATCH, "--key", path, "--data", data)
    assert (signed.status, signed.err) == (0, "")
    assert "player-1 70 - player-2 56, no winner" in signed.out
    second = ("sign", MATCH, "--key", official["key"], "--role", "referee", "--data", data)
    assert cuelog(*second).status == 0

    told = verify(MATCH, data)
    assert told.status == 0
    rows = told.json()["signatures"]
    assert [(one["signer"], one["role"], one["holds"]) for one in rows] == [
        ("player-1", "player", True),
        ("jan", "referee", True),
    ]
    assert rows[0]["score"] == {"player-1": 70, "player-2": 56}
    assert "covers events to" in cuelog("verify", MATCH, "--data", data).out

    keys = tmp_path / "keys.json"
    keys.write_text(cuelog("keys", "--json", "--data", data).out)
    log = cuelog_log(data, tmp_path)
    elsewhere = tmp_path / "elsewhere"
    assert verify(log, elsewhere, "--keys", keys).status == 0
    unknown = verify(log, elsewhere)
    assert unknown.status == 1
    assert {one["verdict"] for one in unknown.json()["signatures"]} == {"unknown_key"}
    assert not elsewhere.exists()


def test_who_signs_may_be_named_by_holder_and_is_listed_where_it_is_wanting(data: Path) -> None:
    def refused(*words: str) -> str:
        done = cuelog("sign", MATCH, *words, "--data", data)
        assert (done.status, "Traceback" in done.err) == (2, False)
        return " ".join(done.err.split())

    assert "make one: cuelog keys new jan --register" in refused("--key", "jan")
    assert "cuelog keys new HOLDER --register" in refused()
    key = make_key(data, "jan", "official")["key"]
    assert f"take --key with one of: {key} (jan, official)" in refused("--key", "eva")
    assert cuelog("sign", MATCH, "--key", "jan", "--data", data).status == 0
    other = make_key(data, "jan", "official")["key"]
    told = refused("--key", "jan")
    assert "jan has 2 keys" in told
    assert key in told
    assert other in told
    assert cuelog("keys", "revoke", other, "--data", data).status == 0
    assert cuelog("sign", MATCH, "--key", "jan", "--data", data).status == 0


def cuelog_log(data: Path, folder: Path) -> Path:
    """Write the match out of the log to a file."""
    path = folder / "match.jsonl"
    path.write_bytes(b"".join(one.raw + b"\n" for one in read_log(data, None).records))
    return path


def test_a_changed_result_is_told(data: Path, tmp_path: Path) -> None:
    key = make_key(data, "jan", "official")["key"]
    cuelog("sign", MATCH, "--key", key, "--data", data)
    path = cuelog_log(data, tmp_path)
    lines = path.read_text().splitlines()
    signed = json.loads(lines[-1])
    lines[-1] = json.dumps(signed | {"score": {"player-1": 71, "player-2": 56}})
    path.write_text("\n".join(lines))
    told = verify(path, data)
    (row,) = told.json()["signatures"]
    assert (told.status, row["verdict"]) == (1, "bad_signature")
    assert row["differs"] == ["signed_result_differs"]
    lines[-1] = json.dumps(signed)
    lines[5] = lines[5].replace('"made": ', '"made": 1')
    path.write_text("\n".join(lines))
    (row,) = verify(path, data).json()["signatures"]
    assert "digest_differs" in row["differs"]


def test_a_revoked_key_signs_no_more_and_what_it_signed_stands(data: Path) -> None:
    key = make_key(data, "jan", "official")["key"]
    cuelog("sign", MATCH, "--key", key, "--data", data)
    assert cuelog("keys", "revoke", key, "--reason", "lost", "--data", data).status == 0
    refused = cuelog("sign", MATCH, "--key", key, "--data", data)
    assert (refused.status, "was revoked" in refused.err) == (2, True)
    assert verify(MATCH, data).status == 0
    assert cuelog("keys", "revoke", key, "--data", data).status == 2
    assert key in cuelog("keys", "list", "--data", data).out


def test_who_cannot_sign(data: Path, tmp_path: Path) -> None:
    made = cuelog(
        "keys", "new", "eva", "--out", tmp_path / "e.key", "--json", "--data", data
    ).json()
    sign = ("sign", MATCH, "--data", data, "--key", tmp_path / "e.key")
    assert "not registered" in cuelog(*sign).err
    register = ("keys", "register", "eva", made["public"], "--data", data)
    assert cuelog(*register).status == 0
    assert "registered already" in cuelog(*register).err
    assert "eva did not play it" in cuelog(*sign).err
    assert "cannot sign as referee" in cuelog(*sign, "--role", "referee").err
    assert cuelog(*sign, "--key", tmp_path / "none").status == 2
    assert "64 characters of hex" in cuelog("keys", "register", "eva", "ab", "--data", data).err
    assert "neither a file nor a match" in cuelog("sign", "none", *sign[2:]).err


def test_a_record_with_a_gap_is_not_signed(data: Path, tmp_path: Path) -> None:
    late = tmp_path / "late.jsonl"
    event = {
        "id": "late",
        "match": MATCH,
        "seq": 99,
        "at": "2026-01-01T10:00:00Z",
        "type": "skipped",
    }
    late.write_text(json.dumps(event))
    cuelog("ingest", late, "--data", data)
    key = make_key(data, "jan", "official")["key"]
    refused = cuelog("sign", MATCH, "--key", key, "--data", data)
    assert (refused.status, "wait for seq 95" in refused.err) == (2, True)
