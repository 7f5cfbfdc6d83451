"""The signature of an official over a record he produces to Kafka himself.

It stands beside the record, as ``KEY:HEX``: the id of a registered key, and Ed25519 over the bytes
of the record with its purpose in front, so that no other signature can pass for it.
"""

from __future__ import annotations

from typing import Final

from ingest.keys import PrivateKey, PublicKey, fingerprint, from_hex, public_of, sign, signed_by
from ingest.signatures import revoked

PURPOSE: Final = b"cuelog-official/1\n"


def sign_record(private: PrivateKey, raw: bytes) -> str:
    """Return the signature of a record, as it is put beside it."""
    return f"{fingerprint(public_of(private))}:{sign(private, PURPOSE + raw).hex()}"


def key_of(signature: str) -> str:
    """Return the id of the key that a signature names."""
    return signature.rpartition(":")[0]


def holds(signature: str, raw: bytes, key: PublicKey, registered_ms: int, received_ms: int) -> bool:
    """Tell whether a record is signed with an official's key that counted when it was received.

    Both times are the log's own, so every node judges alike, whenever it reads the record.
    """
    if key.role != "official" or registered_ms > received_ms or revoked(key, received_ms):
        return False
    made = from_hex(signature.rpartition(":")[2])
    return signed_by(key.public, made, PURPOSE + raw)
