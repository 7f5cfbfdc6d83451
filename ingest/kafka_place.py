"""Which partition of a Kafka topic is the home of a match, as Java's clients reckon it.

A producer elsewhere may place a record as it likes. The home is checked when a record is read, so
that a match is never folded from two partitions, whose order nobody knows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from ingest.log import LogRecord

PlacementFault = Literal["wrong_key", "wrong_partition"]

_SEED: Final = 0x9747B28C
_FACTOR: Final = 0x5BD1E995
_BITS: Final = 0xFFFFFFFF


def murmur2(key: bytes) -> int:
    """Return the hash of a key as Kafka's Java clients have it, unsigned."""
    length = len(key)
    whole = length & ~3
    found = (_SEED ^ length) & _BITS
    for start in range(0, whole, 4):
        word = int.from_bytes(key[start : start + 4], "little") * _FACTOR & _BITS
        found = (found * _FACTOR ^ (word ^ word >> 24) * _FACTOR) & _BITS
    if whole < length:
        found = (found ^ int.from_bytes(key[whole:], "little")) * _FACTOR & _BITS
    found = (found ^ found >> 13) * _FACTOR & _BITS
    return found ^ found >> 15


@lru_cache(maxsize=65_536)
def home_partition(match: str, partitions: int) -> int:
    """Return the partition of every record of a match: the hash of its key, sign bit dropped."""
    return (murmur2(match.encode()) & 0x7FFFFFFF) % partitions


def placement_fault(record: LogRecord, match: str, partitions: int) -> PlacementFault | None:
    """Tell what is wrong with the place of a record whose body names ``match``."""
    if record.match != match:
        return "wrong_key"
    if record.position.partition != home_partition(match, partitions):
        return "wrong_partition"
    return None
