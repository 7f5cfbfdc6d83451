"""Words of audit reports and of reports of competitions, by kind and code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from api.pages.marking import mark

REPORTS: Final[Mapping[str, Mapping[str, str]]] = {
    "standing": {
        "open": mark("open: the match is not over"),
        "provisional": mark("provisional: nobody has signed it as it stands"),
        "under_protest": mark("under protest"),
        "confirmed": mark("confirmed"),
        "annulled": mark("annulled by decision"),
    },
    "stands": {
        "open": mark("open"),
        "provisional": mark("provisional"),
        "under_protest": mark("under protest"),
        "confirmed": mark("confirmed"),
        "annulled": mark("annulled"),
    },
    "changed": {
        "status": mark("status"),
        "winner": mark("winner"),
        "awarded": mark("awarded"),
        "score": mark("score"),
        "frame_score": mark("points of the frame"),
        "protests": mark("open protests"),
    },
    "ground": {
        "fact": mark("a fact"),
        "rule": mark("a rule"),
        "eligibility": mark("eligibility"),
        "conduct": mark("conduct"),
    },
    "protest": {
        "open": mark("open"),
        "upheld": mark("upheld"),
        "dismissed": mark("dismissed"),
        "inadmissible": mark("inadmissible"),
    },
    "signature": {
        "valid": mark("the signature holds"),
        "unsigned": mark("a statement without a signature: it proves nothing"),
        "incomplete": mark("does not count: score, winner, rules version and key must be signed"),
        "unknown_key": mark("its key is not registered"),
        "other_holder": mark("its key belongs to somebody else"),
        "wrong_role": mark("its key is of another role"),
        "revoked_key": mark("its key was revoked, and nothing shows that it was signed before"),
        "bad_signature": mark("the signature is not of these words: changed, or forged"),
    },
    "import": {
        "refused": mark("refused"),
        "contradictory": mark("contradictory"),
        "guessed": mark("guessed"),
        "left_out": mark("left out"),
    },
    "import_told": {
        "refused": mark("cannot be taken: mend the cell, or say what it means in a mapping file"),
        "contradictory": mark("taken as stated, and the file disagrees with itself or the rules"),
        "guessed": mark("the file does not say it, and this was taken"),
        "left_out": mark("holds nothing for a match log: byes, matches not played, remarks"),
    },
    "place": {
        "rank": mark("Rank"),
        "player": mark("Player"),
        "played": mark("Played"),
        "wins": mark("Won"),
        "drawn": mark("Drawn"),
        "lost": mark("Lost"),
        "points": mark("Points"),
        "scored": mark("For"),
        "against": mark("Against"),
        "difference": mark("Difference"),
        "average": mark("Average"),
        "best_average": mark("Best average"),
        "high_run": mark("High run"),
    },
}
