"""What a chart is: rows out of the statistics or the tables, and a Vega-Lite specification.

The specification holds the rows as its one data set, so what is drawn and what is tabled cannot
differ. It needs nothing from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final, NamedTuple

import altair as alt
import vl_convert

from analytics.charts.look import CONFIG, DATA, WIDTH
from analytics.dictionary import INTERVAL, ROWS, Row, Source, answer, position
from analytics.filters import Filters
from analytics.identities import Merged, whole
from domain.rulesets import RULES_VERSION
from projections.schema import DICTIONARY_VERSION

LARGEST_SCALE: Final = 4.0
LINE: Final = 96
"""Characters on a line of the notes."""
Names = Callable[[Iterable[str]], Mapping[str, str]]
"""Gives the name to show of each of some ids."""


class UnknownChart(LookupError):  # noqa: N818 - reads as what is wrong
    """No chart has that name; says which there are."""


class BadChart(ValueError):  # noqa: N818 - as above
    """A chart was asked for without a filter it needs, or of something that is not there."""


def _ids(players: Iterable[str]) -> Mapping[str, str]:
    return {player: player for player in players}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a chart, and how it gets rows."""

    source: Source
    filters: Filters
    identities: Mapping[str, str]
    names: Names

    def statistic(self, name: str, filters: Filters | None = None) -> dict[str, Any]:
        """Return a statistic in the output form, under other filters than its own if given."""
        return answer(name, self.source, filters or self.filters, identities=self.identities)

    def records(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query over the tables, merged players as one."""
        return Merged(self.source, self.identities).rows(query, values)

    def whole(self) -> Filters:
        """Return the filters, asking for the ids that count."""
        return whole(self.filters, self.identities)

    def named(self, rows: Iterable[Row]) -> list[Row]:
        """Return rows with the name to show behind each player, told apart where two are one."""
        listed = list(rows)
        shown = self.names(dict.fromkeys(row["player"] for row in listed))
        often = list(shown.values())
        unique = {
            player: name if often.count(name) == 1 else f"{name} ({player})"
            for player, name in shown.items()
        }
        return [{"player": r["player"], "name": unique[r["player"]], **r} for r in listed]


class Words(NamedTuple):
    """The head of a chart: what it shows, and below it n, intervals and what was left out."""

    title: str
    notes: Sequence[str] = ()


class Drawn(NamedTuple):
    """What the function of a chart returns; ``view`` reads the rows as its data."""

    words: Words
    rows: list[Row]
    view: Any


Draw = Callable[[Asked], Drawn]


@dataclass(frozen=True, slots=True)
class Kind:
    """A chart there is: its definition, the meaning of its columns, the filters it needs."""

    name: str
    definition: str
    columns: Mapping[str, str]
    needs: tuple[str, ...]
    function: Draw


CHARTS: dict[str, Kind] = {}
"""Every chart by name."""
NAME: Final = {"player": "player", "name": "name shown"}


def chart(
    name: str, columns: Mapping[str, str], needs: tuple[str, ...] = ()
) -> Callable[[Draw], Draw]:
    """Register a chart; its definition is the docstring of the function that draws it."""

    def register(function: Draw) -> Draw:
        definition = " ".join((function.__doc__ or "").split())
        CHARTS[name] = Kind(name, definition, columns, needs, function)
        return function

    return register


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart drawn: ``spec`` is Vega-Lite as plain values, ``rows`` are the data it draws."""

    name: str
    columns: Mapping[str, str]
    rows: list[Row]
    title: str
    notes: tuple[str, ...]
    spec: dict[str, Any]

    def svg(self) -> str:
        """Return the chart as an SVG image."""
        return vl_convert.vegalite_to_svg(self.spec, allowed_base_urls=[])

    def _repr_svg_(self) -> str:
        """Return what a notebook shows."""
        return self.svg()

    def png(self, scale: float = 2.0) -> bytes:
        """Return the chart as a PNG image; ``scale`` 1 is 96 pixels an inch on paper."""
        return vl_convert.vegalite_to_png(
            self.spec, scale=min(max(scale, 0.5), LARGEST_SCALE), allowed_base_urls=[]
        )


def draw(
    name: str,
    source: Source,
    filters: Filters | None = None,
    *,
    identities: Mapping[str, str] | None = None,
    names: Names = _ids,
) -> Chart:
    """Return a chart of what the filters choose; raises ``UnknownChart`` and ``BadChart``."""
    kind = CHARTS.get(name)
    if kind is None:
        raise UnknownChart(f"no chart is called {name}; there are {', '.join(sorted(CHARTS))}")
    asked = Asked(source, filters or Filters(), identities or {}, names)
    told = asked.filters.told()
    missing = [need for need in kind.needs if need not in told]
    if missing:
        raise BadChart(f"the chart {name} is of one {missing[0]}: name it as {missing[0]}")
    words, rows, view = kind.function(asked)
    at, version = position(source), f"rules {RULES_VERSION}, dictionary {DICTIONARY_VERSION}"
    source_line = f"cuelog {name}; {version}; log at {at or 'its beginning'}"
    notes = (*words.notes, *_chosen(told), source_line)
    lines = [line for note in notes for line in wrap(note, LINE)]
    title = alt.TitleParams(words.title, subtitle=lines)
    spec: dict[str, Any] = view.properties(title=title).to_dict()
    spec["config"] = CONFIG
    spec.setdefault("datasets", {})[DATA] = rows
    spec["usermeta"] = {
        "chart": name,
        "definition": kind.definition,
        "columns": dict(kind.columns),
        "position": at,
        "rules_version": RULES_VERSION,
        "dictionary_version": DICTIONARY_VERSION,
        "filters": told,
    }
    return Chart(name, kind.columns, rows, words.title, notes, spec)


def _chosen(told: Mapping[str, Any]) -> list[str]:
    """Return the filters as a line of the head."""
    listed = ", ".join(f"{name} {value}" for name, value in told.items())
    return [f"only {listed}"] if listed else []


def nothing(words: Words, told: Mapping[str, Any]) -> Drawn:
    """Return a chart that says what to record for there to be one."""
    needs = told["unlock"].get(ROWS, INTERVAL)
    text = wrap(f"Nothing to show. It needs {needs}.", LINE)
    said = alt.Chart(alt.InlineData(values=[{}]), width=WIDTH, height=60)
    return Drawn(words, [], said.mark_text(align="left", x=0, y=10, fontSize=13, text=text))
