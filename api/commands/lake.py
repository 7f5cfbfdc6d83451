"""``cuelog lake``: the tables of an archive as Parquet files, made on many processors."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.text import Text

from api.archived import registry_of
from api.printing import print_json, progress, show, table
from api.refusal import Refused
from ingest.log import LogError
from ingest.wire import receive_all
from projections.archive.manifest import ArchiveError
from projections.archive.reading import opened
from projections.lake import runners
from projections.lake.building import Who, build
from projections.lake.reading import SUMS, Lake
from projections.lake.runners import Runner
from projections.lake.tasks import plan
from projections.schema import TABLES

Json = Annotated[bool, Parameter(negative=(), help="Print JSON.")]
Some = Annotated[int, Parameter(validator=Number(gte=1))]
STREAM: Final = "events"
PROCESSORS: Final = os.cpu_count() or 1
GAMES: Final = f"""
    SELECT discipline, rules, count(*), sum(matches) // 2, sum(innings), sum(points), max(high_run)
    FROM {SUMS} GROUP BY ALL ORDER BY ALL
"""  # noqa: S608 - a name of ours
SHOWN: Final = ("discipline", "rules", "players", "matches", "innings", "points", "best run")

app = App(
    name="lake",
    help="Make the tables of an archive on many processors; show what a lake holds.",
    help_format="plaintext",
    result_action="return_value",
    version_flags=[],
)


@app.command(name="build")
def build_lake(
    archive: Path,
    lake: Path,
    *,
    runner: Literal["local", "ray"] = "local",
    workers: Some = PROCESSORS,
    address: str | None = None,
    json: Json = False,
) -> None:
    """Make the tables of an archive, the pieces that are missing alone; again does no harm.

    `cuelog stats NAME --data LAKE` reads them as it reads those of a data directory.

    Parameters
    ----------
    archive
        Folder that `cuelog archive` made.
    lake
        Folder of the lake, made where it is missing.
    runner
        Processes of this machine, or Ray.
    workers
        How many processes at once; a cluster has its own number.
    address
        Address of a Ray cluster, such as auto or ray://host:10001; by default Ray is started here.
    json
        Print JSON.
    """
    made = 0
    try:
        known = registry_of(archive)
        who = Who(sorted(known.erased), known.identities)
        pieces = build(archive / STREAM, lake, receive_all, _runner(runner, workers, address), who)
        total = len(plan(archive / STREAM, opened(archive / STREAM), lake, who.erased))
        for _, fresh in progress(pieces, total, "building", least=4):
            made += fresh
    except (ArchiveError, LogError) as error:
        raise Refused(str(error)) from error
    _print(lake, {"made": made}, json=json)


@app.command(name="show")
def show_lake(lake: Path, *, json: Json = False) -> None:
    """Show how much a lake holds, by table and by game.

    Parameters
    ----------
    lake
        Folder that `cuelog lake build` made.
    json
        Print JSON.
    """
    _print(lake, {}, json=json)


def _runner(name: str, workers: int, address: str | None) -> Runner:
    if name == "local":
        return runners.local(workers)
    try:
        from projections.lake.ray_runner import on_ray
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise Refused(
            "Ray is not installed; install cuelog with its extra `ray` (docs/lake.md)"
        ) from error
    return on_ray(address, workers)


def _print(lake: Path, more: dict[str, Any], *, json: bool) -> None:
    try:
        with Lake(lake) as opened_lake:
            told, games = opened_lake.listing, opened_lake.rows(GAMES)
    except ArchiveError as error:
        raise Refused(str(error)) from error
    tables = {name: told.rows(name) for name in TABLES if told.rows(name)}
    figures = {"pieces": len(told.tasks), **more, "records": told.records}
    if json:
        named = [dict(zip(SHOWN, game, strict=True)) for game in games]
        print_json({**figures, "tables": tables, "games": named})
        return
    words = ", ".join(f"{number} {name}" for name, number in figures.items())
    show(Text(f"{lake}: {words}"), table(("table", "rows"), list(tables.items())), Text(""))
    show(table(SHOWN, games))
