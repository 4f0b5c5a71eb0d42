"""Where the sandbox may be reached, and the environment that leads there and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlparse

from ..errors import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ACCOUNT", "DEFAULT_REGION", "REMOVED", "endpoint_url", "environment", "require_loopback"]

ACCOUNT = "123456789012"
"""The simulated account's id."""
DEFAULT_REGION = "us-east-2"
"""Where Trainium2 capacity is sold. Default: - of ``trnctl sandbox env``."""
REMOVED = ("AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN", "AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE")
"""Variables that could lead to real credentials; they are taken away."""
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def endpoint_url(port: int) -> str:
    """Return the address; it must say ``localhost``, which moto knows from template URLs."""
    return f"http://localhost:{port}"


def require_loopback(url: str) -> str:
    """Return ``url`` if it stays on this machine.

    Raises:
        InputError: ``TRN090``: it does not, so a call could reach a real account.
    """
    host = urlparse(url).hostname or ""
    if host not in _LOOPBACK and not host.endswith(".localhost"):
        problem = Problem(
            "TRN090",
            "the sandbox is reached on this machine only",
            prop="AWS_ENDPOINT_URL",
            got=url,
            allowed="http://localhost:PORT",
            hint="run `trnctl sandbox start` and use what `trnctl sandbox env` prints",
        )
        raise InputError("sandbox", [problem])
    return url


def environment(url: str, region: str = DEFAULT_REGION) -> Mapping[str, str]:
    """Return the variables that steer boto3, the AWS CLI and the CDK CLI to the sandbox with dummy credentials.

    Raises:
        InputError: ``url`` leaves this machine.
    """
    return {
        "AWS_ENDPOINT_URL": require_loopback(url),
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_REGION": region,
        "AWS_DEFAULT_REGION": region,
        "AWS_CONFIG_FILE": "/dev/null",
        "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        "AWS_EC2_METADATA_DISABLED": "true",
        "CDK_DISABLE_CLI_TELEMETRY": "true",
        "CDK_DISABLE_VERSION_CHECK": "true",
    }
