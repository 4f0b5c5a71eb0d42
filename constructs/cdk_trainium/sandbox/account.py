"""``mock_account``: the simulated account in this process, for one test or one block."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from moto import mock_aws

from .extension import install
from .guard import loopback_only
from .state import AccountState, account_of

__all__ = ["DUMMY_ENVIRONMENT", "mock_account"]

DUMMY_ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_SESSION_TOKEN": "testing",
    "AWS_EC2_METADATA_DISABLED": "true",
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
}
"""What keeps a client from real credentials, whoever makes it."""

_FORBIDDEN = ("AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE")


@contextmanager
def mock_account(*, region: str | None = None) -> Iterator[AccountState]:
    """Run a block (or, as a decorator, a function) against a fresh simulated account; no socket leaves this machine.

    Args:
        region: Sets AWS_REGION and AWS_DEFAULT_REGION. Default: - none, as on a machine without configuration.

    Yields:
        The account's state: clock, limits, failures to inject.
    """
    install()
    settings = DUMMY_ENVIRONMENT | ({"AWS_REGION": region, "AWS_DEFAULT_REGION": region} if region else {})
    with patch.dict(os.environ, settings), mock_aws(), loopback_only():
        for name in (*_FORBIDDEN, *(key for key in os.environ if key.startswith("AWS_ENDPOINT_URL"))):
            os.environ.pop(name, None)
        # mock_aws overwrites the keys with its own dummies; ours say where a leaked request would come from.
        os.environ.update(settings)
        yield account_of()
