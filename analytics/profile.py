"""A player for a coach: figures against the field, where runs end, why fouls happen, pressure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from analytics.dictionary import MATCHES, Request, Row, Source, catalogue, position
from analytics.field import ENOUGH, FIGURES, Figure, against
from analytics.filters import Filters
from analytics.identities import Merged, whole
from analytics.pressure import pressure
from domain.rulesets import RULES_VERSION
from projections.schema import DICTIONARY_VERSION

DISCIPLINES: Final = ("14.1", "8-ball", "9-ball", "10-ball", "snooker")
PARTS: Final = {
    "fouls": "foul-rates",
    "safeties": "safeties",
    "breaks": "break-success",
    "form": "form",
    "opponents": "head-to-head",
    "times": "stroke-times",
    "racks": "rack-results",
    "push_outs": "push-outs",
}
"""Parts of every discipline, and the statistic whose rows they are."""
STRAIGHT: Final = {
    "run_ends": "run-hazard",
    "break_shots": "break-shots",
    "runs": "high-runs",
    "survival": "run-survival",
    "completed_racks": "rack-completion",
}
SNOOKER: Final = {"snooker_breaks": "snooker-breaks", "foul_points": "foul-points"}
ONLY: Final = {"14.1": STRAIGHT, "snooker": SNOOKER}
RUNS_SHOWN: Final = 10


def profile(
    player: str,
    source: Source,
    filters: Filters | None = None,
    identities: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return all figures of a player by discipline, under filters that choose the field too.

    ``filters.min_n`` is how much the n of others must be for them to belong to the field, 30 where
    it is 0. Merged players are one. A player without a stroke has no discipline.
    """
    one = identities or {}
    asked = whole(msgspec.structs.replace(filters or Filters(), player=player), one)
    me = asked.player or player
    merged = Merged(source, one)
    computed = _Answers(merged, asked, me)
    staked = pressure(Request(merged, asked))
    disciplines = {
        discipline: told
        for discipline in DISCIPLINES
        if (told := _discipline(discipline, me, computed, staked))
    }
    return {
        "player": me,
        "position": position(source),
        "rules_version": RULES_VERSION,
        "dictionary_version": DICTIONARY_VERSION,
        "filters": msgspec.structs.replace(asked, player=None).told(),
        "field": {"min_n": asked.min_n or ENOUGH},
        "disciplines": disciplines,
    }


class _Answers:
    """Rows of statistics, each computed once: of the field, and of the player alone."""

    def __init__(self, source: Merged, asked: Filters, me: str) -> None:
        everybody = msgspec.structs.replace(asked, player=None, opponent=None)
        self._field = Request(source, everybody)
        self._alone = Request(source, asked)
        self._me = me
        self._rows: dict[tuple[str, bool], list[Row]] = {}
        self.min_n = asked.min_n or ENOUGH

    def field(self, name: str, discipline: str) -> list[Row]:
        """Return the rows of all players in a discipline."""
        return _within(self._get(name, alone=False), discipline)

    def alone(self, name: str, discipline: str) -> list[Row]:
        """Return the player's rows in a discipline."""
        rows = self._get(name, alone=True)
        return [row for row in _within(rows, discipline) if row["player"] == self._me]

    def _get(self, name: str, *, alone: bool) -> list[Row]:
        if (name, alone) not in self._rows:
            found = catalogue()[name]
            rows = found.compute(self._alone if alone else self._field)
            self._rows[name, alone] = sorted(rows, key=found.order)
        return self._rows[name, alone]


def _within(rows: list[Row], discipline: str) -> list[Row]:
    return [row for row in rows if row.get("discipline", discipline) == discipline]


def _discipline(
    discipline: str, me: str, computed: _Answers, staked: Mapping[str, list[Row]]
) -> dict[str, Any]:
    """Return the parts of one discipline; empty where the player has no figure in it."""
    names = PARTS | ONLY.get(discipline, {})
    parts = {
        part: [_shown(row) for row in computed.alone(name, discipline)]
        for part, name in names.items()
    }
    if not any(parts[part] for part in ("fouls", "opponents", "racks")):
        return {}
    if "runs" in parts:
        parts["runs"] = parts["runs"][:RUNS_SHOWN]
    figures = [
        found
        for figure in FIGURES
        if (found := _figure(figure, me, discipline, computed)) is not None
    ]
    return {"figures": figures, "pressure": staked.get(discipline, []), **parts}


def _figure(figure: Figure, me: str, discipline: str, computed: _Answers) -> Row | None:
    only = {name: key for key, names in ONLY.items() for name in names.values()}
    if only.get(figure.statistic, discipline) != discipline:
        return None
    mine = computed.alone(figure.statistic, discipline)
    others = [r for r in computed.field(figure.statistic, discipline) if r["player"] != me]
    return against(figure, me, mine + others, computed.min_n)


def _shown(row: Row) -> Row:
    return {
        name: value for name, value in row.items() if name not in (MATCHES, "player", "discipline")
    }
