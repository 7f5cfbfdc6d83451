"""What the service does for machines, told to people: its routes and its problems."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.house import answer
from api.pages.rendering import page
from api.problems import KINDS, PREFIX, Problem

router = APIRouter(include_in_schema=False)


@router.get("/docs")
def get_docs(request: Request) -> Response:
    """List every route with what it does and takes."""
    schema: dict[str, Any] = request.app.openapi()
    routes = [
        (method.upper(), path, operation.get("description", "").split("\n\n"), _asked(operation))
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    ]
    return page(request, "routes.html", routes=routes, kinds=KINDS, prefix=PREFIX)


def _asked(operation: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the parameters of a query with what they mean."""
    return [
        (one["name"], one.get("description", ""))
        for one in operation.get("parameters", ())
        if one["in"] == "query"
    ]


@router.get(PREFIX + "{name}")
def get_problem(name: str) -> Response:
    """Explain a type of problem."""
    kind = KINDS.get(name)
    if kind is None:
        raise Problem("not_found", f"no type of problem is called {name}")
    told = {"type": f"{PREFIX}{name}", "title": kind.title, "status": kind.status}
    return answer({**told, "remedy": kind.remedy})
