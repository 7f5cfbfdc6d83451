"""What is noted of a stroke while a match is folded: as little as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from domain import events as ev
from domain.game import Game
from domain.play import Side
from domain.rulings import Points, Ruling
from projections.schema import BIT

Before = tuple[str, Side, int, int, int, str | None, int, int, Points | None]
"""Phase, side to act, turn, rack, balls, cue ball, scores and snooker's points before an event."""
Struck = tuple[
    ev.Shot | ev.Inning, Ruling, int | None, int | None, bool, int,
    str, Side, int, int, int, str | None, int, int, Points | None,
]  # fmt: skip
"""An event, its ruling, its part, its number in the turn, whether the turn is over, and flags;
then the state before it."""

BALLS: Final = 10
"""Where in ``Struck`` the number of balls before stands."""

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
FACTS: Final = {"called": CALL, "contact": CONTACT, "cushion": CUSHION, "timed": TIMED}
RESTART: Final = {None: 0, "third_foul": BIT["third_foul"], "rebreak": BIT["rebreak"]}

HANDS: Final = frozenset({"head", "anywhere", "D"})
PRECISE: Final = frozenset({"exact", "estimated"})
"""Precisions of a time that may be used."""
AIMED: Final = frozenset({"ball", "nominated"})
BETWEEN: Final = frozenset({"choice", "finished", "lag", "lag_choice", "toss"})
"""Phases in which nobody's turn goes on."""
FULL: Final = 15


def before(game: Game, *, frames: bool) -> Before:
    """Return what a row needs of the state before an event; ``frames`` asks for their points."""
    first, second = game.score
    return (
        game.phase, game.turn, game.inning, game.rack, game.count, game.cue_ball, first, second,
        game.rack_points() if frames else None,
    )  # fmt: skip


def made(struck: Struck) -> bool:
    """Tell whether a stroke scored: a ball was legally pocketed, and the player goes on or won."""
    return struck[5] & MADE != 0 or (not struck[4] and bool(struck[1].pocketed))


def scored(struck: Struck) -> bool:
    """Tell whether any ball was legally pocketed."""
    return bool(struck[1].pocketed) or (
        struck[5] & INNING != 0 and balls_made(struck[0], struck[1]) > 0
    )


def balls_made(event: ev.Shot | ev.Inning, ruling: Ruling) -> int:
    """Return how many balls a stroke, or a turn summed up, legally pocketed."""
    if isinstance(event, ev.Shot):
        return len(ruling.pocketed)
    return event.made if isinstance(event.made, int) else len(event.made)


def outcome(game: Game, was: Before, player: str, ruling: Ruling) -> int:
    """Return flags of a stroke that ended the turn: whether it won, whether it was the third."""
    if ruling.pocketed:
        return MADE if player in (ruling.match_won_by, ruling.rack_won_by) else 0
    rack = was[3] + (was[0] == "rerack")
    third = ruling.verdict != "legal" and game.rack != rack and ruling.rack_won_by is None
    return THIRD if third else 0


def third_in_sum(count: int, balls: int, racks: int, ruling: Ruling) -> bool:
    """Tell whether a turn summed up ended with a third foul: 14.1 then sets one rack more.

    With ``count`` balls on the table at its start, a rack is set whenever fewer than two are left.
    """
    set_in_play = max(0, -((count - 2 - balls) // 14))
    return ruling.verdict != "legal" and racks > set_in_play


def called(event: ev.Shot | ev.Inning) -> str:
    """Return what was called: of a turn summed up, how it ended."""
    if isinstance(event, ev.Inning):
        return event.end if event.end in ("safety", "push_out") else "none"
    call = event.call
    return "none" if call is None else call if isinstance(call, str) else "nominated"


def flags(discipline: str | None, struck: Struck) -> int:
    """Return the bits of ``rulings.flags``."""
    event, ruling, _, _, over, bits, phase, *_ = struck
    if phase == "break":
        bits |= BREAK
    elif phase == "rerack":
        bits |= BREAK_SHOT
    if struck[11] in HANDS:
        bits |= IN_HAND
    if event.inferred:
        bits |= INFERRED
    if not over and balls_made(event, ruling):
        bits |= MADE
    return bits | _recorded(event, discipline, phase) if isinstance(event, ev.Shot) else bits


def _recorded(shot: ev.Shot, discipline: str | None, phase: str) -> int:
    """Return the bits of what was recorded of a stroke: what was aimed at is, or is known."""
    bits = 0
    if shot.call is not None:
        bits |= CALL
    if phase != "break" and (
        called(shot) in AIMED or (shot.call is None and discipline == "9-ball")
    ):
        bits |= ATTACK
    if shot.first_contact is not None:
        bits |= CONTACT
    if shot.cue_to_cushion is not None or shot.balls_to_cushion is not None:
        bits |= CUSHION
    if shot.duration_s is not None:
        bits |= TIMED
    return bits


def recorded(flags: Iterable[int]) -> Counter[str]:
    """Count the strokes that stand, and how many have a call, a contact, cushions, a duration."""
    counts: Counter[str] = Counter()
    for bits, times in Counter(flags).items():
        if not bits & (VOID | INNING):
            counts["strokes"] += times
            for name, bit in FACTS.items():
                counts[name] += times if bits & bit else 0
    return counts
