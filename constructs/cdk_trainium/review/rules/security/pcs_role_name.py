"""A role of PCS nodes with a name that PCS does not take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....findings import Level
from ....template import Mixed, Unknown, Value, known_text
from ....wording import as_written
from ...model.values import as_list, member, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched

_PROFILE, _ROLE = "AWS::IAM::InstanceProfile", "AWS::IAM::Role"
_PREFIX, _FOLDER = "AWSPCS", "/aws-pcs/"
_WHERE = ("Properties", "IamInstanceProfileArn")


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Judge roles of these templates; others may be named as PCS asks."""
    profile = context.world.properties(subject.branch.properties.get("IamInstanceProfileArn"), _PROFILE) or {}
    for role in as_list(profile.get("Roles")):
        data = context.world.properties(role, _ROLE)
        if data is not None:
            yield from _named(shown(role), data)


def _named(role: str, data: Mapping[str, Value]) -> Iterator[Hit]:
    name, path = member(data, "RoleName"), member(data, "Path")
    if _begins(name, _PREFIX) or (isinstance(path, str | Mixed) and _FOLDER in known_text(path)):
        return
    hidden = path if isinstance(path, Unknown) else name if _may_begin(name) else None
    if isinstance(hidden, Unknown):
        yield cannot_tell(f"whether role {role} is named as PCS asks", hidden, _WHERE)
    elif name is None:
        text = f"role {role} has neither Path {_FOLDER} nor a RoleName: its name begins with that of the stack"
        yield Hit(text, _WHERE, level=Level.WARNING)
    else:
        text = f"PCS takes no role of this name; got {as_written(known_text(name))}; allowed: {_PREFIX}…"
        yield Hit(f"{text}, or a Path with {_FOLDER}", _WHERE)


def _begins(name: Value, prefix: str) -> bool:
    first = name.parts[0] if isinstance(name, Mixed) else name
    return isinstance(first, str) and first.startswith(prefix)


def _may_begin(name: Value) -> bool:
    """Return whether what is hidden of ``name`` may begin as PCS asks."""
    first = name.parts[0] if isinstance(name, Mixed) else name
    return not isinstance(first, str) or _PREFIX.startswith(first[: len(_PREFIX)])


RULE = Rule(
    id="TRN718",
    title="The role of PCS nodes is named as PCS asks",
    level=Level.ERROR,
    why="PCS refuses the compute node group: it passes only roles of its prefix or path.",
    source="AWS PCS API, ComputeNodeGroup iamInstanceProfileArn; AWS PCS User Guide, instance profiles",
    on="AWS::PCS::ComputeNodeGroup",
    check=check,
    fix=f"set Path: {_FOLDER} on the role, or a RoleName that begins with {_PREFIX}",
)
