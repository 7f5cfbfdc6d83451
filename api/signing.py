"""Signatures on the record of a match: each judged against replay and keys; and a new one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from domain.events import UNSET, Signed
from domain.replay import Line, Replay
from domain.rulesets import RULES_VERSION
from ingest.keys import Keyring, PrivateKey, PublicKey
from ingest.signatures import WORDS, Verdict, judge, with_signature

DIFFERS: Final = ("digest_differs", "signed_result_differs")
GOOD: Final = ("valid", "unsigned")
"""Verdicts that are no reason for an alarm; only the first proves something."""


class NothingToSign(ValueError):  # noqa: N818 - reads as what is wrong
    """A match has no result that this signer can sign; the words say why."""


@dataclass(slots=True, frozen=True)
class Signature:
    """A signature on the record: the event, what differs from the replay, whether it holds."""

    event: Signed
    verdict: Verdict
    differs: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Tell whether it proves that the signer agreed to this record and this result."""
        return self.verdict == "valid" and not self.differs

    @property
    def alarming(self) -> bool:
        """Tell whether somebody should look: it is of something else, or it does not hold."""
        return bool(self.differs) or self.verdict not in GOOD

    def fields(self) -> dict[str, Any]:
        """Return it for machines; a winner only where one, or a draw (null), was signed."""
        event = self.event
        winner = {} if event.winner is UNSET else {"winner": event.winner}
        return {
            "seq": event.seq, "signer": event.signer, "role": event.role, "key": event.key,
            "digest": event.digest, "score": event.score, **winner,
            "rules_version": event.rules_version, "verdict": self.verdict,
            "differs": list(self.differs), "holds": self.holds,
        }  # fmt: skip

    def words(self) -> str:
        """Return what became of it, for people."""
        told = ", ".join(self.differs)
        return f"{told}; {WORDS[self.verdict]}" if told else WORDS[self.verdict]


def signatures(
    lines: Sequence[Line], keys: Keyring, received_ms: dict[int, int | None]
) -> list[Signature]:
    """Judge the signatures of a replay; ``received_ms`` tells by seq when the log got each."""
    return [
        Signature(
            line.step.event,
            judge(line.step.event, keys, received_ms.get(line.step.seq)),
            tuple(found.code for found in line.ruling.findings if found.code in DIFFERS),
        )
        for line in lines
        if isinstance(line.step.event, Signed) and line.ruling.verdict != "rejected"
    ]


def new_signature(result: Replay, key: PublicKey, private: PrivateKey, role: str | None) -> Signed:
    """Return the event that signs a match as replayed; raises ``NothingToSign``."""
    state = result.state
    if state is None:
        raise NothingToSign("no event of it was folded")
    if result.waiting:
        gap = result.events + 1
        raise NothingToSign(f"events wait for seq {gap}, which is missing: the record has a gap")
    if key.role == "player" and key.holder not in (result.players or ()):
        raise NothingToSign(f"{key.holder} did not play it")
    event = Signed(
        id=f"s-{secrets.token_hex(8)}",
        match=result.match,
        seq=result.events + 1,
        at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        by=key.holder,
        signer=key.holder,
        role=role or key.role,
        digest=result.digest(),
        score=state["score"],
        winner=state["winner"],
        rules_version=RULES_VERSION,
        key=key.key,
    )
    return with_signature(event, private)
