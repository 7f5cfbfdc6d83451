"""Settings: every error at once, unknown ones refused, the page of the manual current."""

from pathlib import Path

import pytest

from api.refusal import Refused
from api.settings import Settings, load
from api.settings_page import meanings, page
from tests.api.commands import cuelog

ROOT = Path(__file__).parents[2]


def test_every_error_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUELOG_PROT", "1")
    monkeypatch.setenv("CUELOG_PATIENCE_S", "-1")
    with pytest.raises(Refused) as refused:
        load({"port": 70_000, "host": None})
    told = str(refused.value)
    assert "CUELOG_PROT: there is no such setting; did you mean CUELOG_PORT?" in told
    assert "CUELOG_PATIENCE_S is '-1'" in told
    assert "--port is '70000'" in told


def test_arguments_go_before_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUELOG_PORT", "1")
    monkeypatch.setenv("CUELOG_TEST_KAFKA", "somewhere")
    assert load({}).port == 1
    assert load({"port": 2}).port == 2


def test_a_service_with_unknown_settings_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUELOG_NOTHING", "x")
    done = cuelog("serve")
    assert (done.status, done.out) == (2, "")
    assert "CUELOG_NOTHING: there is no such setting" in done.err


def test_the_page_is_current() -> None:
    made = (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert made == page(), "run: python -m api.settings_page > docs/settings.md"


def test_every_setting_says_what_it_is() -> None:
    assert set(meanings()) == set(Settings.model_fields)
