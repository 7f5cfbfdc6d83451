"""Tokens: random, shown once, kept hashed, with a role, matches and an end.

The register holds SHA-256 of each token; a token has 256 random bits, so there is nothing to guess
and a slow hash would protect nothing. The token of the owner of the data directory is also kept in
a file that he alone can read, so that ``cuelog token`` can show it again.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

import msgspec

from domain.events.registry import Role
from projections.lock import one_at_a_time

SHOWN_FILE: Final = "token.txt"
REGISTER_FILE: Final = "tokens.json"
PREFIX: Final = "cuelog_"
RANKS: Final[dict[Role, int]] = {"viewer": 0, "scorer": 1, "official": 2, "admin": 3}
"""Who may more: each role may what those below it may."""
LOCAL: Final = "local"
"""Stands for who recorded something by a command, as owner of the data directory."""
_PERIOD: Final = re.compile(r"([0-9]{1,6})([mhd])")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}


class BadExpiry(ValueError):  # noqa: N818 - reads as what it is
    """An end of a token that is neither a period nor an instant."""


class NoScorer(ValueError):  # noqa: N818 - as above
    """A token that no match can be assigned to."""


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token as the register has it; ``id`` is what a record says it came with.

    A register of before roles holds tokens of its owner alone, so ``admin`` is the default.
    ``matches`` are ids a scorer may write to, with ``*`` for any characters; officials and admins
    write to all. ``made`` and ``expires`` are instants.
    """

    id: str
    sha256: str
    role: Role = "admin"
    matches: tuple[str, ...] = ()
    label: str | None = None
    made: str | None = None
    expires: str | None = None

    def may(self, role: Role) -> bool:
        """Tell whether this token may do what a role may."""
        return RANKS[self.role] >= RANKS[role]

    def covers(self, match: str) -> bool:
        """Tell whether the token itself names a match, or everything."""
        return self.may("official") or any(fnmatchcase(match, one) for one in self.matches)

    def ended(self, now: datetime) -> bool:
        """Tell whether the token has expired; one whose end cannot be read has."""
        try:
            return self.expires is not None and datetime.fromisoformat(self.expires) <= now
        except (ValueError, TypeError):
            return True


def hashed(token: str) -> str:
    """Return what the register keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def end_of(text: str | None, now: datetime) -> str | None:
    """Return the instant a token ends at: after ``90m``, ``12h``, ``30d``, or at one given.

    Raises ``BadExpiry``.
    """
    if text is None:
        return None
    if period := _PERIOD.fullmatch(text):
        end = now + timedelta(**{_UNITS[period[2]]: int(period[1])})
    else:
        try:
            end = datetime.fromisoformat(text)
        except ValueError as error:
            words = "expected a period such as 12h or 30d, or an instant with its offset"
            raise BadExpiry(f"{text!r} is no end of a token: {words}") from error
    if end.tzinfo is None:
        raise BadExpiry(f"{text!r} needs its offset, such as +02:00 or Z")
    return end.astimezone(UTC).isoformat(timespec="seconds")


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    beside.replace(path)


class Tokens:
    """The tokens of a data directory; any process may make and revoke some."""

    def __init__(self, data: Path) -> None:
        self._shown = data / SHOWN_FILE
        self._register = data / REGISTER_FILE
        self._read_at: int | None = None
        self._known: list[Known] = []

    # -- the owner's token ----------------------------------------------------------------------

    def shown(self) -> str | None:
        """Return the owner's token, or None when there is none yet."""
        try:
            return self._shown.read_text(encoding="utf-8").strip() or None
        except FileNotFoundError:
            return None

    def make(self) -> str:
        """Make a new token in the place of the owner's present one, which stops working."""
        with one_at_a_time(self._register):
            present = self.shown()
            gone = hashed(present) if present else ""
            kept = [known for known in self._read() if known.sha256 != gone]
            made, token = _made("admin", (), "owner", None)
            self._write([*kept, made])
            write_private(self._shown, f"{token}\n")
        return token

    def ensure(self) -> tuple[str, bool]:
        """Return the owner's token, and whether it had to be made."""
        token = self.shown()
        counts = token is not None and self.check(token) is not None
        return (token, False) if token is not None and counts else (self.make(), True)

    # -- the others' ----------------------------------------------------------------------------

    def new(
        self, role: Role, matches: Sequence[str], label: str | None, expires: str | None
    ) -> tuple[Known, str]:
        """Make a token; the second value is the token itself, which nothing shows again."""
        made, token = _made(role, tuple(matches), label, expires)
        with one_at_a_time(self._register):
            self._write([*self._read(), made])
        return made, token

    def revoke(self, token_id: str) -> bool:
        """Let a token count no longer; return whether there was one of that id."""
        with one_at_a_time(self._register):
            known = self._read()
            kept = [one for one in known if one.id != token_id]
            self._write(kept)
        return len(kept) < len(known)

    def listed(self) -> list[Known]:
        """Return all tokens, also those that have expired, without their hashes."""
        return [msgspec.structs.replace(one, sha256="") for one in self._current()]

    def scorer(self, token_id: str) -> Known:
        """Return the token that a match can be assigned to; raises ``NoScorer``."""
        found = next((one for one in self.listed() if one.id == token_id), None)
        if found is None:
            raise NoScorer(f"{token_id} is the id of no token; `cuelog tokens` lists them")
        if found.role != "scorer":
            may = "writes to every match" if found.may("official") else "only reads"
            raise NoScorer(f"{token_id} is of a {found.role}, who {may}; assign a scorer's token")
        return found

    def check(self, token: str) -> Known | None:
        """Return what is known of a token that is valid now; the time it takes tells nothing."""
        offered, found = hashed(token), None
        for known in self._current():
            if hmac.compare_digest(known.sha256, offered):
                found = known
        return None if found is None or found.ended(datetime.now(UTC)) else found

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
            return msgspec.json.decode(self._register.read_bytes(), type=list[Known])
        except FileNotFoundError:
            return []

    def _write(self, known: Sequence[Known]) -> None:
        text = msgspec.json.format(msgspec.json.encode(known), indent=1)
        write_private(self._register, text.decode())


def _made(
    role: Role, matches: tuple[str, ...], label: str | None, expires: str | None
) -> tuple[Known, str]:
    token, now = f"{PREFIX}{secrets.token_urlsafe(32)}", datetime.now(UTC)
    made = now.isoformat(timespec="seconds")
    known = Known(
        f"t-{secrets.token_hex(4)}", hashed(token), role, matches, label, made, end_of(expires, now)
    )
    return known, token
