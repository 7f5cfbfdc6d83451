"""Importing files of other systems: the form, the report of a try, and what an import made."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from api.access import bearer, official_of
from api.formats import csv_lines
from api.house import House, TheHouse, answer
from api.imports import nothing_taken
from api.pages.errors import TOLD
from api.pages.home import names_in
from api.pages.rendering import page
from api.problems import Problem, fields, respond
from api.uploads import (
    LARGEST,
    MOST_FILES,
    Constants,
    Target,
    Word,
    Year,
    imported,
    received,
)
from domain.rulesets import rule_texts
from ingest.importers.mapping import fields as known_fields
from ingest.importers.report import KINDS
from ingest.importers.run import IMPORTERS
from projections.schema import DISCIPLINES

router = APIRouter(include_in_schema=False)
posting = APIRouter(include_in_schema=False)
"""Takes the form; its token is a field, so that what lets readers in does not look at it."""
NOTES: Final = 30
"""Notes of a kind on the page; the files have all that were kept."""
LONGEST: Final = 120
"""Characters of a text of a note on the page."""
LISTED: Final = 50
"""Matches on the page of an import."""
TEXTS: Final = sorted({text for _, text in rule_texts()})
EXAMPLE: Final = """\
[headers]
player_a = "Tko"
made = "Ubacio"

[words.end]
promasaj = "miss"
"""
MARKS: Final = {"refused": "error", "contradictory": "warning", "guessed": "", "left_out": ""}
"""How grave a kind of note is shown."""
COLUMNS: Final = ("kind", "file", "sheet", "row", "cell", "times", "words", "value")
PLAYERS: Final = "SELECT match, player1, player2 FROM matches WHERE match IN (SELECT unnest(?))"


class Asked(BaseModel):
    """The fields of the form that say what the files do not."""

    model_config = ConfigDict(extra="ignore")
    format: Word = None
    discipline: Word = None
    rules: Word = None
    target: Target = None
    zone: Word = None
    year: Year = None
    source: Word = None
    partial: bool = False

    @field_validator("*", mode="before")
    @classmethod
    def _blank(cls, value: object) -> object:
        return (value.strip() or None) if isinstance(value, str) else value

    def constants(self) -> Constants:
        """Return what holds for every row."""
        return self.model_dump(exclude={"format", "partial"})


def asked_of(form: Iterable[tuple[str, object]]) -> Asked:
    """Return the fields of a form; raises ``Problem``."""
    try:
        return Asked.model_validate({k: v for k, v in form if isinstance(v, str)})
    except ValidationError as error:
        flaws = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        raise Problem("invalid_parameter", "; ".join(flaws)) from error


@router.get("/imports")
def get_imports(request: Request, house: TheHouse) -> Response:
    """Show the form."""
    del house
    return _page(request)


@posting.post("/imports")
async def post_imports(request: Request, house: TheHouse) -> Response:
    """Try files, unless it says to import them, and show the report on the page of the form."""
    recorder: list[str] = []

    def let_in(token: str) -> None:
        recorder[:] = [official_of(request, house, token)]

    try:
        if token := bearer(request):
            let_in(token)
        async with received(request, None if recorder else let_in) as form:
            given = asked_of(form.multi_items())
            told = await imported(
                house, form, recorder[0], given.constants(), format=given.format,
                dry_run=form.get("do") != "import", partial=given.partial,
            )  # fmt: skip
    except Problem as problem:
        return _trouble(request, problem)
    values = {"given": given, "told": told, "key": house.reports.keep(told)}
    names = await run_in_threadpool(_names, house, told)
    return _page(request, status=422 if nothing_taken(told) else 200, names=names, **values)


@router.get("/imports/{name}")
def get_import_report(name: Annotated[str, Path(max_length=64)], house: TheHouse) -> Response:
    """Return all of a report as a file."""
    found = re.fullmatch(r"([\w-]+)\.(csv|json)", name)
    report = None if found is None else house.reports.get(found[1])
    if found is None or report is None:
        raise Problem("not_found", "no report has this address; one is kept for an hour at most")
    name = f'attachment; filename="report.{found[2]}"'
    sent = {"Content-Disposition": name, "Cache-Control": "no-store"}
    if found[2] == "json":
        return answer(report, headers=sent)
    lines = b"".join(csv_lines(COLUMNS, report["notes"]))
    return Response("\ufeff".encode() + lines, 200, sent, "text/csv")


def _names(house: House, told: dict[str, Any]) -> list[tuple[Any, list[Any]]]:
    """Return the first matches of an import, each with the names of its players."""
    states = told.get("states", [])[:LISTED]
    ids = [one["match"] for one in states]
    players = {row[0]: [one for one in row[1:] if one] for row in house.node.rows(PLAYERS, (ids,))}
    names = names_in(house.node, [{"players": found} for found in players.values()])
    return [
        (one, [names.get(player, player) for player in players.get(one["match"], [])])
        for one in states
    ]


def _shown(told: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the first notes of each kind, with texts of a length a page can bear."""
    found: list[dict[str, Any]] = []
    for kind in KINDS:
        notes = [note for note in told["notes"] if note["kind"] == kind]
        found += [
            {**note, "words": _cut(note["words"]), "file": _cut(note["file"])}
            for note in notes[:NOTES]
        ]
    return found


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _page(request: Request, *, status: int = 200, **values: Any) -> HTMLResponse:  # noqa: ANN401
    told: dict[str, Any] | None = values.get("told")
    given: Asked = values.pop("given", Asked())
    shown: dict[str, Any] = {"told": None, "names": [], "key": "", "trouble": None, **values}
    return page(
        request,
        "imports.html",
        status=status,
        section="desk",
        formats=[(one.NAME, one.SAYS) for one in IMPORTERS],
        disciplines=DISCIPLINES,
        texts=TEXTS,
        kinds=KINDS,
        marks=MARKS,
        fields=sorted(known_fields()),
        example=EXAMPLE,
        largest=f"{LARGEST >> 20} MiB",
        most=MOST_FILES,
        notes=[] if told is None else _shown(told),
        state=_state(told, given),
        given={**given.model_dump(), "more": any(given.constants().values())},
        **shown,
    )


def _state(told: dict[str, Any] | None, given: Asked) -> str:
    """Return what the script goes by: files that were tried may be imported as they are."""
    if told is None:
        return ""
    if told["imported"]:
        return "imported"
    return "refused" if told["refused"] and not given.partial else "tried"


def _trouble(request: Request, problem: Problem) -> Response:
    """Show a problem on the page of the form, with what tells a browser to wait or to log in."""
    told = respond(problem)
    if "text/html" not in request.headers.get("accept", ""):
        return told
    shown = _page(request, status=told.status_code, trouble=fields(problem))
    shown.headers.update({name: told.headers[name] for name in TOLD if name in told.headers})
    return shown
