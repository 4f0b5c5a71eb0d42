"""Where the sandbox may be reached, and the environment that leads there and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlparse

from ..errors import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "ACCOUNT",
    "DEFAULT_REGION",
    "REMOVED",
    "endpoint_url",
    "environment",
    "past_proxies",
    "removed",
    "require_loopback",
    "steered",
]

ACCOUNT = "123456789012"
"""The simulated account's id."""
DEFAULT_REGION = "us-east-2"
"""Where Trainium2 capacity is sold. Default: - of ``trnctl sandbox env``."""
REMOVED = (
    *("AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN", "AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE"),
    *("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "AWS_USE_FIPS_ENDPOINT", "AWS_USE_DUALSTACK_ENDPOINT"),
)
"""Variables that could lead to real credentials or to AWS's own endpoints; they are taken away."""
_OF_ONE_SERVICE = "AWS_ENDPOINT_URL_"
"""How the variables begin that go before ``AWS_ENDPOINT_URL`` for one service."""
_PROXIES = ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY")
"""Variables of a proxy for http, which the sandbox speaks."""
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


def removed(given: Mapping[str, str]) -> list[str]:
    """Return the variables to take away from the environment ``given``: no call may reach another account."""
    return [*REMOVED, *sorted(name for name in given if name.startswith(_OF_ONE_SERVICE))]


def steered(given: Mapping[str, str], url: str, region: str = DEFAULT_REGION) -> dict[str, str]:
    """Return the environment ``given``, steered to the sandbox; raises as `environment` does."""
    away = removed(given)
    kept = {name: value for name, value in given.items() if name not in away}
    return {**kept, **environment(url, region), **past_proxies(given)}


def past_proxies(given: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that keep a proxy of ``given`` out of it: none could reach this machine's loopback."""
    if not any(given.get(name) for name in _PROXIES):
        return {}
    hosts = [host.strip() for host in (given.get("no_proxy") or given.get("NO_PROXY") or "").split(",") if host.strip()]
    named = ",".join(dict.fromkeys([*hosts, "localhost", "127.0.0.1"]))
    return {"no_proxy": named, "NO_PROXY": named}


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
