"""A tablet in the network: an address others reach, a link as a code, a right with bounds."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import segno

from api.auth import Tokens
from api.lan import LASTS, Wanted, address, invite, open_to_network, own_address, print_invitation
from api.refusal import Refused
from api.settings import Settings
from tests.api.commands import cuelog
from tests.api.serving import Served, inning, opened, serving


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("hall")) as served:
        yield served


def token_in(link: str) -> str:
    """Return what stands behind the hash, which is all that stands there."""
    found = re.fullmatch(r"http://[^?#]+#token=(cuelog_[\w-]{43})", link)
    assert found is not None, link
    return found[1]


def test_the_token_opens_and_keeps_the_score_of_its_own_matches_alone(hall: Served) -> None:
    told = invite(hall.house.tokens, "192.0.2.7", 8000, Wanted())
    assert told.link.startswith("http://192.0.2.7:8000/score#token=")
    headers = {"Authorization": f"Bearer {token_in(told.link)}"}
    me = hall.get("/v1/me", headers=headers).json()
    (scope,) = me["matches"]
    own = scope.replace("*", "1")
    hall.post("/v1/matches", opened("cup-1"))
    for match, status in ((own, 201), ("elsewhere", 403)):
        body = opened(match)
        assert hall.client.post("/v1/matches", json=body, headers=headers).status_code == status
    for match, status in ((own, 201), ("cup-1", 403)):
        path = f"/v1/matches/{match}/events"
        body = inning("ana", 2, id="a")
        assert hall.client.post(path, json=body, headers=headers).status_code == status
    assert hall.client.post("/v1/imports", headers=headers).status_code == 403


def test_the_token_is_of_a_scorer_and_ends(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    for given, hours in ((Wanted(), 12), (Wanted(expires="90m"), 1.5)):
        known = invite(tokens, "192.0.2.7", 80, given).known
        assert (known.role, known.label) == ("scorer", "tablet")
        left = datetime.fromisoformat(str(known.expires)) - datetime.now(UTC)
        assert timedelta(0) < left <= timedelta(hours=hours)
    with pytest.raises(Refused, match="soon"):
        invite(tokens, "192.0.2.7", 80, Wanted(expires="soon"))


@pytest.mark.parametrize(
    ("host", "matches", "start"),
    [
        ("192.0.2.7", ("cup:1",), "http://192.0.2.7:80/score/cup%3A1#"),
        ("192.0.2.7", ("cup-*",), "http://192.0.2.7:80/score#"),
        ("192.0.2.7", ("a", "b"), "http://192.0.2.7:80/score#"),
        ("2001:db8::7", ("a",), "http://[2001:db8::7]:80/score/a#"),
    ],
)
def test_one_match_is_opened_at_once(
    tmp_path: Path, host: str, matches: tuple[str, ...], start: str
) -> None:
    told = invite(Tokens(tmp_path), host, 80, Wanted(matches))
    assert told.link.startswith(start)
    assert token_in(told.link)
    assert told.known.matches == matches


def test_the_code_is_the_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = invite(Tokens(tmp_path), "192.0.2.7", 8000, Wanted())
    print_invitation(told)
    lines = capsys.readouterr().out.splitlines()
    halves = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
    drawn = [[halves[sign] for sign in line] for line in lines if line and set(line) <= set(halves)]
    rows = [[half[place] for half in line] for line in drawn for place in (0, 1)]
    expected = [list(row) for row in segno.make(told.link, micro=False).matrix_iter(border=4)]
    assert rows[: len(expected)] == expected
    assert any(told.link in line for line in lines)
    assert any(told.known.id in line and str(told.known.expires) in line for line in lines)


def test_it_listens_where_a_tablet_reaches_it() -> None:
    assert open_to_network(Settings()).host == "0.0.0.0"  # noqa: S104 - compared
    assert open_to_network(Settings(host="192.0.2.7")).host == "192.0.2.7"
    for host in ("127.0.0.1", "127.0.0.2", "::1", "localhost"):
        with pytest.raises(Refused, match="this machine alone"):
            open_to_network(Settings(host=host))
    assert address("192.0.2.7") == "192.0.2.7"


def test_a_machine_in_no_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(_: socket.socket, __: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    with pytest.raises(Refused, match=r"no network \(Network is unreachable\).*--host"):
        own_address(socket.AF_INET)


class TestTheCommand:
    """What ``cuelog serve`` makes of its options."""

    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Wanted | None]]:
        seen: list[tuple[str, Wanted | None]] = []

        def run(settings: Settings, *, examples: bool, tablet: Wanted | None = None) -> int:
            assert not examples
            seen.append((settings.host, tablet))
            return 0

        monkeypatch.setattr("api.service.run", run)
        return seen

    def test_options(self, asked: list[tuple[str, Wanted | None]], tmp_path: Path) -> None:
        data = ("--data", tmp_path)
        for options in (
            (), ("--lan",), ("--lan", "--match", "a", "--match", "b-*", "--expires", "90m"),
        ):  # fmt: skip
            assert cuelog("serve", *options, *data).status == 0
        everywhere = "0.0.0.0"  # noqa: S104 - compared
        assert asked == [
            ("127.0.0.1", None),
            (everywhere, Wanted((), LASTS)),
            (everywhere, Wanted(("a", "b-*"), "90m")),
        ]

    def test_what_makes_no_sense(
        self, asked: list[tuple[str, Wanted | None]], tmp_path: Path
    ) -> None:
        for options, words in (
            (("--match", "a"), "--lan"),
            (("--expires", "90m"), "--lan"),
            (("--lan", "--host", "127.0.0.1"), "this machine alone"),
        ):
            done = cuelog("serve", *options, "--data", tmp_path)
            assert (done.status, words in done.err) == (2, True), done.err
        assert asked == []
