"""``cuelog audit``: what an official should see of a match, of a file, or of all matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from api.audit_list import doubtful
from api.audit_report import Audited, audit_fields, audited
from api.audit_tables import print_audit, score
from api.commands.find import KnownAt, find, is_file
from api.commands.place import HERE, Place
from api.commands.signatures import known_keys, received_by_seq
from api.files import Placed
from api.printing import count, print_json, show, table
from api.refusal import Refused
from api.replayed import Replayed
from api.wiring import open_people, reach
from domain.replay import Line, by_match, replay
from ingest.keys import Keyring

Json = Annotated[bool, Parameter(negative=(), help="Print one JSON object a match.")]
ALL_COLUMNS = (
    "match", "event", "players", "score", "result", "errors", "warnings", "not folded", "protests",
    "findings",
)  # fmt: skip


def audit(
    match: str | None = None,
    *,
    all_: Annotated[bool, Parameter(name="--all", negative=())] = False,
    event: str | None = None,
    unchecked: Annotated[bool, Parameter(negative=())] = False,
    known_at: KnownAt = None,
    json: Json = False,
    place: Place = HERE,
) -> int:
    """Report on a match: results stated and replayed, fouls, decisions, findings, protests.

    The exit status is 0 when nothing is wrong, 1 when something was not folded, a finding is an
    error or a signature does not hold, 2 when there is no such match or file. With --all it is 1
    when any match needs a look; a stated result that nothing on record can check is none.

    Parameters
    ----------
    match
        Id of a match of the log, or a file, - for standard input.
    all_
        A table of the matches of the log that need a look.
    event
        With --all, those of one competition.
    unchecked
        With --all, list also the stated results of which no play was recorded.
    known_at
        As the match was known at a position such as 0:41 of the log, or at an instant.
    json
        Print one JSON object a match.
    place
        Where the data is.
    """
    if (match is None) is not all_:
        raise Refused("name a match or a file, or take --all")
    if match is None:
        return _audit_all(event, place, unchecked=unchecked, json=json)
    keys = known_keys(None, place)
    found = list(_audits(find(match, place, known_at), keys))
    if json:
        known = None if is_file(match) else _known(place)
        for _, one in found:
            fields = audit_fields(one)
            print_json(fields if known is None else known.clean(fields))
    else:
        _print(found)
    return 0 if all(one.right for _, one in found) else 1


def _known(place: Place) -> Any:  # noqa: ANN401 - what is known of people
    with open_people(place.data, place.log) as people:
        return people.known()


def _audits(records: Sequence[Placed], keys: Keyring) -> Iterator[tuple[Replayed, Audited]]:
    for name, group in by_match(records):
        placed = [record for record in group if isinstance(record, Placed)]
        lines: list[Line] = []
        result = replay(name, placed, trace=lines.append)
        yield (
            Replayed(placed, result, lines),
            audited(result, lines, placed, keys, received_by_seq(placed)),
        )


def _print(found: Sequence[tuple[Replayed, Audited]]) -> None:
    from api.replay_tables import print_replays

    for replayed, one in found:
        print_replays([replayed], None, rulings=False)
        print_audit(one)


def _audit_all(event: str | None, place: Place, *, unchecked: bool, json: bool) -> int:
    asked = {"unchecked": str(unchecked)} | ({} if event is None else {"event": event})
    found: dict[str, Any] = reach(
        place.data,
        place.log,
        lambda node: doubtful(node, event, unchecked=unchecked),
        lambda holder: holder.get("/v1/audit", asked),
    )
    if json:
        print_json(found)
    else:
        _print_all(found)
    return 1 if found["items"] or found["unreadable"] else 0


def _print_all(found: Mapping[str, Any]) -> None:
    looked = count(found["matches"], "match", "matches")
    if found["items"]:
        show(table(ALL_COLUMNS, map(_doubtful_row, found["items"])))
    for pair in found["overlaps"]:
        show(Text(f"{pair['code']}: {pair['who']} in {' and '.join(pair['matches'])}"))
    show(Text(f"{len(found['items'])} of {looked} need a look"))
    _print_unchecked(found["unchecked"])
    if found["unreadable"]:
        show(Text(f"{count(found['unreadable'], 'record')} in quarantine belong to no match"))


def _print_unchecked(found: Mapping[str, Any]) -> None:
    if not found["matches"]:
        return
    held = count(found["matches"], "other match holds", "other matches hold")
    alike = f"; several sources agree on {found['agreed']} of them" if found["agreed"] else ""
    show(Text(f"{held} a stated result alone, with nothing recorded to check it by{alike}"))
    if found["items"] is None:
        show(Text("--unchecked lists them"))
        return
    rows = [
        [row["match"], row["event"], " - ".join(row["players"]), row["claim_sources"]]
        for row in found["items"]
    ]
    show(table(("match", "event", "players", "sources"), rows, "\nNothing to check the claim by"))


def _doubtful_row(row: Mapping[str, Any]) -> list[object]:
    players: list[str] = row["players"] or ["?"]
    return [
        row["match"],
        row["event"],
        " - ".join(players),
        score(row["score"]),
        row["stands"],
        row["errors"],
        row["warnings"],
        row["rejected"] + row["quarantined"] + row["waiting"],
        row["open_protests"],
        ", ".join(row["findings"]),
    ]
