"""The fold of the registry: who is who, whose keys count, whose name is erased."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.events import registry as reg


def alias_id(source: str, alias: str) -> str:
    """Return the id a player has in what is read from a source that numbers its players."""
    return f"{source}:{alias}"


@dataclass(slots=True)
class Registry:
    """What the registry says after the entries folded so far; delivery twice changes nothing."""

    merges: dict[str, reg.Merged] = field(default_factory=dict[str, reg.Merged])
    undone: set[str] = field(default_factory=set[str])
    aliases: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    keys: dict[str, reg.KeyRegistered] = field(default_factory=dict[str, reg.KeyRegistered])
    revoked: dict[str, tuple[reg.KeyRegistered, reg.KeyRevoked]] = field(
        default_factory=dict[str, tuple[reg.KeyRegistered, reg.KeyRevoked]]
    )
    assignments: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    erased: set[str] = field(default_factory=set[str])
    seen: set[str] = field(default_factory=set[str])

    def apply(self, entry: reg.AnyEntry) -> None:
        """Fold the next entry; one whose id was seen is a duplicate."""
        if entry.id in self.seen:
            return
        self.seen.add(entry.id)
        match entry:
            case reg.Merged():
                self.merges[entry.id] = entry
            case reg.Unmerged():
                self.undone.add(entry.merge)
            case reg.Alias():
                self.aliases[entry.source, entry.alias] = entry.player
            case reg.KeyRegistered() | reg.KeyRevoked():
                self._apply_key(entry)
            case reg.Assigned():
                self.assignments.add((entry.match, entry.recorder))
            case reg.Released():
                self.assignments.discard((entry.match, entry.recorder))
            case reg.Erased():
                self.erased.add(entry.player)

    def _apply_key(self, entry: reg.KeyRegistered | reg.KeyRevoked) -> None:
        """Keep or end a key; its first registration stands, and nobody revives a revoked one."""
        if isinstance(entry, reg.KeyRegistered):
            if entry.key not in self.revoked:
                self.keys.setdefault(entry.key, entry)
        elif (known := self.keys.pop(entry.key, None)) is not None:
            self.revoked[entry.key] = known, entry

    def identities(self) -> dict[str, str]:
        """Return every merged id with the id it counts for, merges followed to their end.

        Of two merges of one id the later wins, and a merge before an alias; what would close a
        circle has no effect, so an alias of itself ends one.
        """
        into: dict[str, str] = {}
        aliases = [(alias_id(*alias), player) for alias, player in self.aliases.items()]
        stand = (one for one in self.merges.values() if one.id not in self.undone)
        for player, whole in (*aliases, *((one.player, one.into) for one in stand)):
            if _end(into, whole) != player:
                into[player] = whole
        return {player: _end(into, player) for player in into}


def _end(into: dict[str, str], player: str) -> str:
    """Follow merges to the id that counts; a circle ends where it began."""
    passed = {player}
    while (further := into.get(player)) is not None and further not in passed:
        player = further
        passed.add(player)
    return player
