"""Every table of the store, declared once: column, DuckDB type, unit, meaning.

Tables of kind ``derived`` are a function of the set of accepted events alone: they hold no fact of
delivery and are equal whatever the order, the batches or the node. ``log`` holds the records
themselves, ``delivery`` what became of the others; these are compared as sets. Only integers, text,
booleans and lists are stored: division happens when a figure is shown. Sides 1 and 2 are the
players in the order of ``match_opened``.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

SCHEMA_VERSION: Final = 4
"""Grows with every change of a table; a store of another version rebuilds itself."""
DICTIONARY_VERSION: Final = "2026.12.3"
"""Changes whenever the meaning of a column or a statistic changes; every answer carries it."""

Kind = Literal["derived", "log", "delivery", "meta"]
TEXT, INT, LONG, FLAG = "VARCHAR", "INTEGER", "BIGINT", "BOOLEAN"
TEXTS, INTS, BYTES = "VARCHAR[]", "INTEGER[]", "BLOB"

FLAGS: Final = (
    "inning", "inferred", "break", "break_shot", "third_foul", "rebreak", "made", "attack",
    "third", "in_hand", "after_timeout", "call", "contact", "cushion", "timed", "out_of_turn",
    "void",
)  # fmt: skip
"""What the bits of ``rulings.flags`` say, from the lowest on; the columns are computed of them."""
BIT: Final[dict[str, int]] = {name: 1 << place for place, name in enumerate(FLAGS)}


def _enum(*values: str) -> str:
    return "ENUM(" + ", ".join(f"'{value}'" for value in values) + ")"


DISCIPLINES: Final = ("14.1", "8-ball", "9-ball", "10-ball", "snooker")
CALLS: Final = ("none", "ball", "nominated", "safety", "push_out")
VERDICTS: Final = ("legal", "foul", "break_foul", "illegal_break", "deliberate_foul")
CUE_BALLS: Final = ("position", "head", "anywhere", "D", "head_spot", "centre_spot")


class Column(NamedTuple):
    """One column; ``unit`` is empty where the values count nothing."""

    name: str
    type: str
    meaning: str
    unit: str = ""
    computed: str = ""
    """SQL that gives the value when read; empty where it is stored."""
    compression: str = ""
    """How to pack it, where finding out costs a rebuild too much."""


def _flag(name: str, bit: str, meaning: str) -> Column:
    return Column(name, FLAG, meaning, computed=f"(flags & {BIT[bit]}) <> 0")


def _if(bit: str, then: str, otherwise: str) -> str:
    return f"CASE WHEN (flags & {BIT[bit]}) <> 0 THEN {then} ELSE {otherwise} END"


class Table(NamedTuple):
    """One table; ``key`` names the columns that tell its rows apart (empty: none do)."""

    name: str
    kind: Kind
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]


C = Column

EVENTS: Final = Table(
    "events", "log", "Every record that took a `seq` or waits behind a gap.", ("match", "seq"), (
        C("match", TEXT, "match it belongs to"),
        C("seq", INT, "place within the match, from 1"),
        C("id", TEXT, "id of the event within its match"),
        C("log_partition", INT, "partition of the log"),
        C("log_offset", LONG, "offset within the partition"),
        C("received_ms", LONG, "when the log received it", "ms, Unix time"),
        C("recorder", TEXT, "id of the token it came with; null where there was none"),
        C("verified", FLAG,
          "an official's event with proof of his right: it came through the API, or is signed"),
        C("raw", BYTES, "the record byte for byte as received", compression="uncompressed"),
    ),
)  # fmt: skip

RULINGS: Final = Table(
    "rulings", "derived",
    "One row a stroke and one an inning summed up, as ruled and corrected. Rejected and struck "
    "ones have no row. Leave out `void`; a figure of strokes also wants `kind = 'shot'` and not "
    "`inferred`.",
    ("match", "seq", "part"), (
        C("match", TEXT, "match"),
        C("seq", INT, "place of the event within the match"),
        C("part", INT, "number of the body, from 0, where a list of bodies replaced an event"),
        C("kind", TEXT, "`shot` or `inning`", computed=_if("inning", "'inning'", "'shot'")),
        C("player", TEXT, "who struck"),
        C("opponent", TEXT, "the other player"),
        C("discipline", _enum(*DISCIPLINES), "discipline"),
        C("rules", TEXT, "rule text: `SI`, `PL`, `LT`"),
        C("rack", INT, "rack or frame of the stroke, from 1; in 14.1 every triangle set counts"),
        C("inning", INT, "number of the turn in the match, from 1"),
        C("stroke", INT, "number of the stroke in its turn, from 1; null where not at the table"),
        C("at_ms", LONG, "when it happened; null unless exact or estimated", "ms, Unix time"),
        _flag("inferred", "inferred", "reconstructed: leave out of figures of turns and times"),
        C("phase", TEXT, "before the stroke: `break` or `play`",
          computed=_if("break", "'break'", "'play'")),
        _flag("is_break", "break", "opening break of a rack, a re-break too; no 14.1 re-rack"),
        _flag("is_break_shot", "break_shot", "14.1: first stroke into a rack set in play"),
        C("restart", TEXT, "why the same player breaks again: `third_foul`, `rebreak`, else null",
          computed=_if("third_foul", "'third_foul'", _if("rebreak", "'rebreak'", "NULL"))),
        C("call", _enum(*CALLS), "`nominated`: ball named, `ball`: not which; `none` recorded"),
        _flag("made", "made", "a ball was legally pocketed and the player played on, or won"),
        _flag("attack", "attack", "counts for accuracy: no break, safety, push-out or sum"),
        C("verdict", _enum(*VERDICTS), "how it was ruled"),
        C("fouls", TEXTS, "codes of the fouls of the stroke"),
        C("n_fouls", INT, "number of codes", "codes", "len(fouls)"),
        C("points", INT, "change of the striker's score, net of penalties", "points or racks"),
        C("points_opponent", INT, "change of the opponent's score", "points or racks"),
        C("balls", INT, "object balls legally pocketed", "balls"),
        C("run", INT, "run or break after the stroke", "balls; snooker: points"),
        _flag("third_foul", "third", "third foul in a row: all is racked, the player breaks"),
        C("cue_ball", _enum(*CUE_BALLS), "where it was before"),
        _flag("in_hand", "in_hand", "the cue ball was in hand: `head`, `anywhere` or `D`"),
        C("rack_won_by", TEXT, "player who won the rack with it, or null"),
        C("match_won_by", TEXT, "player who won the match with it, or null"),
        C("duration_ms", LONG, "from the end of the stroke before; null if not recorded", "ms"),
        _flag("after_timeout", "after_timeout", "follows a time-out: its time is no stroke time"),
        C("score", INT, "striker's score before", "points or racks"),
        C("score_opponent", INT, "opponent's score before", "points or racks"),
        C("frame_score", INT, "snooker: striker's points in the frame before", "points"),
        C("frame_score_opponent", INT, "snooker: opponent's points in the frame before", "points"),
        C("balls_before", INT, "object balls on the table before, a due rack set", "balls"),
        C("rack_ball", INT, "14.1: ball of the rack shot at, 1 to 14; null elsewhere", computed=(
            "CASE WHEN discipline = '14.1' AND balls_before BETWEEN 2 AND 15 "
            "THEN 16 - balls_before END")),
        _flag("call_recorded", "call", "a call or a safety was recorded"),
        _flag("contact_recorded", "contact", "the first contact was recorded"),
        _flag("cushion_recorded", "cushion", "what reached a cushion was recorded"),
        _flag("out_of_turn", "out_of_turn", "the turn was the opponent's"),
        _flag("void", "void", "taken back by `void` or by a ball that settled: does not count"),
        C("flags", INT, "the bits the columns of booleans are computed of"),
        C("clauses", TEXTS, "ids of the clauses and readings applied"),
    ),
)  # fmt: skip

INNINGS: Final = Table(
    "innings", "derived",
    "One row a turn at the table with at least one stroke. A 14.1 re-rack does not end it.",
    ("match", "inning"), (
        C("match", TEXT, "match"),
        C("inning", INT, "number of the turn in the match, from 1"),
        C("player", TEXT, "who was at the table"),
        C("opponent", TEXT, "the other player"),
        C("discipline", TEXT, "discipline"),
        C("rules", TEXT, "rule text"),
        C("rack", INT, "rack or frame when it began"),
        C("first_seq", INT, "`seq` of its first stroke"),
        C("last_seq", INT, "`seq` of its last stroke"),
        C("strokes", INT, "strokes; null where summed up", "strokes"),
        C("balls", INT, "balls legally pocketed", "balls"),
        C("points", INT, "change of the player's score by its strokes, net", "points or racks"),
        C("points_opponent", INT, "change of the opponent's score by its strokes", "points"),
        C("run", INT, "best run (snooker: break) of it, fouls take nothing off", "balls; points"),
        C("ending", TEXT,
          "`miss`, `safety`, `foul`, `break_foul`, `illegal_break`, `deliberate_foul`, `push_out`, "
          "`rack_won`, `match_won`; by another event: `match_ended`, `limit`, `concession`, "
          "`stopped` (stalemate, official); `open`: the record goes no further"),
        C("open", FLAG, "the match or its record ended during the run, also by winning (`+`)"),
        C("fouls", INT, "strokes with a foul in it", "strokes"),
        C("is_shots", FLAG, "recorded stroke by stroke; false: summed up"),
        C("paired", FLAG,
          "counts in `innings_paired`: false for the break after a third foul and each ordered "
          "re-break, which are new innings of the same player"),
        C("started_in_hand", FLAG, "the cue ball was in hand at its first stroke"),
        C("first_is_break", FLAG, "its first stroke was an opening break"),
        C("safety_at_once", FLAG, "its first stroke was a legal safety: no attempt at a run"),
        C("scored_at_once", FLAG, "its first stroke scored; null where summed up"),
        C("inferred", FLAG, "part of it is reconstructed"),
        C("at_ms", LONG, "when it began; null unless exact or estimated", "ms, Unix time"),
        C("first_rack_ball", INT, "14.1: ball of the rack its first stroke was at, 1 to 14"),
        C("clearance", FLAG, "snooker: every ball of the frame in this turn; null elsewhere"),
    ),
)  # fmt: skip

RACKS: Final = Table(
    "racks", "derived", "One row a rack or frame begun; in 14.1 a triangle set.",
    ("match", "rack"), (
        C("match", TEXT, "match"),
        C("rack", INT, "number of the rack or frame, from 1"),
        C("discipline", TEXT, "discipline"),
        C("rules", TEXT, "rule text"),
        C("breaker", TEXT, "who broke it; 14.1: who shot first into it; null if not known"),
        C("winner", TEXT, "who won it; null while open, drawn, and in 14.1"),
        C("how", TEXT,
          "`played`, `concession`, `sanction`; of a rack summed up what it says: `break_and_run`, "
          "`golden_break`, `run_out`, `eight_lost`, `three_fouls`, `forfeit`, else `summed`; "
          "14.1: `racked`, `third_foul`, `rebreak`, `stalemate`; `match_ended`; null while open"),
        C("is_open", FLAG, "not over"),
        C("is_decider", FLAG, "both players needed one more"),
        C("points1", INT, "points of player 1 in it (14.1, snooker)", "points"),
        C("points2", INT, "points of player 2 in it (14.1, snooker)", "points"),
        C("strokes", INT, "strokes recorded in it", "strokes"),
        C("first_seq", INT, "`seq` of its first stroke or event; null before it"),
        C("last_seq", INT, "`seq` of its last stroke or event; null before it"),
        C("first_inning", INT, "turn its first stroke belongs to"),
        C("last_inning", INT, "turn its last stroke belongs to"),
        C("rebreaks", INT, "times it was ordered or agreed to be broken again", "breaks"),
        C("push_out_by", TEXT, "who played a push-out after the break"),
        C("push_out_answer", TEXT, "`accept` or `pass`"),
        C("completed_by", TEXT, "14.1: who made all fourteen in one inning"),
        C("completed_inning", INT, "14.1: that inning"),
        C("break_players", TEXTS, "snooker, frame summed up: players of its stated breaks"),
        C("break_points", INTS, "snooker, frame summed up: points of its stated breaks", "points"),
        C("foul_points1", INT, "snooker, frame summed up: foul points given by 1", "points"),
        C("foul_points2", INT, "snooker, frame summed up: foul points given by 2", "points"),
        C("needed_fouls", FLAG, "snooker: the winner was behind by more than was on the table"),
        C("duration_ms", LONG, "as stated where summed up", "ms"),
    ),
)  # fmt: skip

MATCHES: Final = Table(
    "matches", "derived", "One row a match, also while its opening is missing (`not_open`).",
    ("match",), (
        C("match", TEXT, "match"),
        C("discipline", TEXT, "discipline; null while not open"),
        C("rules", TEXT, "rule text"),
        C("edition", TEXT, "edition the record names"),
        C("player1", TEXT, "first player"),
        C("player2", TEXT, "second player"),
        C("name1", TEXT, "name of player 1 in the log, or null"),
        C("name2", TEXT, "name of player 2 in the log, or null"),
        C("country1", TEXT, "country of player 1 in the log, or null"),
        C("country2", TEXT, "country of player 2 in the log, or null"),
        C("target1", INT, "what player 1 needs", "points or racks"),
        C("target2", INT, "what player 2 needs", "points or racks"),
        C("best_of", INT, "racks at most, where given", "racks"),
        C("status", TEXT, "`not_open`, `open`, `finished`"),
        C("winner", TEXT, "who won as played; null when drawn, abandoned or open"),
        C("result", TEXT,
          "how it ended: `played`, `drawn`, `abandoned`, `forfeit`, `walkover`, `limit`, "
          "`concession`, `sanction`; null while open. Played results are `played`, `limit`, "
          "`drawn`, `concession`, `sanction`"),
        C("is_awarded", FLAG, "a result was given by decision"),
        C("awarded_winner", TEXT, "winner by that decision"),
        C("score1", INT, "score of player 1", "points or racks"),
        C("score2", INT, "score of player 2", "points or racks"),
        C("start1", INT, "score player 1 began with", "points or racks"),
        C("start2", INT, "score player 2 began with", "points or racks"),
        C("is_handicapped", FLAG, "began with a score, or the targets differ"),
        C("points1", INT, "change of score of 1 by strokes and penalties", "points or racks"),
        C("points2", INT, "change of score of 2 by strokes and penalties", "points or racks"),
        C("other_points1", INT, "of `points1`, outside innings: sanctions, out of turn", "points"),
        C("other_points2", INT, "of `points2`, outside innings: sanctions, out of turn", "points"),
        C("balls1", INT, "balls legally pocketed by 1", "balls"),
        C("balls2", INT, "balls legally pocketed by 2", "balls"),
        C("innings1", INT, "innings of 1", "innings"),
        C("innings2", INT, "innings of 2", "innings"),
        C("fouls1", INT, "strokes of 1 with a foul", "strokes"),
        C("fouls2", INT, "strokes of 2 with a foul", "strokes"),
        C("high_run1", INT, "best run of 1", "balls; snooker: points"),
        C("high_run2", INT, "best run of 2", "balls; snooker: points"),
        C("racks", INT, "racks or frames begun", "racks"),
        C("events", INT, "events that took a `seq`", "events"),
        C("waiting", INT, "events beyond a gap", "events"),
        C("rejected", INT, "events rejected", "events"),
        C("errors", INT, "findings of severity error", "findings"),
        C("warnings", INT, "findings of severity warning", "findings"),
        C("notes", INT, "findings of severity note", "findings"),
        C("unchecked", INT,
          "of `errors`, those that say only that no play was recorded to check a claim by",
          "findings"),
        C("unchecked_warnings", INT, "the same of `warnings`", "findings"),
        C("claim_sources", INT, "sources that state a result in claims", "sources"),
        C("is_signed", FLAG, "a signature is on the record"),
        C("open_protests", INT, "protests not decided: the match is under protest", "protests"),
        C("standing", TEXT,
          "how the result stands: `open`, `provisional`, `under_protest`, `confirmed` (signed as "
          "it stands, or awarded), `annulled` (awarded to nobody)"),
        C("opened_ms", LONG, "`at` of the opening, however precise", "ms, Unix time"),
        C("opened_precision", TEXT, "`exact`, `estimated`, `day`, `unknown`"),
        C("first_ms", LONG, "first event with a time exact or estimated", "ms, Unix time"),
        C("last_ms", LONG, "last event with a time exact or estimated", "ms, Unix time"),
        C("event", TEXT, "competition"),
        C("round", TEXT, "round"),
        C("venue", TEXT, "venue"),
        C("table_label", TEXT, "table"),
        C("referee", TEXT, "referee; null: the players officiate"),
        C("reds", INT, "snooker: reds set", "balls"),
        C("strokes", INT, "strokes recorded, void ones left out", "strokes"),
        C("strokes_called", INT, "of these, with a call", "strokes"),
        C("strokes_contact", INT, "of these, with the first contact", "strokes"),
        C("strokes_cushion", INT, "of these, with cushions", "strokes"),
        C("strokes_timed", INT, "of these, with a duration", "strokes"),
        C("innings_by_shots", INT, "innings recorded stroke by stroke", "innings"),
        C("innings_by_sums", INT, "innings summed up", "innings"),
        C("racks_by_sums", INT, "racks summed up", "racks"),
        C("rules_version", TEXT, "version of the rules that ruled it"),
    ),
)  # fmt: skip

PLAYERS: Final = Table(
    "players", "derived", "One row a player of any match.", ("player",), (
        C("player", TEXT, "id"),
        C("name", TEXT, "name in the log with the greatest (`at`, `match`, `seq`), or null"),
        C("country", TEXT, "country in the log, chosen likewise, or null"),
    ),
)  # fmt: skip

FINDINGS: Final = Table(
    "findings", "derived", "What an auditor should see.", (), (
        C("match", TEXT, "match"),
        C("seq", INT, "event it is about, or null"),
        C("code", TEXT, "kind of finding"),
        C("severity", TEXT, "`error`, `warning`, `note`"),
        C("detail", TEXT, "in words"),
    ),
)  # fmt: skip

QUARANTINE: Final = Table(
    "quarantine", "delivery", "Records that took no `seq`, and why.",
    ("log_partition", "log_offset"), (
        C("log_partition", INT, "partition of the log"),
        C("log_offset", LONG, "offset within the partition"),
        C("match", TEXT, "match as far as readable"),
        C("seq", INT, "`seq` as far as readable"),
        C("id", TEXT, "id as far as readable"),
        C("reason", TEXT, "`malformed`, `too_large`, `id_conflict`, `seq_conflict`, ..."),
        C("detail", TEXT, "in words"),
        C("raw", BYTES, "the record byte for byte as received"),
    ),
)  # fmt: skip

DUPLICATES: Final = Table(
    "duplicates", "delivery", "Records that said again what another had said.",
    ("log_partition", "log_offset"), (
        C("log_partition", INT, "partition of the log"),
        C("log_offset", LONG, "offset within the partition"),
        C("match", TEXT, "match"),
        C("seq", INT, "`seq`"),
        C("id", TEXT, "id"),
    ),
)  # fmt: skip

POSITIONS: Final = Table(
    "positions", "delivery", "How far the log is in the tables.", ("log_partition",), (
        C("log_partition", INT, "partition of the log"),
        C("next_offset", LONG, "first offset not applied"),
    ),
)  # fmt: skip

META: Final = Table(
    "meta", "meta", "What wrote the store.", ("name",), (
        C("name", TEXT, "`schema_version`, `rules_version`, `dictionary_version`"),
        C("value", TEXT, "its value"),
    ),
)  # fmt: skip

TABLES: Final[dict[str, Table]] = {
    table.name: table
    for table in (
        EVENTS, RULINGS, INNINGS, RACKS, MATCHES, PLAYERS, FINDINGS,
        QUARANTINE, DUPLICATES, POSITIONS, META,
    )
}  # fmt: skip
NAMES: Final = {
    "players": {"name": "player"},
    "matches": {"name1": "player1", "name2": "player2"},
}
"""The columns that hold names, and the id that decides whether they may be shown."""
DERIVED: Final = tuple(table.name for table in TABLES.values() if table.kind == "derived")
"""Names of the tables that are equal whatever the order of delivery."""


def create_statement(table: Table) -> str:
    """Return the SQL that makes a table; no indexes: rows are found by their zone maps."""
    return f'CREATE TABLE IF NOT EXISTS "{table.name}" ({", ".join(map(_declared, table.columns))})'


def _declared(column: Column) -> str:
    computed = f" AS ({column.computed}) VIRTUAL" if column.computed else ""
    packed = f" USING COMPRESSION '{column.compression}'" if column.compression else ""
    return f'"{column.name}" {column.type}{computed}{packed}'


def stored(table: Table) -> tuple[str, ...]:
    """Return the names of the columns that are written, in order."""
    return tuple(column.name for column in table.columns if not column.computed)
