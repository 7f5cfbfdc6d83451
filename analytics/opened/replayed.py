"""The tables that the records of a log make, folded in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from analytics.opened.tables import Place
from analytics.opened.trouble import CannotOpen
from domain.rulesets import rule_texts
from domain.whatif import under
from ingest.log import NewRecord
from ingest.memory_log import MemoryLog
from ingest.wire import encode, receive_all
from projections.projector import Projector
from projections.store import Store


def logs_at(path: Path) -> list[Path]:
    """Return the logs a path names: itself, or those in a directory that has nothing else."""
    if path.is_file():
        return [path] if path.suffix == ".jsonl" else []
    if {one.suffix for one in path.glob("*")} & {".parquet", ".duckdb", ".sqlite"}:
        return []
    return sorted(path.glob("*.jsonl"))


def lines(logs: Iterable[Path]) -> Iterator[bytes]:
    """Yield the records of some logs."""
    for log in logs:
        try:
            yield from log.read_bytes().splitlines()
        except OSError as error:
            raise CannotOpen(f"{log}: {error.strerror}") from error


def replayed(records: Iterable[bytes], rules: str | None = None) -> Place:
    """Fold records as the service would, or as if matches had been opened under another text.

    A discipline that has no such text keeps its own.
    """
    log, store = MemoryLog(), Store.open(None)
    kept = [raw for raw in records if raw.strip()]
    log.append([NewRecord(None, raw) for raw in (_under(kept, rules) if rules else kept)])
    Projector(store, receive_all).load(log)
    return Place(store.cursor(), close=store.close)


def _under(records: list[bytes], rules: str) -> Iterator[bytes]:
    disciplines = {discipline for discipline, text in rule_texts() if text == rules}
    if not disciplines:
        known = ", ".join(sorted({text for _, text in rule_texts()}))
        raise CannotOpen(f"{rules} is no rule text; there are {known}")
    change = under(rules, {})
    for raw, read in zip(records, receive_all(records), strict=True):
        opens = getattr(read.event, "discipline", None) in disciplines
        changed = change(read.event) if opens and read.event is not None else None
        yield raw if changed is None else encode(changed)
