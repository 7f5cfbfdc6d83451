"""What the address of a Kafka log may say, and what is refused before any broker is asked."""

from pathlib import Path

import pytest

from ingest.kafka_address import OURS, parse
from ingest.log import UnknownLog, open_log

PLACE = "kafka://127.0.0.1:9092/league.events"


def test_address_names_brokers_topic_and_settings() -> None:
    address = parse(
        "kafka://one:9092,two:9092/league.events"
        "?security.protocol=SASL_SSL&sasl.password=a+b%26c&cuelog.replication=2",
        "events",
    )
    assert (address.servers, address.topic) == ("one:9092,two:9092", "league.events")
    assert address.client == {"security.protocol": "SASL_SSL", "sasl.password": "a+b&c"}
    assert (address.partitions, address.replication, address.checked) == (12, 2, True)
    assert address.officials == "finding"
    assert parse(f"{PLACE}?cuelog.officials=quarantine", "events").officials == "quarantine"


@pytest.mark.parametrize(
    ("events", "registry"),
    [("cuelog.events", "cuelog.registry"), ("league", "league.registry")],
)
def test_registry_is_a_topic_of_one_partition_beside_the_events(events: str, registry: str) -> None:
    address = parse(f"kafka://h:1/{events}?cuelog.partitions=3", "registry")
    assert (address.topic, address.partitions) == (registry, 1)


def test_value_comes_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("chalk & cue\n")
    client = parse(f"{PLACE}?sasl.password=@{secret}&client.rack=@@shelf", "events").client
    assert client == {"sasl.password": "chalk & cue", "client.rack": "@shelf"}


def test_secrets_stay_out_of_messages() -> None:
    assert str(parse(f"{PLACE}?sasl.password=chalk", "events")) == PLACE


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("kafka:", "names no broker"),
        ("kafka:///topic", "names no broker"),
        ("kafka://one:1,,two:2/topic", "names no broker"),
        ("kafka://user@host:1/topic", "names no broker"),
        ("kafka://host:1", "cannot be a topic"),
        ("kafka://host:1/..", "cannot be a topic"),
        ("kafka://host:1/a/b", "cannot be a topic"),
        (f"{PLACE}?a=1#b", "write %23"),
        (f"{PLACE}?sasl.password", "as kafka://"),
        (f"{PLACE}?a=1&a=2", "each once"),
        (f"{PLACE}?sasl.password=@no-such-file", "cannot be read from no-such-file"),
        (f"{PLACE}?cuelog.partition=4", "those of cuelog are"),
        (f"{PLACE}?cuelog.partitions=0", "a number from 1 on"),
        (f"{PLACE}?cuelog.replication=two", "a number from 1 on"),
        (f"{PLACE}?cuelog.check=maybe", "yes or no"),
        (f"{PLACE}?cuelog.officials=ignore", "finding or quarantine"),
        (f"{PLACE}?cuelog.recorder.key=short", "at least 16 bytes"),
        (f"{PLACE}?no.such.setting=1", "no.such.setting"),
        (f"{PLACE}?message.timeout.ms=soon", "message.timeout.ms"),
        *((f"{PLACE}?{name}=1", "is not free") for name in sorted(OURS)),
    ],
)
def test_wrong_address_is_explained(url: str, words: str) -> None:
    with pytest.raises(UnknownLog, match=words):
        open_log(url)
