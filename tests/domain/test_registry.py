"""Merges take effect, are followed to their end, and are undone exactly."""

from domain.events import registry as reg
from domain.registry import Registry

AT = "2026-05-09T18:00:00Z"


def folded(*entries: reg.AnyEntry) -> Registry:
    registry = Registry()
    for entry in entries:
        registry.apply(entry)
    return registry


def merged(entry: str, player: str, into: str) -> reg.Merged:
    return reg.Merged(id=entry, at=AT, player=player, into=into)


def test_merges_are_followed_to_their_end() -> None:
    registry = folded(merged("1", "a", "b"), merged("2", "b", "c"))
    assert registry.identities() == {"a": "c", "b": "c"}


def test_an_unmerge_undoes_exactly_its_merge() -> None:
    registry = folded(
        merged("1", "a", "b"),
        merged("2", "b", "c"),
        reg.Unmerged(id="3", at=AT, merge="2"),
    )
    assert registry.identities() == {"a": "b"}


def test_a_circle_has_no_effect() -> None:
    registry = folded(merged("1", "a", "b"), merged("2", "b", "a"))
    assert registry.identities() == {"a": "b"}


def test_the_later_merge_of_an_id_wins() -> None:
    registry = folded(merged("1", "a", "b"), merged("2", "a", "c"))
    assert registry.identities() == {"a": "c"}


def aliased(entry: str, player: str, number: str = "117") -> reg.Alias:
    return reg.Alias(id=entry, at=AT, player=player, source="league", alias=number)


def test_an_alias_counts_until_another_takes_its_place() -> None:
    registry = folded(aliased("1", "a"), merged("2", "a", "b"))
    assert registry.identities() == {"league:117": "b", "a": "b"}
    registry.apply(aliased("3", "c"))
    assert registry.identities() == {"league:117": "c", "a": "b"}
    registry.apply(aliased("4", "league:117"))
    assert registry.identities() == {"a": "b"}


def test_a_merge_goes_before_an_alias_and_neither_closes_a_circle() -> None:
    assert folded(aliased("1", "a"), merged("2", "league:117", "b")).identities() == {
        "league:117": "b"
    }
    assert folded(merged("1", "a", "league:117"), aliased("2", "a")).identities() == {
        "league:117": "a"
    }


def test_an_entry_delivered_twice_counts_once() -> None:
    once = folded(merged("1", "a", "b"), reg.Unmerged(id="2", at=AT, merge="1"))
    twice = folded(
        merged("1", "a", "b"),
        reg.Unmerged(id="2", at=AT, merge="1"),
        merged("1", "a", "b"),
    )
    assert once.identities() == twice.identities() == {}


def test_keys_aliases_assignments_and_erasures() -> None:
    key = reg.KeyRegistered(
        id="1", at=AT, key="k1", holder="ref", role="official", public="ab" * 32
    )
    registry = folded(
        key,
        reg.Alias(id="2", at=AT, player="a", source="league", alias="117"),
        reg.Assigned(id="3", at=AT, match="m1", recorder="t1"),
        reg.Erased(id="4", at=AT, player="a"),
    )
    assert registry.keys == {"k1": key}
    assert registry.aliases == {("league", "117"): "a"}
    assert registry.assignments == {("m1", "t1")}
    assert registry.erased == {"a"}
    registry.apply(reg.KeyRevoked(id="5", at=AT, key="k1"))
    assert registry.keys == {}


def test_a_key_is_neither_taken_over_nor_revived() -> None:
    def key(entry: str, holder: str) -> reg.KeyRegistered:
        return reg.KeyRegistered(
            id=entry, at=AT, key="k1", holder=holder, role="official", public="ab" * 32
        )

    revoked = reg.KeyRevoked(id="3", at=AT, key="k1")
    registry = folded(key("1", "ref"), key("2", "thief"))
    assert registry.keys["k1"].holder == "ref"
    for entry in (revoked, key("4", "thief"), reg.KeyRevoked(id="5", at=AT, key="never")):
        registry.apply(entry)
    assert registry.keys == {}
    assert registry.revoked == {"k1": (key("1", "ref"), revoked)}


def test_entries_survive_the_wire() -> None:
    entry = merged("1", "a", "b")
    assert reg.decode_entry(reg.encode_entry(entry)) == entry
    assert set(reg.ENTRY_TYPES) >= {"players_merged", "name_erased"}
