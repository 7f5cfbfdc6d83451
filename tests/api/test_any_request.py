"""Whatever the schema allows: no route ends in a server error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from tests.api.serving import Served, opened, serving

PATIENT = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)


def operations(served: Served) -> list[Any]:
    """Return every operation of the published schema but the stream, which has no end."""
    found: Any = schemathesis.openapi.from_dict(served.get("/openapi.json").json())
    listed = [result.ok() for result in found.get_all_operations()]
    return [one for one in listed if not one.path.endswith("/live")]


def _part(value: Any) -> Any:  # noqa: ANN401 - as the library has it
    """Return a part of a form as the client can send it: bytes, whatever JSON it was."""
    if isinstance(value, tuple):
        name, content, *rest = value  # pyright: ignore[reportUnknownVariableType]
        return (name, _bytes(content), *rest)
    return _bytes(value)


def _bytes(value: Any) -> bytes:  # noqa: ANN401 - as above
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def check(served: Served, operation: Any) -> None:  # noqa: ANN401 - the library's own
    """Send requests of one operation."""

    @settings(max_examples=12, deadline=None, suppress_health_check=PATIENT)
    @given(operation.as_strategy())
    def send(case: Any) -> None:  # noqa: ANN401 - the library's own
        sent = case.as_transport_kwargs(base_url="http://testserver")
        sent["headers"] = {**sent.get("headers", {}), **served.headers}
        sent.pop("cookies", None)
        if isinstance(sent.get("data"), (bytes, str)):
            sent["content"] = sent.pop("data")
        if sent.get("files"):
            sent["files"] = [(name, _part(value)) for name, value in sent["files"]]
        answered = served.client.request(**sent)
        assert answered.status_code < 500, (sent, answered.text)

    send()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_request_ends_in_a_server_error(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        served.post("/v1/matches", opened("m"))
        listed = operations(served)
        assert len(listed) > 20
        for operation in listed:
            check(served, operation)
