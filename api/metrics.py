"""What can be measured of a service, for Prometheus.

What happens is counted as it happens (requests, folds); what is stands in log and tables and is
read there when asked, so that it is true after a restart and whatever process wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from api.node import Node, behind
from domain.rulesets import RULES_VERSION
from ingest.log import LogError
from projections.lock import LOG_FILE, STORE_FILE

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_OUTCOMES: Final = """
SELECT 'taken', count(*) FROM events UNION ALL
SELECT 'duplicate', count(*) FROM duplicates UNION ALL
SELECT 'waiting', coalesce(sum(waiting), 0)::BIGINT FROM matches UNION ALL
SELECT 'rejected', coalesce(sum(rejected), 0)::BIGINT FROM matches UNION ALL
(SELECT reason, count(*) FROM quarantine GROUP BY 1 ORDER BY 1)
"""
_FAST_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Meters:
    """The figures of one service; each service has a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "cuelog_requests", "Requests answered.", ("method", "route", "status"),
            registry=self.registry,
        )  # fmt: skip
        self.request_seconds = Histogram(
            "cuelog_request_seconds", "Seconds until an answer began.", ("route",),
            registry=self.registry, buckets=_FAST_S,
        )  # fmt: skip
        self.fold_seconds = Histogram(
            "cuelog_fold_seconds", "Seconds to fold a batch of records into the tables.",
            registry=self.registry, buckets=_FAST_S,
        )  # fmt: skip
        self.folded = Counter(
            "cuelog_folded_records", "Records folded since the start.", registry=self.registry
        )
        self.viewers = Gauge("cuelog_viewers", "Live streams open now.", registry=self.registry)

    def fold(self, records: int, seconds: float) -> None:
        """Note a batch that was folded."""
        self.folded.inc(records)
        self.fold_seconds.observe(seconds)

    def watch(self, node: Node, data: Path) -> None:
        """Read log and tables of a node whenever the figures are asked for."""
        self.registry.register(_Standing(node, data))

    def told(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        return generate_latest(self.registry)


class _Standing(Collector):
    """How log and tables stand."""

    def __init__(self, node: Node, data: Path) -> None:
        self._node, self._data = node, data

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Describe nothing: registering must not read the tables."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        events = GaugeMetricFamily(
            "cuelog_events",
            "Records in the tables by outcome: taken (of them rejected, waiting), duplicate, "
            "or the reason of their quarantine.",
            labels=("outcome",),
        )
        for outcome, number in self._node.rows(_OUTCOMES):
            events.add_metric([str(outcome)], number)
        yield events
        matches = GaugeMetricFamily("cuelog_matches", "Matches by status.", labels=("status",))
        query = "SELECT status, count(*) FROM matches GROUP BY 1 ORDER BY 1"
        for status, number in self._node.rows(query):
            matches.add_metric([str(status)], number)
        yield matches
        yield from self._lag()
        yield self._sizes()
        version = GaugeMetricFamily(
            "cuelog_rules", "The rules version in use.", labels=("version",)
        )
        version.add_metric([RULES_VERSION], 1)
        yield version

    def _lag(self) -> Iterator[GaugeMetricFamily]:
        """Tell the lag; a log that does not answer has none that could be told."""
        try:
            lag: float | None = behind(self._node)
        except LogError:
            lag = None
        yield GaugeMetricFamily(
            "cuelog_log_up", "1 while the log answers, else 0.", value=float(lag is not None)
        )
        if lag is not None:
            yield GaugeMetricFamily(
                "cuelog_behind_records", "Records of the log not yet in the tables.", value=lag
            )

    def _sizes(self) -> GaugeMetricFamily:
        sizes = GaugeMetricFamily("cuelog_file_bytes", "Bytes of a file of ours.", labels=("file",))
        for name in (LOG_FILE, f"{LOG_FILE}-wal", STORE_FILE, f"{STORE_FILE}.wal"):
            file = self._data / name
            try:
                sizes.add_metric([name], file.stat().st_size)
            except OSError:
                continue  # another log, or nothing written yet
        return sizes
