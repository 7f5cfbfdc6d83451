"""Errors as RFC 9457 problems: one table of their types, and how each is answered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from domain.events import encode_event as encode
from ingest.log import LogError, OutcomeUnknown

MEDIA_TYPE: Final = "application/problem+json"
PREFIX: Final = "/problems/"


class Kind(NamedTuple):
    """A type of problem: its status, its title, and what the caller can do."""

    status: int
    title: str
    remedy: str


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "invalid_parameter": Kind(
            400, "A parameter cannot be understood", "Mend the parameter the detail names."
        ),
        "invalid_body": Kind(
            400, "The body is no JSON", "Send one JSON object, or a list of them."
        ),
        "unauthorized": Kind(
            401, "A token is needed", "Send `Authorization: Bearer TOKEN`; `cuelog token` shows it."
        ),
        "login_needed": Kind(
            401,
            "Reading needs a token",
            "Send it as `Authorization: Bearer TOKEN`; a browser takes it as the password.",
        ),
        "forbidden": Kind(
            403, "The token has not the right", "Ask who keeps the service; see `cuelog tokens`."
        ),
        "too_often": Kind(429, "Too many requests", "Wait as long as Retry-After says."),
        "not_found": Kind(404, "There is no such thing", "Look at the lists for what there is."),
        "method_not_allowed": Kind(
            405, "The route does not do that", "See the routes at /docs and /openapi.json."
        ),
        "not_acceptable": Kind(
            406, "None of the formats asked for is offered", "Ask for one the detail names."
        ),
        "too_slow": Kind(408, "The request came too slowly", "Send it again; it had no effect."),
        "too_many": Kind(429, "Too many live streams", "Close some, or try again later."),
        "too_many_connections": Kind(
            429, "Too many connections", "Close some; one connection serves many requests."
        ),
        "stopping": Kind(503, "The service is being stopped", "Try again."),
        "seq_conflict": Kind(
            409, "Another record has the seq", "Send it with the next free seq, or leave seq out."
        ),
        "id_conflict": Kind(
            409,
            "Another record of the match has the id",
            "Give another event another id; correct one by a `correction`.",
        ),
        "leased": Kind(
            409,
            "Another scorer keeps the score of the match",
            "Agree with the holder, or take the match over: POST .../lease?take_over=true.",
        ),
        "too_large": Kind(
            413, "Too large", "An event has at most 65,536 bytes, a request at most 8 MiB."
        ),
        "malformed": Kind(
            422, "The event is malformed", "Mend the field the detail names; nothing was appended."
        ),
        "rejected": Kind(
            422,
            "A rule rejects the event",
            "Nothing was appended; with `?record=always` it is recorded as rejected.",
        ),
        "unfit_name": Kind(
            422, "The name cannot be kept", "Leave the id out, or give another, as the detail says."
        ),
        "unfit_alias": Kind(422, "No import has such a number", "Give it as the source writes it."),
        "unfit_merge": Kind(422, "The merge cannot be", "Name two ids that are not one already."),
        "no_sheet": Kind(
            422, "The form cannot hold the match", "Ask for another form, as the detail says."
        ),
        "import_refused": Kind(
            422,
            "Something in the files is refused",
            "Mend what the report names, or take the rest with `partial=true`.",
        ),
        "internal": Kind(500, "The service failed", "Report it, with the time and the request."),
        "log_unavailable": Kind(
            503, "The log cannot be reached", "Nothing was appended; try again."
        ),
        "outcome_unknown": Kind(
            503,
            "It is not known whether the event is in the log",
            "Send the same id again: a duplicate does no harm.",
        ),
        "not_ready": Kind(503, "The service is not ready", "Try again."),
    }
)
_OF_STATUS: Final = {
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
}
_CHALLENGE: Final = {"unauthorized": "Bearer", "login_needed": 'Basic realm="cuelog"'}


class Problem(Exception):  # noqa: N818 - it is what RFC 9457 calls it
    """What a request ends with when it cannot be done; ``members`` extend the body."""

    def __init__(self, kind: str, detail: str, **members: object) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.members = members


def fields(problem: Problem) -> dict[str, Any]:
    """Return the body of a problem."""
    kind = KINDS[problem.kind]
    return {
        "type": f"{PREFIX}{problem.kind}",
        "title": kind.title,
        "status": kind.status,
        "detail": problem.detail,
        "remedy": kind.remedy,
        **problem.members,
    }


def respond(problem: Problem) -> Response:
    """Answer with a problem."""
    status = KINDS[problem.kind].status
    headers = {"WWW-Authenticate": _CHALLENGE[problem.kind]} if status == 401 else {}
    wait = problem.members.get("retry_after_s", 1)
    headers |= {"Retry-After": str(wait)} if status in (429, 503) else {}
    return Response(encode(fields(problem)), status, headers, MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Make every error of an application a problem."""
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(LogError, _log)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _failed)


def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)  # noqa: S101 - registered for it alone
    return respond(error)


def _gone(_: Request, error: Exception) -> Response:
    """Answer nobody: so it is logged as what it is, and is no error of the service."""
    del error
    return respond(Problem("too_slow", "the caller was gone before the whole request was there"))


def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    told = [
        {"in": str(flaw["loc"][0]), "name": ".".join(map(str, flaw["loc"][1:])), "words": words}
        for flaw in error.errors()
        if (words := str(flaw["msg"]))
    ]
    detail = "; ".join(f"{flaw['name']}: {flaw['words']}" for flaw in told)
    return respond(Problem("invalid_parameter", detail, parameters=told))


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    kind = _OF_STATUS.get(error.status_code, "internal")
    answer = respond(Problem(kind, f"{request.method} {request.url.path}"))
    answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    return answer


def _log(_: Request, error: Exception) -> Response:
    unknown = isinstance(error, OutcomeUnknown)
    return respond(Problem("outcome_unknown" if unknown else "log_unavailable", str(error)))


def _failed(_: Request, error: Exception) -> Response:
    return respond(Problem("internal", type(error).__name__))
