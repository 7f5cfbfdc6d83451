"""The row of a match as it stands."""

from __future__ import annotations

from typing import Any, Final

from domain.events import MatchOpened, Person
from domain.game import Game
from domain.opening import player_names
from domain.rulesets import RULES_VERSION
from domain.standing import standing
from projections.live import Live
from projections.strokes import PRECISE

MatchRow = tuple[Any, ...]
"""Values of ``MATCH_FIELDS``, in their order."""
MATCH_FIELDS: Final = (
    "match", "discipline", "rules", "edition", "player1", "player2", "name1", "name2", "country1",
    "country2", "target1", "target2", "best_of", "status", "winner", "result", "is_awarded",
    "awarded_winner", "score1", "score2", "start1", "start2", "is_handicapped", "points1",
    "points2", "other_points1", "other_points2", "balls1", "balls2", "innings1", "innings2",
    "fouls1", "fouls2", "high_run1", "high_run2", "racks", "events", "waiting", "rejected",
    "errors", "warnings", "notes", "unchecked", "unchecked_warnings", "claim_sources",
    "is_signed", "open_protests", "standing", "opened", "opened_precision", "first", "last",
    "event", "round", "venue", "table_label", "referee",
    "reds", "strokes", "strokes_called", "strokes_contact", "strokes_cushion", "strokes_timed",
    "innings_by_shots", "innings_by_sums", "racks_by_sums", "rules_version",
)  # fmt: skip


def match_row(live: Live) -> MatchRow:
    """Return the row of a match, open or not yet opened."""
    ledger, book = live.ledger, live.book
    events = ledger.next_seq - 1
    severities = book.figures.severities
    return (
        live.match,
        *_opening(live.fold.match.opening, live.fold.match.game),
        *_result(live),
        *_figures(live),
        events, len(ledger.taken) - events, book.figures.rejected,
        severities["error"], severities["warning"], severities["note"], *_claims(live),
        book.signed, *_standing(live),
        *_circumstances(live), *_coverage(live), RULES_VERSION,
    )  # fmt: skip


def _opening(opening: MatchOpened | None, game: Game | None) -> tuple[Any, ...]:
    if opening is None or game is None:
        return (None,) * 12
    names, (one, two) = player_names(opening), game.players
    countries = {
        player.id: player.country for player in opening.players if isinstance(player, Person)
    }
    return (
        opening.discipline, opening.rules, opening.edition, one, two, names.get(one),
        names.get(two), countries.get(one), countries.get(two), game.target[0], game.target[1],
        opening.best_of,
    )  # fmt: skip


def _result(live: Live) -> tuple[Any, ...]:
    """Status, winner, result, award, scores, start and handicap."""
    game, opening = live.fold.match.game, live.fold.match.opening
    if game is None or opening is None:
        return ("not_open", None, None, False, None, *(None,) * 4, False)
    finished = game.phase == "finished"
    start = (opening.start.score if opening.start else None) or {}
    began = [start.get(player, 0) for player in game.players]
    awarded = game.awarded
    return (
        "finished" if finished else "open", game.name(game.winner),
        _kind(game, live.book.end) if finished else None,
        awarded is not None, awarded["winner"] if awarded else None,
        game.score[0], game.score[1], began[0], began[1],
        any(began) or game.target[0] != game.target[1],
    )  # fmt: skip


def _kind(game: Game, end: str | None) -> str:
    """Return how a match ended."""
    if game.closed_by is not None or end is not None:
        return game.closed_by or end or ""
    if any(score >= target for score, target in zip(game.score, game.target, strict=True)):
        return "played"
    if game.inning_limit is not None:
        return "limit"
    return "drawn" if game.winner < 0 else "played"


def _figures(live: Live) -> tuple[int, ...]:
    """Figures of both sides with those of the open turn, and the racks begun."""
    figures, turn = live.book.figures, live.book.turn
    points, balls = list(figures.points), list(figures.balls)
    turns, fouls, best = list(figures.turns), list(figures.fouls), list(figures.best)
    if turn is not None:
        side = turn.side
        points[side] += turn.points
        points[1 - side] += turn.points_opponent
        balls[side] += turn.balls
        turns[side] += 1
        fouls[side] += turn.fouls
        best[side] = max(best[side], turn.run)
    racks = live.book.racks
    return (
        *points, *figures.outside, *balls, *turns, *fouls, *best,
        racks.over + (racks.now.first_seq is not None),
    )  # fmt: skip


def _claims(live: Live) -> tuple[int, int, int]:
    """Return errors and warnings of claims nothing can check, and the sources of results."""
    match = live.fold.match
    unchecked = match.stated.unchecked(match.game)
    return unchecked["error"], unchecked["warning"], len(match.stated.by_source)


def _standing(live: Live) -> tuple[int, str]:
    """Return the open protests, and how the result stands."""
    game = live.fold.match.game
    if game is None:
        return 0, "open"
    told = standing(
        finished=game.phase == "finished",
        awarded=game.awarded,
        protests=game.protests,
        signed=live.book.confirmed,
    )
    return len(game.protests), told


def _circumstances(live: Live) -> tuple[Any, ...]:
    opening = live.fold.match.opening
    events = live.ledger.next_seq - 1
    times = _time(live, range(1, events + 1)), _time(live, range(events, 0, -1))
    if opening is None:
        return (None, None, *times, *(None,) * 6)
    return (
        opening.at, opening.at_precision, *times, opening.event, opening.round, opening.venue,
        opening.table, opening.referee, opening.reds if opening.discipline == "snooker" else None,
    )  # fmt: skip


def _coverage(live: Live) -> tuple[int, ...]:
    """Count what was recorded of the strokes, turns and racks."""
    figures, turn = live.book.figures, live.book.turn
    facts = figures.facts
    shots = figures.by_shots + (turn is not None and not turn.summed)
    sums = figures.by_sums + (turn is not None and turn.summed)
    recorded = (facts[name] for name in ("strokes", "called", "contact", "cushion", "timed"))
    return (*recorded, shots, sums, live.book.racks.summed)


def _time(live: Live, seqs: range) -> str | None:
    """Return the time of the first of some events that has one to be trusted."""
    taken = live.ledger.taken
    for seq in seqs:
        event = taken[seq].event
        if event is not None and event.at_precision in PRECISE:
            return event.at
    return None
