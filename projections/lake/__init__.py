"""The tables of a whole archive as Parquet files, made on as many processors as there are.

``folding`` is one pure function from the records of some matches to rows and integer sums, by the
code of the node. ``tasks`` maps it over the files of an archive, ``runners`` and ``ray_runner`` say
where; ``building`` puts the lake together and ``reading`` opens it for the statistics.
"""

from pathlib import Path
from typing import Final

LAKE: Final = "lake.json"
"""What says that a folder is a lake, and what is in it."""


def is_lake(folder: Path) -> bool:
    """Tell whether a folder holds a lake."""
    return (folder / LAKE).exists()
