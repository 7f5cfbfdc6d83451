"""One stroke, or one turn summed up, as a row of ``rulings``."""

from __future__ import annotations

from typing import Any, Final

from domain import events as ev
from domain.game import Game
from domain.play import Side
from domain.rulings import Ruling
from projections.schema import BIT

StrokeRow = tuple[Any, ...]
"""Values of ``STROKE_FIELDS``, in their order; a side stands for a player."""
STROKE_FIELDS: Final = (
    "seq", "part", "side", "rack", "inning", "stroke", "at", "call", "verdict", "fouls", "points",
    "points_opponent", "balls", "run", "cue_ball", "rack_won_by", "match_won_by", "duration_ms",
    "score", "score_opponent", "balls_before", "flags", "clauses",
)  # fmt: skip
Before = tuple[str, Side, int, int, int, str | None, int, int]
"""Phase, side to act, turn, rack, balls, cue ball and scores before an event."""
Place = tuple[Side, int, int, int, int, int, int]
"""Striker, rack, turn, balls, score of striker and opponent, and flags before a stroke."""

INNING: Final = BIT["inning"]
INFERRED: Final = BIT["inferred"]
BREAK: Final = BIT["break"]
BREAK_SHOT: Final = BIT["break_shot"]
MADE: Final = BIT["made"]
ATTACK: Final = BIT["attack"]
THIRD: Final = BIT["third"]
IN_HAND: Final = BIT["in_hand"]
AFTER_TIMEOUT: Final = BIT["after_timeout"]
CALL: Final = BIT["call"]
CONTACT: Final = BIT["contact"]
CUSHION: Final = BIT["cushion"]
TIMED: Final = BIT["timed"]
OUT_OF_TURN: Final = BIT["out_of_turn"]
VOID: Final = BIT["void"]
RESTART: Final = {None: 0, "third_foul": BIT["third_foul"], "rebreak": BIT["rebreak"]}

HANDS: Final = frozenset({"head", "anywhere", "D"})
PRECISE: Final = frozenset({"exact", "estimated"})
"""Precisions of a time that may be used."""
BETWEEN: Final = frozenset({"choice", "finished", "lag", "lag_choice", "toss"})
"""Phases in which nobody's turn goes on."""
FULL: Final = 15


def before(game: Game) -> Before:
    """Return what a row needs of the state before a stroke."""
    first, second = game.score
    return (
        game.phase, game.turn, game.inning, game.rack, game.count, game.cue_ball, first, second,
    )  # fmt: skip


def place(game: Game, was: Before, player: str) -> Place:
    """Return where a stroke stands; it takes the table in a choice and sets a rack that is due."""
    phase, side, inning, rack, count, cue_ball, first, second = was
    flags = IN_HAND if cue_ball in HANDS else 0
    if phase == "break":
        flags |= BREAK
    elif phase == "rerack":
        flags |= BREAK_SHOT
        rack += 1
        count = FULL
    elif phase == "choice":
        inning += 1
    if player != game.players[side]:
        flags |= OUT_OF_TURN
        side = 1 - side
    if side == 1:
        first, second = second, first
    return side, rack, inning, count, first, second, flags


def recorded(shot: ev.Shot) -> int:
    """Return the flags that tell how much was recorded of a stroke."""
    flags = INFERRED if shot.inferred else 0
    if shot.call is not None:
        flags |= CALL
    if shot.first_contact is not None:
        flags |= CONTACT
    if shot.cue_to_cushion is not None or shot.balls_to_cushion is not None:
        flags |= CUSHION
    if shot.duration_s is not None:
        flags |= TIMED
    return flags


def call_of(shot: ev.Shot) -> str:
    """Return the kind of call of a stroke."""
    call = shot.call
    return "none" if call is None else call if isinstance(call, str) else "nominated"


def outcome(game: Game, at: Place, player: str, ruling: Ruling) -> int:
    """Return flags that tell what came of a stroke: whether it scored, whether it was the third."""
    _, rack, inning, *_ = at
    if ruling.pocketed:
        goes_on = game.inning == inning and game.phase not in BETWEEN
        if goes_on or player in (ruling.match_won_by, ruling.rack_won_by):
            return MADE
    elif ruling.verdict != "legal" and game.rack != rack and ruling.rack_won_by is None:
        return THIRD
    return 0


def shot_row(
    shot: ev.Shot, at: Place, ruling: Ruling, cue_ball: str | None, number: int | None
) -> StrokeRow:
    """Return the row of a stroke; the place holds all its flags by now."""
    side, rack, inning, count, score, against, flags = at
    points = ruling.points
    duration = shot.duration_s
    return (
        shot.seq, None, side, rack, inning, number,
        shot.at if shot.at_precision in PRECISE else None, call_of(shot),
        ruling.verdict, ruling.fouls, points[side], points[1 - side], len(ruling.pocketed),
        ruling.run, cue_ball, ruling.rack_won_by, ruling.match_won_by,
        None if duration is None else round(duration * 1000),
        score, against, count, flags, ruling.clauses,
    )  # fmt: skip


def inning_row(
    inning: ev.Inning, at: Place, ruling: Ruling, cue_ball: str | None, number: int
) -> StrokeRow:
    """Return the row of a turn summed up."""
    side, rack, turn, count, score, against, flags = at
    points = ruling.points
    return (
        inning.seq, None, side, rack, turn, number,
        inning.at if inning.at_precision in PRECISE else None,
        inning.end if inning.end in {"safety", "push_out"} else "none",
        ruling.verdict, ruling.fouls, points[side], points[1 - side], balls_made(inning),
        ruling.run, cue_ball, ruling.rack_won_by, ruling.match_won_by, None,
        score, against, count, flags, ruling.clauses,
    )  # fmt: skip


def balls_made(inning: ev.Inning) -> int:
    """Return how many balls a turn summed up made."""
    return inning.made if isinstance(inning.made, int) else len(inning.made)


def third_in_sum(count: int, balls: int, racks: int, ruling: Ruling) -> bool:
    """Tell whether a turn summed up ended with a third foul: 14.1 then sets one rack more.

    With ``count`` balls on the table at its start, a rack is set whenever fewer than two are left.
    """
    set_in_play = max(0, -((count - 2 - balls) // 14))
    return ruling.verdict != "legal" and racks > set_in_play
