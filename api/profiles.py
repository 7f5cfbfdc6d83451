"""Profiles of players as the route and the page give them, kept while what they rest on stands."""

from __future__ import annotations

import msgspec

from analytics import Filters
from api.answers import Given
from api.house import House, etag
from api.statistics import player_profile, used
from domain.events import encode_event as encode


class NothingRecorded(Exception):  # noqa: N818 - reads as what is the case
    """Nothing is recorded of the player under the filters."""


def profile_of(house: House, player: str, filters: Filters) -> Given:
    """Return the profile of a player in JSON, or raise ``NothingRecorded``.

    Where a figure lies among those of the others depends on the matches of all.
    """
    node = house.node
    field = msgspec.structs.replace(filters, player=None, opponent=None)

    def tag() -> str:
        return etag("profile", player, filters.told(), used(node, field))

    def make() -> bytes:
        told = player_profile(player, node, filters)
        if not told["disciplines"]:
            raise NothingRecorded(player)
        return encode(told)

    return house.answers.again(node, f"profile {player} {filters.told()}", tag, make)
