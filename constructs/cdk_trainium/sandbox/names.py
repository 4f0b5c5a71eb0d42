"""Names that AWS has: regions, zones, quota codes, operations; read once from the models that botocore carries."""

from __future__ import annotations

from functools import cache
from typing import Any

from botocore import session as botocore_session
from moto.ec2.models.availability_zones_and_regions import RegionsAndZonesBackend

from .quotas.known import NAMES, known

__all__ = ["SERVICES", "codes", "is_operation", "is_region", "operations", "regions", "zone_ids", "zones"]

SERVICES = (
    *("ec2", "autoscaling", "service-quotas", "ssm", "pricing", "cloudformation", "iam", "sts", "resource-groups"),
    *("kms", "s3", "logs", "events", "cloudwatch", "sns", "sqs", "ecr", "eks", "batch", "fsx", "sagemaker", "lambda"),
    *("dynamodb", "ecs", "efs", "elbv2", "secretsmanager", "stepfunctions"),
)
"""Services whose operations a scenario may name, the likely ones first: a model is read when its turn comes."""


@cache
def regions() -> frozenset[str]:
    """Return the regions of all partitions that EC2 is in."""
    session = botocore_session.Session()
    parts = session.get_available_partitions()
    return frozenset(name for part in parts for name in session.get_available_regions("ec2", partition_name=part))


def is_region(name: Any) -> bool:
    """Whether ``name`` is a region's."""
    return isinstance(name, str) and name in regions()


@cache
def zones() -> frozenset[str]:
    """Return the names of all zones."""
    return frozenset(zone.name for zones in RegionsAndZonesBackend.zones.values() for zone in zones)


@cache
def zone_ids() -> frozenset[str]:
    """Return the ids of all zones."""
    return frozenset(zone.zone_id for zones in RegionsAndZonesBackend.zones.values() for zone in zones)


@cache
def codes() -> frozenset[str]:
    """Return the quota codes of the catalog."""
    return frozenset(item.code for service in NAMES for item in known(service) if item.code)


@cache
def operations(service: str) -> frozenset[str]:
    """Return the operations of ``service``."""
    return frozenset(botocore_session.Session().get_service_model(service).operation_names)


def is_operation(name: str) -> bool:
    """Whether one of `SERVICES` has the operation ``name``."""
    return any(name in operations(service) for service in SERVICES)
