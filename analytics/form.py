"""Form: the same figures over the last matches of a player, and month by month."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

import numpy as np

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.intervals import rate
from analytics.ratings import POINTS_PER_LOGIT, Fit, contests, fit
from analytics.selection import EACH_PLAYER, select

LATEST: Final = (5, 10, 20)
"""How many of the last matches a window holds."""
FARTHEST: Final = 20.0
"""Logits between two players beyond which no record tells them apart."""

PLAYED = f"""
(SELECT s.*, i.innings, i.points FROM {EACH_PLAYER} s LEFT JOIN (
    SELECT match, player, count(*) AS innings, CAST(sum(points) AS BIGINT) AS points
    FROM innings WHERE discipline = '14.1' AND NOT inferred GROUP BY ALL
 ) i ON i.match = s.match AND i.player = s.player) p
"""


class Played(NamedTuple):
    """A finished match as one of its players has it."""

    match: str
    at_ms: int
    month: str | None
    won: bool
    innings: int
    points: int

    @property
    def at(self) -> tuple[int, str]:
        """Return its place in the order of play."""
        return self.at_ms, self.match


class Games(NamedTuple):
    """Weighted games of a player against one opponent, with their place in the order of play."""

    at: tuple[int, str]
    opponent: str
    won: float
    lost: float


@statistic(
    "form",
    sort="discipline",
    ascending=True,
    n="matches",
    columns={
        "player": "player", "discipline": "discipline",
        "window": "`last 5`, `last 10`, `last 20` matches, or a month such as `2026-05` (UTC)",
        "matches": "matches finished at the table in the window", "won": "of these, won",
        "average": "14.1: points / innings, net of penalties", "win_rate": "won / matches",
        "rating_change": "rating with the window less rating before it",
    },
    unlock={
        "rows": "matches that were finished at the table",
        "average": "14.1 recorded by strokes or innings; other disciplines have no average",
        "rating_change": "games won and games lost, before the window as well as with it, "
        "against players who have a rating, without handicap",
    },
)  # fmt: skip
def form(request: Request) -> list[Row]:
    """The same figures over the last 5, 10 and 20 matches, and by month.

    A window of the last matches is given when there are that many; months come after, the latest
    first. The change of rating compares two fits of the player's own strength, with the games up to
    the end of the window and with those before it, the others' ratings held as they are now.
    """
    played, fits = _played(request), {discipline: _fit(request, discipline) for discipline in ORDER}
    rows: list[Row] = []
    for (player, discipline), matches in sorted(played.items()):
        fitted, games = fits[discipline]
        career = Career(player, discipline, matches, games.get(player, []), fitted)
        rows += [career.row(name, start, end) for name, start, end in _windows(matches)]
    return rows


ORDER: Final = ("14.1", "8-ball", "9-ball", "10-ball", "snooker")


def _played(request: Request) -> dict[tuple[str, str], list[Played]]:
    """Return the matches of each player and discipline in the order of play."""
    columns = (
        "p.player, m.discipline, m.match, coalesce(m.first_ms, m.opened_ms, 0), "
        "CASE WHEN m.opened_precision = 'unknown' THEN NULL ELSE m.opened_ms END, "
        "coalesce(m.winner = p.player, false), coalesce(p.innings, 0), coalesce(p.points, 0) + "
        "CASE p.side WHEN 1 THEN m.other_points1 ELSE m.other_points2 END"
    )
    found: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for player, discipline, match, at_ms, opened_ms, *figures in select(
        request, columns, PLAYED.strip(), "m.status = 'finished'"
    ):
        found[player, discipline].append(Played(match, at_ms, _month(opened_ms), *figures))
    return {key: sorted(one, key=lambda row: row.at) for key, one in found.items()}


def _month(at_ms: int | None) -> str | None:
    return None if at_ms is None else datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m")


def _windows(matches: Sequence[Played]) -> Iterator[tuple[str, int, int]]:
    """Return the windows by name, first match and end."""
    for size in LATEST:
        if len(matches) >= size:
            yield f"last {size}", len(matches) - size, len(matches)
    months: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(matches):
        if one.month is not None:
            months[one.month].append(place)
    for month in sorted(months, reverse=True):
        yield month, months[month][0], months[month][-1] + 1


def _fit(request: Request, discipline: str) -> tuple[Fit | None, dict[str, list[Games]]]:
    """Return the ratings of a discipline, and the weighted games of each player."""
    if request.filters.discipline not in (None, discipline):
        return None, {}
    found = sorted(contests(request, discipline), key=lambda one: (one.at_ms, one.match))
    if not found:
        return None, {}
    fitted = fit(found)
    games: dict[str, list[Games]] = defaultdict(list)
    for one, weight in zip(found, fitted.weights, strict=True):
        won, lost = one.won * weight, one.lost * weight
        at = (one.at_ms, one.match)
        games[one.first].append(Games(at, one.second, won, lost))
        games[one.second].append(Games(at, one.first, lost, won))
    return fitted, games


class Career(NamedTuple):
    """What the windows of one player and discipline are cut from."""

    player: str
    discipline: str
    matches: Sequence[Played]
    games: Sequence[Games]
    fitted: Fit | None

    def row(self, name: str, start: int, end: int) -> Row:
        """Return the figures of one window."""
        window = self.matches[start:end]
        innings = sum(one.innings for one in window)
        points = sum(one.points for one in window if one.innings)
        won = sum(one.won for one in window)
        return {
            "player": self.player,
            "discipline": self.discipline,
            "window": name,
            "matches": len(window),
            "won": won,
            "average": rate(points, innings) if self.discipline == "14.1" else None,
            "win_rate": rate(won, len(window)),
            "rating_change": self._change(window[0].at, window[-1].at),
            MATCHES: tuple(one.match for one in window),
        }

    def _change(self, start: tuple[int, str], end: tuple[int, str]) -> float | None:
        earlier = self._strength([game for game in self.games if game.at < start])
        later = self._strength([game for game in self.games if game.at <= end])
        if earlier is None or later is None:
            return None
        return (later - earlier) * POINTS_PER_LOGIT

    def _strength(self, games: Sequence[Games]) -> float | None:
        """Return the player's own strength of maximum likelihood, the opponents' held fixed."""
        if self.fitted is None or self.player not in self.fitted.strength:
            return None
        from scipy.optimize import brentq  # noqa: PLC0415 - dear to import

        strength_of = self.fitted.strength
        games = [game for game in games if game.opponent in strength_of]
        theirs = np.array([strength_of[game.opponent] for game in games])
        won, lost = sum(game.won for game in games), sum(game.lost for game in games)
        if not won or not lost:
            return None
        trials = np.array([game.won + game.lost for game in games])

        def excess(strength: float) -> float:
            return float(trials @ (1 / (1 + np.exp(theirs - strength)))) - won

        low, high = float(theirs.min()) - FARTHEST, float(theirs.max()) + FARTHEST
        return float(brentq(excess, low, high, xtol=1e-10))
