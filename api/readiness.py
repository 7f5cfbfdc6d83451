"""Whether a service can do its work: the log answers and takes records, the tables keep up."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from api.house import House
from api.node import behind
from ingest.log import LogError


def readiness(house: House) -> tuple[int | None, list[str]]:
    """Return how many records the tables are behind, None if unknown, and all that is wrong."""
    told: list[str] = []
    lag: int | None = None
    try:
        lag = behind(house.node)
    except LogError as error:
        told.append(str(error))
    if lag is not None and lag > house.settings.ready_behind:
        told.append(f"the tables are {lag} records behind the log")
    if house.viewers.ending.is_set():
        told.append("the service is being stopped")
    if not house.node.lives():
        told.append("what follows the log has ended")
    troubles = (house.node.trouble, house.appender.trouble())
    told += [trouble for trouble in troubles if trouble is not None]
    return lag, told + disk_troubles(house.settings.data, house.settings.ready_free)


def disk_troubles(data: Path, wanted: int) -> list[str]:
    """Tell what keeps a data directory from being written to."""
    try:
        free = shutil.disk_usage(data).free
    except OSError as error:
        return [f"{data}: {error.strerror}"]
    if not os.access(data, os.W_OK):
        return [f"{data} cannot be written to"]
    if free < wanted:
        return [f"{free} bytes are free on the disk of {data}, fewer than {wanted}"]
    return []
