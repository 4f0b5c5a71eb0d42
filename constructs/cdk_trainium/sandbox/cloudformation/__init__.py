"""A deployment engine behind moto's CloudFormation API."""

from __future__ import annotations

__all__ = ["install"]


def install() -> None:
    """Put the engine behind moto's CloudFormation; calling it again changes nothing."""
    from moto.cloudformation.responses import CloudFormationResponse

    from . import mends
    from .api import OPERATIONS

    mends.install()
    for name, operation in OPERATIONS.items():
        setattr(CloudFormationResponse, name, operation)
    shapers = CloudFormationResponse.RESPONSE_KEY_PATH_TO_TRANSFORMER
    CloudFormationResponse.RESPONSE_KEY_PATH_TO_TRANSFORMER = {
        path: shape for path, shape in shapers.items() if path.startswith("DescribeStackSet")
    }
