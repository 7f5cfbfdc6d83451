"""Keys and signatures: for their owner alone, over every word of the result, for the right role."""

import stat
from pathlib import Path

import msgspec
import pytest

from domain.events import UNSET, Signed
from ingest.keys import (
    BadKey,
    PublicKey,
    fingerprint,
    keyring,
    load_private,
    new_private,
    public_of,
    read_keys,
    save_private,
    signed_by,
    write_keys,
)
from ingest.keys import sign as sign_bytes
from ingest.signatures import WORDS, Verdict, judge, statement, with_signature

PRIVATE = new_private()
PUBLIC = public_of(PRIVATE)
KEY = PublicKey(fingerprint(PUBLIC), "ref", "official", PUBLIC)
SIGNED = Signed(
    id="s1", match="m", seq=9, at="2026-05-09T18:00:00Z", signer="ref", role="referee",
    digest="ab" * 32, score={"ana": 100, "bor": 63}, winner="ana", rules_version="2026.12.1",
    key=KEY.key,
)  # fmt: skip
GOOD = with_signature(SIGNED, PRIVATE)
FLIPPED = f"{int(GOOD.signature or '', 16) ^ 1:0128x}"


def changed(event: Signed, **fields: object) -> Signed:
    return msgspec.structs.replace(event, **fields)


def verdict(event: Signed, *keys: PublicKey, received_ms: int | None = None) -> Verdict:
    return judge(event, keyring(keys or (KEY,)), received_ms)


def test_an_answer_known_from_rfc_8032() -> None:
    # Section 7.1, test 3.
    public = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    signature = bytes.fromhex(
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    )
    assert signed_by(public, signature, bytes.fromhex("af82"))
    assert not signed_by(public, signature, bytes.fromhex("af83"))
    assert not signed_by("00", signature, b"")


def test_what_is_signed_is_canonical_and_names_its_purpose() -> None:
    assert statement(SIGNED) == (
        b'{"digest":"' + b"ab" * 32 + b'","key":"' + KEY.key.encode() + b'","match":"m",'
        b'"purpose":"cuelog-signed/1","role":"referee","rules_version":"2026.12.1",'
        b'"score":{"ana":100,"bor":63},"signer":"ref","winner":"ana"}'
    )


def test_a_signature_holds() -> None:
    assert verdict(GOOD) == "valid"
    drawn = with_signature(changed(SIGNED, winner=None), PRIVATE)
    assert verdict(drawn) == "valid"


@pytest.mark.parametrize(
    "change",
    [
        {"match": "n"},
        {"signer": "bor"},
        {"role": "umpire"},
        {"digest": "ac" * 32},
        {"score": {"ana": 100, "bor": 64}},
        {"winner": "bor"},
        {"winner": None},
        {"rules_version": "2026.12.2"},
        {"signature": FLIPPED},
        {"signature": "no hex"},
    ],
    ids=["match", "signer", "role", "digest", "score", "winner", "drawn", "rules", "flip", "text"],
)
def test_no_word_can_be_changed(change: dict[str, object]) -> None:
    assert verdict(changed(GOOD, **change)) == "bad_signature"


@pytest.mark.parametrize(
    "missing", [{"score": None}, {"winner": UNSET}, {"rules_version": None}, {"key": None}],
    ids=lambda one: next(iter(one)),
)  # fmt: skip
def test_a_signature_over_the_digest_alone_does_not_count(missing: dict[str, object]) -> None:
    assert verdict(with_signature(changed(SIGNED, **missing), PRIVATE)) == "incomplete"


def test_whose_key_it_is_counts() -> None:
    other = PublicKey(KEY.key, "eva", "official", PUBLIC)
    player = PublicKey(KEY.key, "ref", "player", PUBLIC)
    log = PublicKey(KEY.key, "ref", "log", PUBLIC)
    assert verdict(SIGNED) == "unsigned"
    assert judge(GOOD, {}) == "unknown_key"
    assert verdict(GOOD, other) == "other_holder"
    assert verdict(GOOD, player) == verdict(GOOD, log) == "wrong_role"
    as_player = with_signature(changed(SIGNED, role="player"), PRIVATE)
    assert verdict(as_player) == "wrong_role"
    assert verdict(as_player, player) == "valid"


def test_a_revoked_key_counts_for_what_came_before() -> None:
    ended = PublicKey(KEY.key, "ref", "official", PUBLIC, "1970-01-01T00:00:10Z")
    assert verdict(GOOD, ended, received_ms=9_999) == "valid"
    assert verdict(GOOD, ended, received_ms=10_000) == "revoked_key"
    assert verdict(GOOD, ended) == "revoked_key"


def test_every_verdict_has_words() -> None:
    assert set(WORDS) == set(Verdict.__args__)


def test_a_private_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.key"
    save_private(path, PRIVATE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert public_of(load_private(path)) == PUBLIC
    with pytest.raises(BadKey, match="never overwritten"):
        save_private(path, new_private())
    path.chmod(0o640)
    with pytest.raises(BadKey, match="read by others"):
        load_private(path)
    path.chmod(0o600)
    path.write_bytes(b"-----BEGIN NOTHING-----")
    with pytest.raises(BadKey, match="no private key"):
        load_private(path)
    with pytest.raises(BadKey, match="No such file"):
        load_private(tmp_path / "b.key")


def test_a_file_of_public_keys() -> None:
    assert read_keys(write_keys([KEY])) == {KEY.key: KEY}
    broken = ["", "[]", '{"format":"x","keys":[]}', write_keys([KEY]).decode().replace(PUBLIC, "z")]
    for data in broken:
        with pytest.raises(BadKey):
            read_keys(data.encode())
    assert signed_by(PUBLIC, sign_bytes(PRIVATE, b"m"), b"m")
