"""A key of the templates that the service which launches nodes may not use for their volumes."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.key_policy import KEY_WITHOUT_ROLE, NEEDED, ROLES, key_access
from ....findings import Level
from ....template import Resource
from ...model import Launch
from ...model.key_policies import key_of, policy_of
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Path, Rule, unknown


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look at the policy of each key that a volume names."""
    role, seen = _role(launch), set()
    for index, disk in enumerate(launch.node.disks if launch.group is not None and role is not None else ()):
        key = key_of(as_map(disk.get("Ebs")).get("KmsKeyId"), context.world)
        if key is not None and key.id not in seen:
            seen.add(key.id)
            path = launch.node.at("BlockDeviceMappings", index, "Ebs", "KmsKeyId")
            yield from _judged(key, role or "", context, path)


def _judged(key: Resource, role: str, context: Context, path: Path) -> Iterator[Hit]:
    access = key_access(policy_of(key, context.world), role)
    if not access.missing:
        return
    who = role or ROLES["asg"]
    maker = next(context.world.handed.of((key.template.key, key.id)), None)
    if not access.certain:
        yield unknown(f"whether the policy of {key.id} lets {who} use it is not written", path)
    elif maker is not None:
        yield unknown(f"whether {who} may use {key.id} cannot be told: {maker.resource.id} may make a grant", path)
    else:
        more = "" if access.missing == NEEDED else f": it gives no {', '.join(access.missing)}"
        yield Hit(f"the policy of {key.id} does not let {who} use it{more}", path)


def _role(launch: Launch) -> str | None:
    """Return the role that launches the nodes, empty for whichever of Auto Scaling's; None when none is documented."""
    if launch.group is None:
        return None
    own = launch.group.branch.properties.get("ServiceLinkedRoleARN") if launch.group.kind == "asg" else None
    if own is None:
        return ROLES.get(launch.group.kind)
    return own.rpartition("/")[2] if isinstance(own, str) else ""


RULE = Rule(
    id=KEY_WITHOUT_ROLE,
    title="The service that launches nodes may use the key of their volumes",
    level=Level.WARNING,
    why="Each launch ends at once with Client.InternalError, unless somebody makes a grant; nothing else tells why.",
    source="Auto Scaling User Guide and AWS PCS User Guide, required KMS key policy; EBS User Guide, encryption",
    on="launch",
    check=check,
    fix="add two statements for the service-linked role to the key policy: its use, and kms:CreateGrant",
)
