"""A key of the templates that no volume can be encrypted with."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.key_policy import SYMMETRIC, UNFIT_KEY
from ....findings import Level
from ....template import Resource, Unknown
from ...model import Node
from ...model.key_policies import key_of
from ...model.values import as_map, shown
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell


def check(node: Node, context: Context) -> Iterator[Hit]:
    """Look at each key that a volume names: its kind, and whether it is enabled."""
    for index, disk in enumerate(node.disks):
        key = key_of(as_map(disk.get("Ebs")).get("KmsKeyId"), context.world)
        if key is not None:
            yield from _judged(key, context, node.at("BlockDeviceMappings", index, "Ebs", "KmsKeyId"))


def _judged(key: Resource, context: Context, path: Path) -> Iterator[Hit]:
    branch = context.world.branch(key)
    data = {} if branch is None else branch.properties
    for name, needed in (("KeySpec", SYMMETRIC), ("Enabled", "true")):
        value = data.get(name, needed)
        if isinstance(value, Unknown):
            yield cannot_tell(f"whether EBS takes {key.id}, by its {name},", value, path)
        elif shown(value).lower() != needed.lower():
            yield Hit(f"EBS takes no key such as {key.id}: {name} is {shown(value)}; allowed: {needed}", path)


RULE = Rule(
    id=UNFIT_KEY,
    title="The key of a volume is symmetric and enabled",
    level=Level.ERROR,
    why="EBS supports no asymmetric key, KMS uses no disabled one, and each launch ends at once.",
    source="Auto Scaling User Guide, Required AWS KMS key policy; KMS Developer Guide, key states",
    on="node",
    check=check,
    fix="leave KeySpec and Enabled out: a key is symmetric and enabled by default",
)
