"""Where the data of a command is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter


@Parameter(name="*")
@dataclass(frozen=True)
class Place:
    """Where the data is."""

    data: Annotated[Path, Parameter(env_var="CUELOG_DATA")] = Path(".cuelog")
    """Data directory."""
    log: Annotated[str | None, Parameter(env_var="CUELOG_LOG")] = None
    """Log: sqlite:PATH or kafka://host:port/topic; by default the data directory's own."""


HERE: Final = Place()
