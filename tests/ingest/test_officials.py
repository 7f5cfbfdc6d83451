"""The signature of an official beside a record."""

import pytest

from ingest.keys import PublicKey, fingerprint, new_private, public_of, sign
from ingest.officials import holds, key_of, sign_record

PRIVATE = new_private()
PUBLIC = public_of(PRIVATE)
KEY = PublicKey(fingerprint(PUBLIC), "jan", "official", PUBLIC)
REVOKED = PublicKey(KEY.key, "jan", "official", PUBLIC, "1970-01-01T00:00:02Z")
RAW = b'{"type":"award"}'
SIGNED = sign_record(PRIVATE, RAW)


def test_it_names_its_key() -> None:
    assert key_of(SIGNED) == KEY.key


@pytest.mark.parametrize(
    ("signature", "raw", "key", "received_ms", "expected"),
    [
        (SIGNED, RAW, KEY, 1_000, True),
        (SIGNED, RAW + b" ", KEY, 1_000, False),
        (SIGNED, RAW, PublicKey(KEY.key, "ana", "player", PUBLIC), 1_000, False),
        (SIGNED, RAW, KEY, 999, False),
        (SIGNED, RAW, REVOKED, 1_999, True),
        (SIGNED, RAW, REVOKED, 2_000, False),
        (sign_record(new_private(), RAW), RAW, KEY, 1_000, False),
        (f"{KEY.key}:{sign(PRIVATE, RAW).hex()}", RAW, KEY, 1_000, False),
        (f"{KEY.key}:no hex", RAW, KEY, 1_000, False),
        ("", RAW, KEY, 1_000, False),
    ],
    ids=[
        "valid", "other record", "a player's key", "not registered yet", "before revocation",
        "revoked", "other key", "other purpose", "garbage", "nothing",
    ],
)  # fmt: skip
def test_what_it_proves(
    signature: str, raw: bytes, key: PublicKey, received_ms: int, expected: bool
) -> None:
    assert holds(signature, raw, key, 1_000, received_ms) is expected
