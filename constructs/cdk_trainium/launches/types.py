"""The instance types that a service means by what a group writes."""

from __future__ import annotations

from ..catalog import Catalog
from ..constraints.offered import not_offered
from ..template import Unknown, Value

__all__ = ["SAGEMAKER", "SERVICE_NAMES", "ec2_types"]

SERVICE_NAMES = ("batch", "hyperpod")
"""Kinds of groups whose services name types in their own way."""
SAGEMAKER = "ml."
"""Begin of every name of SageMaker's. Source: SageMaker API, ClusterInstanceType."""


_FURTHER = {"p5": "p5.4xlarge"}
"""Family -> a size that the catalog does not hold. Source: EC2 API of botocore 1.44.8, InstanceType."""


def ec2_types(kind: str, item: Value, catalog: Catalog, region: str = "") -> tuple[Value, ...]:
    """Return the types of EC2 that ``item`` of a group of ``kind`` stands for; what is no name stays as it is.

    Args:
        kind: `Group.kind`.
        item: one of `Use.types` or `Group.types`.
        catalog: the types of a family, and where they are offered.
        region: Default: - a family is all its types.
    """
    if not isinstance(item, str) or kind not in SERVICE_NAMES:
        return (item,)
    return _family(item, catalog, region) if kind == "batch" else (_without_prefix(item),)


def _without_prefix(item: str) -> Value:
    """Return the type of EC2 behind ``ml.``.

    Source: SageMaker API, ClusterInstanceType: every name begins so.
    """
    name = item.removeprefix(SAGEMAKER)
    return Unknown(f"{item} is no type of HyperPod: their names begin with {SAGEMAKER}") if name == item else name


def _family(item: str, catalog: Catalog, region: str) -> tuple[Value, ...]:
    """Return the types of the family ``item`` that the region offers; itself when it is none.

    An Unknown stands for a size that the catalog does not hold.

    Source: AWS Batch API, ComputeResource ``instanceTypes``.
    """
    if "." in item:
        return (item,)
    types = [info for name, info in catalog.types.items() if name.startswith(f"{item}.")]
    offered = [info for info in types if not region or not not_offered(info, region, catalog)]
    further = _FURTHER.get(item, "")
    known: list[Value] = [info.name for info in offered or types]
    if further and catalog.find(further) is None:
        known.append(Unknown(f"{item} is also {further}, which the catalog does not hold"))
    return tuple(known) or (item,)
