"""The register of names: beside the log, and erasable, since the log itself is for ever.

Logs hold ids alone. A name is kept here until it is erased; what other people's events say of a
name is shown only while it is not erased (domain.registry).
"""

from __future__ import annotations

import secrets
import sqlite3
import unicodedata
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import msgspec

from ingest.log import LogUnavailable

NAMES_FILE: Final = "names.sqlite"
"""The register in a data directory."""


class NameLikeId(ValueError):  # noqa: N818 - reads as what is wrong
    """An id that is the name itself would put the name into the log."""


class Named(msgspec.Struct, frozen=True):
    """A player with name and country, as the register has them, and who last wrote them."""

    player: str
    name: str
    country: str | None = None
    by: str | None = None


def new_player_id() -> str:
    """Return a random id that says nothing of the person."""
    return f"p-{secrets.token_hex(8)}"


def normalised(name: str) -> str:
    """Return a name as it is compared: letters and digits alone, without accents or case."""
    plain = unicodedata.normalize("NFKD", name).casefold().replace("ł", "l").replace("đ", "d")
    return "".join(letter for letter in plain if letter.isalnum())


def check_id(player: str, name: str | None) -> None:
    """Raise ``NameLikeId`` where an id given by a writer of ours is the player's name."""
    if name is not None and normalised(player) == normalised(name):
        raise NameLikeId(f"{player!r} is the name itself: leave the id out, or give another")


def _kept(name: str) -> str:
    """Return a name as it is kept: NFC, single spaces."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


class NameRegister:
    """Names by player in a small SQLite file; overwritten pages are wiped (secure_delete)."""

    def __init__(self, path: Path) -> None:
        """Open the register at a path."""
        self._path = str(path)
        with self._opened() as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS names "
                "(player TEXT PRIMARY KEY, name TEXT NOT NULL, country TEXT, by TEXT) STRICT"
            )
            columns = {row[1] for row in connection.execute("PRAGMA table_info(names)")}
            if "by" not in columns:  # a register of before it was noted
                connection.execute("ALTER TABLE names ADD COLUMN by TEXT")

    def put(self, named: Named) -> None:
        """Keep a name; raises ``NameLikeId`` where the id is the name."""
        check_id(named.player, named.name)
        name = _kept(named.name)
        with self._opened() as connection:
            connection.execute(
                "INSERT INTO names VALUES (?, ?, ?, ?) ON CONFLICT (player) "
                "DO UPDATE SET name = excluded.name, country = excluded.country, by = excluded.by",
                (named.player, name, named.country, named.by),
            )

    def add_all(self, listed: Iterable[Named]) -> int:
        """Keep names of players who have none yet; return how many were new."""
        rows = [(one.player, _kept(one.name), one.country, one.by) for one in listed]
        with self._opened() as connection:
            done = connection.executemany(
                "INSERT INTO names VALUES (?, ?, ?, ?) ON CONFLICT (player) DO NOTHING", rows
            )
            return max(done.rowcount, 0)

    def erase(self, player: str) -> bool:
        """Erase a name for good; return whether there was one."""
        with self._opened() as connection:
            gone = connection.execute("DELETE FROM names WHERE player = ?", (player,))
            return gone.rowcount > 0

    def get(self, player: str) -> Named | None:
        """Return what is known of a player."""
        return next((named for named in self if named.player == player), None)

    def __iter__(self) -> Iterator[Named]:
        """Iterate over the names in order of player."""
        with self._opened() as connection:
            rows = connection.execute(
                "SELECT player, name, country, by FROM names ORDER BY player"
            ).fetchall()
        yield from (Named(*row) for row in rows)

    @contextmanager
    def _opened(self) -> Generator[sqlite3.Connection]:
        """Open the file for one transaction; old bytes are overwritten, no journal keeps them.

        Raises ``LogUnavailable`` where it cannot be read or written.
        """
        try:
            with closing(sqlite3.connect(self._path, timeout=10)) as connection, connection:
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("PRAGMA journal_mode = DELETE")
                yield connection
        except sqlite3.DatabaseError as error:
            raise LogUnavailable(f"{self._path}: {error}; `cuelog doctor` says more") from error
