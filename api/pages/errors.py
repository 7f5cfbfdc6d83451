"""Problems as pages, for those who asked for a page."""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.types import ExceptionHandler

from api.pages.rendering import page
from api.problems import KINDS, Problem

TOLD: Final = frozenset({"www-authenticate", "retry-after"})
"""Headers of a problem that a browser acts upon: it asks for the token, or waits."""


def install(app: FastAPI) -> None:
    """Show the problems of an application as pages outside /v1, where HTML is asked for."""
    for kind in (Problem, RequestValidationError, HTTPException):
        told = app.exception_handlers[kind]
        app.add_exception_handler(kind, _shown(told))


def _shown(told: ExceptionHandler) -> ExceptionHandler:
    async def handler(request: Request, error: Exception) -> Response:
        answer = told(request, error)  # pyright: ignore[reportArgumentType]
        assert isinstance(answer, Response)  # noqa: S101 - ours are plain functions
        if not _for_people(request):
            return answer
        kind = error.kind if isinstance(error, Problem) else "not_found"
        if isinstance(error, RequestValidationError):
            kind = "invalid_parameter"
        words = str(error) if isinstance(error, Problem) else request.url.path
        shown = page(
            request, "problem.html", status=answer.status_code, kind=KINDS[kind], words=words
        )
        told_too = {name: answer.headers[name] for name in TOLD if name in answer.headers}
        shown.headers.update(told_too)
        return shown

    return handler


def _for_people(request: Request) -> bool:
    machine = request.url.path.startswith(("/v1", "/internal"))
    return not machine and "text/html" in request.headers.get("accept", "")
