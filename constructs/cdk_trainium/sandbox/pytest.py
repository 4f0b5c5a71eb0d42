"""The pytest plugin: ``pytest_plugins = ["cdk_trainium.sandbox.pytest"]`` in a conftest gives ``trainium_account``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .account import mock_account
from .builder import Account

__all__ = ["pytest_configure", "trainium_account"]


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    line = "trainium_scenario(path): apply this scenario file to the simulated account of the test"
    config.addinivalue_line("markers", line)


@pytest.fixture
def trainium_account(request: pytest.FixtureRequest) -> Iterator[Account]:
    """A fresh simulated account; dummy credentials are forced and no socket leaves this machine.

    ``@pytest.mark.trainium_scenario("file.yaml")``, relative to the test's file, applies a scenario first.
    """
    with mock_account() as state:
        account = Account(state)
        marker = request.node.get_closest_marker("trainium_scenario")
        if marker:
            from .scenario import apply, load

            apply(account, load(Path(request.path).parent / marker.args[0]))
        yield account
