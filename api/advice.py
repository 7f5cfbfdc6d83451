"""What to do about a record that was not folded; ``cuelog reasons`` prints it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from domain.rulings import REASONS


class Advice(NamedTuple):
    """What a reason means and how to mend what it is about."""

    meaning: str
    remedy: str


_FIRST: Final = "mend what comes before it, then correct it with a `correction` if it still fails"
_FIX: Final = "correct it with a `correction` of its seq, or strike it with null"
_MENDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "not_open": "correct seq 1 with a valid match_opened (a `correction` of seq 1)",
        "unknown_rules": "correct seq 1: name a rule text that has this discipline",
        "unknown_option": "correct seq 1: take the option out or name one the detail lists",
        "unknown_player": "correct it: name a player of seq 1",
        "match_over": "nothing if play was over; else correct the event that ended the match",
        "not_at_table": f"look for a missing or doubled event before it; {_FIRST}",
        "choice_pending": f"record the missing `decision`; {_FIRST}",
        "not_due": _FIRST,
    }
)

REJECTED: Final[Mapping[str, Advice]] = MappingProxyType(
    {code: Advice(meaning, _MENDS.get(code, _FIX)) for code, meaning in REASONS.items()}
)
"""Records that took their ``seq`` and changed nothing."""

UNFOLDED: Final[Mapping[str, Advice]] = MappingProxyType(
    {
        "malformed": Advice(
            "The record is no valid event; the detail names the field and what was expected.",
            "mend that field and send the record again: it claimed neither its id nor its seq",
        ),
        "too_large": Advice(
            "The record has more than 65,536 bytes.",
            "leave out what is no part of the event and send it again",
        ),
        "id_conflict": Advice(
            "Another record of the match has this id and says something else.",
            "if it is another event give it a new id and seq; if it corrects, send a `correction`",
        ),
        "seq_conflict": Advice(
            "Another event of the match has this seq already.",
            "send it again with the next free seq, or as a `correction` of the one that has it",
        ),
        "wrong_key": Advice(
            "The key of the Kafka message is not the match of the event.",
            "produce it again with the match as its key",
        ),
        "wrong_partition": Advice(
            "The message is not in the partition its key belongs to.",
            "produce it with the murmur2_random partitioner over the topic's own partitions",
        ),
        "unverified_official": Advice(
            "An official's event came neither through the API nor signed by a registered key.",
            "post it to the API, or sign it with an official's key and produce it again",
        ),
        "waiting": Advice(
            "An event before it is missing.",
            "send what is missing; if it is lost an official fills the place with `skipped`",
        ),
        "duplicate": Advice("The same record came again.", "nothing"),
    }
)
"""Records that took no ``seq``, or wait behind one that is missing."""


def advice(reason: str) -> Advice:
    """Return what to do about a reason; one of a newer version has no advice."""
    return REJECTED.get(reason) or UNFOLDED.get(reason) or Advice(reason, "see `cuelog reasons`")
