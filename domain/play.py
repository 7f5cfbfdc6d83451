"""What the state of every discipline has, and what happens to a turn in every discipline."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from domain.rulesets import Cites
from domain.rulings import NO_POINTS, Finding, Points, Ruling, finding
from domain.table import UNKNOWN, as_ids
from domain.vocabulary import CueBall

Phase = Literal[
    "lag", "lag_choice", "break", "choice", "rerack", "play", "toss", "finished"
]  # fmt: skip
Side = int
"""The first player is 0, the second 1."""

NOBODY: Side = -1


@dataclass(slots=True)
class RackRecord:
    """A rack or frame that is over: its number, its winner, what each made in it, its last turn."""

    rack: int
    winner: Side
    points: Points
    inning: int


@dataclass(slots=True)
class Play:
    """The running state of a match; each discipline adds its own and the rules of its strokes.

    It changes in place: a stroke copies nothing. ``inning`` counts turns begun, so it is 0 during
    the first lag.
    """

    players: tuple[str, str]
    cites: Cites
    referee: bool = False
    target: list[int] = field(default_factory=lambda: [1, 1])
    phase: Phase = "break"
    turn: Side = NOBODY
    options: tuple[str, ...] = ()
    winner: Side = NOBODY
    score: list[int] = field(default_factory=lambda: [0, 0])
    fouls: list[int] = field(default_factory=lambda: [0, 0])
    cue_ball: CueBall | None = None
    count: int = 0
    balls: int = UNKNOWN
    rack: int = 1
    inning: int = 0
    run: int = 0
    breaker: Side = NOBODY
    seq: int = 0
    turns: list[int] = field(default_factory=lambda: [0, 0])
    best_run: list[int] = field(default_factory=lambda: [0, 0])
    foul_total: list[int] = field(default_factory=lambda: [0, 0])
    racks: list[RackRecord] = field(default_factory=list[RackRecord])
    rack_base: list[int] = field(default_factory=lambda: [0, 0])
    timeouts: list[int] = field(default_factory=lambda: [0, 0])
    timeout_of: Side = NOBODY
    timeout_since: str = ""
    opponent_active: bool = False
    """Whether the opponent used his own time-out during the running one (LT-G-TO-4)."""
    inning_limit: int | None = None
    fact_protests: bool = True
    two_fouls_said: bool = False
    over_line_said: bool = False
    frozen_said: bool = False
    spotted_nearest: bool = False
    toss_open: bool = False
    closed_by: str | None = None
    proof_failed: bool = False
    protests: list[int] = field(default_factory=list[int])
    awarded: dict[str, Any] | None = None

    def side(self, player: str) -> Side:
        """Return the side of a player, or NOBODY for a stranger."""
        first, second = self.players
        return 0 if player == first else 1 if player == second else NOBODY

    def name(self, side: Side) -> str | None:
        """Return the id of the player on a side, or None for nobody."""
        return None if side == NOBODY else self.players[side]

    def start_turn(self, side: Side) -> None:
        """Begin a turn of a player, unless both have had as many as the match allows."""
        limit = self.inning_limit
        if limit is not None and self.turns[0] >= limit and self.turns[1] >= limit:
            self.finish(self.leader())
            return
        self.close_run()
        self.turn = side
        self.inning += 1
        self.turns[side] += 1
        self.two_fouls_said = self.over_line_said = self.frozen_said = False

    def close_run(self) -> None:
        """End the running run, remembering the best of the player."""
        run = self.run
        if run:
            self.best_run[self.turn] = max(self.best_run[self.turn], run)
            self.run = 0

    def offer(self, decider: Side, options: tuple[str, ...], cue_ball: CueBall) -> None:
        """Open a choice: who decides, among what, and the cue ball that accepting gives.

        What was announced to the offender does not bind the decider.
        """
        self.close_run()
        self.phase = "choice"
        self.turn = decider
        self.two_fouls_said = self.over_line_said = self.frozen_said = False
        self.options = options
        self.cue_ball = cue_ball

    def accept(self, side: Side) -> None:
        """Take the table in a choice; what was announced to the decider still binds."""
        said = self.two_fouls_said, self.over_line_said, self.frozen_said
        self.options = ()
        self.phase = "play"
        self.start_turn(side)
        self.two_fouls_said, self.over_line_said, self.frozen_said = said

    def leader(self) -> Side:
        """Return the player ahead, or NOBODY when level."""
        first, second = self.score
        return NOBODY if first == second else 0 if first > second else 1

    def finish(self, winner: Side) -> None:
        """End the match; everything else stays as it was left."""
        if self.turn != NOBODY:
            self.close_run()
        self.phase = "finished"
        self.turn = NOBODY
        self.winner = winner
        self.options = ()
        self.cue_ball = None

    def note(self, code: str, detail: str) -> Finding:
        """Make a finding at the event being folded."""
        return finding(code, self.seq, detail)

    def reject(self, reason: str, detail: str = "") -> Ruling:
        """Refuse the event; the state stays as it is."""
        return Ruling("rejected", reason, detail=detail)

    def record(
        self,
        *clauses: str,
        points: Points = NO_POINTS,
        findings: tuple[Finding, ...] = (),
    ) -> Ruling:
        """Answer an event that is no stroke, citing what the decisions named rest on."""
        return Ruling(
            "recorded",
            points=points,
            match_won_by=self.name(self.winner) if self.phase == "finished" else None,
            clauses=self.cite(*clauses),
            findings=findings,
        )

    def cite(self, *decisions: str) -> tuple[str, ...]:
        """Return the ids the decisions rest on, each once, in order."""
        if len(decisions) == 1:
            return self.cites.get(decisions[0], ())
        ids: dict[str, None] = {}
        for decision in decisions:
            ids.update(dict.fromkeys(self.cites.get(decision, ())))
        return tuple(ids)

    def by_player(self, values: list[int] | Points) -> dict[str, int]:
        """Name the players of a pair of figures."""
        return {self.players[0]: values[0], self.players[1]: values[1]}

    def rack_points(self) -> Points:
        """Return what each player has made in the running rack."""
        first, second = self.score
        return first - self.rack_base[0], second - self.rack_base[1]

    def view(self) -> dict[str, Any]:
        """Return the state after the last event, as the contract has it."""
        return {
            "status": "finished" if self.phase == "finished" else "open",
            "winner": self.name(self.winner),
            "awarded": self.awarded,
            "protests": list(self.protests),
            "phase": self.phase,
            "to_act": self.name(self.turn),
            "options": list(self.options),
            "score": self.by_player(self.score),
            "frame_score": None,
            "fouls": self.by_player(self.fouls),
            "cue_ball": self.cue_ball,
            "balls_on_table": self.count,
            "balls": as_ids(self.balls),
            "on": None,
            "groups": None,
            "reds": None,
            "push_out": False,
            "rack": self.rack,
            "inning": max(self.inning, 1),
            "run": self.run,
            "fifteenth": None,
        }
