"""Tournaments as CueScore gives them in JSON.

The frames of a match are a log of scores: repeats say nothing new, a lower score takes a rack back,
a jump is several racks at once, whose order is not known. Times of matches are local to the
tournament, times of frames have their offset.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, cast

from ingest.importers import values
from ingest.importers.mapping import Mapping, known_words, plain
from ingest.importers.opening import timed
from ingest.importers.people import Side, is_nobody
from ingest.importers.port import Drafted, Job
from ingest.importers.report import Place
from ingest.importers.source import Source
from ingest.importers.tables import RowRefused
from ingest.importers.values import UNKNOWN, When

NAME: Final = "cuescore"
SAYS: Final = "tournaments of CueScore, JSON"
WALKOVER_ID: Final = "1000615"
"""The player CueScore puts where there is nobody."""
MOST_RACKS: Final = 1_000
"""Racks of a match; a greater score is none."""
Fields = dict[str, Any]


class Rack(NamedTuple):
    """A rack won by side 0 or 1, when, and whether its order among others was made up."""

    side: int
    at: str | None
    inferred: bool


def fits(source: Source, mapping: Mapping) -> bool:
    """Tell whether JSON is tournaments with matches as CueScore names them."""
    del mapping
    if source.kind != "json":
        return False
    return all("matches" in one and "tournamentId" in one for one in _tournaments(source.json()))


def _tournaments(data: Any) -> list[Fields]:  # noqa: ANN401 - whatever JSON can hold
    listed = cast("list[Any]", data) if isinstance(data, list) else [data]
    return [cast("Fields", one) for one in listed if isinstance(one, dict)] or [{}]


def read(source: Source, job: Job) -> Iterator[Drafted]:
    """Yield the matches of all tournaments."""
    for number, tournament in enumerate(_tournaments(source.json())):
        listed: Any = tournament.get("matches") or []
        if not isinstance(listed, list):
            job.report.note(
                "refused", "no list of matches", Place(source.name, f"[{number}]"), listed
            )
            continue
        for index, match in enumerate(cast("list[Any]", listed)):
            place = Place(source.name, f"[{number}].matches", index + 1)
            job.report.rows += 1
            if not isinstance(match, dict):
                job.report.note("refused", "no match", place, match)
                continue
            made = _Reader(cast("Fields", match), tournament, place, job).read()
            if made is not None:
                yield made


@dataclass(slots=True)
class _Reader:
    """One match of a tournament."""

    match: Fields
    tournament: Fields
    place: Place
    job: Job
    known: list[Rack] = field(default_factory=list[Rack])

    def read(self) -> Drafted | None:
        number = str(self.match.get("matchId") or "")
        players = self._player("A"), self._player("B")
        if not number:
            return self._left("refused", "a match without matchId")
        if players[0] is None or players[1] is None:
            return self._left("left_out", "a bye is no match")
        if self.match.get("matchstatus") not in ("finished", "playing", None):
            return self._left("left_out", "not played yet")
        discipline = self._discipline()
        if discipline is None:
            return None
        try:
            return self._draft(number, (players[0], players[1]), discipline)
        except RowRefused as refused:
            return self._left("refused", refused.words, refused.value)

    def _left(self, kind: Any, words: str, value: object = "") -> None:  # noqa: ANN401 - a Kind
        self.job.report.note(kind, words, self.place, value)

    def _player(self, which: str) -> Side | None:
        """Return a player, who is a number or an object; None for nobody."""
        given = self.match.get(f"player{which}")
        fields: Fields = cast("Fields", given) if isinstance(given, dict) else {"playerId": given}
        number, name = str(fields.get("playerId") or ""), str(fields.get("name") or "")
        if number in ("", "0", WALKOVER_ID) or (name and is_nobody(name)):
            return None
        return Side(self.job.ids.player(NAME, number, name), " ".join(name.split()))

    def _discipline(self) -> str | None:
        """Return one of our disciplines, as the user says or the file does."""
        told = self.job.mapping.constant("discipline")
        theirs = str(self.match.get("discipline") or self.tournament.get("discipline") or "")
        found = known_words("discipline").get(plain(told or theirs))
        if found is None:
            words = "not one of our disciplines; --discipline says as which it is to be imported"
            self._left("refused", words, theirs)
        elif told and plain(told) != plain(theirs):
            words = f"played as {theirs}, imported as {found} as told: racks and winners alone hold"
            self.job.report.once("guessed", words, self.place)
        return found

    def _draft(self, number: str, players: tuple[Side, Side], discipline: str) -> Drafted:
        made = Drafted(self.job.ids.match(NAME, number))
        made.named = [named for player in players for named in player.named()]
        start, stop = self._when("starttime"), self._when("stoptime")
        scores = self._score("A"), self._score("B")
        ids = [player.id for player in players]
        made.add(
            self.place,
            "match_opened",
            discipline=discipline,
            rules=self.job.mapping.constant("rules", "PL" if discipline == "14.1" else "LT"),
            players=ids,
            target=self._target(scores),
            event=f"{NAME}:{self.tournament.get('tournamentId')}",
            round=str(self.match.get("roundName") or "") or None,
            **timed(start),
        )
        if self._given_up(made, ids, scores, start):
            return made
        if discipline != "14.1":
            self._add_racks(made, ids, start)
        self._add_end(made, ids, scores, stop if stop is not UNKNOWN else start)
        return made

    def _when(self, name: str) -> When:
        """Return a time of the match, which is local to the tournament."""
        text = str(self.match.get(name) or "")
        if not text:
            return UNKNOWN
        read = values.instant(text, str(self.tournament.get("timezone") or ""))
        if read is None:
            self._left("guessed", f"{name} is no time: unknown", text)
            return UNKNOWN
        if read.doubt:
            self._left("guessed", f"{name}: {read.doubt}", text)
        return read

    def _score(self, which: str) -> int:
        number = values.whole(self.match.get(f"score{which}") or 0)
        if number is None or number < 0:
            # Some systems write -1 for who did not come: it is no score.
            self._left("guessed", "no score: taken as 0", self.match.get(f"score{which}"))
            return 0
        return number

    def _target(self, scores: tuple[int, int]) -> int:
        """Return the race; where there is none the match is timed, and no race may end it."""
        race = values.whole(self.match.get("raceTo") or 0) or 0
        if race > 0:
            return race
        words = "no race: a timed match, its target set out of reach and closed by the limit"
        self.job.report.once("guessed", words, self.place)
        return sum(scores) + 1

    def _given_up(self, made: Drafted, ids: list[str], scores: tuple[int, int], at: When) -> bool:
        """Add a walkover where one side is penalised and nothing was played."""
        penalty = values.whole(self.match.get("penalty") or 0) or 0
        if any(scores) or penalty not in (1, 2):
            return False
        winner = ids[2 - penalty]
        made.add(self.place, "match_closed", result="walkover", winner=winner, **timed(at))
        return True

    # -- racks ----------------------------------------------------------------------------------

    def _add_racks(self, made: Drafted, ids: list[str], start: When) -> None:
        self._follow()
        for rack in self.known:
            at = timed(start) if rack.at is None else timed(values.instant(rack.at) or start)
            inferred = True if rack.inferred else None
            precision = "estimated" if rack.inferred else at["at_precision"]
            told = {"at": at["at"], "at_precision": precision, "inferred": inferred}
            made.add(self.place, "rack", winner=ids[rack.side], **told)

    def _follow(self) -> None:
        """Read the log of scores, frame by frame; refuses a match with one that says none."""
        frames: Any = self.match.get("frames") or []
        if not isinstance(frames, list):
            raise RowRefused("no list of frames", "frames", frames)
        before = [0, 0]
        for entry in cast("list[Any]", frames):
            fields = cast("Fields", entry) if isinstance(entry, dict) else {}
            now = [_racks(fields, which) for which in "AB"]
            change = [now[0] - before[0], now[1] - before[1]]
            self._take_back(change, fields)
            self._won(change, fields)
            before = now

    def _take_back(self, change: list[int], fields: Fields) -> None:
        for side in (0, 1):
            for _ in range(-change[side]):
                last = next(rack for rack in reversed(self.known) if rack.side == side)
                self.known.remove(last)
                words = "a score taken back: the rack is not recorded"
                self._left("guessed", words, f"frame {fields.get('frameNo')}")

    def _won(self, change: list[int], fields: Fields) -> None:
        """Add racks won; several at once stand in an order of our own."""
        several = max(change[0], 0) + max(change[1], 0) > 1
        if several:
            words = "several racks entered at once: their order and times are not known"
            self.job.report.once("guessed", words, self.place)
        at = str(fields.get("stoptime") or "") or None
        # The loser's first: whoever has the race has it with his last rack.
        for side in sorted((0, 1), key=lambda one: self._score("AB"[one])):
            self.known += [Rack(side, at, several)] * max(change[side], 0)

    def _add_end(self, made: Drafted, ids: list[str], scores: tuple[int, int], at: When) -> None:
        if not values.whole(self.match.get("raceTo") or 0) and self.known:
            made.add(self.place, "match_closed", result="limit", **timed(at))
        finished = self.match.get("matchstatus") == "finished" and scores[0] != scores[1]
        made.add(
            self.place,
            "claim",
            score=dict(zip(ids, scores, strict=True)),
            winner=ids[int(scores[1] > scores[0])] if finished else None,
            source=NAME,
            **timed(at),
        )


def _racks(fields: Fields, which: str) -> int:
    """Return the racks a player has after a frame; refuses what is no such number."""
    given = fields.get(f"score{which}")
    number = values.whole(given)
    if number is None or not 0 <= number <= MOST_RACKS:
        words = f"a frame without a score of 0 to {MOST_RACKS}"
        raise RowRefused(words, "frames", f"frame {fields.get('frameNo')}: {given}")
    return number
