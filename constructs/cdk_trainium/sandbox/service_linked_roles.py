"""Roles that AWS makes by itself when a service first needs one; they stay when what needed them is gone."""

from __future__ import annotations

from typing import Any

from moto.iam import models
from moto.iam.models import iam_backends

__all__ = ["AUTO_SCALING", "SPOT", "ensure", "install"]

AUTO_SCALING = "autoscaling.amazonaws.com"
SPOT = "spot.amazonaws.com"
_NAMES = {"spot": "EC2Spot", "eks-nodegroup": "AmazonEKSNodegroup"}
"""Begin of the service -> end of its role's name, where moto would write the service itself."""


def install() -> None:
    """Give the roles AWS's names, also those that a caller makes."""
    models.SERVICE_NAME_CONVERSION.update(_NAMES)


def ensure(service: str, ec2: Any) -> None:
    """Make the role of ``service`` in the account of moto's ``ec2`` unless the account has it."""
    iam = iam_backends[ec2.account_id][ec2.partition]
    if all(role.path != f"/aws-service-role/{service}/" for role in iam.get_roles()):
        iam.create_service_linked_role(service, "", "")
