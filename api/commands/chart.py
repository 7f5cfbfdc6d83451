"""``cuelog chart``: a chart as a file, or its rows as a table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from api.commands.place import HERE, Place
from api.commands.stats import EVERYTHING, Which
from api.node import Node
from api.printing import print_json, show, table
from api.refusal import Refused
from api.remote import Remote
from api.statistics import BadFilter, read_filters
from api.wiring import reach


def chart(
    name: str | None = None,
    *,
    list_: Annotated[bool, Parameter(name="--list", negative=())] = False,
    out: str | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
    csv: Annotated[bool, Parameter(negative=())] = False,
    scale: float = 2.0,
    which: Which = EVERYTHING,
    place: Place = HERE,
) -> None:
    """Draw a chart into a file, or print the rows it draws; with --list what there is.

    Parameters
    ----------
    name
        Name of the chart.
    list_
        List every chart with its definition.
    out
        File to write; its suffix says the format: .json (Vega-Lite), .svg, .png, .csv, .ndjson,
        .parquet.
    json
        Print the Vega-Lite specification, which holds the rows.
    csv
        Print the rows as CSV.
    scale
        Of a PNG: 1 is 96 pixels an inch.
    which
        What is counted; charts of one match need --match.
    place
        Where the data is.
    """
    from api.charts import CSV, SPEC, SUFFIXES, described

    if list_ or name is None:
        _print_list(described(), json=json)
        return
    suffix = Path(out).suffix.removeprefix(".") if out else ""
    if out and suffix not in SUFFIXES:
        known = ", ".join(f".{one}" for one in SUFFIXES)
        raise Refused(f"{out}: its suffix says no format; known: {known}")
    media = SUFFIXES[suffix] if out else SPEC if json else CSV if csv else ""
    drawn = _told(name, which.given(), place, media, scale)
    if out:
        Path(out).write_bytes(drawn)
        show(Text(out))
    elif media:
        sys.stdout.write(drawn.decode().rstrip("\n") + "\n")
    else:
        _print_rows(drawn)


def _told(name: str, given: dict[str, str], place: Place, media: str, scale: float) -> bytes:
    from analytics.charts import BadChart, UnknownChart
    from api.charts import SPEC, drawn, picture

    try:
        filters = read_filters(given)
    except BadFilter as error:
        raise Refused(str(error)) from error
    wanted = media or SPEC

    def local(node: Node) -> bytes:
        return picture(drawn(name, node, filters), wanted, scale)

    def remote(holder: Remote) -> bytes:
        asked = {**given, "scale": str(scale)}
        with holder.opened(f"/v1/charts/{name}", asked, wanted) as answer:
            return answer.read()

    try:
        return reach(place.data, place.log, local, remote)
    except (UnknownChart, BadChart) as error:
        raise Refused(str(error)) from error


def _print_rows(spec: bytes) -> None:
    """Print title, notes and the rows of a specification as a table."""
    import msgspec

    told: dict[str, Any] = msgspec.json.decode(spec)
    title = told["title"]
    columns = list(told["usermeta"]["columns"])
    rows = [[row.get(column) for column in columns] for row in told["datasets"]["rows"]]
    notes = (Text(line) for line in title["subtitle"])
    show(Text(title["text"]), *notes, table(columns, rows))


def _print_list(found: list[dict[str, Any]], *, json: bool) -> None:
    if json:
        print_json(found)
        return
    for kind in found:
        needs = f"  needs: {', '.join(kind['needs'])}\n" if kind["needs"] else ""
        show(Text(f"{kind['name']}\n  {kind['definition']}\n{needs}".rstrip("\n")))
