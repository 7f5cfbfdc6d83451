"""Form: the same figures over the last matches of a player, and month by month."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Final, NamedTuple

import numpy as np

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.intervals import rate
from analytics.ratings import POINTS_PER_LOGIT, contests, fit
from analytics.selection import EACH_PLAYER, select
from analytics.strengths import At, Wanted, games_of, strengths, wanted

LATEST: Final = (5, 10, 20)
"""How many of the last matches a window holds."""

PLAYED = f"""
(SELECT s.*, i.innings, i.points FROM {EACH_PLAYER} s LEFT JOIN (
    SELECT match, player, count(*) AS innings, CAST(sum(points) AS BIGINT) AS points
    FROM innings WHERE discipline = '14.1' AND NOT inferred GROUP BY ALL
 ) i ON i.match = s.match AND i.player = s.player) p
"""


class Career(NamedTuple):
    """The finished matches of one player and discipline in the order of play, as columns.

    ``won``, ``innings`` and ``points`` are sums of the matches before each place, and of all at
    the end; points count where innings were recorded.
    """

    player: str
    discipline: str
    matches: Sequence[str]
    at_ms: Sequence[int]
    months: Sequence[str | None]
    won: Sequence[int]
    innings: Sequence[int]
    points: Sequence[int]

    def windows(self) -> Iterator[Window]:
        """Yield the windows: the last matches, where there are so many, and the months."""
        for size in LATEST:
            if len(self.matches) >= size:
                yield Window(f"last {size}", len(self.matches) - size, len(self.matches))
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for place, month in enumerate(self.months):
            if month is not None:
                first.setdefault(month, place)
                last[month] = place + 1
        for month in sorted(first, reverse=True):
            yield Window(month, first[month], last[month])

    def at(self, place: int) -> At:
        """Return the place of a match in the order of play of all."""
        return self.at_ms[place], self.matches[place]

    def row(self, window: Window, change: float | None) -> Row:
        """Return the figures of one window."""
        name, start, end = window
        innings = self.innings[end] - self.innings[start]
        points, won = self.points[end] - self.points[start], self.won[end] - self.won[start]
        return {
            "player": self.player,
            "discipline": self.discipline,
            "window": name,
            "matches": end - start,
            "won": won,
            "average": rate(points, innings) if self.discipline == "14.1" else None,
            "win_rate": rate(won, end - start),
            "rating_change": change,
            MATCHES: self.matches[start:end],
        }


class Window(NamedTuple):
    """Some matches of a career: their name, the place of the first and that after the last."""

    name: str
    start: int
    end: int


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
    careers = list(_careers(request))
    windows = [list(career.windows()) for career in careers]
    changes = _changes(request, careers, windows)
    return [
        career.row(window, change)
        for career, cut, changed in zip(careers, windows, changes, strict=True)
        for window, change in zip(cut, changed, strict=True)
    ]


def _careers(request: Request) -> Iterator[Career]:
    columns = (
        "p.player, m.discipline, m.match, coalesce(m.first_ms, m.opened_ms, 0), "
        "CASE WHEN m.opened_precision IS DISTINCT FROM 'unknown' "
        "THEN strftime(make_timestamp_ms(m.opened_ms), '%Y-%m') END, "
        "coalesce(m.winner = p.player, false), coalesce(p.innings, 0), "
        "CASE WHEN p.innings > 0 THEN p.points "
        "+ CASE p.side WHEN 1 THEN m.other_points1 ELSE m.other_points2 END ELSE 0 END"
    )
    rows = select(
        request, columns, PLAYED.strip(), "m.status = 'finished'", "ORDER BY 1, 2, 4, m.match"
    )
    for _, found in groupby(rows, key=itemgetter(0, 1)):
        (player, *_), (discipline, *_), *told, won, innings, points = zip(*found, strict=True)
        sums = (list(accumulate(each, initial=0)) for each in (won, innings, points))
        yield Career(player, discipline, *told, *sums)


def _changes(
    request: Request, careers: Sequence[Career], windows: Sequence[Sequence[Window]]
) -> list[list[float | None]]:
    """Return for each career how much each of its windows changed the rating, where it did."""
    players = {career.player for career in careers}
    games = {
        name: games_of(found, fit(found), players) for name, found in contests(request).items()
    }
    told: list[list[float | None]] = [[None] * len(cut) for cut in windows]
    asked: dict[int, Wanted] = {}
    for number, (career, cut) in enumerate(zip(careers, windows, strict=True)):
        played = games.get(career.discipline, {}).get(career.player)
        if played is not None:
            spans = [(career.at(start), career.at(end - 1)) for _, start, end in cut]
            asked[number] = wanted(played, spans)
    for number, found in zip(asked, strengths(list(asked.values())), strict=True):
        before, after = np.split(found, 2)
        change = (after - before) * POINTS_PER_LOGIT
        told[number] = [None if np.isnan(one) else one for one in change.tolist()]
    return told
