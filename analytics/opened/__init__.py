"""Tables wherever they are, as DuckDB relations and Polars frames: ``analytics.open``."""

from analytics.opened.places import open_tables
from analytics.opened.tables import Tables
from analytics.opened.trouble import CannotOpen

__all__ = ["CannotOpen", "Tables", "open_tables"]
