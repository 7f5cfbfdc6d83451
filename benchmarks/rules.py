"""The fold of a game beside pooltool's rules for it, which judge a shot of its simulation.

pooltool is large and wants its own versions of what we use too, so it is installed into an
environment of its own (``make bench`` does), and measured by ``peers_pooltool`` there.
"""

from __future__ import annotations

import json
import statistics
import subprocess
from pathlib import Path
from typing import Final

from benchmarks.folds import fold
from benchmarks.generate import matches
from benchmarks.report import Report, interleaved
from domain.vocabulary import Discipline

ROOT: Final = Path(__file__).parents[1]
PYTHON: Final = ROOT / "build" / "peers" / "bin" / "python"
GAMES: Final[tuple[Discipline, ...]] = ("9-ball", "8-ball")
COLUMNS: Final = ("game", "ours, us an event", "pooltool's rules, us a shot", "times as fast")


def measured(events: int, rounds: int) -> Report:
    """Measure both games; raises ``FileNotFoundError`` where pooltool was not installed."""
    if not PYTHON.exists():
        raise FileNotFoundError(f"no {PYTHON.relative_to(ROOT)}: `make bench` installs pooltool")
    script = Path(__file__).with_name("peers_pooltool.py")
    done = subprocess.run([PYTHON, script, str(rounds)], check=True, stdout=subprocess.PIPE)
    told = json.loads(done.stdout)
    rows = list[tuple[object, ...]]()
    for game in GAMES:
        ours = _ours(game, events, rounds)
        theirs = statistics.median(told["seconds"][game]) / told["shots"] * 1e6
        rows.append((game, ours, theirs, theirs / ours))
    notes = ("ours: decode and fold with rulings, from bytes", "pooltool's: from its own objects")
    return Report("Rules beside pooltool's, processor time", COLUMNS, rows, notes)


def _ours(game: Discipline, events: int, rounds: int) -> float:
    log = list(matches(events, disciplines=(game,)))
    found = interleaved({game: lambda: fold(log)}, rounds)
    return statistics.median(found[game]) / sum(map(len, log)) * 1e6
