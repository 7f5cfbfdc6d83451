"""What every client of Kafka here has in common: its settings, its troubles in our words."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from confluent_kafka import KafkaError, KafkaException

from ingest.kafka_address import Address
from ingest.log import LogUnavailable, UnknownLog

_Client = TypeVar("_Client")

LOGGER: Final = logging.getLogger(__name__)
"""What librdkafka has to say goes here, not to standard error."""
REPEAT_S: Final = 10.0
"""Seconds between two lines of one kind: clients say several times a second that one is away."""

_COMMON: Final[dict[str, Any]] = {
    "client.id": "cuelog",
    "log.connection.close": False,
    "socket.connection.setup.timeout.ms": 5_000,
    # A broker that is back is found within a second.
    "reconnect.backoff.ms": 200,
    "reconnect.backoff.max.ms": 1_000,
}
_PASSING: Final = frozenset(
    {
        KafkaError._ALL_BROKERS_DOWN,  # noqa: SLF001 - so are the names of librdkafka's own codes
        KafkaError._RESOLVE,  # noqa: SLF001
        KafkaError._TIMED_OUT,  # noqa: SLF001
        KafkaError._TRANSPORT,  # noqa: SLF001
        KafkaError.GROUP_AUTHORIZATION_FAILED,  # no group is used
        KafkaError.UNKNOWN_TOPIC_OR_PART,  # while it is made; one that is gone is found by Topic
    }
)


class Sparing(logging.Filter):
    """Lets a line of each kind pass (``FAIL``, ``GETPID`` …) once in a while."""

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether no line of this kind passed lately."""
        kind, now = record.getMessage().partition(" ")[0], time.monotonic()
        if now < self._next.get(kind, now):
            return False
        self._next[kind] = now + REPEAT_S
        return True


LOGGER.addFilter(Sparing())


def settings_of(address: Address, more: dict[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a client: the address's go over ``more``, ``ours`` over all."""
    return {
        **_COMMON,
        **more,
        **address.client,
        **ours,
        "bootstrap.servers": address.servers,
        "logger": LOGGER,
    }


def made(make: Callable[[dict[str, Any]], _Client], settings: dict[str, Any]) -> _Client:
    """Make a client; raises ``UnknownLog`` where librdkafka does not take a setting."""
    try:
        return make(settings)
    except KafkaException as error:
        raise UnknownLog(f"a setting of the Kafka log is not taken: {error_of(error)}") from error


def error_of(error: KafkaException) -> str:
    """Return the words of an exception of the client."""
    (first, *_) = error.args or (error,)
    return first.str() if isinstance(first, KafkaError) else str(first)


def is_passing(error: KafkaError) -> bool:
    """Tell of a trouble of a consumer that it goes away, and that librdkafka tries again."""
    return error.code() in _PASSING or error.retriable()


def unavailable(address: Address, words: str) -> LogUnavailable:
    """Return the error of a log that cannot be reached now."""
    return LogUnavailable(f"{address} cannot be used now: {words}")
