"""The routes of all pages, in the order they are tried."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter

from api.pages import (
    desk,
    events,
    home,
    imports,
    leaderboards,
    match,
    players,
    scoreboard,
    scorer,
    sheet_entry,
)

ROUTERS: Final[tuple[APIRouter, ...]] = tuple(
    module.router
    for module in (
        home,
        match,
        scoreboard,
        scorer,
        sheet_entry,
        players,
        leaderboards,
        events,
        desk,
        imports,
    )
)
