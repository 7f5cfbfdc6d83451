"""Signatures of players and officials over a result: what is signed, and whether it holds.

Signed is always the digest with the match, score, winner and rules version beside it, and who signs
in which role with which key: nothing of a valid signature can be taken to another place.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Literal

import msgspec
import rfc8785

from domain.events import UNSET, Signed
from ingest.keys import Keyring, PrivateKey, PublicKey, from_hex, sign, signed_by

PURPOSE: Final = "cuelog-signed/1"
"""Stands in front of what is signed, so that no other statement can pass for it."""
Verdict = Literal[
    "valid", "unsigned", "incomplete", "unknown_key", "other_holder", "wrong_role", "revoked_key",
    "bad_signature",
]  # fmt: skip
WORDS: Final[dict[Verdict, str]] = {
    "valid": "the signature holds",
    "unsigned": "a statement without a signature: it proves nothing",
    "incomplete": "does not count: score, winner, rules version and key must all be signed",
    "unknown_key": "its key is not known: register it, or name a file of keys with --keys",
    "other_holder": "its key belongs to somebody else",
    "wrong_role": "its key is of another role",
    "revoked_key": "its key was revoked, and nothing shows that it was signed before",
    "bad_signature": "the signature is not of these words: they were changed, or it was forged",
}
"""What each verdict means, for people."""


def statement(signed: Signed) -> bytes:
    """Return the bytes that are signed: canonical JSON (RFC 8785)."""
    words: dict[str, Any] = {
        "purpose": PURPOSE,
        "match": signed.match,
        "signer": signed.signer,
        "role": signed.role,
        "key": signed.key,
        "digest": signed.digest,
        "score": signed.score,
        "winner": None if signed.winner is UNSET else signed.winner,
        "rules_version": signed.rules_version,
    }
    return rfc8785.dumps(words)


def with_signature(signed: Signed, private: PrivateKey) -> Signed:
    """Return the event with its signature, in hex."""
    made = sign(private, statement(signed)).hex()
    return msgspec.structs.replace(signed, signature=made)


def judge(signed: Signed, keys: Keyring, received_ms: int | None = None) -> Verdict:
    """Tell whether a signature counts; ``received_ms`` is when the log received it, if known.

    Whether digest and result are those of the match is for the replay to say.
    """
    if signed.signature is None:
        return "unsigned"
    if signed.score is None or signed.winner is UNSET or None in (signed.rules_version, signed.key):
        return "incomplete"
    key = keys.get(signed.key or "")
    if key is None:
        return "unknown_key"
    if not signed_by(key.public, from_hex(signed.signature), statement(signed)):
        return "bad_signature"
    if key.holder != signed.signer:
        return "other_holder"
    if not may_sign_as(key.role, signed.role):
        return "wrong_role"
    return "revoked_key" if revoked(key, received_ms) else "valid"


def may_sign_as(key_role: str, role: str) -> bool:
    """Tell whether a key of a role may sign in one: officials sign by any name but a player's."""
    return key_role == "player" if role == "player" else key_role == "official"


def revoked(key: PublicKey, received_ms: int | None) -> bool:
    """Tell whether a key did not count any more when something signed with it was received."""
    if key.revoked_at is None:
        return False
    at_ms = datetime.fromisoformat(key.revoked_at).timestamp() * 1000
    return received_ms is None or received_ms >= at_ms
