"""Settings of the service: arguments first, then CUELOG_ variables, then these defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, NonNegativeFloat, PositiveFloat, PositiveInt, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from api.refusal import Refused

PREFIX: Final = "CUELOG_"
OF_TESTS: Final = "CUELOG_TEST_"
"""What variables of our own tests begin with; the service leaves them alone."""


class Settings(BaseSettings):
    """What can be set of the service."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore")

    data: Path = Path(".cuelog")
    """Data directory."""
    log: str | None = None
    """Address of the log, `sqlite:PATH` or `kafka://host:port/topic`; by default the directory's own."""  # noqa: E501 - one line of a table
    host: str = "127.0.0.1"
    """Address to listen on."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """Port to listen on; 0 takes a free one."""
    reading: Literal["open", "token"] = "open"
    """Whether everybody may read, or only who has a token of any role."""
    reads_per_minute: Annotated[int, Field(ge=0)] = 12_000
    """Requests a minute that read, of one token or address; more get status 429. 0: no bound."""
    writes_per_minute: Annotated[int, Field(ge=0)] = 3_000
    """Requests a minute that write, of one token or address; more get status 429. 0: no bound."""
    largest_request: PositiveInt = 8 * 2**20
    """Bytes of a request; a larger one gets status 413."""
    patience_s: NonNegativeFloat = 10.0
    """Seconds an answer to an append waits until this node has read it back from the log."""
    request_s: PositiveFloat = 20.0
    """Seconds a caller may take to send the head of a request, and again to send its body."""
    live_streams: PositiveInt = 2_000
    """Live streams open at once; more get status 429."""
    live_streams_each: PositiveInt = 300
    """Live streams one address, such as that of a hall, may have open at once."""
    connections_each: PositiveInt = 2_500
    """Connections one address, such as that of a proxy, may have open at once, and never more than half of the files the process may open; more get status 429."""  # noqa: E501 - one line of a table
    threads: PositiveInt | None = None
    """Threads that statistics use; by default one less than there are cores, and at least one: the tables are kept up to date beside them."""  # noqa: E501 - one line of a table
    stop_s: PositiveFloat = 10.0
    """Seconds that requests under way get to end when the service is told to stop."""
    ready_behind: PositiveInt = 100_000
    """Records the tables may be behind the log while `/readyz` says ready."""
    ready_free: Annotated[int, Field(ge=0)] = 64 * 2**20
    """Bytes that must be free on the disk while `/readyz` says ready."""
    log_format: Literal["auto", "json", "text"] = "auto"
    """How the service logs: JSON, text, or JSON where standard error is no terminal."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """What the service logs: this and what is graver."""


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Say of each CUELOG_ variable that is no setting what may have been meant."""
    known = [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    told: list[str] = []
    for name in sorted(environment):
        wanted = name.upper()
        if wanted.startswith(PREFIX) and not wanted.startswith(OF_TESTS) and wanted not in known:
            near = get_close_matches(wanted, known, 1)
            hint = f"did you mean {near[0]}?" if near else "unset it; docs/settings.md lists all"
            told.append(f"{name}: there is no such setting; {hint}")
    return told


def faults(given: Mapping[str, Any]) -> tuple[Settings | None, list[str]]:
    """Return the settings, or None and everything that is wrong with them."""
    told = unknown_variables(os.environ)
    try:
        found = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        told += [_words(flaw["loc"], flaw["msg"], flaw["input"], given) for flaw in error.errors()]
        return None, told
    return (None if told else found), told


def load(given: Mapping[str, Any]) -> Settings:
    """Return the settings of the arguments given (None: not given) and of the variables.

    Raises ``Refused`` that lists everything that is wrong, not the first flaw alone.
    """
    found, told = faults(given)
    if found is None:
        raise Refused("\n        ".join(["the settings cannot be used:", *told]))
    return found


def _words(
    place: tuple[int | str, ...], words: str, value: object, given: Mapping[str, Any]
) -> str:
    name = str(place[0])
    where = f"--{name}" if given.get(name) is not None else f"{PREFIX}{name.upper()}"
    default = Settings.model_fields[name].default
    return f"{where} is {str(value)!r}: {words[:1].lower()}{words[1:]} (default: {default})"
