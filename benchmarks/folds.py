"""Decoding, folding and rebuilding, a game at a time, beside peers that replay events under rules.

``python-chess`` plays random games with and without checking that a move is legal; an aggregate of
``eventsourcing`` adds up points of as many events, kept in memory. Neither is told to do what we
do: they are how long others take to replay something through rules.
"""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from typing import Final
from uuid import UUID

import chess
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.generate import matches
from benchmarks.report import Goal, Report, compared, interleaved
from domain.corrections import Step
from domain.events import decode_event
from domain.fold import Fold
from domain.match import Match
from domain.vocabulary import Discipline
from ingest.log import NewRecord, open_log
from ingest.simulate import DISCIPLINES
from ingest.wire import receive_all
from projections.projector import Projector
from projections.store import Store

Log = list[list[bytes]]
DECODE: Final = "bare decode"
FOLDED: Final = "decode and fold with rulings"
REBUILT: Final = "rebuild (log to DuckDB)"
FOLD: Final = 0.25
"""The share of bare decoding that a fold is to reach in every game."""
CHESS_MOVES: Final = 5_000
AGGREGATE_EVENTS: Final = 1_000


def bare_decode(log: Log) -> None:
    """Decode every record with msgspec and nothing else: the limit."""
    for records in log:
        for raw in records:
            decode_event(raw)


def checked_decode(log: Log) -> None:
    """Decode and check what the contract asks of a record (I-JSON, ids, instants)."""
    for records in log:
        receive_all(records)


def fold(log: Log) -> None:
    """Decode and fold with rulings: the rules alone."""
    for records in log:
        match = Match()
        for raw in records:
            match.apply(decode_event(raw))


def replay_all(log: Log) -> None:
    """Receive, order and fold, as a live node does: nothing is kept of a stroke."""
    for records in log:
        steps = Fold()
        for received in receive_all(records):
            if (found := received.event) is not None:
                steps.fold(Step(found.seq, found.id, found))


def rebuild(log: Log) -> None:
    """Bring a whole log into the tables of a fresh store: log to DuckDB."""
    source = open_log("memory:")
    for records in log:
        source.append([NewRecord(None, raw) for raw in records])
    store = Store.open(None, threads=1)
    Projector(store, receive_all).load(source)
    store.close()
    source.close()


PATHS: Final[dict[str, Callable[[Log], None]]] = {
    DECODE: bare_decode,
    "checked decode": checked_decode,
    FOLDED: fold,
    "replay (decode, check, order, fold)": replay_all,
    REBUILT: rebuild,
}
GOALS: Final = {FOLDED: FOLD, REBUILT: 0.20}


class Points(Aggregate):
    """Points of a match as an aggregate adds them up."""

    @event("Begun")
    def __init__(self) -> None:
        """Begin at nothing."""
        self.points = 0

    @event("Scored")
    def score(self, points: int) -> None:
        """Add points."""
        self.points += points


def _moves() -> list[chess.Move]:
    """Return the legal moves of random games, each ended by a null move."""
    rng, board, moves = random.Random(1), chess.Board(), list[chess.Move]()
    while len(moves) < CHESS_MOVES:
        legal = list(board.legal_moves)
        move = rng.choice(legal) if legal and board.halfmove_clock < 100 else chess.Move.null()
        board = board if move else chess.Board()
        if move:
            board.push(move)
        moves.append(move)
    return moves


def _chess(moves: list[chess.Move], *, checked: bool) -> Callable[[], None]:
    texts = [move.uci() for move in moves]

    def play() -> None:
        board = chess.Board()
        for move, text in zip(moves, texts, strict=True):
            if not move:
                board = chess.Board()
            elif checked:
                board.push_uci(text)
            else:
                board.push(move)

    return play


def _aggregate() -> Callable[[], None]:
    application = Application[UUID]()
    points = Points()
    for number in range(AGGREGATE_EVENTS - 1):
        points.score(number % 15)
    application.save(points)

    def bring_back() -> None:
        application.repository.get(points.id)

    return bring_back


def measured(events: int, rounds: int) -> list[Report]:
    """Measure every path over 14.1, the fold of every game, and the peers."""
    log = list(matches(events, disciplines=("14.1",)))
    count = sum(map(len, log))
    paths: dict[str, Callable[[], object]] = {
        name: lambda path=path: path(log) for name, path in PATHS.items()
    }
    moves = _moves()
    items = dict.fromkeys(paths, count) | {
        "python-chess, legality checked": len(moves),
        "python-chess, trusted": len(moves),
        "eventsourcing, in memory": AGGREGATE_EVENTS,
    }
    paths |= {
        "python-chess, legality checked": _chess(moves, checked=True),
        "python-chess, trusted": _chess(moves, checked=False),
        "eventsourcing, in memory": _aggregate(),
    }
    notes = (f"peak memory of a replay: {memory(log)}",)
    title = f"{count:,} events of 14.1, CPU of one core"
    whole = compared(title, interleaved(paths, rounds), items, DECODE, notes, GOALS)
    return [whole, by_game(events // 5, rounds)]


def by_game(events: int, rounds: int) -> Report:
    """Measure the fold of every game beside decoding the same records."""
    rows = [(game, *_game(game, events, rounds)) for game in DISCIPLINES]
    columns = ("game", "decode, us", "decode and fold, us", "of bare decode")
    goals = [Goal(f"fold of {game}, of {DECODE}", FOLD, ratio) for game, *_, ratio in rows]
    return Report("The fold of every game, an event", columns, rows, goals=goals)


def _game(game: Discipline, events: int, rounds: int) -> tuple[float, float, float]:
    log = list(matches(events, disciplines=(game,)))
    paths: dict[str, Callable[[], None]] = {
        DECODE: lambda: bare_decode(log),
        game: lambda: fold(log),
    }
    count = dict.fromkeys(paths, sum(map(len, log)))
    told = compared(game, interleaved(paths, rounds), count, DECODE)
    (_, decode, *_), (_, folded, _, ratio) = told.rows
    return float(str(decode)), float(str(folded)), float(str(ratio))


def memory(log: Log) -> str:
    """Return the peak a replay of a tenth of the log needs, and of all of it."""
    peaks: list[str] = []
    for name, part in (("a tenth", log[: max(1, len(log) // 10)]), ("all", log)):
        tracemalloc.start()
        replay_all(part)
        peaks.append(f"{name} {tracemalloc.get_traced_memory()[1] / 2**20:.1f} MiB")
        tracemalloc.stop()
    return ", ".join(peaks)
