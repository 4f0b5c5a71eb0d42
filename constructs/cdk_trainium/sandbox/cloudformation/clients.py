"""boto3 clients that reach the simulated services of this process, never a socket."""

from __future__ import annotations

from functools import cache
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from moto.core.models import botocore_stubber

from .coerce import coerce
from .errors import ResourceError

__all__ = ["call", "client", "reach_backends"]

_CONFIG = Config(  # type: ignore[call-arg]
    retries={"max_attempts": 1, "mode": "standard"},
    ignore_configured_endpoint_urls=True,
)


def reach_backends() -> None:
    """Answer every client of this process from moto's backends; ``mock_aws`` does the same in a test."""
    botocore_stubber.enabled = True


@cache
def client(service: str, account: str, region: str) -> Any:
    """Return the client of a service; made once, since making one costs far more than a call."""
    session = boto3.Session(aws_access_key_id="testing", aws_secret_access_key="testing", region_name=region)
    made = session.client(service, config=_CONFIG)  # type: ignore[call-overload]

    def _name_account(request: Any, **_: Any) -> None:
        request.headers["x-moto-account-id"] = account

    made.meta.events.register("before-sign", _name_account)
    return made


def call(service: str, account: str, region: str, operation: str, params: dict[str, Any]) -> dict[str, Any]:
    """Call an operation with template values, in the types of the API.

    Raises:
        ResourceError: neither ``mock_aws`` nor the server is on, so the call would leave this process.
        ClientError: the service refused; its ``service_name`` says which.
    """
    if not botocore_stubber.enabled:
        raise ResourceError("the sandbox is not on: a call would leave this process")
    made = client(service, account, region)
    shape = made.meta.service_model.operation_model(made.meta.method_to_api_mapping[operation]).input_shape
    try:
        answer: dict[str, Any] = getattr(made, operation)(**(coerce(shape, params) if shape else {}))
    except ClientError as error:
        error.service_name = made.meta.service_model.service_id  # type: ignore[attr-defined]
        raise
    return answer
