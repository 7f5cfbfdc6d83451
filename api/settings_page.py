"""The settings as a page of the manual: ``python -m api.settings_page > docs/settings.md``."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from api.settings import PREFIX, Settings

HEAD: Final = """# Settings

Generated from `api/settings.py`. An option of `cuelog serve` goes before a variable, a variable
before the default. All are checked when the service starts, and every error is listed at once; a
`CUELOG_` variable that is no setting is refused, since it is most often one spelled wrong.
`CUELOG_DATA` and `CUELOG_LOG` count for every command.

| variable | what it sets | takes | default |
|---|---|---|---|
"""
_NAMES: Final = {int: "a whole number", float: "a number"}


def page() -> str:
    """Return the page."""
    words = meanings()
    fields = Settings.model_fields.items()
    return HEAD + "".join(_row(name, field, words[name]) for name, field in fields)


def meanings() -> dict[str, str]:
    """Return what each setting sets, as its docstring says.

    Pydantic would read them of the source as well, but whenever the service starts.
    """
    (declared,) = ast.parse(inspect.getsource(Settings)).body
    assert isinstance(declared, ast.ClassDef)  # noqa: S101 - for the checker
    return {
        field.target.id: words.value.value
        for field, words in pairwise(declared.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(words, ast.Expr)
        and isinstance(words.value, ast.Constant)
        and isinstance(words.value.value, str)
    }


def _row(name: str, field: FieldInfo, meaning: str) -> str:
    shown = "" if field.default is None else f"`{field.default}`"
    kind = _kind(field.annotation)
    return f"| `{PREFIX}{name.upper()}` | {meaning} | {kind} | {shown} |\n"


def _kind(annotation: Any) -> str:  # noqa: ANN401 - what a field was declared as
    if get_origin(annotation) is Literal:
        return ", ".join(f"`{value}`" for value in get_args(annotation))
    return next((_NAMES[one] for one in _parts(annotation) if one in _NAMES), "text")


def _parts(annotation: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
    """Yield what a declaration is made of: itself, and the parts of its parts."""
    yield annotation
    for one in get_args(annotation):
        yield from _parts(one)


if __name__ == "__main__":
    sys.stdout.write(page())
