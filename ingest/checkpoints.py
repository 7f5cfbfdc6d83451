"""Checkpoints of a log: the root of its tree at a size, signed, as text one can print.

The form is that of C2SP's signed note and tlog-checkpoint: origin, size and root, a blank line, and
a line a signature; tools of others read it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterable
from typing import Final

import msgspec

from ingest.keys import Keyring, PrivateKey, PublicKey, sign, signed_by

_DASH: Final = "— "
_ED25519: Final = b"\x01"


class BadCheckpoint(ValueError):  # noqa: N818 - reads as what it is
    """A text that is no checkpoint, or one whose signature does not hold."""


class Checkpoint(msgspec.Struct, frozen=True):
    """Origin (a log and its partition), number of records, and root over them."""

    origin: str
    size: int
    root: bytes

    @property
    def partition(self) -> int:
        """Return the partition the origin names."""
        return int(self.origin.rpartition("/")[2])

    def text(self) -> str:
        """Return what is signed."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def _hint(name: str, public: str) -> bytes:
    """Return the four bytes by which a note names a key."""
    named = name.encode() + b"\n" + _ED25519 + bytes.fromhex(public)
    return hashlib.sha256(named).digest()[:4]


def write_note(checkpoint: Checkpoint, key: PublicKey, private: PrivateKey) -> str:
    """Return a checkpoint with the signature of its log."""
    text = checkpoint.text()
    signature = _hint(key.holder, key.public) + sign(private, text.encode())
    return f"{text}\n{_DASH}{key.holder} {base64.b64encode(signature).decode()}\n"


def read_note(note: str, keys: Keyring) -> Checkpoint:
    """Return a checkpoint that one of the keys of logs has signed; raises ``BadCheckpoint``."""
    body, blank, lines = note.partition("\n\n")
    checkpoint = _parsed(f"{body}\n") if blank else None
    if checkpoint is None:
        raise BadCheckpoint("is no checkpoint: expected origin, size, root and a signature")
    # Whoever has a stolen key can date what he signs as he likes: a revoked one proves nothing.
    known = [key for key in keys.values() if key.role == "log" and key.revoked_at is None]
    if not any(_holds(line, checkpoint, known) for line in lines.splitlines()):
        raise BadCheckpoint(f"no known key of a log has signed this checkpoint of {body[:80]!r}")
    return checkpoint


def _parsed(text: str) -> Checkpoint | None:
    try:
        origin, size, root, end = text.split("\n")
        made = Checkpoint(origin, int(size), base64.b64decode(root, validate=True))
        made.partition  # noqa: B018 - raises where the origin names none
    except (ValueError, binascii.Error):
        return None
    return made if not end and made.text() == text and len(made.root) == 32 else None


def _holds(line: str, checkpoint: Checkpoint, keys: Iterable[PublicKey]) -> bool:
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    try:
        told = base64.b64decode(encoded, validate=True)
    except (ValueError, binascii.Error):
        return False
    return checkpoint.origin.startswith(f"{name}/") and any(
        key.holder == name
        and told[:4] == _hint(name, key.public)
        and signed_by(key.public, told[4:], checkpoint.text().encode())
        for key in keys
    )
