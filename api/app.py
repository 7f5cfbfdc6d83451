"""The HTTP application: routes, problems, and no page that needs another host."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import FastAPI

from api import problems
from api.access import READING
from api.house import House
from api.limits import Limits
from api.pages import documentation, errors
from api.pages.imports import posting
from api.pages.routers import ROUTERS
from api.routes import (
    appending,
    charts,
    events,
    health,
    imports,
    leases,
    live,
    matches,
    people,
    players,
    proof,
    reference,
    rights,
    sheets,
    statistics,
    tables,
)
from api.stale import Stale
from api.watching import Watching

PREFIX = "/v1"


def create_app(house: House) -> FastAPI:
    """Return the application over the parts of a service."""
    app = FastAPI(
        title="cuelog",
        version=version("cuelog"),
        summary="Match logs of pool and snooker: replayed, ruled with clauses, counted.",
        docs_url=None,
        redoc_url=None,
        swagger_ui_oauth2_redirect_url=None,
    )
    app.state.house = house
    app.add_middleware(Stale, stale_s=house.node.stale_s)
    problems.install(app)
    errors.install(app)
    app.add_middleware(Limits, house=house)
    app.add_middleware(Watching, meters=house.meters)
    for module in (
        rights,
        live,
        appending,
        imports,
        leases,
        matches,
        sheets,
        events,
        people,
        players,
        statistics,
        charts,
        tables,
        proof,
        reference,
    ):
        app.include_router(module.router, prefix=PREFIX, dependencies=[READING])
    app.include_router(health.router)
    app.include_router(health.internal)
    app.include_router(documentation.router)
    app.include_router(posting)
    for router in ROUTERS:
        app.include_router(router, dependencies=[READING])
    return app
