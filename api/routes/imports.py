"""Imports over HTTP: files of other systems, all of them or nothing; needs a token."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from pydantic import BaseModel

from api.access import Official
from api.house import TheHouse, answer
from api.imports import Wanted, nothing_taken
from api.problems import Problem
from api.routes.health import Insider, internal
from api.uploads import Constants, Target, Word, Year, imported, received, run
from ingest.importers.mapping import Mapping
from ingest.importers.source import Source

router = APIRouter(tags=["imports"])
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


def _said(
    discipline: Word = None,
    rules: Word = None,
    target: Target = None,
    zone: Word = None,
    year: Year = None,
    source: Word = None,
) -> Constants:
    told = {"discipline": discipline, "rules": rules, "zone": zone, "source": source}
    return {**told, "target": target, "year": year}


Said = Annotated[Constants, Depends(_said)]


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
    format: Word = None,  # noqa: A002 - the name of the parameter
    dry_run: bool = False,  # noqa: FBT001, FBT002 - parameters of a query
    partial: bool = False,  # noqa: FBT001, FBT002
) -> Response:
    """Import files of other systems (multipart: `file`, any number of times, and `mapping`).

    The report names what was guessed, refused or contradictory with its place. All or nothing,
    unless `partial`; with `dry_run` the report alone.
    """
    async with received(request) as form:
        told = await imported(
            house, form, recorder, said, format=format, dry_run=dry_run, partial=partial
        )
    if nothing_taken(told):
        raise Problem("import_refused", "nothing was appended; see the report", report=told)
    return answer(told)


@internal.post("/imports")
def post_imports(house: Insider, asked: Asked) -> Response:
    """Import files of this machine for a command that does not hold the directory."""
    sources = [Source(name, path) for name, path in asked.sources]
    mapping = Mapping(**asked.mapping)
    return answer(run(house, Wanted(sources, mapping, asked.dry_run, asked.partial)))
