"""Charts as the commands and the service give them: names shown, formats, what there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from analytics.filters import Filters
from api.formats import CSV, NDJSON, PARQUET, render
from api.node import Node
from domain.events import encode_event as encode

if TYPE_CHECKING:
    from analytics.charts import Chart

SPEC: Final = "application/json"
SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
OFFERED: Final = (SPEC, SVG, PNG, CSV, NDJSON, PARQUET)
"""A Vega-Lite specification, pictures, and the rows drawn."""
SUFFIXES: Final = {
    "json": SPEC, "svg": SVG, "png": PNG, "csv": CSV, "ndjson": NDJSON, "parquet": PARQUET,
}  # fmt: skip
SCALE: Final = 2.0


def described() -> list[dict[str, Any]]:
    """Return every chart there is: its definition, its columns, the filters it needs."""
    from analytics.charts import CHARTS  # noqa: PLC0415 - drawing is dear to import

    return [
        {
            "name": kind.name,
            "definition": kind.definition,
            "columns": dict(kind.columns),
            "needs": list(kind.needs),
        }
        for kind in CHARTS.values()
    ]


def drawn(name: str, node: Node, filters: Filters) -> Chart:
    """Return a chart with the names shown here; raises ``UnknownChart`` and ``BadChart``."""
    from analytics.charts import draw  # noqa: PLC0415 - as above

    def names(players: Iterable[str]) -> Mapping[str, str]:
        return node.people.shown(node, players)

    return draw(name, node, filters, identities=node.people.known().identities, names=names)


def picture(chart: Chart, media: str, scale: float = SCALE) -> bytes:
    """Return a chart in a format of ``OFFERED``."""
    if media == SPEC:
        return encode(chart.spec)
    if media == SVG:
        return chart.svg().encode()
    if media == PNG:
        return chart.png(scale)
    return render(list(chart.columns), chart.rows, media)
