"""A service with the example matches, and one with whatever people may write into a log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.service import load_examples
from api.wiring import hold
from tests.api.serving import Served, opened, serving

HOSTILE = (
    "<script>alert(1)</script>",
    "šđčćž ąęėįšųūž łóść",
    "\u202eabc \u05e9\u05dc\u05d5\u05dd",
    "n" * 200,
)
"""Names as people, and others, write them: markup, diacritics, right to left, and long."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("pages") / "data"
    with hold(data, None) as node:
        load_examples(node)
    with serving(data) as service:
        yield service


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a match whose every text is hostile, with scores of four digits and below zero."""
    with serving(tmp_path_factory.mktemp("hostile") / "data") as service:
        for place in (0, 2):
            players = [
                {"id": f"p{place}", "name": HOSTILE[place]},
                {"id": f"p{place + 1}", "name": HOSTILE[place + 1]},
            ]
            texts = dict.fromkeys(("event", "round", "venue", "table"), HOSTILE[place])
            start = {"score": {f"p{place}": 4321, f"p{place + 1}": -17}}
            fields = {"players": players, "breaker": f"p{place}", "target": 5000, "start": start}
            body = opened(f"h{place}", **fields, **texts)
            assert service.post("/v1/matches", body).status_code == 201
        yield service
