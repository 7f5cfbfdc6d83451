"""The licences of what is installed with cuelog; ``python -m tests.architecture.licences``."""

from __future__ import annotations

import re
import sys
from importlib.metadata import metadata
from typing import Final

from tests.architecture.repository import ROOT

PAGE: Final = ROOT / "docs" / "licences.md"
SHORT: Final = 40
"""Letters beyond which a field holds the text of a licence and not its name."""
HEAD: Final = """# Licences

What is installed with cuelog (Apache-2.0) and under which licence, as each package says of itself.
`make audit` writes the bill of materials with versions and hashes to `build/sbom.json` (CycloneDX),
and asks the public data base for known flaws of the versions pinned.

| package | licence |
|---|---|
"""


def _licence(name: str) -> str:
    """Return the licence by the newest of three ways in which packages tell it."""
    told = metadata(name).json
    if expression := told.get("license_expression"):
        return str(expression)
    kinds = [line for line in told.get("classifier", ()) if line.startswith("License")]
    if kinds:
        return ", ".join(kind.rpartition(" :: ")[2] for kind in kinds)
    stated = str(told.get("license") or "")
    return stated if 0 < len(stated) < SHORT else "?"


def page() -> str:
    """Return the page, of the packages pinned for running."""
    pins = (ROOT / "requirements" / "runtime.txt").read_text(encoding="utf-8")
    names = sorted(set(re.findall(r"^([A-Za-z0-9][\w.-]*)==", pins, re.MULTILINE)))
    return HEAD + "".join(f"| {name} | {_licence(name)} |\n" for name in names)


if __name__ == "__main__":
    sys.exit(0 if PAGE.write_text(page(), encoding="utf-8") else 1)
