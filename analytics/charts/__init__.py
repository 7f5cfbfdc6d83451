"""Charts of the statistics and of single matches, each with the rows it draws."""

from analytics.charts import careers, race, sheet, straight
from analytics.charts.chart import (
    CHARTS,
    BadChart,
    Chart,
    UnknownChart,
    Words,
    draw,
)

FAMILIES = (straight, careers, race, sheet)
"""The modules that register charts."""

__all__ = ["CHARTS", "FAMILIES", "BadChart", "Chart", "UnknownChart", "Words", "draw"]
