"""An instance profile that is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ....constraints.placeholders import placeholders
from ....findings import Level
from ....launches import INSTANCE
from ....template import Mixed, Reference, Value, known_text
from ....wording import as_written
from ...model import Node
from ...options import Context
from ...rule import Hit, Path, Rule

_OTHER = re.compile(r"[^\w+=,.@-]", re.ASCII)
_MOST = 128
_ALLOWED = f"1 to {_MOST} letters, digits and + = , . @ - _"
"""Source: IAM API reference, CreateInstanceProfile, InstanceProfileName."""
_ARN = "arn:"
_ROLE, _PROFILE = "AWS::IAM::Role", "AWS::IAM::InstanceProfile"


def check(node: Node, context: Context) -> Iterator[Hit]:
    """Judge ARN and name of launch data; of instances and launch configurations the one text."""
    written, path = node.data.get("IamInstanceProfile"), node.at("IamInstanceProfile")
    if not isinstance(written, dict):
        yield from _role(written, path, context)
        yield from _name(node, written, path, context)
        return
    if written.get("Arn") is not None and written.get("Name") is not None:
        yield Hit("Arn beside Name: one of them names the instance profile", path, "remove Name")
    for name in ("Arn", "Name"):
        yield from _role(written.get(name), (*path, name), context)
    if isinstance(written.get("Arn"), Reference) and _is(written["Arn"], _PROFILE, "", context):
        yield Hit(f"Arn is the name of {written['Arn'].logical_id}", (*path, "Arn"), "write Fn::GetAtt … Arn")
    if isinstance(written.get("Name"), Reference) and _is(written["Name"], _PROFILE, "Arn", context):
        yield Hit(f"Name is the ARN of {written['Name'].logical_id}", (*path, "Name"), "write it as Arn")
    elif not list(_role(written.get("Name"), path, context)):
        yield from _written(written.get("Name"), (*path, "Name"))


def _name(node: Node, value: Value, path: Path, context: Context) -> Iterator[Hit]:
    """Report the ARN of a profile where an instance takes its name; launch configurations take both."""
    text = known_text(value) if isinstance(value, str | Mixed) else ""
    arn = (text.startswith(_ARN) and ":instance-profile/" in text) or _is(value, _PROFILE, "Arn", context)
    if arn and node.resource.type == INSTANCE:
        yield Hit("the ARN of an instance profile stands where its name is asked for", path, "write its name: Ref")
    elif not text.startswith(_ARN) and (node.resource.type == INSTANCE or _begins_as_name(value)):
        yield from _written(value, path)


def _begins_as_name(value: Value) -> bool:
    """Return whether the begin of ``value`` is known, and not that of an ARN."""
    first = value.parts[0] if isinstance(value, Mixed) else value
    return isinstance(first, str) and not (isinstance(value, Mixed) and _ARN.startswith(first[: len(_ARN)]))


def _written(name: Value, path: Path) -> Iterator[Hit]:
    """Report a name with characters that none has, such as the path of a profile, or of a length that none has."""
    known = "".join(part for part in (name.parts if isinstance(name, Mixed) else [name]) if isinstance(part, str))
    if any(placeholders(known)):
        return
    hint = "" if _OTHER.search(known) is None else "write the name without the path"
    if known.startswith(_ARN) and ":instance-profile/" in known and path[-1] == "Name":
        hint = "write it as Arn"
    if hint or len(known) > _MOST or name == "":
        text = f"no instance profile has such a name; got {as_written(known_text(name))}; allowed: {_ALLOWED}"
        yield Hit(text, path, hint or "write the name of a profile")


def _role(value: Value, path: Path, context: Context) -> Iterator[Hit]:
    """Report a role: its ARN is that of no profile, while a profile may have its name."""
    text = known_text(value) if isinstance(value, str | Mixed) else ""
    if (text.startswith(_ARN) and ":role/" in text) or _is(value, _ROLE, "Arn", context):
        yield Hit("the ARN of a role stands where that of an instance profile is asked for", path)
    elif _is(value, _ROLE, "", context) and not _has_profile(value, context):
        told = f"{value.logical_id} is a role; an instance profile of its name is not made here"
        yield Hit(told, path, level=Level.WARNING)


def _has_profile(role: Reference, context: Context) -> bool:
    """Return whether a profile of the template is named as the role is."""
    names = [role, (context.world.properties(role, _ROLE) or {}).get("RoleName", role)]
    profiles = context.world.by_key[role.template].by_type.get(_PROFILE, ())
    branches = [branch for branch in map(context.world.branch, profiles) if branch is not None]
    return any(branch.properties.get("InstanceProfileName") in names for branch in branches)


def _is(value: Any, kind: str, attribute: str, context: Context) -> bool:
    found = context.world.find(value) if isinstance(value, Reference) else None
    return found is not None and found.type == kind and value.attribute == attribute


RULE = Rule(
    id="TRN710",
    title="An instance profile is named by its name or its ARN",
    level=Level.ERROR,
    why="EC2 refuses the launch: a role is no instance profile, and one profile is named once.",
    source="IAM User Guide, instance profiles; CloudFormation User Guide, LaunchTemplate IamInstanceProfile and "
    "AWS::EC2::Instance",
    on="node",
    check=check,
    fix="make an AWS::IAM::InstanceProfile with the role, and name that",
)
