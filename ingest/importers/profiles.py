"""Files whose columns are known by heart: a mapping for each, chosen by its headers.

What the user says in a mapping of his own wins over a profile.
"""

from __future__ import annotations

import msgspec

from ingest.importers.mapping import Mapping, profiles
from ingest.importers.source import Source
from ingest.names import normalised


def profile_of(source: Source, mapping: Mapping) -> Mapping:
    """Return a mapping with what a profile adds for the headers of a file."""
    if mapping.headers or mapping.format or source.kind != "text":
        return mapping
    trial = Source(source.name, source.path, mapping.encoding, mapping.delimiter)
    have = {normalised(str(cell)) for _, rows in trial.head(1) for row in rows for cell in row}
    for profile in profiles():
        if {normalised(header) for header in profile.headers.values()} <= have:
            constants = {**profile.constants, **mapping.constants}
            return msgspec.structs.replace(
                profile, constants=constants, encoding=mapping.encoding,
                delimiter=mapping.delimiter, words={**profile.words, **mapping.words},
            )  # fmt: skip
    return mapping
