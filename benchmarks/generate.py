"""What is measured: simulated seasons, seeded, so that every run has the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.vocabulary import Discipline
from ingest.simulate import DISCIPLINES, Season, drawn_field

PLAYERS: Final = 60
SEASON: Final = 5_000
"""Matches over which a season is spread; a longer log goes on in the next."""
EVENTS_A_MATCH: Final = 150
"""About so many events a match of the usual targets has."""


def matches(
    events: int, seed: int = 1, disciplines: Sequence[Discipline] = DISCIPLINES
) -> Iterator[list[bytes]]:
    """Yield matches, each a list of records in order, until there are about ``events`` of them."""
    most = 2 * events // EVENTS_A_MATCH + len(disciplines)
    season = Season(drawn_field(PLAYERS, seed), seed, min(most, SEASON), disciplines)
    written = number = 0
    while written < events:
        records = season.match(number)
        written += len(records)
        number += 1
        yield records


def long_match(events: int) -> list[bytes]:
    """Return the first records of a match of 14.1 to a target nobody reaches in time."""
    season = Season(drawn_field(2, 1), 1, 1, ("14.1",), {"14.1": 4 * events})
    return season.match(0)[:events]
