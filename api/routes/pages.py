"""Pages for people: what the service is, its routes, its problems; no other host is needed."""

from __future__ import annotations

import html
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from api.house import answer
from api.problems import KINDS, PREFIX, Problem

router = APIRouter(include_in_schema=False)
_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "code{background:#f0f0f0;padding:.1em .3em}table{border-collapse:collapse;width:100%}"
    "td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;"
    "border-bottom:1px solid #ccc}@media(prefers-color-scheme:dark)"
    "{body{background:#181818;color:#eee}code{background:#333}a{color:#9cf}}"
)


def _page(title: str, body: str) -> HTMLResponse:
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body><main><h1>{title}</h1>{body}</main></body></html>"
    )


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    head = "".join(f"<th scope=col>{name}</th>" for name in heads)
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


@router.get("/")
def get_start() -> Response:
    """Say where to go from here."""
    return _page(
        "cuelog",
        "<p>Match logs of pool and snooker: replayed, ruled with clauses, counted.</p><ul>"
        '<li><a href="/v1/matches">Matches</a></li>'
        '<li><a href="/v1/statistics">Statistics</a></li>'
        '<li><a href="/v1/clauses">Clauses</a></li>'
        '<li><a href="/docs">All routes</a></li></ul>',
    )


@router.get("/docs")
def get_docs(request: Request) -> Response:
    """List every route with what it does and takes."""
    schema: dict[str, Any] = request.app.openapi()
    rows = [
        (
            f"<code>{method.upper()} {html.escape(path)}</code>",
            html.escape(operation.get("description", "")).replace("\n\n", "<br>"),
            _parameters(operation),
        )
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    ]
    problems = [
        (f'<a href="{PREFIX}{name}"><code>{name}</code></a>', str(kind.status), kind.title)
        for name, kind in KINDS.items()
    ]
    return _page(
        "cuelog: routes",
        '<p>The machine-readable form is at <a href="/openapi.json">/openapi.json</a>. Reading is '
        "open; appending needs <code>Authorization: Bearer TOKEN</code>.</p>"
        + _table(("route", "what it does", "parameters"), rows)
        + "<h2>Problems</h2>"
        + _table(("type", "status", "title"), problems),
    )


def _parameters(operation: dict[str, Any]) -> str:
    named = [
        f"<code>{html.escape(one['name'])}</code> {html.escape(one.get('description', ''))}".strip()
        for one in operation.get("parameters", ())
        if one["in"] == "query"
    ]
    return "<br>".join(named)


@router.get(PREFIX + "{name}")
def get_problem(name: str) -> Response:
    """Explain a type of problem."""
    kind = KINDS.get(name)
    if kind is None:
        raise Problem("not_found", f"no type of problem is called {name}")
    told = {"type": f"{PREFIX}{name}", "title": kind.title, "status": kind.status}
    return answer({**told, "remedy": kind.remedy})
