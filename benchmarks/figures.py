"""Statistics beside the bare scan of a column and the same in pandas, over simulated strokes.

All in one process and interleaved: in each round the scans, then every statistic by ours for the
whole field and for one player (another each round), then in pandas for the whole field. CPU
milliseconds on one core; p95 over the rounds for a player and the scans, the median of fewer for
the field. The scan of a number is ``sum(points)``, that of an id ``max(player)``: every statistic
groups by the latter.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from analytics import Filters, answer, catalogue
from api.collector import collect_seldom
from benchmarks.generate import Generated, strokes
from benchmarks.pandas_peers import MONTHS, PEERS, Tables, foul_rates_by_month
from benchmarks.report import Goal, Report, p95
from ingest.wire import receive_all
from projections.projector import Projector
from projections.store import Store

SCANS: Final = {
    "scan of a number": "SELECT sum(points) FROM rulings",
    "scan of an id": "SELECT max(player) FROM rulings",
}
MONTHLY: Final = "foul-rates by month"
SCANS_ASKED: Final = 8
SCANS_ASKED_MONTHLY: Final = 30
"""How many scans of an id a statistic of a player may take; nine months at once."""
WHOLE_FIELD_ROUNDS: Final = 7
"""The whole field takes long: few rounds of it, so the median is given; a worst were chance."""
Seconds = dict[tuple[str, str], list[float]]


def filled(path: Path, count: int) -> Store:
    """Return a store of so many simulated strokes."""
    store = Store.open(path, threads=1)
    Projector(store, receive_all).load(Generated(strokes(count)))
    return store


class Source:
    """A store as a source of statistics, by one cursor."""

    def __init__(self, store: Store) -> None:
        self.cursor = store.cursor()

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        return self.cursor.execute(query, list(values)).fetchall()


def ours(name: str, source: Source, player: str | None) -> object:
    """Compute a statistic as the service does, for all or for one player."""
    if name == MONTHLY:
        return [
            answer("foul-rates", source, Filters(player=player, since=since, until=until))
            for since, until in MONTHS
        ]
    return answer(name, source, Filters(player=player))


def theirs(name: str, tables: Tables) -> object:
    """Compute the same of all in pandas."""
    return foul_rates_by_month(tables) if name == MONTHLY else PEERS[name](tables)


def measured(store: Store, rounds: int) -> Seconds:
    """Return the CPU seconds of every path in every round, the first left out."""
    source = Source(store)
    tables = Tables(source.cursor)
    players = [row[0] for row in source.rows("SELECT player FROM players ORDER BY 1")]
    found: Seconds = defaultdict(list)
    collect_seldom()
    for number in range(rounds + 1):
        player = players[number % len(players)]
        for name, which, work in _work(source, tables, player, full=number <= WHOLE_FIELD_ROUNDS):
            begin = time.process_time()
            work()
            if number:
                found[name, which].append(time.process_time() - begin)
    return found


def _work(
    source: Source, tables: Tables, player: str, *, full: bool
) -> Iterator[tuple[str, str, Callable[[], object]]]:
    for name, query in SCANS.items():
        yield name, "one", lambda query=query: source.rows(query)
    for name in [*catalogue(), MONTHLY]:
        yield name, "one", lambda name=name: ours(name, source, player)
        if full:
            yield name, "all", lambda name=name: ours(name, source, None)
            yield name, "pandas", lambda name=name: theirs(name, tables)


def report(found: Seconds, count: int) -> Report:
    """Report milliseconds, and how many times the scans and pandas they are."""
    ms = {
        path: 1e3 * (p95(values) if path[1] == "one" else statistics.median(values))
        for path, values in found.items()
    }
    number, text = (ms[name, "one"] for name in SCANS)
    rows: list[Sequence[object]] = []
    goals: list[Goal] = []
    for name in [*catalogue(), MONTHLY]:
        one, whole, peer = (ms[name, which] for which in ("one", "all", "pandas"))
        rows.append((name, one, one / number, one / text, whole, peer, whole / peer))
        scans = SCANS_ASKED_MONTHLY if name == MONTHLY else SCANS_ASKED
        goals += [
            Goal(f"{name} of a player, scans of an id", scans, one / text, most=True),
            Goal(f"{name} of the field, of pandas", 1, whole / peer, most=True),
        ]
    return Report(
        f"Statistics over {count:,} strokes, CPU milliseconds on one core",
        ("statistic", "a player, p95", "x number", "x id", "the field", "pandas", "field/pandas"),
        rows,
        (f"scan of a number {number:.1f} ms, of an id {text:.1f} ms",),
        goals,
    )
