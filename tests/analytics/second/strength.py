"""Ratings and form a second time: Zermelo's iteration instead of an optimiser, slices of lists."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from math import log2

from tests.analytics.second.record import Record, Row

YEARS_MS = 365.25 * 86_400_000
Wins = dict[tuple[str, str], float]
"""Weighted games by winner and loser."""


def _wins(rec: Record, discipline: str) -> tuple[Wins, dict[str, float]]:
    """Return weighted wins, and the games of each player."""
    kept = [
        match
        for match in rec.matches.values()
        if match["discipline"] == discipline
        and match["status"] == "finished"
        and not match["is_handicapped"]
        and max(match["score1"], 0) + max(match["score2"], 0) > 0
    ]
    wins: Wins = defaultdict(float)
    games: dict[str, float] = defaultdict(float)
    latest = max((_at(match) for match in kept), default=0)
    for match in kept:
        one, two = match["player1"], match["player2"]
        mine, theirs = max(match["score1"], 0), max(match["score2"], 0)
        worth = max(mine, theirs) / 10 / (mine + theirs) if discipline == "14.1" else 1.0
        aged = worth * 0.5 ** ((latest - _at(match)) / (3 * YEARS_MS))
        wins[one, two] += mine * aged
        wins[two, one] += theirs * aged
        for player in (one, two):
            games[player] += (mine + theirs) * worth
    return wins, games


def _at(match: Row) -> int:
    return match["first_ms"] or match["opened_ms"] or 0


def _reached(start: str, wins: Wins, *, back: bool) -> set[str]:
    found, new = {start}, {start}
    while new:
        edges = ((b, a) if back else (a, b) for (a, b), won in wins.items() if won)
        new = {b for a, b in edges if a in new} - found
        found |= new
    return found


def ratings(rec: Record) -> list[Row]:
    rows: list[Row] = []
    for discipline in ("14.1", "8-ball", "9-ball", "10-ball", "snooker"):
        wins, games = _wins(rec, discipline)
        groups = {
            player: _reached(player, wins, back=False) & _reached(player, wins, back=True)
            for player in games
        }
        most = max(map(len, groups.values()), default=0)
        rated = next((groups[p] for p in sorted(games) if len(groups[p]) == most), set[str]())
        strength = _zermelo(sorted(rated) if most > 1 else [], wins)
        rows += [
            {
                "player": player,
                "discipline": discipline,
                "rating": strength.get(player),
                "games": games[player],
            }
            for player in games
        ]
    return rows


def _zermelo(players: list[str], wins: Wins) -> dict[str, float]:
    """Return ratings of mean 500, 100 points for odds of 2 to 1."""
    odds = dict.fromkeys(players, 1.0)
    for _ in range(3000):
        odds = {me: _better(me, players, odds, wins) for me in players}
    logs = {player: 100 * log2(value) for player, value in odds.items()}
    mean = sum(logs.values()) / max(len(logs), 1)
    return {player: value - mean + 500 for player, value in logs.items()}


def _better(me: str, players: list[str], odds: dict[str, float], wins: Wins) -> float:
    others = [other for other in players if other != me]
    won = sum(wins.get((me, other), 0) for other in others)
    pairs = [(wins.get((me, o), 0) + wins.get((o, me), 0), odds[o]) for o in others]
    expected = sum(games / (odds[me] + theirs) for games, theirs in pairs)
    return won / expected if expected else 1.0


def form(rec: Record) -> list[Row]:
    """Return the windows with what was won in them."""
    careers: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for player, _, _, match in rec.sides():
        if match["status"] == "finished":
            careers[player, match["discipline"]].append(match)
    rows: list[Row] = []
    for (player, discipline), matches in careers.items():
        matches.sort(key=lambda match: (_at(match), match["match"]))
        windows = {f"last {n}": matches[-n:] for n in (5, 10, 20) if len(matches) >= n}
        for match in matches:
            if match["opened_precision"] != "unknown":
                day = datetime.fromtimestamp(match["opened_ms"] / 1000, UTC)
                windows.setdefault(f"{day:%Y-%m}", []).append(match)
        for window, held in windows.items():
            won = sum(match["winner"] == player for match in held)
            counts = {"matches": len(held), "won": won, "win_rate": won / len(held)}
            rows.append({"player": player, "discipline": discipline, "window": window, **counts})
    return rows
