"""Records of a batch by the match they name, and which of them may not stand where they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.fold import OFFICIAL
from domain.ledger import Received
from domain.replay import match_of
from projections.records import NOBODY, LogRecord, Officials, ReceiveAll, Refusal, Refuse
from projections.rows import Chunk

Group = list[tuple[LogRecord, Received, bool]]
"""Records of a match with what was read, and whether an official's right is proved."""
_UNPROVED: Final = Refusal(
    "unverified_official", "neither signed by an official's key nor recorded by the API"
)
_OFFICIAL: Final = frozenset[type](OFFICIAL)


class Judges(NamedTuple):
    """Turns bytes into events; says why a record may not stand where it does; proves rights."""

    receive_all: ReceiveAll
    refuse: Refuse | None = None
    officials: Officials = NOBODY

    def judge(
        self, record: LogRecord, read: Received, match: str | None
    ) -> tuple[Refusal | None, bool]:
        """Return why a record is refused, its bytes apart, and whether a right is proved."""
        refused = None if self.refuse is None else self.refuse(record, match)
        if refused is not None or type(read.event) not in _OFFICIAL:
            return refused, False
        proved = self.officials.prove(record)
        if self.officials.required and not proved:
            return _UNPROVED, False
        return None, proved

    def grouped(self, records: Sequence[LogRecord], chunk: Chunk) -> dict[str, Group]:
        """Group what can be read by match; what cannot takes no place and changes no match."""
        groups: dict[str, Group] = {}
        received = self.receive_all([record.raw for record in records])
        for record, read in zip(records, received, strict=True):
            match = match_of(read)
            refused, proved = self.judge(record, read, match)
            if refused is not None:
                chunk.refuse(record, read, match, *refused)
            elif read.event is None or match is None:
                chunk.refuse(record, read, match)
            elif match in groups:
                groups[match].append((record, read, proved))
            else:
                groups[match] = [(record, read, proved)]
        return groups
