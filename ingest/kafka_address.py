"""The address of a Kafka log: where it is, how it should be, and every setting of librdkafka.

``kafka://HOST:PORT[,HOST:PORT]/TOPIC?SETTING=VALUE&…``. Settings beginning with ``cuelog.`` are
ours, all others go to librdkafka as they are. A value ``@FILE`` is read from that file, so that a
password stands neither in a list of processes nor in a message; ``@@`` begins a plain ``@``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from ingest.log import Stream, UnknownLog

PARTITIONS: Final[dict[Stream, int]] = {"events": 12, "registry": 1}
EXAMPLE: Final = "kafka://host:port/topic"
OURS: Final = frozenset(
    {
        "acks",
        "allow.auto.create.topics",
        "auto.offset.reset",
        "bootstrap.servers",
        "enable.auto.commit",
        "enable.auto.offset.store",
        "enable.idempotence",
        "enable.partition.eof",
        "isolation.level",
        "message.max.bytes",
        "metadata.broker.list",
        "partitioner",
        "request.required.acks",
        "transactional.id",
    }
)
"""Settings of librdkafka that what a log promises rests on."""
SHORTEST_KEY: Final = 16
"""Bytes of a key that recorders are proved with."""

OFFICIALS: Final = ("finding", "quarantine")
"""What becomes of an official's event without proof of his right."""
_SETTINGS: Final = (
    "cuelog.check",
    "cuelog.officials",
    "cuelog.partitions",
    "cuelog.recorder.key",
    "cuelog.replication",
)
_TOPIC: Final = re.compile(r"[A-Za-z0-9._-]{1,249}")


class Address(msgspec.Struct, frozen=True):
    """An address taken apart.

    ``replication`` None leaves it to the number of brokers. ``checked`` false: the topic is
    neither made nor looked at, and taken to be as it should.
    """

    servers: str
    topic: str
    client: dict[str, str]
    partitions: int
    replication: int | None = None
    checked: bool = True
    recorder_key: bytes | None = None
    officials: str = OFFICIALS[0]

    def __str__(self) -> str:
        """Name the log in messages, without settings: some are secrets."""
        return f"kafka://{self.servers}/{self.topic}"


def parse(url: str, stream: Stream) -> Address:
    """Take an address apart; raises ``UnknownLog``. The topic named is that of the events."""
    parts = urlsplit(url)
    servers, topic = parts.netloc, parts.path.removeprefix("/")
    if not servers or "@" in servers or not all(servers.split(",")):
        raise UnknownLog(f"this address of a Kafka log names no broker: write {EXAMPLE}")
    if not _TOPIC.fullmatch(topic) or not topic.strip("."):
        raise UnknownLog(f"{topic!r} cannot be a topic: write {EXAMPLE}")
    if parts.fragment:
        raise UnknownLog("the address of a Kafka log has a #: write %23 in a value")
    settings = _settings(parts.query)
    ours = {name: settings.pop(name) for name in _SETTINGS if name in settings}
    _check_client(settings)
    return Address(
        servers=servers,
        topic=topic if stream == "events" else registry_of(topic),
        client=settings,
        partitions=_partitions(ours, stream),
        replication=_count(ours, "cuelog.replication"),
        checked=_one_of(ours, "cuelog.check", ("yes", "no")) == "yes",
        recorder_key=_key(ours.get("cuelog.recorder.key")),
        officials=_one_of(ours, "cuelog.officials", OFFICIALS),
    )


def registry_of(topic: str) -> str:
    """Return the topic of what belongs to no match, beside the topic of the events."""
    return f"{topic.removesuffix('.events')}.registry"


def _settings(query: str) -> dict[str, str]:
    """Return the settings of a query; ``+`` is a plus, passwords have them."""
    found: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        name, equals, value = part.partition("=")
        name = unquote(name)
        if not equals or name in found:
            raise UnknownLog(f"setting {name!r}: write each once, as {EXAMPLE}?setting=value")
        found[name] = _value(name, unquote(value))
    return found


def _value(name: str, value: str) -> str:
    """Return a value, from a file where it names one."""
    if not value.startswith("@"):
        return value
    if value.startswith("@@"):
        return value[1:]
    try:
        return Path(value[1:]).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UnknownLog(f"setting {name!r} cannot be read from {value[1:]}: {error}") from error


def _check_client(settings: dict[str, str]) -> None:
    """Refuse what is ours to say."""
    for name in settings:
        if name in OURS:
            raise UnknownLog(f"setting {name!r} is not free: what the log promises rests on it")
        if name.startswith("cuelog."):
            known = ", ".join(_SETTINGS)
            raise UnknownLog(f"setting {name!r} is unknown; those of cuelog are {known}")


def _partitions(ours: dict[str, str], stream: Stream) -> int:
    """Return how many partitions the topic must have; the registry always has its own number."""
    wanted = _count(ours, "cuelog.partitions")
    return PARTITIONS[stream] if wanted is None or stream == "registry" else wanted


def _count(ours: dict[str, str], name: str) -> int | None:
    text = ours.get(name)
    if text is None:
        return None
    if not text.isdecimal() or not 1 <= int(text) <= 10_000:
        raise UnknownLog(f"setting {name!r} must be a number from 1 on, not {text!r}")
    return int(text)


def _one_of(ours: dict[str, str], name: str, known: Sequence[str]) -> str:
    """Return a setting that has a few values, the first unless given."""
    text = ours.get(name, known[0])
    if text not in known:
        raise UnknownLog(f"setting {name!r} must be {' or '.join(known)}, not {text!r}")
    return text


def _key(text: str | None) -> bytes | None:
    if text is None:
        return None
    key = text.encode()
    if len(key) < SHORTEST_KEY:
        raise UnknownLog(f"setting 'cuelog.recorder.key' needs at least {SHORTEST_KEY} bytes")
    return key
