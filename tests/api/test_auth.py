"""Tokens: hashed at rest, shown to their owner alone, compared whole."""

import json
import stat
from pathlib import Path

import pytest

from api.auth import Tokens, hashed
from tests.api.commands import cuelog


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_token_is_hashed_at_rest_and_shown_again(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    token, made = tokens.ensure()
    assert made
    assert tokens.ensure() == (token, False)
    assert Tokens(tmp_path).shown() == token
    register = (tmp_path / "tokens.json").read_text("utf-8")
    assert token not in register
    assert json.loads(register)[0]["sha256"] == hashed(token)
    assert {mode(path) for path in tmp_path.iterdir()} == {0o600}


def test_check_names_the_token(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    assert tokens.check("anything") is None
    token = tokens.make()
    known = tokens.check(token)
    assert known is not None
    assert known.role == "admin"
    assert tokens.check(token[:-1]) is None
    assert tokens.check("") is None
    fresh = Tokens(tmp_path).make()
    assert tokens.check(token) is None
    assert tokens.check(fresh) not in (None, known)


def test_a_token_is_compared_with_every_other_whichever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = Tokens(tmp_path)
    made = [tokens.new("scorer", (), None, None)[1] for _ in range(3)]
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr("hmac.compare_digest", compare)
    for offered in (*made, "guess", ""):
        compared.clear()
        tokens.check(offered)
        assert [one for one, _ in compared] == [hashed(token) for token in made]
        assert {other for _, other in compared} == {hashed(offered)}


def test_command_makes_shows_and_renews(tmp_path: Path) -> None:
    first = cuelog("token", "--data", tmp_path).out.strip()
    assert first.startswith("cuelog_")
    assert len(first) >= 43
    assert cuelog("token", "--data", tmp_path).out.strip() == first
    second = cuelog("token", "--new", "--json", "--data", tmp_path).json()["token"]
    assert second != first
    assert cuelog("token", "--data", tmp_path).out.strip() == second
