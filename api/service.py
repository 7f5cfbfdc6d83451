"""The service as one process: data directory held, examples loaded, HTTP answered."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from api.appending import Appender
from api.auth import Tokens
from api.changes import keep_changes, summary
from api.collector import collect_seldom
from api.house import House
from api.lan import Wanted, address, invite, print_invitation
from api.logs import logger, set_up
from api.match_list import Filter, list_matches
from api.node import Node
from api.printing import count, show, table
from api.prover import Prover
from api.refusal import Refused
from api.remote import new_key, publish, withdraw
from api.server import make_server
from api.settings import Settings
from api.wiring import Held, bring_up, hold
from domain.replay import match_of
from domain.rulesets import RULES_VERSION
from ingest.log import LogError, NewRecord
from ingest.wire import decode_lines, receive_all
from projections.changes import Change

PATIENCE_S: Final = 15.0
"""Seconds to wait for a command that holds the data directory."""
SHOWN: Final = 50
"""Matches in the table printed at the start."""
_LOGGER: Final = logger(__name__)
COLUMNS: Final = (
    "match", "discipline", "rules", "players", "score", "winner", "status", "events", "findings",
)  # fmt: skip


def run(settings: Settings, *, examples: bool, tablet: Wanted | None = None) -> int:
    """Serve until the process is told to end; with a tablet, invite it from the network."""
    set_up(settings)
    try:
        held = hold(settings.data, settings.log, patience_s=PATIENCE_S, threads=settings.threads)
        with held as node:
            node.on_changes = partial(_log_changes, settings.data)
            if node.store.outdated is None:  # else the old tables serve until the new are made
                bring_up(node)
            if examples:
                load_examples(node)
            _serve(node, settings, tablet)
    except Held as error:
        raise Refused(f"{error}; a service may be running already") from error
    except LogError as error:
        raise Refused(str(error)) from error
    return 0


def example_files() -> list[tuple[str, bytes]]:
    """Return the example logs shipped with the package."""
    folder = files("ingest") / "examples"
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".jsonl")]
    return [(entry.name, entry.read_bytes()) for entry in sorted(found, key=lambda one: one.name)]


def _log_changes(data: Path, version: str, found: list[Change]) -> None:
    """Say what other rules change, before it is shown."""
    _LOGGER.warning(
        "the rules changed",
        before=version,
        now=RULES_VERSION,
        changed=summary(found),
        listed_in=str(keep_changes(data, version, found)),
    )


def load_examples(node: Node) -> int:
    """Append the example matches that are not in the log yet; return how many records."""
    known = {row[0] for row in node.rows("SELECT match FROM matches")}
    new = [
        record
        for _, data in example_files()
        for record in _records([line.raw for line in decode_lines(data)])
        if record.match not in known
    ]
    if new:
        node.log.append(new)
        if node.store.outdated is None:
            node.catch_up()
    return len(new)


def _records(raws: Sequence[bytes]) -> Iterator[NewRecord]:
    for received in receive_all(raws):
        yield NewRecord(match_of(received), received.raw)


def make_house(node: Node, settings: Settings, key: str) -> House:
    """Join the parts of the service."""
    tokens = Tokens(settings.data)
    prover = Prover(node, settings.data)
    house = House(node, Appender(node, settings.patience_s), tokens, settings, key, prover)
    house.meters.watch(node, settings.data)
    house.meters.viewers.set_function(lambda: house.viewers.count)
    node.on_fold = house.meters.fold
    return house


def _serve(node: Node, settings: Settings, tablet: Wanted | None) -> None:
    listening = _listen(settings)
    host, port = settings.host, listening.getsockname()[1]
    key = new_key()
    house = make_house(node, settings, key)
    made, fresh = house.tokens.ensure()
    collect_seldom()
    node.start()
    print_matches(node)
    url = f"http://{_reachable(host)}:{port}"
    show(Text(f"\ncuelog serves {url} - routes at {url}/docs, data in {settings.data}"))
    if fresh:
        show(Text(f"appending needs this token, shown again by `cuelog token`: {made}"))
    if tablet is not None:
        print_invitation(invite(house.tokens, address(host), port, tablet))
    sys.stdout.flush()
    publish(settings.data, url, key)
    _LOGGER.info("serving", url=url, data=str(settings.data), rules=RULES_VERSION)
    # The server ends in good order on a signal, and then raises that signal once more.
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        with suppress(KeyboardInterrupt):
            make_server(house).run(sockets=[listening])
    finally:
        withdraw(settings.data)
        listening.close()
        _LOGGER.info("stopped")


def _interrupt(_: int, __: object) -> None:
    raise KeyboardInterrupt


def _listen(settings: Settings) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        return socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        words = f"port {settings.port} of {settings.host}: {error.strerror}"
        raise Refused(f"{words}; take another with --port") from error


def _reachable(host: str) -> str:
    """Return the address at which commands of this machine reach the service."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 - compared, not bound
        return "127.0.0.1" if host != "::" else "[::1]"
    return f"[{host}]" if ":" in host else host


def print_matches(node: Node) -> None:
    """Print the matches with results and findings, the latest first."""
    items, more = list_matches(node, Filter(), SHOWN)
    show(table(COLUMNS, map(_row, items)))
    if more is not None:
        total = node.rows("SELECT count(*) FROM matches")[0][0]
        show(Text(f"... and {total - SHOWN} more"))


def _row(item: dict[str, Any]) -> list[object]:
    score: dict[str, int] = item["score"] or {}
    counts = [count(item[f"{kind}s"], kind) for kind in ("error", "warning", "note")]
    winner = item["awarded"]["winner"] if item["awarded"] else item["winner"]
    return [
        item["match"],
        item["discipline"] or "?",
        item["rules"] or "?",
        " - ".join(score) or "?",
        ":".join(map(str, score.values())) or "-",
        winner,
        item["status"].replace("_", " "),
        item["events"],
        ", ".join(one for one in counts if not one.startswith("0 ")) or "-",
    ]
