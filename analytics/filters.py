"""What a statistic is asked about: the same filters for all, told by the same names."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any

import msgspec

from domain.standing import Standing

DAY = timedelta(days=1)


class BadFilter(ValueError):  # noqa: N818 - reads as what happened
    """A filter that cannot be understood: its name, and what was expected."""


class Filters(
    msgspec.Struct, frozen=True, omit_defaults=True, rename={"since": "from", "until": "to"}
):
    """Filters of every statistic; ``since`` and ``until`` are days, both included, in UTC.

    ``standing`` names how the results may stand, all of them where it is empty.
    """

    player: str | None = None
    opponent: str | None = None
    discipline: str | None = None
    rules: str | None = None
    event: str | None = None
    match: str | None = None
    standing: tuple[Standing, ...] = ()
    since: date | None = None
    until: date | None = None
    min_n: Annotated[int, msgspec.Meta(ge=0)] = 0

    def told(self) -> dict[str, Any]:
        """Return the filters given, by their names outside."""
        return msgspec.to_builtins(self)

    def condition(self, alias: str = "m", *, sides: bool = False) -> tuple[str, list[Any]]:
        """Return an SQL condition on ``matches`` and its values.

        With ``sides`` the relation also has ``player`` and ``opponent`` columns.
        """
        tests: list[str] = []
        values: list[Any] = []
        for column in ("discipline", "rules", "event", "match"):
            value = getattr(self, column)
            if value is not None:
                tests.append(f'{alias}."{column}" = ?')
                values.append(value)
        if self.standing:
            tests.append(f"list_contains(?, {alias}.standing)")
            values.append(list(self.standing))
        if self.since is not None:
            tests.append(f"{alias}.first_ms >= ?")
            values.append(_milliseconds(self.since))
        if self.until is not None:
            tests.append(f"{alias}.first_ms < ?")
            values.append(_milliseconds(self.until + DAY))
        if sides:
            for column in ("player", "opponent"):
                value = getattr(self, column)
                if value is not None:
                    tests.append(f"{column} = ?")
                    values.append(value)
        return " AND ".join(tests) or "true", values

    def within(self) -> tuple[str, list[Any]]:
        """Return an SQL condition on ``matches m`` that holds of the matches asked about.

        A player or opponent asked for took part in them.
        """
        condition, values = self.condition()
        for player in (self.player, self.opponent):
            if player is not None:
                condition += " AND ? IN (m.player1, m.player2)"
                values.append(player)
        return condition, values


def _milliseconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def filters_from(given: dict[str, Any]) -> Filters:
    """Make filters of names and values, or raise ``BadFilter`` naming the one that is wrong."""
    known = {field.encode_name for field in msgspec.structs.fields(Filters)}
    for name in given:
        if name not in known:
            raise BadFilter(f"{name} is no filter; known: {', '.join(sorted(known))}")
    present = {name: value for name, value in given.items() if value is not None}
    if isinstance(several := present.get("standing"), str):
        present["standing"] = several.split(",")
    try:
        return msgspec.convert(present, Filters, strict=False)
    except msgspec.ValidationError as error:
        raise BadFilter(str(error)) from error
