"""Runs commands as a user does, in this process: exit status and what was printed."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api.cli import main

LOGS = Path(__file__).parents[2] / "ingest" / "examples"
STRAIGHT = LOGS / "sample-to-100.jsonl"


@dataclass(frozen=True, slots=True)
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str

    def lines(self) -> list[dict[str, Any]]:
        """Return what was printed, one JSON object a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def json(self) -> Any:  # noqa: ANN401 - whatever JSON can hold
        """Return the one JSON value printed."""
        return json.loads(self.out)


def cuelog(*arguments: object, stdin: bytes = b"") -> Done:
    """Run one command."""
    out, err, kept = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = main([str(argument) for argument in arguments])
    finally:
        sys.stdin = kept
    return Done(status, out.getvalue(), err.getvalue())


def recorded(data: Path) -> Path:
    """Make a data directory with the example matches, two of whose players are one."""
    assert cuelog("ingest", *LOGS.glob("*.jsonl"), "--data", data).status == 0
    assert cuelog("players", "merge", "player-2", "player-1", "--data", data).status == 0
    return data
