"""People: the register of names and what the registry stream says of who is who.

Erasing a name takes it out of the register for good and appends ``name_erased``; from then on no
table, list or export of ours shows it, whatever other people's events say. The log keeps its bytes.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from analytics.known import Known, known_of
from api.auth import write_private
from api.reading import Source
from domain.events import registry as reg
from domain.registry import Registry, alias_id
from ingest.faults import IDENTIFIER
from ingest.keys import BadKey, Keyring, PublicKey, check_public, fingerprint, keyring
from ingest.log import EventLog, LogError, LogUnavailable, NewRecord, open_log
from ingest.names import NAMES_FILE, Named, NameRegister, new_player_id
from ingest.officials import holds, key_of
from ingest.registry import entries

CLOCKS_MS: Final = 60_000
"""By how much the clocks of brokers and nodes may differ."""
SEEN_FILE: Final = "registry-seen.jsonl"
"""The registry as it was read last, for a start while its log is away."""
_PLAYERS: Final = """
WITH sides AS (SELECT player1 AS player FROM matches UNION ALL SELECT player2 FROM matches)
SELECT p.player, p.name, p.country, count(s.player) FROM players p
LEFT JOIN sides s ON s.player = p.player GROUP BY ALL ORDER BY 1
"""
_LOGGED: Final = """
SELECT player, name FROM players WHERE name IS NOT NULL AND player IN (SELECT unnest(?))
"""


KeyRole = Literal["player", "official", "log"]


class NoSuchEntry(LookupError):  # noqa: N818 - reads as what is wrong
    """No merge, or no key that counts, has that id in the registry."""


class BadAlias(ValueError):  # noqa: N818 - as above
    """No import makes an id of this source and number."""


class NameErased(ValueError):  # noqa: N818 - as above
    """The name of this id was erased: it gets no other."""


class People:
    """The register and the registry of a data directory; may be called from any thread."""

    def __init__(self, data: Path, url: str, by: str | None = None) -> None:
        """Name the places, opened when first asked for, and who writes where nobody is named."""
        self._by = by
        self._data = data
        self.url = url
        self._log: EventLog | None = None
        self._after: dict[int, int] = {}
        self._registry = Registry()
        self._seen: list[bytes] = []
        self._since: dict[str, int] = {}
        self._read_ms = float("-inf")
        self._answered = False
        self._turn = threading.Lock()

    def known(self) -> Known:
        """Return what the registry says now, also what another process has appended.

        While its log cannot be reached, what it said last, also to the process before; where it
        never answered, this raises: better no answer than one with a name that is erased.
        """
        with self._turn:
            try:
                self._read()
            except LogUnavailable:
                if not (self._answered or self._remember()):
                    raise
            return known_of(self._registry)

    def close(self) -> None:
        """Let go of the log."""
        with self._turn:
            if self._log is not None:
                self._log.close()
                self._log = None

    # -- writing --------------------------------------------------------------------------------

    def name(
        self, player: str, name: str, country: str | None = None, *, by: str | None = None
    ) -> Named:
        """Give a player a name; raises ``NameErased`` and ``NameLikeId``."""
        if self.known().hides(player):
            raise NameErased(f"the name of {player} was erased for good; give a new id")
        named = Named(player, name, country, by or self._by)
        self._names().put(named)
        return named

    def new(self, name: str, country: str | None = None, *, by: str | None = None) -> Named:
        """Keep a name under a random id."""
        return self.name(new_player_id(), name, country, by=by)

    def add_all(self, listed: Iterable[Named], *, by: str | None = None) -> int:
        """Keep the names of an import where a player has none; an erased one stays erased."""
        known = self.known()
        return self._names().add_all(
            msgspec.structs.replace(one, by=by or self._by)
            for one in listed
            if not known.hides(one.player)
        )

    def merge(
        self, player: str, into: str, reason: str | None = None, *, by: str | None = None
    ) -> str:
        """Count a player for another from now on; return the id of the entry."""
        made = reg.Merged(**self._envelope(by), player=player, into=into, reason=reason)
        self._append(made)
        return made.id

    def unmerge(self, entry: str, reason: str | None = None, *, by: str | None = None) -> str:
        """Undo a merge; raises ``NoSuchEntry``."""
        self.known()
        if entry not in self._registry.merges or entry in self._registry.undone:
            raise NoSuchEntry(entry)
        made = reg.Unmerged(**self._envelope(by), merge=entry, reason=reason)
        self._append(made)
        return made.id

    def alias(self, player: str, source: str, alias: str, *, by: str | None = None) -> str:
        """Count what a source says of one of its numbers for a player; return that id.

        Raises ``BadAlias`` where no importer would make an id of it.
        """
        own = alias_id(source, alias)
        if not IDENTIFIER.fullmatch(own):
            words = "expected a source and its number, of letters, digits and ._:-"
            raise BadAlias(f"{own!r} is no id that an import makes: {words}")
        self._append(reg.Alias(**self._envelope(by), player=player, source=source, alias=alias))
        return own

    def end_alias(self, source: str, alias: str, *, by: str | None = None) -> None:
        """Let a number of a source stand for itself again; raises ``NoSuchEntry``."""
        if (source, alias) not in self.aliases():
            raise NoSuchEntry(alias_id(source, alias))
        self.alias(alias_id(source, alias), source, alias, by=by)

    def erase(self, player: str, *, by: str | None = None) -> list[str]:
        """Erase the name of a person, under every id merged into one; return the ids."""
        known = self.known()
        whole = known.whole(player)
        person = {player, whole, *(one for one, into in known.identities.items() if into == whole)}
        # The registry first: a name that stays in the register after a crash is shown no more.
        for one in sorted(person - self._registry.erased):
            self._append(reg.Erased(**self._envelope(by), player=one))
        names = self._names()
        for one in sorted(person):
            names.erase(one)
        return sorted(person)

    def erased(self) -> frozenset[str]:
        """Return the ids that entries of the registry erase, whoever counts for whom."""
        try:
            self.known()
        except LogError:  # damaged: what it said last is kept beside it
            with self._turn:
                if not self._remember():
                    raise
        return frozenset(self._registry.erased)

    def unforgotten(self) -> list[str]:
        """Return the ids whose name the register keeps though the registry says it is erased."""
        erased = self.erased()
        return [one.player for one in self._names_if_any() if one.player in erased]

    def forget(self) -> None:
        """Take these names out of the register: a crash left them, or an old copy."""
        for player in self.unforgotten():
            self._names().erase(player)

    def register_key(
        self, holder: str, public: str, role: KeyRole, *, by: str | None = None
    ) -> PublicKey:
        """Let a public key (hex) of somebody count from now on; raises ``BadKey``."""
        check_public(public)
        key, known = fingerprint(public), self.keys()
        if key in known:
            raise BadKey(f"{key} is registered already, for {known[key].holder}")
        made = reg.KeyRegistered(
            **self._envelope(by), key=key, holder=holder, role=role, public=public
        )
        self._append(made)
        return PublicKey(key, holder, role, public)

    def revoke_key(self, key: str, reason: str | None = None, *, by: str | None = None) -> None:
        """Let a key count no longer; raises ``NoSuchEntry``."""
        self.known()
        if key not in self._registry.keys:
            raise NoSuchEntry(key)
        self._append(reg.KeyRevoked(**self._envelope(by), key=key, reason=reason))

    def assign(self, match: str, recorder: str, *, by: str | None = None) -> None:
        """Let a token write to a match."""
        self._append(reg.Assigned(**self._envelope(by), match=match, recorder=recorder))

    def release(self, match: str, recorder: str, *, by: str | None = None) -> bool:
        """Let a token write to a match no longer; return whether it was assigned."""
        if (match, recorder) not in self.assignments():
            return False
        self._append(reg.Released(**self._envelope(by), match=match, recorder=recorder))
        return True

    # -- lists ----------------------------------------------------------------------------------

    def listed(self, source: Source) -> list[dict[str, Any]]:
        """Return every player of a log or of the register, in order of id.

        The name shown is the register's, else the one that stands in events, unless it is erased.
        """
        known = self.known()
        named = {one.player: one for one in self._names_if_any()}
        merged = dict(self._merges())
        rows = {row[0]: row[1:] for row in source.rows(_PLAYERS)}
        ids = sorted({*rows, *named, *known.identities, *known.identities.values()})
        return [
            _listed(player, rows.get(player, (None, None, 0)), named.get(player), known, merged)
            for player in ids
        ]

    def names(self) -> dict[str, str]:
        """Return the name the register keeps of each id."""
        return {one.player: one.name for one in self._names_if_any()}

    def ids(self) -> set[str]:
        """Return every id the registry says anything of, also what was undone or erased since."""
        identities, told = self.known().identities, self._registry
        merged = {one for each in told.merges.values() for one in (each.player, each.into)}
        holders = {one.holder for one in self.keys().values()}
        return {*identities, *identities.values(), *merged, *told.erased, *holders}

    def aliases(self) -> dict[tuple[str, str], str]:
        """Return the player meant by each source with its number."""
        self.known()
        told = self._registry.aliases.items()
        return {alias: player for alias, player in told if player != alias_id(*alias)}

    def assignments(self) -> frozenset[tuple[str, str]]:
        """Return every match with a token assigned to it."""
        self.known()
        return frozenset(self._registry.assignments)

    def keys(self) -> Keyring:
        """Return every key that was ever registered, with the time of its revocation."""
        self.known()
        return self._keyring()

    def _keyring(self) -> Keyring:
        stand = [(one, None) for one in self._registry.keys.values()]
        ended = [(one, end.at) for one, end in self._registry.revoked.values()]
        return keyring(
            PublicKey(one.key, one.holder, one.role, one.public, end)
            for one, end in (*stand, *ended)
        )

    def vouch(self, signature: str, raw: bytes, received_ms: int) -> bool:
        """Tell whether an official signed a record; raises a ``LogError`` where nobody can tell.

        The registry is read unless it was long after the record was received: what is appended
        to it later counts from later on.
        """
        with self._turn:
            if received_ms + CLOCKS_MS > self._read_ms:
                self._read()
        key = key_of(signature)
        known, since = self._keyring().get(key), self._since.get(key)
        if known is None or since is None:
            return False
        return holds(signature, raw, known, since, received_ms)

    def shown(self, source: Source, players: Iterable[str]) -> dict[str, str]:
        """Return the name to show of each of some players, the id where there is none."""
        known, wanted = self.known(), list(dict.fromkeys(players))
        logged = source.rows(_LOGGED, (wanted,)) if wanted else []
        names: dict[str, str] = dict(logged)
        names |= self.names()
        return {one: one if known.hides(one) else names.get(one, one) for one in wanted}

    def _merges(self) -> list[tuple[str, str]]:
        """Return of each player the entry by which it is merged, the latest that stands."""
        found = self._registry
        return [(one.player, one.id) for one in found.merges.values() if one.id not in found.undone]

    def _names(self) -> NameRegister:
        path = self._data / NAMES_FILE
        path.touch(mode=0o600)  # names are for the owner alone; a file that is there stays as it is
        return NameRegister(path)

    def _names_if_any(self) -> list[Named]:
        return list(self._names()) if (self._data / NAMES_FILE).exists() else []

    def _envelope(self, by: str | None) -> dict[str, Any]:
        now = datetime.now(UTC).isoformat()
        return {"id": f"r-{secrets.token_hex(8)}", "at": now, "by": by or self._by}

    def _append(self, entry: reg.AnyEntry) -> None:
        with self._turn:
            # Who writes where nobody is named has no token, and a log may keep tokens alone.
            token = None if entry.by == self._by else entry.by
            self._opened().append([NewRecord(None, reg.encode_entry(entry), token)])
            self._read()

    def _opened(self) -> EventLog:
        if self._log is None:
            self._log = open_log(self.url, "registry")
        return self._log

    def _read(self) -> None:
        log, before, now = self._opened(), len(self._seen), time.time() * 1_000
        for record, entry in entries(log, self._after):
            self._registry.apply(entry)
            self._seen.append(reg.encode_entry(entry))
            if isinstance(entry, reg.KeyRegistered):
                self._since.setdefault(entry.key, record.received_ms)
        if len(self._seen) > before or not self._answered:
            self._keep()
        self._answered, self._read_ms = True, now

    def _keep(self) -> None:
        """Keep what was read, unless it is what is kept."""
        path, told = self._data / SEEN_FILE, b"\n".join(self._seen).decode()
        if not path.exists() or path.read_text(encoding="utf-8") != told:
            write_private(path, told)

    def _remember(self) -> bool:
        """Fold what the process before kept; tell whether there was any."""
        try:
            kept = (self._data / SEEN_FILE).read_bytes().splitlines()
        except FileNotFoundError:
            return False
        for entry in kept:
            self._registry.apply(reg.decode_entry(entry))
        self._answered = True
        return True


def _listed(
    player: str,
    row: tuple[Any, ...],
    named: Named | None,
    known: Known,
    merged: Mapping[str, str],
) -> dict[str, Any]:
    log_name, log_country, matches = row
    erased = known.hides(player)
    into = known.identities.get(player)
    return {
        "player": player,
        "name": None if erased else named.name if named else log_name,
        "name_from": None if erased or not (named or log_name) else "register" if named else "log",
        "named_by": named.by if named and not erased else None,
        "country": (named.country if named else None) or log_country,
        "matches": matches,
        "merged_into": into,
        "merge": merged.get(player) if into else None,
        "merged": sorted(one for one, whole in known.identities.items() if whole == player),
        "erased": erased,
    }
