"""Statistics over the tables, one definition each; a figure carries its n, a rate its interval."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

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

if TYPE_CHECKING:
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

_OPENED: Final = {"CannotOpen": "CannotOpen", "Tables": "Tables", "open": "open_tables"}
"""What is loaded when it is first asked for: Polars and DuckDB are dear to import."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - see above
    if name in _OPENED:
        return getattr(import_module("analytics.opened"), _OPENED[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


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
