"""``cuelog sign`` and ``verify``: who agreed to a result, and whether the record is still that."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from api.bundle import Bundle, NoBundle, read_bundle
from api.commands.bundle import verify_bundle
from api.commands.find import KnownAt, find_match
from api.commands.keys import register
from api.commands.log import append, bring_up
from api.commands.place import HERE, Place
from api.commands.signatures import known_keys, received_by_seq, show_signatures
from api.files import Placed
from api.log_key import key_folder
from api.printing import count, print_json, show
from api.refusal import Refused
from api.signing import NothingToSign, new_signature, signatures
from domain.events import Signed
from domain.replay import Line, Replay, replay
from ingest import keys as crypto
from ingest.faults import IDENTIFIER
from ingest.signatures import may_sign_as
from ingest.wire import encode, receive

Json = Annotated[bool, Parameter(negative=(), help="Print JSON, for machines.")]


def sign(
    match: str,
    *,
    key: str | None = None,
    role: str | None = None,
    json: Json = False,
    place: Place = HERE,
) -> int:
    """Sign the result of a match as its record stands now, and append the signature to the log.

    Signed are the digest of the record, score, winner and rules version. The exit status is 1 when
    another record came first: look at the match, and sign again.

    Parameters
    ----------
    match
        Id of a match of the log.
    key
        Who signs: the id of a key in the folder keys of the data directory, its holder where that
        has one key there, or the file of a private key.
    role
        What the signer signs as, such as referee; the role of the key if not given.
    json
        Print JSON, for machines.
    place
        Where the data is.
    """
    private, public = _signer(key, place)
    if not may_sign_as(public.role, role or public.role):
        raise Refused(f"a key of role {public.role} cannot sign as {role or public.role}")
    name, records = find_match(match, place)
    result = replay(name, records)
    try:
        event = new_signature(result, public, private, role)
    except NothingToSign as error:
        raise Refused(f"{name} cannot be signed: {error}") from error
    record = Placed("signature", 1, receive(encode(event)))
    told = bring_up(append([record], place), [record], place)
    if json:
        print_json({"signed": event, "taken": told["taken"]})
    else:
        _print_signed(event, result, taken=bool(told["taken"]))
    return 0 if told["taken"] else 1


def _signer(key: str | None, place: Place) -> tuple[crypto.PrivateKey, crypto.PublicKey]:
    """Return a private key and what the registry says of it."""
    with register(place) as people:
        known = people.keys()
        path = Path(key) if key and Path(key).is_file() else _kept(key, known, place)
        private = crypto.load_private(path)
    public = crypto.public_of(private)
    found = known.get(crypto.fingerprint(public))
    if found is None:
        raise Refused(f"the key is not registered: cuelog keys register HOLDER {public}")
    if found.revoked_at is not None:
        raise Refused(f"{found.key} was revoked on {found.revoked_at}")
    if found.role == "log":
        raise Refused(f"{found.key} is the log's own key; results are signed by people")
    return private, found


def _kept(key: str | None, known: crypto.Keyring, place: Place) -> Path:
    """Return the file of the one key kept here of this id or holder; else say which there are."""
    folder = key_folder(place.data)
    files = {path.stem: path for path in sorted(folder.glob("*.key"))}
    if key in files:
        return files[key]
    signing = [
        one
        for one in known.values()
        if one.key in files and one.role != "log" and one.revoked_at is None
    ]
    held = [one for one in signing if one.holder == key]
    if len(held) == 1:
        return files[held[0].key]
    words = f"{key} has {len(held)} keys" if held else f"there is no key {key} in {folder}"
    made = key if key and IDENTIFIER.fullmatch(key) else "HOLDER"
    kept = ", ".join(f"{one.key} ({one.holder}, {one.role})" for one in held or signing)
    ways = [f"take --key with one of: {kept}"] if kept else []
    ways += [] if held else [f"make one: cuelog keys new {made} --register"]
    raise Refused(f"{words if key else '--key says who signs'}; {', or '.join(ways)}")


def _print_signed(event: Signed, result: Replay, *, taken: bool) -> None:
    score = " - ".join(f"{player} {points}" for player, points in (event.score or {}).items())
    winner = f"winner {event.winner}" if event.winner else "no winner"
    show(Text(f"{event.signer} ({event.role}) signs {event.match}: {score}, {winner}"))
    words = f"{count(result.events, 'event')}, rules {event.rules_version}, digest {event.digest}"
    show(Text(words))
    if not taken:
        show(Text(f"not in the record: another event has seq {event.seq}; look, and sign again"))


def verify(
    match: str,
    *,
    keys: Path | None = None,
    known_at: KnownAt = None,
    json: Json = False,
    place: Place = HERE,
) -> int:
    """Compute the digest of a match, and check every signature on the record.

    Of a bundle every event, proof and ruling is checked too, and the place of each fault named. The
    exit status is 1 when a signature is of another record or result, or anything does not hold.

    Parameters
    ----------
    match
        Id of a match of the log, a file that holds one match, or a bundle.
    keys
        File of public keys, as `cuelog keys --json` prints; by default those of the registry.
    known_at
        As the match was known at a position such as 0:41 of the log, or at an instant.
    json
        Print JSON, for machines.
    place
        Where the data is.
    """
    known = known_keys(keys, place)
    if Path(match).is_file() and (whole := bundle_in(Path(match))) is not None:
        return verify_bundle(whole, known, json=json)
    name, records = find_match(match, place, known_at)
    lines: list[Line] = []
    result = replay(name, records, trace=lines.append)
    found = signatures(lines, known, received_by_seq(records))
    told = {
        "match": name,
        "events": result.events,
        "digest": result.digest(),
        "signatures": [one.fields() for one in found],
        "waiting": len(result.waiting),
        "quarantined": len(result.quarantined),
    }
    if json:
        print_json(told)
    else:
        show(Text(f"{name}: {count(result.events, 'event')}, digest {told['digest']}"))
        show_signatures(found)
        if result.waiting or result.quarantined:
            words = f"{len(result.waiting)} waiting, {len(result.quarantined)} quarantined"
            show(Text(f"not in the digest: {words}"))
    return 1 if any(one.alarming for one in found) else 0


def bundle_in(path: Path) -> Bundle | None:
    """Return the bundle in a file, None where it holds something else."""
    try:
        return read_bundle(path.read_bytes())
    except (OSError, NoBundle) as error:
        raise Refused(f"{path}: {error}") from error
