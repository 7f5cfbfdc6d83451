"""``cuelog archive``: the log as Parquet files, for keeping and for many machines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from api.commands.place import HERE, Place
from api.printing import count, print_json, progress, show, table
from api.refusal import Refused
from api.wiring import judges_of, log_url, open_people
from ingest.log import LogError, Stream, open_log

STREAMS: tuple[Stream, ...] = ("registry", "events")


def archive(
    folder: Path,
    *,
    json: Annotated[bool, Parameter(negative=(), help="Print JSON.")] = False,
    place: Place = HERE,
) -> None:
    """Add to an archive what it lacks of the log: Parquet files by day, a match never split.

    Run it as often as you like, also after it was broken off, and while a service runs: files are
    only added. Every record is kept byte for byte, quarantined ones too, and so is the registry.
    `cuelog log copy archive:FOLDER LOG` makes a log of it again.

    Parameters
    ----------
    folder
        Folder of the archive, made where it is missing; one log an archive.
    json
        Print JSON.
    place
        Where the data is.
    """
    told = [_archived(folder, stream, place) for stream in STREAMS]
    if json:
        print_json(told)
        return
    show(Text(f"{folder}: {count(told[1]['added'], 'record')} of events added"))
    show(table(tuple(told[0]), [[*one.values()] for one in told]))


def _archived(folder: Path, stream: Stream, place: Place) -> dict[str, Any]:
    """Archive a stream; return what was added, and what there is."""
    from projections.archive import manifest
    from projections.archive.writing import ROUND
    from projections.archive.writing import archive as archived

    target = folder / stream
    with open_people(place.data, place.log) as people:
        try:
            log = open_log(log_url(place.data, place.log), stream)
            try:
                rounds = archived(log, target, judges_of(log, people))
                lacking = sum(log.ends().values()) - manifest.load(target).records
                words = f"archiving {stream}"
                added = sum(progress(rounds, -(-lacking // ROUND), words, least=2))
            finally:
                log.close()
        except (LogError, manifest.ArchiveError) as error:
            raise Refused(str(error)) from error
    kept = manifest.load(target)
    size = sum(file.bytes for file in kept.files)
    return {
        "stream": stream, "added": added, "records": kept.records, "files": len(kept.files),
        "bytes": size, "bytes a record": round(size / kept.records, 1) if kept.records else None,
    }  # fmt: skip
