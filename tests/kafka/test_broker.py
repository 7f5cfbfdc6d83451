"""The broker of the tests: what it lacks is named, and a developer gets the same."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ingest.kafka_log import open_url
from ingest.log import NewRecord
from tests.architecture.repository import ROOT
from tests.ingest.conformance import read_all
from tests.kafka import broker
from tests.kafka.broker import MissingPartError, free_ports


def test_missing_java_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingPartError, match="apt-get install openjdk-17-jre-headless"):
        broker.java()


def test_old_java_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "java"
    old.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingPartError, match="needs Java 17"):
        broker.java()


def test_missing_maven_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(broker, "FETCHED", tmp_path / ".fetched")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingPartError, match="apt-get install maven"):
        broker.jars()


def test_maven_that_brings_nothing_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    maven = tmp_path / "mvn"
    maven.write_text("#!/bin/sh\necho no such artifact\nexit 1\n")
    maven.chmod(0o755)
    monkeypatch.setattr(broker, "FETCHED", tmp_path / ".fetched")
    monkeypatch.setattr(broker, "LIBS", tmp_path / "libs")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(MissingPartError, match="no such artifact"):
        broker.jars()


def test_pom_names_no_host() -> None:
    assert b"://" not in (broker.HERE / "pom.xml").read_bytes()


@pytest.mark.kafka
@pytest.mark.slow
def test_make_kafka_runs_the_same_broker(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    installed = tmp_path / "installed"
    installed.touch()
    data = tmp_path / "node"
    options = [f"BIN={Path(sys.executable).parent}", f"DATA={data}", f"KAFKA_PORT={port}"]
    started = subprocess.Popen(
        ["make", "kafka", *options, f"DEV={installed}"],
        cwd=ROOT,
        env={name: text for name, text in os.environ.items() if "MAKE" not in name},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert started.stdout is not None
    with started, started.stdout:
        said = started.stdout.readline()
        log = open_url(f"kafka://127.0.0.1:{port}/cuelog.events", "events")
        log.append([NewRecord("m", b"1")])
        assert [record.raw for record in read_all(log)] == [b"1"]
        log.close()
        os.killpg(started.pid, signal.SIGINT)
        deadline = time.monotonic() + 30
        while started.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        assert started.returncode is not None
    assert f"127.0.0.1:{port}" in said
    assert (tmp_path / "node-kafka" / "data" / "meta.properties").exists()
