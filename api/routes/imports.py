"""Imports over HTTP: files of other systems, all of them or nothing; needs a token."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from api.access import Official
from api.house import House, TheHouse, answer
from api.imports import Wanted, import_files
from api.problems import Problem
from api.routes.health import Insider, internal
from ingest.importers.mapping import BadMapping, Mapping, read_mapping
from ingest.importers.run import UnknownFormat, named
from ingest.importers.source import Source

router = APIRouter(tags=["imports"])
LARGEST: Final = 256 * 2**20
"""Bytes of an upload, which is kept on disk."""
MOST_FILES: Final = 20
_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {
                            "type": "array",
                            "items": {"type": "string", "format": "binary"},
                            "description": "CSV, Excel or JSON files",
                        },
                        "mapping": {"type": "string", "description": "a mapping file (TOML)"},
                    },
                }
            }
        },
    }
}
_OUTCOMES: dict[int | str, dict[str, Any]] = {
    200: {"description": "the report; `imported` tells whether it was appended"},
    400: {"description": "no files, or a mapping that cannot be used"},
    401: {"description": "no valid token"},
    403: {"description": "the token is of no official"},
    413: {"description": "too large"},
    422: {
        "description": "something is refused: nothing was appended; the report is in the problem"
    },
}
Text = Annotated[str | None, Query(max_length=64)]


def _said(
    discipline: Text = None,
    rules: Text = None,
    target: Annotated[int | None, Query(ge=1, le=1_000_000)] = None,
    zone: Text = None,
    year: Annotated[int | None, Query(ge=1900, le=2200)] = None,
    source: Text = None,
) -> dict[str, str | int | None]:
    told = {"discipline": discipline, "rules": rules, "zone": zone, "source": source}
    return {**told, "target": target, "year": year}


Said = Annotated[dict[str, str | int | None], Depends(_said)]


class Asked(BaseModel):
    """What ``cuelog import`` asks of the service of its machine."""

    sources: list[tuple[str, Path]]
    mapping: dict[str, Any]
    dry_run: bool
    partial: bool


@router.post("/imports", responses=_OUTCOMES, openapi_extra=_BODY)
async def import_uploads(
    request: Request,
    house: TheHouse,
    recorder: Official,
    said: Said,
    format: Text = None,  # noqa: A002 - the name of the parameter
    dry_run: bool = False,  # noqa: FBT001, FBT002 - parameters of a query
    partial: bool = False,  # noqa: FBT001, FBT002
) -> Response:
    """Import files of other systems (multipart: `file`, any number of times, and `mapping`).

    The report names what was guessed, refused or contradictory with its place. All or nothing,
    unless `partial`; with `dry_run` the report alone.
    """
    form = await _form(request)
    try:
        mapping = _mapping(await _text(form.get("mapping")), format)
        mapping = mapping.with_constants(**said)
        told = await run_in_threadpool(
            _import, house, form, mapping, recorder, dry_run=dry_run, partial=partial
        )
    finally:
        await form.close()
    if told["refused"] and not (told["imported"] or dry_run):
        raise Problem("import_refused", "nothing was appended; see the report", report=told)
    return answer(told)


async def _form(request: Request) -> FormData:
    parser = MultiPartParser(
        request.headers, _bounded(request), max_files=MOST_FILES, max_fields=MOST_FILES
    )
    if "multipart/form-data" not in request.headers.get("content-type", ""):
        raise Problem("invalid_body", "send multipart/form-data with the files as `file`")
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


async def _text(value: UploadFile | str | None) -> str:
    if isinstance(value, UploadFile):
        return (await value.read()).decode("utf-8", "replace")
    return value or ""


def _mapping(text: str, wanted: str | None) -> Mapping:
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
    """Put the uploads into files and import them."""
    uploads = [one for one in form.getlist("file") if isinstance(one, UploadFile)]
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
        return _run(house, wanted)


def _run(house: House, wanted: Wanted) -> dict[str, Any]:
    patience = house.settings.patience_s
    return import_files(
        house.node, house.settings.data, wanted, lambda seen: house.node.wait(seen, patience)
    )


@internal.post("/imports")
def post_imports(house: Insider, asked: Asked) -> Response:
    """Import files of this machine for a command that does not hold the directory."""
    sources = [Source(name, path) for name, path in asked.sources]
    mapping = Mapping(**asked.mapping)
    return answer(_run(house, Wanted(sources, mapping, asked.dry_run, asked.partial)))
