"""Commands in processes of their own that die or find no room where they are told to.

``python -m tests.faults.doomed`` loads everything once and forks a process for each command asked
for on its input, so that a kill costs no start of an interpreter.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

ROOT: Final = Path(__file__).parents[2]
LOADED: Final = (
    "api.backup", "api.commands.backup", "api.commands.export", "api.commands.importing",
    "api.commands.log", "api.commands.players", "api.exporting", "api.imports", "api.restoring",
    "api.wiring",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: minus the signal, or its exit status; and what it said."""

    status: int
    out: str
    err: str

    @property
    def killed(self) -> bool:
        return self.status == -signal.SIGKILL


@dataclass(slots=True)
class Doomed:
    """What starts such processes; to be closed."""

    process: subprocess.Popen[str] = field(
        default_factory=lambda: subprocess.Popen(
            [sys.executable, "-m", "tests.faults.doomed"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    )

    def run(
        self, *words: object, point: str = "", nth: int = 1, room: int = 0, barred: bool = False
    ) -> Ended:
        """Run a command.

        ``point`` is ``before module:Class.function`` or ``after …``: the nth time it gets there
        the process is killed. ``room`` is how many bytes a file may have; ``barred`` takes from
        root the right to pass over the modes of files.
        """
        asked = {"words": [str(word) for word in words]}
        asked |= {"point": point, "nth": nth, "room": room, "barred": barred}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return Ended(**json.loads(self.process.stdout.readline()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


def trap(point: str, nth: int) -> None:
    """Let this process be killed where it gets for the nth time."""
    when, _, place = point.partition(" ")
    module, _, path = place.partition(":")
    *holders, name = path.split(".")
    owner: Any = importlib.import_module(module)
    for holder in holders:
        owner = getattr(owner, holder)
    kept: Callable[..., Any] = getattr(owner, name)
    left = nth

    def trapped(*given: Any, **named: Any) -> Any:  # noqa: ANN401 - whatever the function takes
        nonlocal left
        left -= 1
        if left == 0 and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        done = kept(*given, **named)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(owner, name, trapped)


def _give_up_rights() -> None:
    """Drop all capabilities: the superuser, too, then writes only where the mode of a file lets."""
    version_3, this_process = 0x20080522, 0
    head = struct.pack("=Ii", version_3, this_process)
    if ctypes.CDLL(None, use_errno=True).capset(head, bytes(24)) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def _child(asked: dict[str, Any], said: list[int]) -> int:
    for number, file in enumerate(said, start=1):
        os.dup2(file, number)
    if asked["room"]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked["room"], asked["room"]))
    if asked["barred"]:
        _give_up_rights()
    if asked["point"]:
        trap(asked["point"], asked["nth"])
    main = importlib.import_module("api.cli").main
    status = main(asked["words"])
    sys.stdout.flush()
    sys.stderr.flush()
    return int(status)


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            status = 70
            try:
                status = _child(asked, [out.fileno(), err.fileno()])
            except BaseException:  # noqa: BLE001 - the process that was forked must not go on
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(status)
        _, ended = os.waitpid(child, 0)
        told: dict[str, Any] = {"status": os.waitstatus_to_exitcode(ended)}
        for name, file in (("out", out), ("err", err)):
            file.seek(0)
            told[name] = file.read().decode("utf-8", "replace")
    return told


def _serve() -> None:
    for module in LOADED:
        importlib.import_module(module)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_answer(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
