"""Simulated seasons: matches nobody played, made through the rules and marked as what they are.

Every event says so (``by``), so do the ids of matches and players, the ``event`` and the ``venue``
of each opening, and, where a log is written to, the recorder of each record.
"""

from ingest.simulate.scorer import SIMULATOR, Scorer
from ingest.simulate.season import DISCIPLINES, TARGETS, Detail, Season, play
from ingest.simulate.skills import Skill, beats, drawn_field

__all__ = [
    "DISCIPLINES",
    "SIMULATOR",
    "TARGETS",
    "Detail",
    "Scorer",
    "Season",
    "Skill",
    "beats",
    "drawn_field",
    "play",
]
