"""Names in a scenario must be names of AWS: a misspelt one would change nothing, and nobody would notice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from botocore import session as botocore_session
from moto.ec2.models.availability_zones_and_regions import RegionsAndZonesBackend

from ..errors import Problem
from .quotas.known import NAMES, known

__all__ = ["unknown_names"]

_SERVICES = (
    *("ec2", "autoscaling", "service-quotas", "ssm", "pricing", "cloudformation", "iam", "sts", "resource-groups"),
    *("kms", "s3", "logs", "events", "cloudwatch", "sns", "sqs", "ecr", "eks", "batch", "fsx", "sagemaker", "lambda"),
    *("dynamodb", "ecs", "efs", "elbv2", "secretsmanager", "stepfunctions"),
)
"""Services whose operations a scenario may name, the likely ones first: a model is read when its turn comes."""
_Names = Iterable[tuple[str, str]]


def unknown_names(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for every zone, region, quota code and operation in ``data`` that AWS does not have.

    ``data`` has passed the test of its values' shapes.
    """
    for key, value in data.items():
        if key in _READERS:
            for kind, name in _READERS[key](value):
                if not _KNOWN[kind](name):
                    yield _problem(key, kind, name)


def _problem(key: str, kind: str, name: str) -> Problem:
    near = get_close_matches(name, _listed(kind), n=1, cutoff=0.6)
    hint = f"did you mean {near[0]}?" if near else ""
    return Problem("TRN095", f"there is no such {kind}", prop=key, got=name, allowed=_ALLOWED[kind], hint=hint)


def _quotas(value: Iterable[str]) -> _Names:
    for name in map(str, value):
        region, colon, code = name.rpartition(":")
        if colon:
            yield "region", region
        yield "quota code", code


def _capacity(value: Mapping[str, Mapping[str, int]]) -> _Names:
    return [("zone", str(zone)) for zones in value.values() for zone in zones]


def _items(value: Iterable[Mapping[str, Any]]) -> _Names:
    return [("region", str(item["region"])) for item in value if "region" in item]


def _failures(value: Iterable[Mapping[str, Any]]) -> _Names:
    return [("operation", str(item["operation"])) for item in value if "operation" in item]


def _each(kind: str) -> Callable[[Any], _Names]:
    return lambda value: [(kind, str(name)) for name in value]


@cache
def _regions() -> frozenset[str]:
    session = botocore_session.Session()
    parts = session.get_available_partitions()
    return frozenset(name for part in parts for name in session.get_available_regions("ec2", partition_name=part))


@cache
def _zones() -> frozenset[str]:
    return frozenset(zone.name for zones in RegionsAndZonesBackend.zones.values() for zone in zones)


@cache
def _codes() -> frozenset[str]:
    return frozenset(item.code for service in NAMES for item in known(service) if item.code)


@cache
def _operations(service: str) -> frozenset[str]:
    model = botocore_session.Session().get_service_model(service)
    return frozenset(model.operation_names)


def _is_operation(name: str) -> bool:
    return any(name in _operations(service) for service in _SERVICES)


def _listed(kind: str) -> Collection[str]:
    if kind == "operation":
        return sorted(name for service in _SERVICES[:9] for name in _operations(service))
    return sorted({"region": _regions, "zone": _zones, "quota code": _codes}[kind]())


_KNOWN: dict[str, Callable[[str], bool]] = {
    "region": lambda name: name in _regions(),
    "zone": lambda name: name in _zones(),
    "quota code": lambda name: name in _codes(),
    "operation": _is_operation,
}
_ALLOWED = {
    "region": "a region such as us-east-2",
    "zone": "a zone's name such as us-east-2a",
    "quota code": "a code of the catalog such as L-2C3B7624",
    "operation": f"AWS's name of an operation such as DescribeInstances, of {', '.join(_SERVICES)}",
}
_READERS: dict[str, Callable[[Any], _Names]] = {
    "quotas": _quotas,
    "no_applied_value": _each("quota code"),
    "capacity": _capacity,
    "opted_in": _each("region"),
    "denied": _each("operation"),
    "failures": _failures,
    "empty_first_page": _each("operation"),
    **dict.fromkeys(("instances", "reservations", "blocks", "offerings"), _items),
}
"""Key of a scenario -> the names in its value, each with its kind."""
