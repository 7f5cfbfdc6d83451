"""Form: the same figures over the last matches of a player, and month by month."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.intervals import rate
from analytics.ratings import POINTS_PER_LOGIT, contests, fit
from analytics.selection import EACH_PLAYER, select
from analytics.strengths import At, games_of, strengths, wanted

LATEST: Final = (5, 10, 20)
"""How many of the last matches a window holds."""

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
    def at(self) -> At:
        """Return its place in the order of play."""
        return self.at_ms, self.match


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
    careers = [
        Career(player, discipline, matches, list(_windows(matches)))
        for (player, discipline), matches in sorted(_played(request).items())
    ]
    changes = _changes(request, careers)
    return [
        career.row(window, change)
        for career in careers
        for window, change in zip(career.windows, changes[career[:2]], strict=True)
    ]


def _played(request: Request) -> dict[tuple[str, str], list[Played]]:
    """Return the matches of each player and discipline in the order of play."""
    columns = (
        "p.player, m.discipline, m.match, coalesce(m.first_ms, m.opened_ms, 0), "
        "CASE WHEN m.opened_precision IS DISTINCT FROM 'unknown' "
        "THEN strftime(make_timestamp_ms(m.opened_ms), '%Y-%m') END, "
        "coalesce(m.winner = p.player, false), coalesce(p.innings, 0), coalesce(p.points, 0) + "
        "CASE p.side WHEN 1 THEN m.other_points1 ELSE m.other_points2 END"
    )
    found: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for player, discipline, match, at_ms, month, *figures in select(
        request, columns, PLAYED.strip(), "m.status = 'finished'", "ORDER BY 4, m.match"
    ):
        found[player, discipline].append(Played(match, at_ms, month, *figures))
    return found


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


class Career(NamedTuple):
    """The matches of one player and discipline, and the windows that are cut from them."""

    player: str
    discipline: str
    matches: Sequence[Played]
    windows: Sequence[tuple[str, int, int]]

    def spans(self) -> list[tuple[At, At]]:
        """Return the first and the last match of each window."""
        return [
            (self.matches[start].at, self.matches[end - 1].at) for _, start, end in self.windows
        ]

    def row(self, window: tuple[str, int, int], change: float | None) -> Row:
        """Return the figures of one window."""
        name, start, end = window
        matches = self.matches[start:end]
        innings = sum(one.innings for one in matches)
        points = sum(one.points for one in matches if one.innings)
        won = sum(one.won for one in matches)
        return {
            "player": self.player,
            "discipline": self.discipline,
            "window": name,
            "matches": len(matches),
            "won": won,
            "average": rate(points, innings) if self.discipline == "14.1" else None,
            "win_rate": rate(won, len(matches)),
            "rating_change": change,
            MATCHES: tuple(one.match for one in matches),
        }


def _changes(
    request: Request, careers: Sequence[Career]
) -> dict[tuple[str, str], list[float | None]]:
    """Return by player and discipline how much each window changed the rating, where it did."""
    rated = {name: (found, fit(found)) for name, found in contests(request).items()}
    players = {career.player for career in careers}
    games = {name: games_of(found, fitted, players) for name, (found, fitted) in rated.items()}
    asked = {
        career[:2]: wanted(played, career.spans())
        for career in careers
        if (played := games.get(career.discipline, {}).get(career.player)) is not None
    }
    told: dict[tuple[str, str], list[float | None]] = {
        career[:2]: [None] * len(career.windows) for career in careers
    }
    for key, found in zip(asked, strengths(list(asked.values())), strict=True):
        before, after = np.split(found, 2)
        change = (after - before) * POINTS_PER_LOGIT
        told[key] = [None if np.isnan(one) else one for one in change.tolist()]
    return told
