"""Files sent to be imported: a multipart form, bounded and kept on disk, and its import."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from api.house import House
from api.imports import Wanted, import_files
from api.problems import Problem
from ingest.importers.mapping import BadMapping, Mapping, read_mapping
from ingest.importers.run import UnknownFormat, named
from ingest.importers.source import Source

LARGEST: Final = 256 * 2**20
"""Bytes of an upload, which is kept on disk."""
MOST_FILES: Final = 20
Word = Annotated[str | None, Field(max_length=64)]
Target = Annotated[int | None, Field(ge=1, le=1_000_000)]
Year = Annotated[int | None, Field(ge=1900, le=2200)]
Constants = dict[str, str | int | None]
"""What holds for every row of the files."""
LONGEST_TOKEN: Final = 1_000
"""Bytes taken of a first part before it has shown a right."""


class _TokenFirst(MultiPartParser):
    """Takes nothing but a short token from who has not shown a right yet."""

    let_in: Callable[[str], object]
    unknown = 0
    """Bytes that came before a right was shown."""

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        if not self.items:
            self.unknown += end - start
            if self.unknown > LONGEST_TOKEN:
                self.let_in("")
        super().on_part_data(data, start, end)

    def on_part_end(self) -> None:
        super().on_part_end()
        if len(self.items) == 1:
            name, value = self.items[0]
            self.let_in(value.strip() if name == "token" and isinstance(value, str) else "")


@asynccontextmanager
async def received(
    request: Request, let_in: Callable[[str], object] | None = None
) -> AsyncGenerator[FormData]:
    """Give the form of a request, and let go of its files in the end.

    ``let_in`` is given its first field, the token, and may raise; nothing of a file is kept before
    that. Raises ``Problem``.
    """
    form = await _parsed(request, let_in)
    try:
        if let_in is not None and not form:
            let_in("")
        yield form
    finally:
        await form.close()


async def _parsed(request: Request, let_in: Callable[[str], object] | None) -> FormData:
    if "multipart/form-data" not in request.headers.get("content-type", ""):
        if let_in is not None:
            let_in("")
        raise Problem("invalid_body", "send multipart/form-data with the files as `file`")
    kind = MultiPartParser if let_in is None else _TokenFirst
    most = {"max_files": MOST_FILES, "max_fields": MOST_FILES}
    parser = kind(request.headers, _bounded(request), **most)
    if isinstance(parser, _TokenFirst) and let_in is not None:
        parser.let_in = let_in
    try:
        return await parser.parse()
    except (MultiPartException, KeyError, ValueError) as error:
        raise Problem("invalid_body", f"no multipart form: {error}") from error


async def _bounded(request: Request) -> AsyncGenerator[bytes]:
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > LARGEST:
            raise Problem("too_large", f"an upload has at most {LARGEST} bytes")
        yield part


async def imported(
    house: House,
    form: FormData,
    recorder: str,
    said: Constants,
    *,
    format: str | None,  # noqa: A002 - as it is called outside
    dry_run: bool,
    partial: bool,
) -> dict[str, Any]:
    """Try or import the files of a form, with what is said of all their rows; return the report."""
    mapping = _mapping(await _text(form.get("mapping")), format).with_constants(**said)
    return await run_in_threadpool(
        _import, house, form, mapping, recorder, dry_run=dry_run, partial=partial
    )


async def _text(value: UploadFile | str | None) -> str:
    """Return a field as text, whether it was sent as a file or not."""
    if isinstance(value, UploadFile):
        return (await value.read()).decode("utf-8", "replace")
    return value or ""


def _mapping(text: str, wanted: str | None) -> Mapping:
    """Return a mapping file with the format that is wanted; raises ``Problem``."""
    try:
        made = read_mapping(text.encode()) if text.strip() else Mapping()
        return made if wanted is None else made.with_format(named(wanted).NAME)
    except (BadMapping, UnknownFormat) as error:
        raise Problem("invalid_parameter", str(error)) from error


def _import(
    house: House,
    form: FormData,
    mapping: Mapping,
    recorder: str,
    *,
    dry_run: bool,
    partial: bool,
) -> dict[str, Any]:
    """Put the files of a form on disk, import them and return the report."""
    sent = [one for one in form.getlist("file") if isinstance(one, UploadFile)]
    # A form of a browser in which no file was chosen has one without a name and a byte.
    uploads = [one for one in sent if one.filename or one.size]
    if not uploads:
        raise Problem("invalid_body", "no file: send each as a part called `file`")
    with tempfile.TemporaryDirectory() as folder:
        sources: list[Source] = []
        for number, upload in enumerate(uploads):
            path = Path(folder) / str(number)
            with path.open("wb") as file:
                shutil.copyfileobj(upload.file, file)
            sources.append(Source(Path(upload.filename or f"file {number + 1}").name, path))
        wanted = Wanted(sources, mapping, dry_run=dry_run, partial=partial, recorder=recorder)
        return run(house, wanted)


def run(house: House, wanted: Wanted) -> dict[str, Any]:
    """Import files of this machine, and wait until what they hold is in the tables."""
    patience = house.settings.patience_s
    return import_files(
        house.node, house.settings.data, wanted, lambda seen: house.node.wait(seen, patience)
    )
