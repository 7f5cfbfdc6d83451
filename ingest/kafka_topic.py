"""The topic of a log: made if it is missing, refused if it is none that keeps a log.

A topic that compacts, expires or got more partitions loses records or their order without a word,
so it is looked at before the first use and again every minute.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, wait
from typing import Any, Final, cast

import confluent_kafka as kafka
from confluent_kafka import KafkaError, KafkaException
from confluent_kafka import admin as half_typed

from ingest.kafka_address import Address
from ingest.kafka_client import error_of, made, settings_of, unavailable
from ingest.log import LogUnavailable, NotALog

admin: Final = cast("Any", half_typed)
"""Its types leave out what is answered, and half of the names."""
ASK_S: Final = 10.0
"""Seconds a broker has to answer a question, while the client can connect to one."""
RECHECK_S: Final = 60.0
FRESH_S: Final = 5.0
"""Seconds for which a broker that answered is taken to be there."""
AWAY_S: Final = 1.0
"""Seconds after which brokers that cannot be connected to are away, and are taken to stay so."""
STEP_S: Final = 0.05
REPLICAS: Final = 3
LARGEST: Final = 1_000_000
"""Bytes of a message where the topic was not asked."""
SMALLEST_LIMIT: Final = 2 * 65_536
"""Bytes of a message a topic must take: an event at its largest, with key and headers."""
CONFIGS: Final = {
    "cleanup.policy": "delete",
    "retention.ms": "-1",
    "retention.bytes": "-1",
    "message.timestamp.type": "LogAppendTime",
}
_REASONS: Final = {
    "cleanup.policy": "a compacted topic keeps the last record of each match and loses the others",
    "retention.ms": "records must never expire",
    "retention.bytes": "records must never be dropped for space",
    "message.timestamp.type": "received_ms is the broker's time, not a producer's",
}

_SETTLING: Final = frozenset(
    {
        KafkaError._NOENT,  # noqa: SLF001 - librdkafka's own: no leader of any partition yet
        KafkaError.FENCED_LEADER_EPOCH,
        KafkaError.LEADER_NOT_AVAILABLE,
        KafkaError.NOT_LEADER_FOR_PARTITION,
        KafkaError.OFFSET_NOT_AVAILABLE,
        KafkaError.UNKNOWN_LEADER_EPOCH,
        KafkaError.UNKNOWN_TOPIC_OR_PART,
    }
)
"""What is answered while a topic is made or gets another leader."""


class Topic:
    """A topic and the brokers that have it; any thread may ask."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.largest = LARGEST
        self._settings = settings_of(address, {}, {"error_cb": self._note})
        self._admin = made(admin.AdminClient, self._settings)
        self._lock = threading.Lock()
        self._seen = False
        self._missed = self._trouble = ""
        self._checked_at = self._reached_at = self._missed_at = self._down_at = float("-inf")

    def ready(self, *, now: bool = True) -> None:
        """Return if the topic is a log, and its brokers are there ``now``; else raise."""
        if self._is_ready(now=now):
            return
        with self._lock:
            if self._is_ready(now=now):
                return
            if time.monotonic() < self._missed_at + AWAY_S:
                raise unavailable(self.address, self._missed)
            if time.monotonic() < self._checked_at + RECHECK_S:
                self.ends()
            else:
                self._check()

    def _is_ready(self, *, now: bool) -> bool:
        """Tell whether nothing is to be asked."""
        until = self._checked_at + RECHECK_S
        return time.monotonic() < (min(until, self._reached_at + FRESH_S) if now else until)

    def reached(self) -> None:
        """Note that a broker answered."""
        self._reached_at = time.monotonic()
        self._missed_at = self._down_at = float("-inf")
        self._trouble = ""

    def doubt(self) -> None:
        """Note that a broker may be away: it is asked before the next use."""
        self._reached_at = float("-inf")

    def ends(self) -> dict[int, int]:
        """Return for every partition the offset that its next record will get."""
        deadline = time.monotonic() + ASK_S
        while True:
            try:
                return self._ends()
            except KafkaException as error:
                if _code(error) not in _SETTLING or time.monotonic() > deadline:
                    raise self._unreached(error) from error
            time.sleep(STEP_S)
            # A client keeps the leaders it knows for minutes: a new one asks who leads now.
            self._admin = made(admin.AdminClient, self._settings)

    def _ends(self) -> dict[int, int]:
        asked = {
            kafka.TopicPartition(self.address.topic, partition): admin.OffsetSpec.latest()
            for partition in range(self.address.partitions)
        }
        isolation = kafka.IsolationLevel.READ_UNCOMMITTED
        answers = self._admin.list_offsets(asked, isolation_level=isolation, request_timeout=ASK_S)
        return {at.partition: self._answer(answer).offset for at, answer in answers.items()}

    def _check(self) -> None:
        """Look at the topic; make it when it is missing and was never seen."""
        if self.address.checked:
            try:
                self._look()
            except KafkaException as error:
                raise self._unreached(error) from error
        else:
            self.ends()
        self._checked_at = time.monotonic()

    def _look(self) -> None:
        replicas = self._replicas()
        if replicas is None and self._seen:
            raise NotALog(f"{self.address}: the topic is gone; restore it, or start another log")
        if replicas is None:
            self._make()
            replicas = self._settled()
        check_partitions(self.address, replicas)
        configs = self._configs()
        check_configs(self.address, configs)
        self._seen = True
        self.largest = int(configs.get("max.message.bytes", LARGEST))

    def _settled(self) -> list[int]:
        """Wait until each partition of a new topic has its leader."""
        deadline = time.monotonic() + ASK_S
        while not (replicas := self._replicas()) or not all(replicas):
            if time.monotonic() > deadline:
                raise KafkaException(KafkaError(KafkaError.LEADER_NOT_AVAILABLE))
            time.sleep(STEP_S)
        return replicas

    def _replicas(self) -> list[int] | None:
        """Return the replicas of each partition, 0 while it has no leader; None of no topic."""
        topic = self.address.topic
        names = kafka.TopicCollection([topic])
        try:
            described = self._answer(
                self._admin.describe_topics(names, request_timeout=ASK_S)[topic]
            )
        except KafkaException as error:
            if _code(error) == KafkaError.UNKNOWN_TOPIC_OR_PART:
                return None
            raise
        return [len(one.replicas) if one.leader else 0 for one in described.partitions]

    def _configs(self) -> dict[str, str]:
        resource = admin.ConfigResource(admin.ResourceType.TOPIC, self.address.topic)
        answers = self._admin.describe_configs([resource], request_timeout=ASK_S)
        found = cast("Mapping[str, Any]", self._answer(answers[resource]))
        return {name: str(entry.value) for name, entry in found.items()}

    def _make(self) -> None:
        """Make the topic as it should be; another process may do so at the same time."""
        replication = self.address.replication or self._replication()
        configs = dict(CONFIGS)
        if replication >= REPLICAS:
            configs["min.insync.replicas"] = str(replication - 1)
        topic = self.address.topic
        new = admin.NewTopic(topic, self.address.partitions, replication, config=configs)
        try:
            self._answer(self._admin.create_topics([new], request_timeout=ASK_S)[topic])
        except KafkaException as error:
            if _code(error) != KafkaError.TOPIC_ALREADY_EXISTS:
                raise

    def _replication(self) -> int:
        """Return three replicas, or as many as there are brokers."""
        cluster = self._answer(self._admin.describe_cluster(request_timeout=ASK_S))
        return min(REPLICAS, len(cluster.nodes))

    def _answer(self, future: Future[Any]) -> Any:  # noqa: ANN401 - each question has its own
        """Wait for an answer, which is a sign of a broker whatever it says."""
        begun = time.monotonic()
        while not future.done():
            self._admin.poll(0)
            waited_s = time.monotonic() - begun
            if waited_s > 2 * ASK_S or (waited_s > AWAY_S and self._down_at > begun):
                raise KafkaException(KafkaError(KafkaError._TRANSPORT))  # noqa: SLF001
            wait([future], STEP_S)
        answer = future.result()
        self.reached()
        return answer

    def _unreached(self, error: KafkaException) -> LogUnavailable:
        """Return what to raise when there was no answer, with the client's last trouble."""
        self._admin.poll(0)
        self._missed = f"{error_of(error)} ({self._trouble})" if self._trouble else error_of(error)
        self._missed_at = time.monotonic()
        self.doubt()
        return unavailable(self.address, self._missed)

    def _note(self, error: KafkaError) -> None:
        """Keep what the client says is wrong, if it says more than that all brokers are down."""
        if error.code() == KafkaError._ALL_BROKERS_DOWN:  # noqa: SLF001
            self._down_at = time.monotonic()
        else:
            self._trouble = error.str()


