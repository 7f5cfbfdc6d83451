"""Who may append: a random token, shown to the owner of the data directory alone.

The register the service checks holds SHA-256 of each token; a token has 256 random bits, so there
is nothing to guess and a slow hash would protect nothing. Beside it the token itself is kept for
its owner in a file only he can read, so that ``cuelog token`` can show it again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SHOWN_FILE: Final = "token.txt"
REGISTER_FILE: Final = "tokens.json"
PREFIX: Final = "cuelog_"
LOCAL: Final = "local"
"""Stands for who recorded something by a command, as owner of the data directory."""


@dataclass(slots=True, frozen=True)
class Known:
    """A token as the register has it; ``id`` is what a record says it came with."""

    id: str
    sha256: str


def hashed(token: str) -> str:
    """Return what the register keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    beside.replace(path)


class Tokens:
    """The tokens of a data directory."""

    def __init__(self, data: Path) -> None:
        self._shown = data / SHOWN_FILE
        self._register = data / REGISTER_FILE
        self._read_at: int | None = None
        self._known: list[Known] = []

    def shown(self) -> str | None:
        """Return the owner's token, or None when there is none yet."""
        try:
            return self._shown.read_text(encoding="utf-8").strip() or None
        except FileNotFoundError:
            return None

    def make(self) -> str:
        """Make a new token in the place of the owner's present one, which stops working."""
        token, present = f"{PREFIX}{secrets.token_urlsafe(32)}", self.shown()
        gone = hashed(present) if present else ""
        kept = [known for known in self._read() if known.sha256 != gone]
        known = [*kept, Known(f"t-{secrets.token_hex(4)}", hashed(token))]
        rows = [{"id": one.id, "sha256": one.sha256} for one in known]
        write_private(self._register, json.dumps(rows, indent=1))
        write_private(self._shown, f"{token}\n")
        return token

    def ensure(self) -> tuple[str, bool]:
        """Return the owner's token, and whether it had to be made."""
        token = self.shown()
        return (self.make(), True) if token is None else (token, False)

    def check(self, token: str) -> str | None:
        """Return the id of a token that is valid; the time it takes tells nothing."""
        offered, found = hashed(token), None
        for known in self._current():
            if hmac.compare_digest(known.sha256, offered):
                found = known.id
        return found

    def _current(self) -> list[Known]:
        """Return the register, read again when another process has written it."""
        try:
            written = self._register.stat().st_mtime_ns
        except FileNotFoundError:
            return []
        if written != self._read_at:
            self._known, self._read_at = self._read(), written
        return self._known

    def _read(self) -> list[Known]:
        try:
            rows = json.loads(self._register.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        return [Known(row["id"], row["sha256"]) for row in rows]
