"""Ed25519 keys: private ones in files for their owner alone, public ones named by a fingerprint."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

PrivateKey = Ed25519PrivateKey
FORMAT: Final = "cuelog-keys/1"
"""What a file of public keys calls itself."""


class BadKey(ValueError):  # noqa: N818 - reads as what it is
    """A key, or a file of keys, that is none or that must not be used."""


class PublicKey(msgspec.Struct, frozen=True, omit_defaults=True):
    """A public key (hex) and whose it is; from ``revoked_at`` (an instant) on it does not count."""

    key: str
    holder: str
    role: str
    public: str
    revoked_at: str | None = None


class _KeyFile(msgspec.Struct, frozen=True):
    format: str
    keys: list[PublicKey]


Keyring = Mapping[str, PublicKey]
"""Public keys by id."""


def fingerprint(public: str) -> str:
    """Return the id of a public key (hex): two keys never share one."""
    return f"k-{hashlib.sha256(bytes.fromhex(public)).hexdigest()[:24]}"


def public_of(private: PrivateKey) -> str:
    """Return the public key (hex) of a private one."""
    return private.public_key().public_bytes_raw().hex()


def check_public(public: str) -> None:
    """Raise ``BadKey`` where a text is no public key in hex."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    except ValueError as error:
        raise BadKey("a public key is 64 characters of hex, as `cuelog keys new` prints") from error


def new_private() -> PrivateKey:
    """Make a key."""
    return Ed25519PrivateKey.generate()


def save_private(path: Path, private: PrivateKey) -> None:
    """Write a private key to a new file that its owner alone can read; raises ``BadKey``."""
    text = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise BadKey(f"{path} is there already; a key is never overwritten") from error
    except OSError as error:
        raise BadKey(f"{path}: {error.strerror}; name another file") from error
    with os.fdopen(descriptor, "wb") as file:
        file.write(text)


def load_private(path: Path) -> PrivateKey:
    """Read a private key; raises ``BadKey`` also where others can read the file."""
    try:
        mode, text = stat.S_IMODE(path.stat().st_mode), path.read_bytes()
    except OSError as error:
        raise BadKey(f"{path}: {error.strerror}; `cuelog keys new` makes a key") from error
    if mode & 0o077:
        raise BadKey(f"{path} can be read by others: chmod 600 it, or better make a new key")
    try:
        private = load_pem_private_key(text, None)
    except (ValueError, TypeError) as error:
        raise BadKey(f"{path} is no private key in PEM without password") from error
    if not isinstance(private, Ed25519PrivateKey):
        raise BadKey(f"{path} is a key of another kind; Ed25519 is wanted")
    return private


def sign(private: PrivateKey, message: bytes) -> bytes:
    """Return the signature of a message, 64 bytes."""
    return private.sign(message)


def from_hex(text: str) -> bytes:
    """Return the bytes of a text in hex that others wrote; what is none is no bytes."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def signed_by(public: str, signature: bytes, message: bytes) -> bool:
    """Tell whether a signature over a message was made with the private part of a public key."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def keyring(keys: Iterable[PublicKey]) -> Keyring:
    """Return keys by id; of two with one id the first stands."""
    found: dict[str, PublicKey] = {}
    for one in keys:
        found.setdefault(one.key, one)
    return found


def write_keys(keys: Iterable[PublicKey]) -> bytes:
    """Return the file of public keys that others verify with."""
    return msgspec.json.encode(_KeyFile(FORMAT, list(keys)))


def read_keys(data: bytes) -> Keyring:
    """Read a file of public keys; raises ``BadKey``."""
    try:
        found = msgspec.json.decode(data, type=_KeyFile)
    except msgspec.DecodeError as error:
        raise BadKey(f"is no file of public keys: {error}; `cuelog keys --json` prints one") from (
            error
        )
    if found.format != FORMAT:
        raise BadKey(f"is a file of {found.format!r}; expected {FORMAT}")
    for one in found.keys:
        check_public(one.public)
    return keyring(found.keys)
