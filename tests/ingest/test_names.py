"""Names live beside the log and leave no trace when erased."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ingest.names import Named, NameLikeId, NameRegister, check_id, new_player_id, normalised


def test_names_are_kept_in_one_form(tmp_path: Path) -> None:
    register = NameRegister(tmp_path / "names.sqlite")
    register.put(Named("p-1", "Ana\u00a0 Z\u030cagar", "si"))
    register.put(Named("p-2", "Bør"))
    assert list(register) == [Named("p-1", "Ana Žagar", "si"), Named("p-2", "Bør")]
    register.put(Named("p-2", "Bør Łuk"))
    assert register.get("p-2") == Named("p-2", "Bør Łuk")
    register.put(Named("p-2", "Bør Łuk", by="t-2"))
    assert [named.by for named in register] == [None, "t-2"]


def test_an_erased_name_is_in_no_byte_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "names.sqlite"
    register = NameRegister(path)
    register.put(Named("p-1", "Unmistakable Name"))
    assert b"Unmistakable" in path.read_bytes()
    assert register.erase("p-1")
    assert not register.erase("p-1")
    assert register.get("p-1") is None
    assert b"Unmistakable" not in path.read_bytes()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["names.sqlite"]


@pytest.mark.parametrize("player", ["Ana-Zagar", "ana.žagar", "ANA_ZAGAR"])
def test_an_id_that_is_the_name_is_refused(player: str) -> None:
    with pytest.raises(NameLikeId, match="is the name itself"):
        check_id(player, "Ana Žagar")


def test_given_ids_are_random_and_fit_the_contract() -> None:
    ids = {new_player_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(len(player) == 18 and player.isascii() for player in ids)
    assert normalised("Łuk Đ") == "lukd"


def test_a_register_of_before_it_was_noted_who_wrote(tmp_path: Path) -> None:
    path = tmp_path / "names.sqlite"
    with closing(sqlite3.connect(path)) as old, old:
        old.execute(
            "CREATE TABLE names (player TEXT PRIMARY KEY, name TEXT NOT NULL, country TEXT)"
        )
        old.execute("INSERT INTO names VALUES ('p-1', 'Ana', 'SI')")
    for number in range(2):  # opened again it is left as it is
        register = NameRegister(path)
        register.put(Named("p-2", "Bor", by=f"t-{number}"))
        assert list(register) == [
            Named("p-1", "Ana", "SI"),
            Named("p-2", "Bor", by=f"t-{number}"),
        ]
