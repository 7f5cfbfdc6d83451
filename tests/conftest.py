"""How the tests run: the profiles of Hypothesis and the order of a run."""

import os
from collections.abc import Iterator
from typing import Final

import hypothesis
import pytest

# "dev" is the default; CI asks for "ci" by HYPOTHESIS_PROFILE, and repeats the same examples.
hypothesis.settings.register_profile("dev", max_examples=60, deadline=None)
hypothesis.settings.register_profile(
    "ci",
    max_examples=300,
    deadline=None,  # the machine's load is no property of the code
    derandomize=True,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile("thorough", max_examples=5_000, deadline=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

EXTERNAL: Final = ("kafka", "browser")


def _rank(item: pytest.Item) -> int:
    """Quick tests first, slow ones next, what needs a part from outside last."""
    if any(item.get_closest_marker(name) for name in EXTERNAL):
        return 2
    return 1 if item.get_closest_marker("slow") else 0


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Put the shuffled tests in order, and one worker on each part from outside."""
    for item in items:
        for name in EXTERNAL:
            if item.get_closest_marker(name):
                item.add_marker(pytest.mark.xdist_group(name))
    yield
    items.sort(key=_rank)
