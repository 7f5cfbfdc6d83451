"""The dictionary of statistics as a page: ``python -m analytics.handbook > docs/statistics.md``."""

from __future__ import annotations

import sys

from analytics import Statistic, catalogue
from analytics.dictionary import ROWS

HEAD = """# Statistics

Generated from the dictionary in the code (`python -m analytics.handbook`); `cuelog stats --list`
and `GET /v1/statistics` show the same.

Every rate carries its denominator and an interval at 95 %: from eight matches on a bootstrap that
draws whole matches (2,000 draws, fixed seed), below that Wilson's score interval over the pooled
counts; other ratios than shares have none below eight matches. A rate with nothing in its
denominator is null, and the answer says under `unlock` what to record. Walkovers, forfeits,
abandoned matches and the points of a handicap start are in no figure; matches under protest and
unfinished ones are in, those under protest named under `under_protest`; inferred events are left
out.
Rows descend by the sort column, nulls last, then by player and match.

Filters everywhere: `player`, `opponent`, `discipline`, `rules`, `event`, `match`, `standing`
(how results stand, with commas), `from`, `to` (days, both included, UTC), `min_n` (of the column
marked n).

The same question in three places; each answer names the position of the log, the versions of rules
and dictionary, and the matches used:

```sh
cuelog stats averages --player ana --from 2026-01-01 --json
curl 'http://127.0.0.1:8000/v1/statistics/averages?player=ana&from=2026-01-01'
```

```python
import analytics
tables = analytics.open(".cuelog")
answer = tables.answer("averages", player="ana", since="2026-01-01")
```
"""


def _needs(found: Statistic) -> str:
    """Return what a record must hold for the figures that may be missing."""
    lines = [f"Needs {found.unlock[ROWS]}."]
    lines += [f"`{name}` needs: {text}." for name, text in found.unlock.items() if name != ROWS]
    return "\n".join(lines) + "\n"


def handbook() -> str:
    """Return the page."""
    parts = [HEAD]
    for found in sorted(catalogue().values(), key=lambda one: one.name):
        order = "ascending" if found.ascending else "descending"
        parts.append(f"## {found.name}\n\n{found.definition}\n")
        parts.append(f"Sorted by `{found.sort}`, {order}; n is `{found.n}`.\n")
        lines = [f"| `{name}` | {meaning} |" for name, meaning in found.columns.items()]
        parts.append("\n".join(("| column | meaning |", "|---|---|", *lines, "")))
        parts.append(_needs(found))
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(handbook())
