"""A type that SageMaker HyperPod does not have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ....launches.types import SAGEMAKER
from ....template import Unknown, Value
from ...model import Group
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell


def check(group: Group, context: Context) -> Iterator[Hit]:
    """Judge the names of instance groups; types outside the catalog are not known and only need the prefix."""
    if group.kind != "hyperpod":
        return
    fact = context.catalog.services["hyperpod_instance_types"]
    for use in group.uses:
        for item in use.types:
            yield from _judged(item, (*use.path, "InstanceType"), context, fact)


def _judged(item: Value, path: Path, context: Context, fact: Any) -> Iterator[Hit]:
    if isinstance(item, Unknown):
        yield cannot_tell("whether HyperPod has the instance type", item, path)
    elif not isinstance(item, str) or item in fact.value:
        return
    elif not item.startswith(SAGEMAKER):
        hint = (
            f"write {SAGEMAKER}{item}" if f"{SAGEMAKER}{item}" in fact.value else "see the types of ClusterInstanceType"
        )
        yield Hit(f"InstanceType {item} is no name of HyperPod's: they begin with {SAGEMAKER}", path, hint)
    elif context.catalog.find(item.removeprefix(SAGEMAKER)) is not None:
        text = f"HyperPod had no {item} on {fact.date}; allowed of this catalog: {', '.join(fact.value)}"
        yield Hit(text, path)


RULE = Rule(
    id="TRN606",
    title="HyperPod has the instance type",
    level=Level.ERROR,
    why="SageMaker refuses the cluster, and CloudFormation the stack.",
    source="SageMaker API, ClusterInstanceType",
    on="group",
    check=check,
    fix="use a type of ClusterInstanceType",
)
