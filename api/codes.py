"""The tables of codes as data, for ``cuelog reasons`` and the service."""

from __future__ import annotations

from api.advice import REJECTED, UNFOLDED, Advice
from domain.rulings import FINDINGS


def reason_tables() -> dict[str, list[dict[str, str]]]:
    """Return why records are not folded, and the kinds of findings, each with what to do."""
    findings = [
        {"code": code, "severity": str(kind.severity), "meaning": kind.meaning}
        | {"remedy": kind.remedy}
        for code, kind in FINDINGS.items()
    ]
    return {
        "rejected": [_fields(code, told) for code, told in REJECTED.items()],
        "unfolded": [_fields(code, told) for code, told in UNFOLDED.items()],
        "findings": findings,
    }


def _fields(code: str, told: Advice) -> dict[str, str]:
    return {"code": code, "meaning": told.meaning, "remedy": told.remedy}
