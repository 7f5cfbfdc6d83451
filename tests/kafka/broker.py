"""A real Apache Kafka broker on this machine, for the tests and for ``make kafka``.

Maven brings Kafka's own jars, a JVM runs them: one node, KRaft, loopback alone, at most 512 MB of
heap. What is missing is named with its Debian package, and is never a reason to skip a test.
"""

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Final

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

HERE: Final = Path(__file__).parent
LIBS: Final = HERE / "libs"
FETCHED: Final = LIBS / ".fetched"
CLUSTER: Final = "4L6g3nShT-eMCtK--X86sw"
COPY: Final = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies"
JVM: Final = ("-Xms128m", "-Xmx512m", "-XX:+UseSerialGC")
SOON_UP: Final = (*JVM, "-XX:TieredStopAtLevel=1")
"""For a broker that runs for seconds: compiled at once, though not well."""
JAVA: Final = 17
START_S: Final = 60.0
STOP_S: Final = 30.0


class MissingPartError(RuntimeError):
    """Something a broker needs is not on this machine."""


def jars() -> Path:
    """Return the directory of the broker's jars; fetch them unless the pom is the same."""
    pom = (HERE / "pom.xml").read_bytes()
    if FETCHED.is_file() and FETCHED.read_bytes() == pom:
        return LIBS
    if shutil.which("mvn") is None:
        raise MissingPartError("Maven is missing, which brings Kafka's jars: apt-get install maven")
    command = ["mvn", "-q", "-B", COPY, "-DincludeScope=runtime", f"-DoutputDirectory={LIBS}"]
    shutil.rmtree(LIBS, ignore_errors=True)
    done = subprocess.run(command, cwd=HERE, check=False, capture_output=True, text=True)
    if done.returncode:
        raise MissingPartError(
            f"Maven could not bring the jars of {HERE / 'pom.xml'}:\n{done.stdout}"
        )
    FETCHED.write_bytes(pom)
    return LIBS


def java() -> str:
    """Return a Java that runs the broker."""
    found = shutil.which("java")
    if found is None:
        raise MissingPartError(
            "Java is missing, which runs Kafka: apt-get install openjdk-17-jre-headless"
        )
    told = subprocess.run([found, "-version"], check=False, capture_output=True, text=True).stderr
    version = re.search(r'version "(\d+)', told)
    if version is None or int(version[1]) < JAVA:
        raise MissingPartError(
            f"Kafka needs Java {JAVA}: apt-get install openjdk-17-jre-headless\n{told}"
        )
    return found


def free_ports(count: int) -> list[int]:
    """Return ports of the loopback that nobody uses now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    try:
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


class Broker:
    """A broker with a directory of its own, which it keeps over restarts, as its port."""

    def __init__(
        self,
        directory: Path,
        port: int | None = None,
        *,
        secure: bool = False,
        jvm: Sequence[str] = SOON_UP,
    ) -> None:
        self.directory = directory.absolute()
        free, self.controller, self.secure_port = free_ports(3)
        self.port = port or free
        self.url, self.secure_url = f"127.0.0.1:{self.port}", f"127.0.0.1:{self.secure_port}"
        self.certificate = self.directory / "broker.pem" if secure else None
        self._java, self._jars, self._jvm = java(), jars(), jvm
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the broker on the data it has, and return when it answers."""
        self.directory.mkdir(parents=True, exist_ok=True)
        properties = self.directory / "server.properties"
        data = self.directory / "data"
        properties.write_text(self._properties(data), "utf-8")
        if not (data / "meta.properties").exists():
            self._run("kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", properties)
        with self.log.open("ab") as log:
            command = self._command("kafka.Kafka", properties)
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        self._await()

    def _properties(self, data: Path) -> str:
        """Return the broker's settings, with a listener for TLS and passwords where it is asked."""
        text = (HERE / "server.properties").read_text("utf-8")
        if self.certificate is not None:
            text += (HERE / "secure.properties").read_text("utf-8")
            self._make_certificate(self.certificate)
        return Template(text).substitute(
            port=self.port,
            controller=self.controller,
            secure=self.secure_port,
            keystore=self.directory / "broker.p12",
            data=data,
        )

    def _make_certificate(self, certificate: Path) -> None:
        """Make a key of the broker that it signs itself, once."""
        if certificate.exists():
            return
        tool, store = Path(self._java).with_name("keytool"), self.directory / "broker.p12"
        common = ["-alias", "broker", "-keystore", store, "-storepass", "for-tests"]
        made = ["-keyalg", "EC", "-dname", "CN=127.0.0.1", "-ext", "san=ip:127.0.0.1"]
        for command in (["-genkeypair", *common, *made], ["-exportcert", "-rfc", *common]):
            done = subprocess.run([tool, *command], check=True, capture_output=True)
        certificate.write_bytes(done.stdout)

    @property
    def log(self) -> Path:
        """What the broker has to say."""
        return self.directory / "broker.log"

    @property
    def is_stopped(self) -> bool:
        """Tell whether the broker was stopped and not started since."""
        return self._process is None

    def wait(self) -> int:
        """Wait until the broker ends by itself."""
        assert self._process is not None
        return self._process.wait()

    def stop(self) -> None:
        """Let the broker end in order."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End the broker at once, as a failing machine would."""
        self._end(signal.SIGKILL)

    def freeze(self) -> None:
        """Let the broker keep its connections and answer nobody."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen broker go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _await(self) -> None:
        """Wait until the broker answers a client."""
        deadline = time.monotonic() + START_S
        while True:
            try:
                AdminClient({"bootstrap.servers": self.url, "log_level": 0}).list_topics(timeout=1)
            except KafkaException:
                assert self._process is not None
                if self._process.poll() is not None or time.monotonic() > deadline:
                    self.kill()
                    text = self.log.read_text("utf-8", "replace")[-4_000:]
                    raise RuntimeError(f"the Kafka broker did not start:\n{text}") from None
            else:
                return

    def _command(self, main: str, *arguments: str | Path) -> list[str | Path]:
        logging = f"-Dlog4j2.configurationFile={HERE / 'log4j2.properties'}"
        return [self._java, *self._jvm, logging, "-cp", f"{self._jars}/*", main, *arguments]

    def _run(self, main: str, *arguments: str | Path) -> None:
        command = self._command(main, *arguments)
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{main} failed:\n{done.stdout}{done.stderr}")


def main() -> None:
    """Run a broker in the foreground until Ctrl-C; its data stays."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", type=Path, required=True, help="directory of the broker")
    parser.add_argument("--port", type=int, default=9092)
    options = parser.parse_args()
    try:
        broker = Broker(options.data, options.port, jvm=JVM)
        broker.start()
    except (MissingPartError, RuntimeError) as error:
        raise SystemExit(str(error)) from None
    answers = f"Kafka answers at {broker.url}, data in {broker.directory}; Ctrl-C ends it."
    print(answers, flush=True)  # noqa: T201
    print(f"cuelog serve --log kafka://{broker.url}/cuelog.events")  # noqa: T201
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        broker.wait()
    except KeyboardInterrupt:
        broker.stop()
    raise SystemExit(os.EX_OK)


if __name__ == "__main__":
    main()
