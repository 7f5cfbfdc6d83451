"""The report of a competition as commands, routes and pages give it."""

from __future__ import annotations

from typing import Any, Final

from analytics.event import COUNTED, DEFAULT, BadCriterion, event_report
from api.audit_list import doubtful
from api.node import Node
from domain.rulesets import RULES_VERSION
from domain.standing import STANDINGS, Standing

STANDING_COLUMNS: Final = (
    "rank", "player", "played", "wins", "drawn", "lost", "points", "scored", "against",
    "difference", "average", "best_average", "high_run",
)  # fmt: skip
"""What a place in the standings tells, in the order it is shown."""


class BadReport(ValueError):  # noqa: N818 - reads as what is wrong
    """A criterion or a standing that there is not; the words name what there is."""


class NoSuchEvent(LookupError):  # noqa: N818 - as above
    """No match on record belongs to the competition."""


def report_of(
    node: Node, event: str, criteria: str | None = None, include: str | None = None
) -> dict[str, Any]:
    """Return the report; ``criteria`` and ``include`` are lists with commas.

    Raises ``BadReport`` and ``NoSuchEvent``.
    """
    identities = node.people.known().identities
    ranked_by = _split(criteria) or DEFAULT
    counted = _standings(_split(include)) or COUNTED
    try:
        told = event_report(event, node, identities, criteria=ranked_by, include=counted)
    except BadCriterion as error:
        raise BadReport(str(error)) from error
    if not told["results"]:
        raise NoSuchEvent(f"no match on record belongs to an event {event}")
    return told | {
        "rules_version": RULES_VERSION,
        "open": [one["match"] for one in told["results"] if one["standing"] == "open"],
        "doubtful": doubtful(node, event)["items"],
    }


def _split(listed: str | None) -> list[str]:
    return [name.strip() for name in (listed or "").split(",") if name.strip()]


def _standings(names: list[str]) -> list[Standing]:
    known: dict[str, Standing] = {name: name for name in STANDINGS}
    for name in names:
        if name not in known:
            raise BadReport(f"{name} is no standing of a result; known: {', '.join(STANDINGS)}")
    return [known[name] for name in names]
