"""Matches in other people's forms over HTTP."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel

from api.exports import ENDINGS, MEDIA_TYPES, Export, Form, export
from api.house import House, MatchId, TheHouse, answer
from api.problems import Problem
from api.reading import NoSuchMatch
from api.routes.health import Insider, internal
from ingest.exporters.turns import NoSheet

router = APIRouter(tags=["matches"])
NOT_HELD = "Cuelog-Not-Held"
_FOUND: dict[int | str, dict[str, Any]] = {
    200: {"description": f"the file; `{NOT_HELD}` says how many kinds of things it does not hold"},
    404: {"description": "no such match"},
    422: {"description": "the form cannot hold this match"},
}
Language = Literal["en", "sl", "pl", "lt"]


class Asked(BaseModel):
    """What ``cuelog sheet`` asks of the service of its machine."""

    matches: list[str]
    form: Form
    language: Language
    bom: bool


@router.get("/matches/{match}/sheet", responses=_FOUND, response_class=Response)
def get_sheet(
    match: MatchId,
    house: TheHouse,
    form: Annotated[Form, Query(description="the form of the file")] = "csv",
    language: Annotated[Language, Query(description="of headers and words")] = "en",
) -> Response:
    """Return a match as a 14.1 score sheet (CSV, Excel), a ClubCloud result, or its log."""
    made = _export(house, Asked(matches=[match], form=form, language=language, bom=True))
    name = f'attachment; filename="{match.replace(":", "_")}.{ENDINGS[form]}"'
    lost = sum(map(len, made.lost.values()))
    headers = {"Content-Disposition": name, NOT_HELD: str(lost)}
    return Response(made.content, 200, headers, MEDIA_TYPES[form])


@internal.post("/sheet")
def post_sheet(house: Insider, asked: Asked) -> Response:
    """Return matches in a form for a command of this machine."""
    made = _export(house, asked)
    return answer({"content": base64.b64encode(made.content).decode(), "lost": made.lost})


def _export(house: House, asked: Asked) -> Export:
    try:
        return export(house.node, asked.matches, asked.form, asked.language, bom=asked.bom)
    except NoSuchMatch as error:
        raise Problem("not_found", f"no match is called {error}") from error
    except NoSheet as error:
        raise Problem("no_sheet", str(error)) from error
