"""``cuelog diff``: what the rules of this version change, before anybody is shown it."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from api.changes import WHAT, as_rows, summary, told
from api.commands.place import HERE, Place
from api.people import People
from api.printing import print_json, show, table
from api.refusal import Refused
from api.wiring import directory, log_url, officials_of, refusal_of
from domain.rulesets import RULES_VERSION
from ingest.log import LogError, open_log
from ingest.wire import receive_all
from projections.changes import Change, changes
from projections.lock import DataDirectory, DirectoryHeld, LockError
from projections.projector import Until, make_anew
from projections.store import Store, StoreError


def diff(
    *,
    json: Annotated[bool, Parameter(negative=(), help="Print JSON.")] = False,
    place: Place = HERE,
) -> int:
    """List the rulings and results that this version changes; the tables stay as they are.

    Compares the tables, as another version left them, with those this version makes of the same
    records. The exit status is 0 when nothing changes, 1 when something does.
    """
    held = directory(place.data)
    if not held.store.exists():
        raise Refused(f"{place.data} has no tables to compare; `cuelog status` makes them")
    try:
        held.acquire(blocking=True, timeout=2)
    except DirectoryHeld as error:
        words = "stop the service, or restore a backup into another directory and compare there"
        raise Refused(f"{error}; {words}") from error
    except LockError as error:
        raise Refused(str(error)) from error
    try:
        version, found = _compared(held, log_url(place.data, place.log))
    except (LogError, StoreError) as error:
        raise Refused(str(error)) from error
    finally:
        held.release()
    if json:
        print_json({"before": version, "after": RULES_VERSION, "changes": as_rows(found)})
    else:
        show(Text(f"rules {version} to {RULES_VERSION}: {summary(found)}"))
        if found:
            rows = [_row(change) for change in found]
            show(table(("what", "match", "seq", "before", "after"), rows))
    return 1 if found else 0


def _compared(held: DataDirectory, url: str) -> tuple[str, list[Change]]:
    """Make tables of the same records beside those that are there, compare, throw them away."""
    fresh = held.store.with_suffix(".compared.duckdb")
    with (
        closing(open_log(url)) as log,
        closing(People(held.path, url)) as people,
        closing(Store.open(held.store, keep=True)) as store,
    ):
        if store.emptied:
            raise Refused("the tables are of another shape, and were emptied: nothing to compare")
        try:
            source = Until(log, store.positions())
            officials = officials_of(log, people)
            make_anew(fresh, source, receive_all, refuse=refusal_of(log), officials=officials)
            return store.outdated or RULES_VERSION, changes(store, fresh)
        finally:
            fresh.unlink(missing_ok=True)


def _row(change: Change) -> tuple[object, ...]:
    key, sides = change.key, map(told, (change.before, change.after))
    return (WHAT[change.table], key["match"], key.get("seq"), *sides)
