"""Parts of a match under a view, in every format, whatever a caller sends."""

import base64
import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import polars as pl
import pytest

from tests.api.commands import STRAIGHT
from tests.api.serving import Served, inning, opened, serving

MATCH = "14.1-sample-urbanfly"
AT = f"/v1/matches/{MATCH}"
ARROW = "application/vnd.apache.arrow.stream"
PARQUET = "application/vnd.apache.parquet"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One match, read only."""
    with serving(tmp_path_factory.mktemp("data")) as service:
        lines = [json.loads(line) for line in STRAIGHT.read_text("utf-8").splitlines()]
        assert service.post(f"{AT}/events?record=always", lines).status_code == 201
        yield service


def items(served: Served, path: str) -> list[dict[str, Any]]:
    answer = served.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()["items"]


def test_parts_end_where_they_are_known_as_of(shown: Served) -> None:
    whole = items(shown, f"{AT}/innings?limit=500")
    assert items(shown, f"{AT}/innings?limit=500&as_of=94") == whole, "as the table has them"
    early = items(shown, f"{AT}/innings?as_of=20&limit=500")
    assert [one["last_seq"] for one in early][-1] <= 20
    assert early == whole[: len(early)]
    assert [one["seq"] for one in items(shown, f"{AT}/events?as_of=20")] == list(range(1, 21))
    assert len(shown.get(f"{AT}/log?as_of=20").text.splitlines()) == 20
    assert items(shown, f"{AT}/events?as_of=0") == items(shown, f"{AT}/innings?as_of=0") == []
    assert shown.get(f"{AT}/explain/20?as_of=20").json()["seq"] == 20
    assert shown.get(f"{AT}/explain/21?as_of=20").status_code == 404


def test_parts_end_where_they_were_known_at(shown: Served) -> None:
    position = items(shown, f"{AT}/events?limit=20")[-1]["position"]
    for part in ("innings", "events"):
        asked = items(shown, f"{AT}/{part}?known_at={position}&limit=500")
        assert asked == items(shown, f"{AT}/{part}?as_of=20&limit=500")
    assert shown.get(f"{AT}/log?known_at={position}").text.count("\n") == 20
    for part in ("innings", "events", "log", "explain/3"):
        assert shown.get(f"{AT}/{part}?known_at=once").status_code == 400


def test_parts_under_another_text(served: Served) -> None:
    fouls = [
        inning(player, end="foul", id=f"{player}{n}") for n in range(2) for player in ("ana", "bor")
    ]
    served.post("/v1/matches", opened(rules="PL"))
    assert served.post("/v1/matches/m/events", fouls).status_code == 201
    recorded, instead = (
        items(served, f"/v1/matches/m/innings{query}") for query in ("", "?rules=LT")
    )
    assert {one["rules"] for one in recorded} == {"PL"}
    assert {one["rules"] for one in instead} == {"LT"}
    told = served.get("/v1/matches/m/explain/2?rules=LT").json()
    lines = items(served, "/v1/matches/m/rulings?rules=LT")
    assert told["ruling"] == lines[1]["ruling"]
    assert told["ruling"] != items(served, "/v1/matches/m/rulings")[1]["ruling"]
    assert served.get("/v1/matches/m/explain/2?rules=XX").status_code == 400


def test_events_come_in_every_format(shown: Served) -> None:
    lines = STRAIGHT.read_text("utf-8").splitlines()

    def ask(media: str) -> Any:  # noqa: ANN401 - a response
        answer = shown.get(f"{AT}/events?limit=3", headers={"Accept": media})
        assert answer.status_code == 200
        return answer

    sheet = list(csv.DictReader(io.StringIO(ask("text/csv").text, newline="")))
    frames = [
        pl.read_ipc_stream(io.BytesIO(ask(ARROW).content)),
        pl.read_parquet(io.BytesIO(ask(PARQUET).content)),
    ]
    for told in ([row["event"] for row in sheet], *(frame["event"].to_list() for frame in frames)):
        assert [json.loads(one) for one in told] == [json.loads(line) for line in lines[:3]]
    assert {row["redacted"] for row in sheet} == {"false"}, "as JSON has it"


@pytest.mark.parametrize("digits", ["²", "1" * 5000, "x"])
def test_header_that_is_no_number_is_no_error(shown: Served, digits: str) -> None:
    sent = {"Accept": f"text/csv;q={digits}".encode("latin-1")}
    assert shown.get(f"{AT}/innings", headers=sent).status_code in (200, 406)


@pytest.mark.parametrize("place", [[-(10**40), "m"], [True, "m"]])
def test_cursor_beyond_any_column_is_refused(shown: Served, place: list[Any]) -> None:
    cursor = base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")
    assert shown.get(f"/v1/matches?cursor={cursor}").status_code == 400
