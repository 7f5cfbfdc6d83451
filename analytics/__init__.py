"""Statistics over the tables, one definition each; a figure carries its n, a rate its interval."""

from analytics import (
    averages,
    breaks,
    form,
    fouls,
    rackballs,
    racks,
    ratings,
    record,
    runs,
    snooker,
    strokes,
)
from analytics.dictionary import Source, Statistic, UnknownStatistic, answer, catalogue
from analytics.filters import BadFilter, Filters, filters_from
from analytics.opened import CannotOpen, Tables
from analytics.opened import open_tables as open  # noqa: A004 - analytics.open, as others have it

FAMILIES = (
    runs,
    averages,
    fouls,
    breaks,
    rackballs,
    strokes,
    racks,
    snooker,
    record,
    ratings,
    form,
)
"""The modules that register statistics."""

__all__ = [
    "FAMILIES",
    "BadFilter",
    "CannotOpen",
    "Filters",
    "Source",
    "Statistic",
    "Tables",
    "UnknownStatistic",
    "answer",
    "catalogue",
    "filters_from",
    "open",
]
