"""The report of a competition: results, standings by criteria it chooses, what is still doubtful.

The result that counts is the one awarded, else the one played. Figures are those of the statistics
`averages` and `high-runs` over the same matches; nothing is computed a second way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from analytics.dictionary import Source, answer
from analytics.filters import Filters
from analytics.identities import Merged
from domain.standing import STANDINGS, Standing

CRITERIA: Final[Mapping[str, str]] = {
    "wins": "matches won, walkovers and awards too",
    "points": "two for a win, one for a draw",
    "difference": "racks or frames (14.1: points) for, less those against",
    "scored": "racks or frames (14.1: points) for",
    "average": "14.1: points / innings over all matches of the event",
    "best_average": "14.1: best average of one match won to the full target",
    "high_run": "14.1: best run of the event",
}
"""What players can be ranked by: name to meaning."""
DEFAULT: Final = ("points", "difference", "average", "best_average", "high_run")
COUNTED: Final[tuple[Standing, ...]] = ("provisional", "under_protest", "confirmed")
"""Results standings include unless told otherwise: all that is decided and not annulled."""
_MATCHES: Final = """
SELECT match, round, opened_ms, discipline, player1, player2, score1, score2, status, result,
    standing, is_awarded, CASE WHEN is_awarded THEN awarded_winner ELSE winner END
FROM matches WHERE event = ? AND player1 IS NOT NULL ORDER BY opened_ms NULLS LAST, match
"""
_NAMES: Final[tuple[str, ...]] = (
    "match", "round", "opened_ms", "discipline", "player1", "player2", "score1", "score2", "status",
    "result", "standing", "is_awarded", "winner",
)  # fmt: skip
_NOT_PLAYED: Final = ("walkover", "forfeit", "abandoned")


class BadCriterion(ValueError):  # noqa: N818 - reads as what is wrong
    """Players cannot be ranked by this; the words say by what they can."""


@dataclass(slots=True)
class Place:
    """What a player has in the standings of an event."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    against: int = 0
    figures: dict[str, float | None] = field(default_factory=dict[str, float | None])

    def row(self, player: str) -> dict[str, Any]:
        """Return the place as a row; ``rank`` is put before it later."""
        return {
            "player": player, "played": self.played, "wins": self.won, "drawn": self.drawn,
            "lost": self.lost, "points": 2 * self.won + self.drawn, "scored": self.scored,
            "against": self.against, "difference": self.scored - self.against, **self.figures,
        }  # fmt: skip


def event_report(
    event: str,
    source: Source,
    identities: Mapping[str, str],
    *,
    criteria: Sequence[str] = DEFAULT,
    include: Sequence[Standing] = COUNTED,
) -> dict[str, Any]:
    """Return results and standings of an event; raises ``BadCriterion``.

    ``counted`` says how many results of each standing are in the standings, ``left_out`` how many
    are not. Players level by every criterion share a rank.
    """
    for name in criteria:
        if name not in CRITERIA:
            raise BadCriterion(f"{name} is no criterion; known: {', '.join(CRITERIA)}")
    rows = Merged(source, identities).rows(_MATCHES, (event,))
    results: list[dict[str, Any]] = [dict(zip(_NAMES, row, strict=True)) for row in rows]
    counted = [one for one in results if one["standing"] in include]
    return {
        "event": event,
        "criteria": {name: CRITERIA[name] for name in criteria},
        "counted": _tally(counted),
        "left_out": _tally(one for one in results if one["standing"] not in include),
        "standings": _ranked(_places(counted, event, source, identities, include), criteria),
        "results": results,
    }


def _tally(results: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    found = [one["standing"] for one in results]
    return {name: found.count(name) for name in STANDINGS if name in found}


def _places(
    counted: Sequence[Mapping[str, Any]],
    event: str,
    source: Source,
    identities: Mapping[str, str],
    include: Sequence[Standing],
) -> dict[str, Place]:
    places: dict[str, Place] = {}
    for one in counted:
        sides = (one["player1"], one["score1"]), (one["player2"], one["score2"])
        for (player, mine), (_, theirs) in (sides, sides[::-1]):
            _count(places.setdefault(player, Place()), one, player, mine, theirs)
    for player, figures in _figures(event, source, identities, include).items():
        if player in places:
            places[player].figures = figures
    return places


def _count(place: Place, one: Mapping[str, Any], player: str, mine: int, theirs: int) -> None:
    place.played += 1
    if one["winner"] is None:
        place.drawn += 1
    elif one["winner"] == player:
        place.won += 1
    else:
        place.lost += 1
    if one["result"] not in _NOT_PLAYED:
        place.scored += mine
        place.against += theirs


def _figures(
    event: str, source: Source, identities: Mapping[str, str], include: Sequence[Standing]
) -> dict[str, dict[str, float | None]]:
    """Return average, best average and high run by player, of 14.1 matches that count."""
    filters = Filters(event=event, standing=tuple(include))
    averages = answer("averages", source, filters, identities=identities)["rows"]
    runs = answer("high-runs", source, filters, best=True, identities=identities)["rows"]
    best = {row["player"]: row["run"] for row in runs}
    return {
        row["player"]: {
            "average": row["average"],
            "best_average": row["best"],
            "high_run": best.get(row["player"]),
        }
        for row in averages
    }


def _ranked(places: Mapping[str, Place], criteria: Sequence[str]) -> list[dict[str, Any]]:
    none = dict.fromkeys(("average", "best_average", "high_run"))
    rows = [none | place.row(player) for player, place in places.items()]
    rows.sort(key=lambda row: (_key(row, criteria), row["player"]))
    ranked: list[dict[str, Any]] = []
    for number, row in enumerate(rows, start=1):
        level = bool(ranked) and _key(row, criteria) == _key(rows[number - 2], criteria)
        ranked.append({"rank": ranked[-1]["rank"] if level else number} | row)
    return ranked


def _key(row: Mapping[str, Any], criteria: Sequence[str]) -> tuple[tuple[bool, float], ...]:
    return tuple((row[name] is None, -(row[name] or 0)) for name in criteria)
