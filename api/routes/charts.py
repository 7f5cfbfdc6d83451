"""Charts: what there is, and each as a specification, a picture, or the rows it draws."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.charts import OFFERED, PNG, SCALE, SUFFIXES, described, drawn, picture
from api.formats import choose
from api.house import IfNoneMatch, TheHouse, answer, etag, not_modified, unchanged
from api.problems import Problem
from api.statistics import BadFilter, read_filters

router = APIRouter(prefix="/charts", tags=["charts"])
SCALED: Final = "scale"
_ANSWERS: dict[int | str, dict[str, Any]] = {
    304: {"description": "not changed since"},
    400: {"description": "a filter is missing, or cannot be understood"},
    404: {"description": "no such chart"},
    406: {"description": "none of the formats asked for is offered"},
}


@router.get("")
def get_charts() -> Response:
    """List every chart: its definition, the columns of its rows, the filters it needs."""
    return answer(described())


@router.get("/{name}", responses=_ANSWERS)
def get_chart(
    name: Annotated[str, Path(max_length=64, description="such as run-survival.svg")],
    request: Request,
    house: TheHouse,
    scale: Annotated[float, Query(ge=0.5, le=4, description="of a PNG: 1 is 96 an inch")] = SCALE,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """Return a chart: Vega-Lite with its rows, SVG, PNG, or the rows as CSV, NDJSON or Parquet.

    The format is the suffix of the name, else chosen by `Accept`. Filters as statistics have them.
    """
    from analytics.charts import BadChart, UnknownChart  # noqa: PLC0415 - dear to import

    stem, _, suffix = name.rpartition(".")
    media = SUFFIXES.get(suffix) if stem else None
    found = stem if media else name
    media = media or choose(request.headers.get("accept"), OFFERED)
    given = {key: value for key, value in request.query_params.items() if key != SCALED}
    try:
        chart = drawn(found, house.node, read_filters(given))
    except UnknownChart as error:
        raise Problem("not_found", str(error)) from error
    except (BadFilter, BadChart) as error:
        raise Problem("invalid_parameter", str(error)) from error
    tag = etag(chart.spec, media, scale if media == PNG else "")
    if unchanged(tag, if_none_match):
        return not_modified(tag)
    headers = {"ETag": tag, "Vary": "Accept"}
    return Response(picture(chart, media, scale), 200, headers, media)
