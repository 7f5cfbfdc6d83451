"""The audit of a match as it is told: JSON for machines and pages, from one replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from api.advice import advice
from api.people import People
from api.preview_answer import history_of
from api.reading import Seen, received
from api.signing import Signature, signatures
from domain.contract import replay_fields
from domain.events import fields_of
from domain.ledger import Received
from domain.replay import Line, Replay
from domain.report import Report, report
from domain.rulesets import RULES_VERSION
from domain.rulings import FINDINGS
from ingest.keys import Keyring

LISTS = ("rejected", "quarantined", "waiting")


@dataclass(slots=True, frozen=True)
class Audited:
    """One match audited: the replay, the report of it, the signatures, what changed the result."""

    result: Replay
    report: Report
    signatures: list[Signature]
    versions: list[dict[str, Any]]

    @property
    def right(self) -> bool:
        """Tell whether nothing is wrong: all folded, no error, no signature that does not hold."""
        grave = any(found.severity == "error" for found in self.result.findings)
        return self.result.clean() and not grave and not any(s.alarming for s in self.signatures)


def audited(
    result: Replay,
    lines: Sequence[Line],
    records: Sequence[Received],
    keys: Keyring,
    received_ms: dict[int, int | None],
) -> Audited:
    """Return the audit of a replay of these records."""
    return Audited(
        result,
        report(result, lines),
        signatures(lines, keys, received_ms),
        history_of(result.match, records),
    )


def audit_of(seen: Seen, people: People) -> dict[str, Any]:
    """Return the audit of a match as seen, as JSON without erased names."""
    told = audited(seen.result, seen.lines, seen.known, people.keys(), received(seen.stored))
    return people.known().clean(audit_fields(told))


def audit_fields(found: Audited) -> dict[str, Any]:
    """Return an audit as JSON: the lists and findings of the contract, and the report beside."""
    result, told = found.result, found.report
    fields = replay_fields(result)
    state: dict[str, Any] = fields.pop("state") or {}
    opening = told.opening
    return fields | {
        "rules_version": RULES_VERSION,
        "opening": None if opening is None else fields_of(opening),
        "result": {
            "stands": told.stands,
            "replayed": {
                name: state.get(name) for name in ("status", "winner", "score", "frame_score")
            },
            "awarded": state.get("awarded"),
            "claimed": told.claims,
            "signed": [one.fields() for one in found.signatures],
            "unchecked": result.unchecked,
        },
        "incidents": [asdict(one) for one in told.incidents],
        "corrections": found.versions,
        "protests": [asdict(one) for one in told.protests],
        "what_to_do": _what_to_do(result),
    }


def _what_to_do(result: Replay) -> dict[str, dict[str, str]]:
    """Return the meaning and the remedy of every code in the findings and lists."""
    codes = {found.code for found in result.findings}
    told = {
        code: {"meaning": FINDINGS[code].meaning, "remedy": FINDINGS[code].remedy}
        for code in sorted(codes)
    }
    reasons = {item.reason for name in LISTS for item in getattr(result, name)}
    for reason in sorted(reasons):
        known = advice(reason)
        told[reason] = {"meaning": known.meaning, "remedy": known.remedy}
    return told
