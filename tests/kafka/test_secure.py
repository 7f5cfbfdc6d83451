"""TLS and passwords reach the client through the address, as any other setting does."""

import pytest

from ingest.log import LogUnavailable, NewRecord
from tests.ingest.conformance import read_all
from tests.kafka.broker import Broker
from tests.kafka.conftest import OpenLog

pytestmark = pytest.mark.kafka

LOGIN = "security.protocol=SASL_SSL&sasl.mechanism=PLAIN&sasl.username=cuelog"


def test_log_behind_tls_and_a_password(own_broker: Broker, open_log: OpenLog) -> None:
    settings = f"{LOGIN}&sasl.password=chalk+cue&ssl.ca.location={own_broker.certificate}"
    log = open_log(own_broker.secure_url, settings)
    log.append([NewRecord("m", b"1")])
    assert [record.raw for record in read_all(log)] == [b"1"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (f"{LOGIN}&sasl.password=guessed&ssl.ca.location={{}}", "[Aa]uthentication"),
        (f"{LOGIN}&sasl.password=chalk+cue", "certificate"),
    ],
    ids=["wrong-password", "unknown-certificate"],
)
def test_refused_login_is_explained(
    own_broker: Broker, open_log: OpenLog, settings: str, words: str
) -> None:
    log = open_log(own_broker.secure_url, settings.format(own_broker.certificate))
    with pytest.raises(LogUnavailable, match=words) as raised:
        log.check()
    assert "guessed" not in str(raised.value)
