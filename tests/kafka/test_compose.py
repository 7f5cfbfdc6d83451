"""The form of compose.yaml and Dockerfile: no container engine runs them here."""

import re
from typing import Any, Final
from xml.etree import ElementTree as ET

import yaml

from api.settings import Settings
from ingest.kafka_address import parse
from tests.architecture.repository import PACKAGES, ROOT

COMPOSE: Final[dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: Final[dict[str, Any]] = COMPOSE["services"]
DOCKERFILE: Final = (ROOT / "Dockerfile").read_text("utf-8")


def test_services_and_volumes_fit_together() -> None:
    assert set(COMPOSE) == {"services", "volumes"}
    assert set(SERVICES) == {"kafka", "cuelog"}
    mounted = {place.split(":")[0] for one in SERVICES.values() for place in one["volumes"]}
    assert mounted == set(COMPOSE["volumes"])
    assert set(SERVICES["cuelog"]["depends_on"]) == {"kafka"}
    assert "test" in SERVICES["kafka"]["healthcheck"]


def test_kafka_is_the_one_that_is_tested() -> None:
    pom = ET.parse(ROOT / "tests" / "kafka" / "pom.xml")  # noqa: S314 - our own file
    version = pom.findtext(".//dependency[artifactId='kafka_2.13']/version")
    assert SERVICES["kafka"]["image"] == f"apache/kafka:{version}"


def test_brokers_address_is_the_one_the_service_uses() -> None:
    environment = SERVICES["cuelog"]["environment"]
    address = parse(environment["CUELOG_LOG"], "events")
    advertised = SERVICES["kafka"]["environment"]["KAFKA_ADVERTISED_LISTENERS"]
    assert advertised == f"PLAINTEXT://{address.servers}"
    assert address.servers.split(":")[0] in SERVICES


def test_settings_of_the_service_exist() -> None:
    names = {name.removeprefix("CUELOG_").lower() for name in SERVICES["cuelog"]["environment"]}
    assert names <= set(Settings.model_fields)
    assert SERVICES["cuelog"]["environment"]["CUELOG_DATA"] in DOCKERFILE


def test_ports_are_open_on_this_machine_alone() -> None:
    ports = [port for one in SERVICES.values() for port in one.get("ports", [])]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_image_holds_what_the_wheel_is_built_from() -> None:
    sources = {
        name
        for line in re.findall(r"^COPY (.*)$", DOCKERFILE, re.MULTILINE)
        for name in line.split()[:-1]
    }
    assert sources == {"requirements", "pyproject.toml", "README.md", "LICENSE", *PACKAGES}
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert {line.removeprefix("!") for line in ignored if line.startswith("!")} == sources
