"""Stated results against the replay as it stands; they change nothing (contract-2, Z12)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.events import UNSET, Claim, Signed
from domain.game import Game
from domain.play import NOBODY
from domain.rulings import Finding, Points, Ruling
from domain.table import UNKNOWN

Figures = int | Mapping[str, int]


def compare_claim(game: Game, claim: Claim) -> Ruling:
    """Compare a claim with the replay at its place; every difference is named in one finding."""
    differences = [
        *_score_differs(game, claim.score),
        *_winner_differs(game, claim.winner),
        *_rack_differs(game, claim),
        *_figures_differ(game, "innings", claim.innings, game.turns, max(game.turns)),
        *_figures_differ(game, "high run", claim.high_run, _high_runs(game), max(_high_runs(game))),
        *_figures_differ(game, "fouls", claim.fouls, game.foul_total, sum(game.foul_total)),
    ]
    balls = _balls_differ(game, claim)
    findings = (
        *_finding(game, "claim_differs", [*differences, *balls]),
        *_finding(game, "balls_not_conserved", balls),
        *_proof(game, claim),
    )
    return game.record("claim", findings=findings)


def _balls_differ(game: Game, claim: Claim) -> list[str]:
    stated = claim.balls_on_table
    if stated is None or game.count in (UNKNOWN, stated):
        return []
    return [f"balls on the table {stated}, replayed {game.count}"]


def compare_signature(game: Game, signed: Signed) -> Ruling:
    """Compare the result signed with the replay; the digest is checked by who holds the records."""
    differences = [*_score_differs(game, signed.score), *_winner_differs(game, signed.winner)]
    return game.record("signed", findings=_finding(game, "signed_result_differs", differences))


def _finding(game: Game, code: str, differences: list[str]) -> tuple[Finding, ...]:
    return (game.note(code, "; ".join(differences)),) if differences else ()


def _score_differs(game: Game, score: Mapping[str, int] | None) -> list[str]:
    return _map_differs("score", score, game.by_player(game.score))


def _map_differs(
    what: str, claimed: Mapping[str, int] | None, replayed: Mapping[str, int]
) -> list[str]:
    return [
        f"{what} of {player} {value}, replayed {replayed.get(player)}"
        for player, value in (claimed or {}).items()
        if replayed.get(player) != value
    ]


def _winner_differs(game: Game, winner: object) -> list[str]:
    played = game.name(game.winner) if game.phase == "finished" else None
    if winner is UNSET or winner == played:
        return []
    return [f"winner {winner}, replayed {played}"]


def _rack_differs(game: Game, claim: Claim) -> list[str]:
    """Compare the score of one rack or frame: a past one, or the running one."""
    if claim.frame_score is None:
        return []
    number = claim.rack or game.rack
    points = _made_in(game, number)
    if points is None:
        return [f"rack {number}, which the replay has not reached"]
    return _map_differs(f"points in rack {number}", claim.frame_score, game.by_player(points))


def _made_in(game: Game, number: int) -> Points | None:
    """Return what each made in a rack, a past one or the running one."""
    past = next((rack for rack in game.racks if rack.rack == number), None)
    if past is not None:
        return past.points
    return game.rack_points() if number == game.rack else None


def _proof(game: Game, claim: Claim) -> list[Finding]:
    """Check the subtotals of a rack: the first that differs is where the proof sum goes wrong."""
    stated = claim.frame_score
    if not game.PROOF_SUM or stated is None or game.proof_failed:
        return []
    number = claim.rack or game.rack
    points = _made_in(game, number)
    if points is None or not _map_differs("", stated, game.by_player(points)):
        return []
    game.proof_failed = True
    first = max((rack.inning for rack in game.racks if rack.rack < number), default=1)
    last = next((rack.inning for rack in game.racks if rack.rack == number), game.inning)
    sheet, replayed = ":".join(str(stated.get(one, "?")) for one in game.players), points
    words = f"rack {number}, innings {first} to {last}: stated {sheet}, replayed "
    found = [game.note("proof_sum", f"{words}{replayed[0]}:{replayed[1]}")]
    if len(stated) == len(points) and (more := sum(stated.values()) - sum(points)):
        words = f"rack {number} as stated has {abs(more)} {'more' if more > 0 else 'fewer'}"
        found.append(game.note("balls_not_conserved", f"{words} than was replayed"))
    return found


def _figures_differ(
    game: Game, what: str, claimed: Figures | None, replayed: list[int], whole: int
) -> list[str]:
    """Compare a figure given a player, or one for the match."""
    if claimed is None:
        return []
    if isinstance(claimed, int):
        return [] if claimed == whole else [f"{what} {claimed}, replayed {whole}"]
    return _map_differs(what, claimed, game.by_player(replayed))


def _high_runs(game: Game) -> list[int]:
    """Return the best run of each, the running one included."""
    best = list(game.best_run)
    if game.turn != NOBODY:
        best[game.turn] = max(best[game.turn], game.run)
    return best
