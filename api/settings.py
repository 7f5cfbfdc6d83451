"""Settings of the service: arguments first, then CUELOG_ variables, then these defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """What can be set of the service."""

    model_config = SettingsConfigDict(env_prefix="CUELOG_", frozen=True, extra="ignore")

    data: Path = Path(".cuelog")
    """Data directory."""
    log: str | None = None
    """Address of the log; by default the data directory's own."""
    host: str = "127.0.0.1"
    """Address to listen on."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """Port to listen on; 0 takes a free one."""
    largest_request: int = 8 * 2**20
    """Bytes of a request."""
    patience_s: float = 10.0
    """Seconds an answer to an append waits until this node has read it back from the log."""
