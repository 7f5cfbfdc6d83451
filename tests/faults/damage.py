"""How files are broken on purpose."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

PAGE: Final = 4_096


def corrupt(path: Path, page: int = -1) -> None:
    """Overwrite a page of an SQLite file nobody has open, the last but one unless told."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    place = page if page >= 0 else pages - 2
    with path.open("r+b") as file:
        file.seek(place * PAGE)
        file.write(b"\xa5" * PAGE)
