"""Flat packages: their names are free, each has its layer, the domain stays pure."""

import ast
import importlib.util
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.architecture.repository import BESIDE, PACKAGES, PYPROJECT, ROOT, relative, tracked


@pytest.mark.parametrize("name", [*PACKAGES, *BESIDE])
def test_no_installed_distribution_owns_the_name(name: str) -> None:
    assert set(packages_distributions().get(name, [])) <= {"cuelog"}
    assert name not in sys.stdlib_module_names


@pytest.mark.parametrize("name", PACKAGES)
def test_the_name_imports_this_repository(name: str) -> None:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin == str(ROOT / name / "__init__.py")


def test_every_package_has_a_layer() -> None:
    contracts = PYPROJECT["tool"]["importlinter"]["contracts"]
    layers: list[str] = next(c["layers"] for c in contracts if c["id"] == "layers")
    placed = {name.strip() for layer in layers for name in layer.split("|")}
    found = {path.parent.name for path in tracked(":(glob)*/__init__.py")}
    assert placed == set(PACKAGES) == found - set(BESIDE)
    assert set(PYPROJECT["tool"]["importlinter"]["root_packages"]) == placed


def imported(path: Path) -> Iterator[str]:
    """Name the top-level modules a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case _:
                pass


def msgspec_in_events(path: str) -> set[str]:
    return {"msgspec"} if path.startswith("domain/events/") else set()


def test_the_domain_imports_the_standard_library_and_msgspec_in_events_alone() -> None:
    pure = {"domain"} | sys.stdlib_module_names
    foreign = {
        relative(path): names
        for path in tracked("domain/*.py")
        if (names := set(imported(path)) - pure - msgspec_in_events(relative(path)))
    }
    assert foreign == {}