def _code(error: KafkaException) -> int | None:
    first = error.args[0] if error.args else None
    return first.code() if isinstance(first, KafkaError) else None


def check_partitions(address: Address, replicas: list[int]) -> None:
    """Raise ``NotALog`` unless a topic has the partitions and replicas it should."""
    found, wanted = len(replicas), address.partitions
    if found != wanted:
        raise NotALog(
            f"{address} has {found} partitions and should have {wanted}: with another number "
            "matches go to other partitions and their order is lost. If it was changed, copy "
            "the log into a new topic in order (`cuelog log copy`); if it was made so, write "
            f"cuelog.partitions={found} in the address"
        )
    fewest = min((count for count in replicas if count), default=None)
    if fewest is not None and address.replication is not None and fewest < address.replication:
        raise NotALog(
            f"{address} has {fewest} replicas and should have {address.replication}: "
            "reassign its partitions, or lower cuelog.replication"
        )


def check_configs(address: Address, configs: Mapping[str, str]) -> None:
    """Raise ``NotALog`` unless the settings of a topic let it keep everything."""
    wrong = [
        f"{name} is {found} and should be {wanted}: {_REASONS[name]}"
        for name, wanted in CONFIGS.items()
        if (found := configs.get(name, wanted)) != wanted
    ]
    if int(configs.get("max.message.bytes", LARGEST)) < SMALLEST_LIMIT:
        wrong.append(f"max.message.bytes must be at least {SMALLEST_LIMIT}: events are that large")
    if wrong:
        advice = "set it right with kafka-configs --alter, or name another topic"
        raise NotALog(f"{address} does not keep a log: {'; '.join(wrong)}; {advice}")
