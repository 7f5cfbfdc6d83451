"""``cuelog log``: which log a directory follows, and the copy of a log into another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import App, Parameter
from rich.text import Text

from api.archived import SCHEME, ArchivedLog
from api.commands.place import HERE, Place
from api.printing import count, print_json, progress, show, table
from api.refusal import Refused
from api.wiring import log_url
from ingest.copying import NotACopy, copy_log
from ingest.log import EventLog, LogError, ReadableLog, Stream, open_log

STREAMS: Final[tuple[Stream, ...]] = ("registry", "events")
"""In the order they are copied: a key is registered before what is signed with it."""
Json = Annotated[bool, Parameter(negative=(), help="Print JSON.")]

app = App(
    name="log",
    help="Show how much a log holds; copy it into another; prove that it was not changed.",
    help_format="plaintext",
    result_action="return_value",
    version_flags=[],
)

for _name, _words in {
    "checkpoint": "Print signed checkpoints of the log, to keep and to hand out.",
    "prove": "Prove that a record is in the log, or that the log only grew.",
    "verify": "Check such a proof offline.",
    "check": "Compare the log with checkpoints of it.",
}.items():
    app.command(f"api.commands.tree:{_name}", name=_name, help=_words)


@app.default
def show_log(*, json: Json = False, place: Place = HERE) -> None:
    """Show which log a directory follows, and how many records it holds by partition."""
    url = log_url(place.data, place.log)
    told: list[dict[str, Any]] = []
    for stream in STREAMS:
        with _opened(url, stream) as log:
            ends = sorted(log.ends().items())
        told += [{"stream": stream, "partition": part, "records": end} for part, end in ends]
    if json:
        print_json({"log": _plain(url), "partitions": told})
        return
    show(
        Text(_plain(url)), table(("stream", "partition", "records"), [[*r.values()] for r in told])
    )


@app.command(name="copy")
def copy(source: str, target: str, *, json: Json = False, place: Place = HERE) -> None:
    """Copy a log into another, events and registry: order, ids and bytes as they are.

    The log to copy into must be new, or hold the beginning of the same copy: run the command again
    after a cut, or to take over what came since. Positions and times of receipt are its own.

    Parameters
    ----------
    source
        Log to read: sqlite:PATH, kafka://host:port/topic, or archive:DIR of `cuelog archive`.
    target
        Log to append to, made where it is missing.
    json
        Print JSON.
    place
        Not asked for: both logs are named.
    """
    del place
    if _plain(source) == _plain(target):
        raise Refused("a log cannot be copied into itself")
    told = {stream: _copied(source, target, stream) for stream in STREAMS}
    if not any(figures["records"] for figures in told.values()):
        raise Refused(f"{_plain(source)} holds no records")
    if json:
        print_json(told)
        return
    for stream, figures in told.items():
        words = f"{stream}: {count(figures['copied'], 'record')} copied"
        there = figures["records"] - figures["copied"]
        show(Text(words + (f", {there} were there before" if there else "")))


def _copied(source: str, target: str, stream: Stream) -> dict[str, int]:
    """Copy a stream; return how many records it has and how many of them were copied."""
    done = Counter[bool]()
    with _source(source, stream) as read, _opened(target, stream, make=True) as written:
        try:
            total = sum(read.ends().values())
            for copied in progress(copy_log(read, written, stream), total, f"copying {stream}"):
                done[copied] += 1
        except LogError as error:
            again = "" if isinstance(error, NotACopy) else "run it again, it goes on from there; "
            raise Refused(f"{error}; {again}{done[True]} of {stream} were copied") from error
    return {"records": done.total(), "copied": done[True]}


@contextmanager
def _opened(url: str, stream: Stream, *, make: bool = False) -> Generator[EventLog]:
    """Open a stream of a log; a file that is only read is not made."""
    scheme, _, path = url.partition(":")
    if not make and scheme == "sqlite" and not Path(path).is_file():
        raise Refused(f"{url}: there is no such log; `cuelog ingest FILE` makes one")
    try:
        log = open_log(url, stream)
    except LogError as error:
        raise Refused(str(error)) from error
    try:
        yield log
    except LogError as error:
        raise Refused(str(error)) from error
    finally:
        log.close()


@contextmanager
def _source(url: str, stream: Stream) -> Generator[ReadableLog]:
    """Open what is copied: a log, or the archive of one."""
    if not url.startswith(SCHEME):
        with _opened(url, stream) as log:
            yield log
        return
    try:
        yield ArchivedLog(Path(url.removeprefix(SCHEME)), stream)
    except LogError as error:
        raise Refused(str(error)) from error


def _plain(url: str) -> str:
    """Return an address without its settings, which may hold secrets."""
    scheme, _, path = url.partition(":")
    return f"sqlite:{Path(path).resolve()}" if scheme == "sqlite" else url.partition("?")[0]
