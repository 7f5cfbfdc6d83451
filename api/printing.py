"""How commands print: tables, JSON, progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from domain.events import encode_event as encode

ENDLESS: Final = 100_000
"""Columns where no terminal says how many there are."""
LONG: Final = 20_000
"""Records from which on a progress bar is worth its line."""
T = TypeVar("T")


def show(*things: RenderableType) -> None:
    """Print text and tables; where nobody watches, every row is one line however long."""
    watched = sys.stdout.isatty()
    made = Console(width=None if watched else ENDLESS, highlight=False)
    if watched:
        for thing in things:
            made.print(thing, soft_wrap=isinstance(thing, (str, Text)))
        return
    with made.capture() as captured:
        for thing in things:
            made.print(thing, soft_wrap=isinstance(thing, (str, Text)), markup=False)
    lines = captured.get().splitlines()
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in lines))


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    sys.stdout.write(f"{encode_text(value)}\n")


def encode_text(value: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Return a value as JSON text."""
    return encode(value).decode()


def table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = ""
) -> RenderableType:
    """Make a plain table; numbers stand to the right, and nothing is shortened."""
    listed = [[_cell(cell) for cell in row] for row in rows]
    made = Table(box=None, pad_edge=False)
    for index, column in enumerate(columns):
        figures = bool(listed) and all(_figure(row[index]) for row in listed)
        made.add_column(column, justify="right" if figures else "left", overflow="fold")
    for row in listed:
        made.add_row(*map(Text, row))
    return Group(Text(title), made) if title else made


def pairs(values: Mapping[str, object]) -> str:
    """Return a map, such as a score by player, on one line."""
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return pairs(value)  # pyright: ignore[reportUnknownArgumentType]
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _figure(text: str) -> bool:
    return text == "-" or text.lstrip("-+").replace(".", "", 1).replace("e", "", 1).isdigit()


def progress(items: Iterable[T], total: int, words: str, *, least: int = LONG) -> Iterator[T]:
    """Iterate with a progress bar where the work is long and somebody watches."""
    if total < least or not sys.stderr.isatty():
        yield from items
        return
    from rich.progress import track

    yield from track(items, words, total, console=Console(stderr=True), transient=True)


def count(number: int, noun: str, many: str = "") -> str:
    """Return a number with its noun; ``many`` is its plural where that is not noun + s."""
    return f"{number} {noun if number == 1 else many or f'{noun}s'}"
