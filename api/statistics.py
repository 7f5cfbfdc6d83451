"""The statistics as the commands and the service give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analytics import BadFilter, Filters, UnknownStatistic, answer, catalogue, filters_from
from analytics.identities import Merged, whole
from analytics.profile import profile
from api.node import Node
from domain.rulesets import RULES_VERSION
from projections.schema import DICTIONARY_VERSION

__all__ = [
    "BadFilter",
    "UnknownStatistic",
    "columns_of",
    "compute",
    "dictionary",
    "player_profile",
    "read_filters",
    "used",
]


def dictionary() -> dict[str, Any]:
    """Return the data dictionary: every statistic with its definition and columns."""
    return {
        "rules_version": RULES_VERSION,
        "dictionary_version": DICTIONARY_VERSION,
        "statistics": [
            {
                "name": name,
                "definition": found.definition,
                "columns": dict(found.columns),
                "sort": found.sort,
                "ascending": found.ascending,
                "n": found.n or None,
                "unlock": dict(found.unlock),
            }
            for name, found in catalogue().items()
        ],
    }


def columns_of(name: str) -> list[str]:
    """Return the columns of a statistic, or raise ``UnknownStatistic``."""
    if name not in catalogue():
        raise UnknownStatistic(name)
    return list(catalogue()[name].columns)


def read_filters(given: Mapping[str, Any]) -> Filters:
    """Return filters of names and values, or raise ``BadFilter``."""
    return filters_from(dict(given))


def compute(name: str, node: Node, filters: Filters, *, best: bool = False) -> dict[str, Any]:
    """Return a statistic in the output form, or raise ``UnknownStatistic``."""
    return answer(name, node, filters, best=best, identities=node.people.known().identities)


def player_profile(player: str, node: Node, filters: Filters) -> dict[str, Any]:
    """Return the profile of a player, merged ids as one."""
    return profile(player, node, filters, node.people.known().identities)


def used(node: Node, filters: Filters) -> str:
    """Return what changes whenever the rows used may: versions, matches, positions, merges."""
    identities = node.people.known().identities
    source, filters = Merged(node, identities), whole(filters, identities)
    condition, values = filters.within()
    query = (
        "SELECT log_partition, count(*), count(DISTINCT e.match), max(log_offset), sum(log_offset) "  # noqa: S608
        f"FROM events e WHERE e.match IN (SELECT m.match FROM matches m WHERE {condition}) "
        "GROUP BY 1 ORDER BY 1"
    )
    versions = f"{RULES_VERSION} {DICTIONARY_VERSION}"
    return f"{versions} {source.rows(query, values)} {sorted(identities.items())}"
