"""Files that are there whole or not at all, also after the power failed."""

from __future__ import annotations

import os
from pathlib import Path


def put(path: Path, data: bytes) -> None:
    """Put bytes in the place of a file at once; they are durable on return."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
