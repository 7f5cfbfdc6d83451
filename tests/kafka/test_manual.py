"""The producers that docs/kafka.md shows, run as they stand there against the real broker."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.keys import PublicKey, fingerprint, new_private, public_of, save_private
from ingest.log import LogRecord
from ingest.officials import holds, key_of
from ingest.wire import receive
from tests.architecture.repository import ROOT
from tests.ingest.conformance import read_all
from tests.kafka.conftest import OpenLog

pytestmark = pytest.mark.kafka

MANUAL = (ROOT / "docs" / "kafka.md").read_text("utf-8")


def example(language: str, broker: str, topic: str, number: int = 0) -> str:
    code = re.findall(rf"```{language}\n(.*?)```", MANUAL, re.DOTALL)[number]
    return code.replace("127.0.0.1:9092", broker).replace("cuelog.events", topic)


def run(*command: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def the_record(broker: str, open_log: OpenLog) -> LogRecord:
    log = open_log(broker)
    (record,) = read_all(log)
    event = receive(record.raw).event
    assert event is not None
    assert log.placement_fault(record, event.match) is None
    return record


def test_python_producer(kafka: str, topic: str, open_log: OpenLog) -> None:
    open_log(kafka)
    run(sys.executable, "-W", "error", "-c", example("python", kafka, topic))
    assert the_record(kafka, open_log).match == "club-7"


def test_signing_producer(
    kafka: str, topic: str, open_log: OpenLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    private = new_private()
    save_private(tmp_path / "referee.pem", private)
    key = fingerprint(public_of(private))
    code = example("python", kafka, topic, 1).replace("k-0123456789abcdef01234567", key)
    open_log(kafka)
    run(sys.executable, "-W", "error", "-c", code)
    record = the_record(kafka, open_log)
    known = PublicKey(key, "jan", "official", public_of(private))
    assert record.signature is not None
    assert key_of(record.signature) == key
    assert holds(record.signature, record.raw, known, 0, record.received_ms)


def test_kcat_producer(kafka: str, topic: str, open_log: OpenLog) -> None:
    if shutil.which("kcat") is None:
        pytest.fail("kcat is missing: apt-get install kcat", pytrace=False)
    open_log(kafka)
    run("sh", "-e", "-c", example("sh", kafka, topic))
    assert the_record(kafka, open_log).match == "club-8"
