"""What pooltool's rules need for a shot; runs in an environment of its own (``make bench``).

A break is simulated once for each game. Then its rules judge that shot again and again, and the
processor seconds of each round are printed as JSON. What happened on the table is known by then,
as it is to our fold.
"""

# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false

from __future__ import annotations

import json
import sys
import time

import pooltool
from pooltool.game.datatypes import GameType
from pooltool.ruleset import Player, get_ruleset

GAMES = {"9-ball": GameType.NINEBALL, "8-ball": GameType.EIGHTBALL}
SHOTS = 500
SPEED = 8.0
"""Metres a second of the cue at the break."""


def seconds(game: GameType, rounds: int) -> list[float]:
    """Return the processor seconds of so many rulings on a break, of each round."""
    table = pooltool.Table.from_game_type(game)
    cue = pooltool.Cue(cue_ball_id="cue")
    shot = pooltool.System(table=table, balls=pooltool.get_rack(game, table), cue=cue)
    shot.strike(V0=SPEED, phi=pooltool.aim.at_ball(shot, "1"))
    pooltool.simulate(shot, inplace=True)
    rules = get_ruleset(game)([Player("ana"), Player("bor")])
    found: list[float] = []
    for _ in range(rounds + 1):
        begun = time.process_time()
        for _ in range(SHOTS):
            rules.process_shot(shot)
        found.append(time.process_time() - begun)
    return found[1:]


if __name__ == "__main__":
    told = {name: seconds(game, int(sys.argv[1])) for name, game in GAMES.items()}
    print(json.dumps({"shots": SHOTS, "seconds": told}))
