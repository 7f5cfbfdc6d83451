"""Typing paper sheets of 14.1: the page, and the check that answers while it is typed."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from api.access import Body
from api.house import TheHouse, answer
from api.pages.rendering import language_of, page, say, translate
from api.pages.script_words import SHEET
from api.pages.words import WORDS
from api.paper import LONGEST, read_sheet
from api.problems import Problem
from domain.rulesets import rule_texts

router = APIRouter(include_in_schema=False)
TEXTS: Final = sorted(text for discipline, text in rule_texts() if discipline == "14.1")


class Typed(BaseModel):
    """A sheet as typed: the opening, the day, and a word a turn."""

    model_config = ConfigDict(extra="forbid")
    rules: str = Field(max_length=16)
    players: tuple[str, str]
    target: int = Field(ge=1, le=100_000)
    breaker: str | None = None
    event: str | None = Field(default=None, max_length=200)
    round: str | None = Field(default=None, max_length=200)
    day: str = Field(pattern=r"^\d{4}-\d\d-\d\d$")
    words: list[str] = Field(max_length=LONGEST)

    def opening(self) -> dict[str, Any]:
        """Return the fields of the opening."""
        given = self.model_dump(exclude={"day", "words"}, exclude_none=True)
        return {**given, "players": list(self.players), "discipline": "14.1"}


@router.get("/sheet/new")
def get_sheet_page(request: Request, house: TheHouse) -> Response:
    """Show the page on which paper sheets are typed."""
    del house
    language = language_of(request)
    words = {name: translate(language, text) for name, text in SHEET.items()}
    kinds = {code: say(language, "verdict", code) for code in WORDS["verdict"]}
    return page(
        request, "sheet.html", section="sheet", texts=TEXTS, words={"ui": words, "verdict": kinds}
    )


@router.post("/sheet/check")
def check_sheet(body: Body) -> Response:
    """Tell what a sheet means so far and where it contradicts itself; nothing is appended."""
    try:
        typed = Typed.model_validate_json(body)
    except ValidationError as error:
        flaws = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        raise Problem("invalid_body", "; ".join(flaws)) from error
    return answer(read_sheet(typed.opening(), typed.words, f"{typed.day}T00:00:00Z"))
