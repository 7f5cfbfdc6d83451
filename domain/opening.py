"""How a match is opened: the text chosen, its options, the players, and where play begins."""

from __future__ import annotations

from typing import Any

from domain.events import Malformed, MatchOpened, Person, PositionSet, Start, value_from
from domain.game import Game
from domain.games.eight import Eight
from domain.games.nine import Nine
from domain.games.snooker import Snooker
from domain.games.straight import Straight
from domain.games.ten import Ten
from domain.play import NOBODY, Side
from domain.racks import RackGame
from domain.rulesets import RuleText, rule_text
from domain.rulings import NO_POINTS, Finding, Ruling, finding

GAMES: dict[str, Any] = {
    "14.1": Straight,
    "8-ball": Eight,
    "9-ball": Nine,
    "10-ball": Ten,
    "snooker": Snooker,
}
"""The game of each discipline."""
MOST_REDS = 15
"""Reds of a full frame of snooker."""


def open_match(event: MatchOpened) -> tuple[Game | None, Ruling]:
    """Open the match, or say why it cannot be opened."""
    text = rule_text(event.discipline, event.rules)
    if text is None:
        return None, _reject("unknown_rules", f"{event.rules} has no rules for {event.discipline}")
    kind = GAMES[event.discipline]
    rules = _rules(text, kind.Rules, event.options)
    if isinstance(rules, str):
        return None, _reject("unknown_option", rules)
    players = player_ids(event)
    stranger = _stranger(event, players)
    if stranger:
        return None, _reject("unknown_player", f"{stranger} is not one of {players}")
    game: Game = kind(
        players=players, cites=text.cites, referee=event.referee is not None, rules=rules
    )
    game.seq = event.seq
    game.inning_limit = rules.inning_limit
    game.fact_protests = rules.fact_protests
    _set_target(game, event, rules)
    refusal = objection_to_position(game, event.start or Start())
    if refusal is not None:
        return None, refusal
    _place(game, event, lag=rules.first_breaker_by == "lag_choice")
    if isinstance(game, RackGame):
        game.set_race(event)
    return game, Ruling(
        "recorded", clauses=game.cite("opening"), findings=_findings(event, text, players)
    )


def player_ids(event: MatchOpened) -> tuple[str, str]:
    """Return the two players' ids."""
    first, second = (
        player.id if isinstance(player, Person) else player for player in event.players
    )
    return first, second


def player_names(event: MatchOpened) -> dict[str, str]:
    """Return the names that stand in the log, by player."""
    people = (player for player in event.players if isinstance(player, Person))
    return {person.id: person.name for person in people if person.name}


def _reject(reason: str, detail: str) -> Ruling:
    return Ruling("rejected", reason, points=NO_POINTS, detail=detail)


def _rules(text: RuleText, kind: Any, options: dict[str, Any]) -> Any:  # noqa: ANN401
    """Return the parameters with the options of the match, or what is wrong with an option."""
    values = text.values()
    known = set(kind.__struct_fields__)
    for name in options:
        if name not in known:
            return f"{name} is not an option of {text.text}; known: {', '.join(sorted(known))}"
    try:
        return value_from({**values, **options}, kind)
    except Malformed as error:
        return f"an option has a value of another kind: {error}"


def _stranger(event: MatchOpened, players: tuple[str, str]) -> str | None:
    start = event.start or Start()
    named = [event.breaker, start.at_table, start.breaker]
    for mapping in (start.score, start.frame_score, start.fouls, start.groups):
        named += list(mapping or ())
    if isinstance(event.target, dict):
        named += list(event.target)
    return next((player for player in named if player is not None and player not in players), None)


def _set_target(game: Game, event: MatchOpened, rules: Any) -> None:  # noqa: ANN401
    target = event.target
    if isinstance(target, dict):
        game.target = [target[player] for player in game.players]
    elif target is not None:
        game.target = [target, target]
    elif event.best_of is not None and event.discipline != "14.1":
        game.target = [event.best_of // 2 + 1] * 2
    else:
        game.target = [rules.target_score] * 2


def _place(game: Game, event: MatchOpened, *, lag: bool) -> None:
    """Put the match where it begins: at a lag, at a break, or in the middle of play."""
    start = event.start
    game.open(start)
    if start is not None:
        set_figures(game, start)
    breaker = _first(game, event.breaker, start.breaker if start else None)
    at_table = _first(game, start.at_table if start else None)
    if lag and breaker == NOBODY and at_table == NOBODY:
        game.phase = "lag"
        return
    game.breaker = breaker if breaker != NOBODY else at_table if at_table != NOBODY else 0
    if start is not None and start.phase == "play":
        game.phase = "rerack" if game.phase == "rerack" else "play"
        game.start_turn(at_table if at_table != NOBODY else game.breaker)
        game.cue_ball = start.cue_ball or "position"
        return
    game.toss_open = breaker == NOBODY and at_table == NOBODY
    game.break_off(at_table if at_table != NOBODY else game.breaker)
    if start is not None and start.cue_ball is not None:
        game.cue_ball = start.cue_ball


def _first(game: Game, *players: str | None) -> Side:
    return next((game.side(player) for player in players if player is not None), NOBODY)


def objection_to_position(game: Game, position: Start | PositionSet) -> Ruling | None:
    """Refuse balls that cannot be on the table together, or return None."""
    balls, known = position.balls, game.known_balls()
    if balls is None or not known:
        return None
    more_reds = MOST_REDS - 1 if "red" in known else 0
    if isinstance(balls, int):
        if balls > len(known - {"?"}) + more_reds:
            return game.reject("ball_not_on_table", f"{balls} balls are more than there are")
        return None
    if balls.count("red") > MOST_REDS:
        return game.reject("ball_not_on_table", f"snooker has {MOST_REDS} reds at most")
    single = [ball for ball in balls if ball not in ("?", "red")]
    if len(set(single)) < len(single):
        return game.reject("ball_twice")
    if not known.issuperset(balls):
        return game.reject("ball_not_on_table", "a ball named is not of this game")
    return None


def set_figures(game: Game, figures: Any) -> None:  # noqa: ANN401
    """Take over scores and counters a start or an official gives."""
    for side, player in enumerate(game.players):
        if figures.score and player in figures.score:
            game.score[side] = figures.score[player]
        if figures.fouls and player in figures.fouls:
            game.fouls[side] = figures.fouls[player]


def _findings(event: MatchOpened, text: RuleText, players: tuple[str, str]) -> tuple[Finding, ...]:
    names = player_names(event)
    found = [
        finding("name_in_log", event.seq, f"The opening names {player}.")
        for player in players
        if player in names
    ]
    if event.edition is not None and event.edition != text.edition:
        found.append(
            finding("unknown_edition", event.seq, f"{event.edition}; applied: {text.edition}")
        )
    return tuple(found)
