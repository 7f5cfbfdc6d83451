"""What the service logs: structlog over the standard library's logging, so that all goes one way.

A line has the time, the level, an event, and what was bound to the request it came of: its
``request`` id and the ``match``. Where standard error is no terminal each line is one JSON object.
No header, body or token is ever logged, and of a path only what stands before its query.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, Final

import structlog
from structlog.stdlib import BoundLogger, ProcessorFormatter
from structlog.typing import Processor

from api.settings import Settings

_SHARED: Final[tuple[Processor, ...]] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
)
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_SHARED,
        ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=BoundLogger,
    cache_logger_on_first_use=True,
)


def logger(name: str) -> BoundLogger:
    """Return a logger; what is bound to the request is added to its lines."""
    made: BoundLogger = structlog.stdlib.get_logger(name)
    return made


def set_up(settings: Settings) -> None:
    """Log to standard error from now on, in the form and from the level that is set."""
    watched = sys.stderr.isatty()
    as_text = settings.log_format == "text" or (settings.log_format == "auto" and watched)
    renderer: Any = (
        structlog.dev.ConsoleRenderer(colors=watched)
        if as_text
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for chatty in ("asyncio", "uvicorn", "uvicorn.error"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, root.level))
