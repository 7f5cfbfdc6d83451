"""How charts look: colours that colour-blind readers and grey printers tell apart, sizes, type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import altair as alt

DATA: Final = "rows"
"""Name of the one data set of a specification."""
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#222222", "#E69F00")
"""Of Okabe and Ito; the dark ones first, which white paper shows best."""
DASHES: Final[Sequence[Sequence[int]]] = (
    (1, 0), (6, 3), (2, 2), (8, 2, 2, 2), (4, 4), (10, 3),
)  # fmt: skip
SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
"""Colour is never the only sign: lines differ by dashes, points by shape."""
INK: Final = "#222222"
QUIET: Final = "#5a5a5a"
WIDTH: Final = 600
HEIGHT: Final = 320
AT_MOST: Final = len(COLOURS)
"""Players a chart tells apart."""
FONT: Final = "DejaVu Sans, Verdana, Arial, sans-serif"
"""It has the letters of every language whose texts we rule by."""

CONFIG: Final[dict[str, Any]] = {
    "background": "white",
    "font": FONT,
    "padding": 12,
    "view": {"stroke": None},
    "title": {
        "anchor": "start", "fontSize": 15, "color": INK, "subtitleColor": QUIET,
        "subtitleFontSize": 11, "subtitleLineHeight": 15, "offset": 14, "frame": "group",
    },
    "axis": {
        "labelColor": INK, "titleColor": INK, "labelFontSize": 11, "titleFontSize": 12,
        "titleFontWeight": "normal", "gridColor": "#dddddd", "domainColor": "#888888",
        "tickColor": "#888888", "titlePadding": 8,
    },
    "legend": {
        "labelColor": INK, "titleColor": INK, "labelFontSize": 11, "titleFontSize": 12,
        "titleFontWeight": "normal", "symbolStrokeWidth": 2.5, "symbolSize": 120,
        "symbolOpacity": 1, "labelLimit": 220, "orient": "top", "direction": "horizontal",
        "columns": 3,
    },
    "header": {
        "labelColor": INK, "labelFontSize": 12, "labelAnchor": "start", "labelOrient": "top",
        "labelFontWeight": "bold", "titleFontSize": 12, "titleFontWeight": "normal",
    },
}  # fmt: skip


def _colours(names: Sequence[str]) -> alt.Scale:
    return alt.Scale(domain=[*names], range=[*COLOURS])


def colour(names: Sequence[str], title: str = "player") -> alt.Color:
    """Return the colours of some players, in the order given."""
    return alt.Color("name:N", title=title, scale=_colours(names))


def outline(names: Sequence[str]) -> alt.Stroke:
    """Return the same colours for outlines, without a legend."""
    return alt.Stroke("name:N", scale=_colours(names), legend=None)


def filled_if(test: str, names: Sequence[str], *, legend: bool) -> Any:  # noqa: ANN401
    """Return the same colours where a test of the row holds, white elsewhere."""
    filled = colour(names) if legend else colour(names).legend(None)
    return alt.condition(test, filled, alt.value("white"))


def dash(names: Sequence[str], title: str = "player") -> alt.StrokeDash:
    """Return the dashes of some players, in the same legend."""
    scale = alt.Scale(domain=[*names], range=[list(one) for one in DASHES])
    return alt.StrokeDash("name:N", title=title, scale=scale)


def shape(names: Sequence[str], title: str = "player") -> alt.Shape:
    """Return the shapes of some players, in the same legend."""
    return alt.Shape("name:N", title=title, scale=alt.Scale(domain=[*names], range=[*SHAPES]))


def plain_axis(title: str) -> alt.Axis:
    """Return an axis of a count: whole numbers, no grid."""
    return alt.Axis(title=title, grid=False, tickMinStep=1, format="d")


def share_axis(title: str) -> alt.Axis:
    """Return an axis of shares, in per cent."""
    return alt.Axis(title=title, format=".0%", tickCount=6)


def panels(row: alt.Row, spacing: int, *layers: alt.Chart) -> Any:  # noqa: ANN401 - a facet
    """Return layers in panels below each other, all of the one data set."""
    stacked: Any = alt.layer(*layers, data=alt.NamedData(DATA))
    return stacked.facet(row=row, spacing=spacing)
