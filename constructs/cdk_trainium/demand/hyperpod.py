"""Instances of SageMaker HyperPod, and their types as it writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..catalog import Catalog
from ..launches import Group, Use
from ..launches.types import ec2_types
from ..template import Branch, Unknown, Value
from ..wording import nearest
from .model import HyperPodInstances
from .reading import Notes, items, mapping

__all__ = ["hyperpod_instances"]

_PLAN = "TrainingPlanArn"
_OURS = re.compile(r"(trn|inf)\d")


def hyperpod_instances(cluster: Group, use: Use, catalog: Catalog, notes: Notes) -> Iterator[HyperPodInstances]:
    """Yield what the instance group ``use`` of ``cluster`` asks for.

    Nothing where it is bought otherwise than on demand: which quota that counts against no source tells.
    """
    resource, bought = cluster.resource, _bought_apart(cluster.branch, use)
    if bought:
        notes.add(resource, bought, "which quota such instances count against is not known")
        return
    if len(use.types) > 1:
        notes.add(resource, "the instance type", "the instance group chooses among several")
    kind = notes.text(resource, "InstanceType", next(iter(use.types), None))
    count = notes.number(resource, "InstanceCount", use.count)
    if kind and (doubt := _unknown_type(kind, catalog)):
        notes.add(resource, "InstanceType", doubt)
    if kind and count is not None:
        yield HyperPodInstances(instance_type=kind, count=count)


def _bought_apart(branch: Branch, use: Use) -> str:
    """Return the property by which the instances are bought in another way than on demand; empty where they are not."""
    part: Value = {"Properties": branch.properties}
    for step in use.path:
        part = mapping(part).get(step) if isinstance(step, str) else next(iter(items(part)[step:]), None)
    if mapping(part).get(_PLAN) not in (None, ""):
        return _PLAN
    return "CapacityRequirements" if use.purchase is not None else ""


def _unknown_type(written: str, catalog: Catalog) -> str:
    """Return why ``written`` (``ml.trn2.48xlarge``) cannot be counted as a type; empty for a known one.

    Of other families than Trainium and Inferentia the catalog does not hold every type: only the prefix is judged.
    """
    (name,) = ec2_types("hyperpod", written, catalog)
    if isinstance(name, Unknown):
        return name.reason
    if catalog.find(name) is not None or not _OURS.match(name.lower()):
        return ""
    hint = nearest(name, catalog.types)
    return f"no instance type {written} is known" + (f"; {hint}" if hint else "")
