"""What the projector reads: records of a log, in whatever way a log keeps them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from domain.ledger import Received

ReceiveAll = Callable[[Sequence[bytes]], Sequence[Received]]
"""Bytes to events or faults, one for one; it never raises."""


class Position(Protocol):
    """Where a record stands: offsets grow within a partition, there may be gaps."""

    @property
    def partition(self) -> int: ...  # noqa: D102
    @property
    def offset(self) -> int: ...  # noqa: D102


class LogRecord(Protocol):
    """A record as it stands in the log; ``received_ms`` is Unix time."""

    @property
    def position(self) -> Position: ...  # noqa: D102
    @property
    def match(self) -> str | None: ...  # noqa: D102
    @property
    def raw(self) -> bytes: ...  # noqa: D102
    @property
    def received_ms(self) -> int: ...  # noqa: D102
    @property
    def recorder(self) -> str | None: ...  # noqa: D102
    @property
    def signature(self) -> str | None: ...  # noqa: D102


class Refusal(NamedTuple):
    """Why a record is quarantined before it is read: reason of the contract, and words."""

    reason: str
    detail: str


Refuse = Callable[[LogRecord, str | None], Refusal | None]
"""A record and the match it names to why it may not stand where it does (``wrong_key``, ...)."""


class Officials(NamedTuple):
    """How an official's right is proved, and what becomes of his events without proof."""

    prove: Callable[[LogRecord], bool]
    """Whether a record was recorded by our API, or signed with an official's key."""
    required: bool = False
    """Quarantine what is not proved; otherwise it is folded with a finding."""


def _no(_: LogRecord) -> bool:
    return False


NOBODY: Final = Officials(_no)
"""Nothing proves an official's right."""


class Log(Protocol):
    """A log that can be read from a position on."""

    def read(self, after: Mapping[int, int], limit: int) -> Sequence[LogRecord]:
        """Return up to ``limit`` records; ``after`` holds the next offset of each partition."""
        ...
