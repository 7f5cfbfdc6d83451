"""A season for the topic: matches in shares, one a producer, each share sent in its own disorder.

What is sent beside the matches is known: duplicates, garbage, records out of place, and conflicts
of which the order is known, because they are sent before all else or after it.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from confluent_kafka import Producer

from ingest.kafka_place import home_partition
from ingest.simulate import Season, drawn_field

SHARES: Final = 4
PARTITIONS: Final = 12
DUPLICATES: Final = 0.05
HOME: Final = -1
"""Stands for the partition that the producer reckons from the key."""
EVERY: Final = 25
"""Every so manieth match has a conflict that comes first, and one that comes last."""


class Sent(NamedTuple):
    """A record as produced."""

    key: str | None
    raw: bytes
    partition: int = HOME


class Share(NamedTuple):
    """What one producer sends: first, in any order, last; and what is to become of it."""

    plain: list[tuple[str, bytes]]
    """The records that count, by match and in order."""
    first: list[Sent]
    shuffled: list[Sent]
    last: list[Sent]
    duplicates: int
    quarantined: Counter[str]


def season(number: int, count: int, events: int) -> Season:
    """Return what a producer's matches are of: 14.1, to a target that takes more events."""
    return Season(drawn_field(20, number), number, count, ("14.1",), {"14.1": events + events // 5})


def matches(number: int, count: int, events: int) -> dict[str, list[bytes]]:
    """Return the first events of each match of a season; nearly all of them are strokes."""
    played = season(number, count, events)
    return {played.name(index): played.match(index)[:events] for index in range(count)}


def share(number: int, count: int, events: int) -> Share:
    """Return what a producer sends; the same each time it is asked."""
    rng = random.Random(number)  # noqa: S311 - an order
    plain: list[tuple[str, bytes]] = []
    first, last, quarantined = list[Sent](), list[Sent](), Counter[str]()
    records: list[Sent] = []
    for index, (match, lines) in enumerate(matches(number, count, events).items()):
        records += [Sent(match, raw) for raw in lines]
        if index % EVERY == 0:
            wins = _claim(match, 5, "wins")
            first.append(Sent(match, wins))
            last.append(Sent(match, _claim(match, 6, "loses")))
            last.append(Sent(match, _claim(match, 900, json.loads(lines[7])["id"])))
            quarantined.update(seq_conflict=2, id_conflict=1)
            lines[4] = wins
        plain += [(match, raw) for raw in lines]
    again = rng.sample(records, int(len(records) * DUPLICATES))
    odd = _odd(season(number, count, events), quarantined)
    shuffled = [*records, *again, *odd]
    rng.shuffle(shuffled)
    lost = Counter(sent.raw for sent in again if _loses(sent.raw, first))
    quarantined["seq_conflict"] += lost.total()
    return Share(plain, first, shuffled, last, len(again) - lost.total(), quarantined)


def _claim(match: str, seq: int, name: str) -> bytes:
    event = {"id": name, "match": match, "seq": seq, "at": "2026-01-01T10:00:00Z", "type": "claim"}
    return json.dumps(event | {"score": {"nobody": 1}}).encode()


def _loses(raw: bytes, first: Sequence[Sent]) -> bool:
    """Tell whether the place of a record was taken before it was sent."""
    event = json.loads(raw)
    return event["seq"] == 5 and any(sent.key == event["match"] for sent in first)


def _odd(played: Season, quarantined: Counter[str]) -> list[Sent]:
    """Return what is no event of a match, or stands where it may not."""
    match, other = played.name(1), played.name(2)
    away = (home_partition(match, PARTITIONS) + 1) % PARTITIONS
    claim = _claim(match, 800, "misplaced")
    quarantined.update(malformed=50, too_large=5, wrong_key=20, wrong_partition=10)
    return [
        *[Sent(None, b"\xff garbage %d" % n) for n in range(20)],
        *[Sent(match, b'{"match":"%s","seq":%d}' % (match.encode(), n)) for n in range(20)],
        *[Sent(match, b"") for _ in range(10)],
        *[Sent(match, b'"%s"' % (b"x" * 70_000)) for _ in range(5)],
        *[Sent(other, claim) for _ in range(10)],
        *[Sent(None, claim) for _ in range(10)],
        *[Sent(match, claim, away) for _ in range(10)],
    ]


def send(broker: str, topic: str, one: Share) -> None:
    """Produce a share; what comes first or last is waited for."""
    producer = Producer(
        {
            "bootstrap.servers": broker,
            "partitioner": "murmur2_random",
            "enable.idempotence": True,
            "linger.ms": 5,
            "log_level": 0,
        }
    )
    for part in (one.first, one.shuffled, one.last):
        for sent in part:
            producer.produce(topic, sent.raw, sent.key, sent.partition)
            if not len(producer) % 1_000:
                producer.poll(0.01)
        if producer.flush(60):
            raise SystemExit("not all was delivered")


if __name__ == "__main__":
    send(sys.argv[1], sys.argv[2], share(*map(int, sys.argv[3:6])))
