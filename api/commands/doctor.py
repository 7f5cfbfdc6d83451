"""``cuelog doctor``: what is wrong here, and how to mend it."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from api.commands.place import HERE, Place
from api.doctor import Finding, examine
from api.printing import print_json, show, table


def doctor(
    *,
    json: Annotated[bool, Parameter(negative=(), help="Print JSON.")] = False,
    place: Place = HERE,
) -> int:
    """Look at settings, disk, log, names, tables and service, and say what to do.

    Every page of the log is read; nothing is changed. The exit status is 0 when nothing is wrong
    (warnings aside), 1 when something is.
    """
    found = examine(place.data, place.log)
    if json:
        print_json([one._asdict() for one in found])
    else:
        show(table(Finding._fields, found))
    return 1 if any(one.state == "error" for one in found) else 0
