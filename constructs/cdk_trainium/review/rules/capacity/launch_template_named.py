"""A launch template that a group names in a way that its service does not take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....findings import Level
from ....launches import LAUNCH_CONFIGURATION, LAUNCH_TEMPLATE
from ....launches.named import IDS, NAMES
from ....template import Reference, Unknown, Value
from ....wording import as_written
from ...model import Group
from ...model.launch_template_names import is_id, wrong_id, wrong_name
from ...model.values import macro_in, member
from ...options import Context
from ...rule import Hit, Path, Rule

_NAMELESS = "neither id nor name says which launch template is meant"
_IDS = ("", "LaunchTemplateId")
"""Attributes that are the id; the empty one is that of ``Ref``."""


def check(group: Group, context: Context) -> Iterator[Hit]:
    """Judge each specification once: how often it names the template, and whether an id is an id."""
    for path in dict.fromkeys(use.path for use in group.uses if not use.own):
        written = _at(group.branch.properties, path)
        if written is None and group.kind == "fleet":
            yield Hit(_NAMELESS, path)  # other services call the specification required, and TRN928 tells
        if not isinstance(written, dict):  # hidden, or the name of a launch configuration
            continue
        yield from _count(written, path)
        yield from _judged(written, path, context)


def _count(written: Mapping[str, Any], path: Path) -> Iterator[Hit]:
    said = [name for name in (*IDS, *NAMES) if written.get(name) is not None]
    if len(said) > 1:
        yield Hit(f"{said[1]} beside {said[0]}: one of them names the launch template", path, f"remove {said[1]}")
    elif not said and macro_in(written) is None:
        yield Hit(_NAMELESS, path)


def _judged(written: Mapping[str, Any], path: Path, context: Context) -> Iterator[Hit]:
    for name in IDS:
        if fault := _no_id(written.get(name), context):
            yield Hit(f"{name} {fault}; allowed: lt-… or Ref of the launch template", (*path, name))
    for name in NAMES:
        value = written.get(name)
        if _kind(value, context) == LAUNCH_TEMPLATE and isinstance(value, Reference) and value.attribute in _IDS:
            text = f"{name} is the id of {value.logical_id}, and its name is asked for"
            yield Hit(text, (*path, name), "Ref gives the id: write it as the id")
        elif is_id(value):
            yield Hit(f"{name} has the form of an id; got {as_written(value)}", (*path, name), level=Level.WARNING)
        elif fault := wrong_name(value):
            yield Hit(f"{name} is no name of a launch template: it {fault}", (*path, name))


def _no_id(value: Value, context: Context) -> str:
    """Return what is wrong with ``value`` as an id, a clause; empty when it is one, or nobody knows."""
    kind = _kind(value, context)
    if kind == LAUNCH_TEMPLATE and value.attribute not in _IDS:
        return f"is {value.attribute} of {value.logical_id}"
    return f"is the launch configuration {value.logical_id}" if kind == LAUNCH_CONFIGURATION else wrong_id(value)


def _kind(value: Value, context: Context) -> str:
    resource = context.world.find(value)
    return "" if resource is None else resource.type


def _at(properties: Mapping[str, Any], path: Path) -> Value:
    found: Any = properties
    for step in path[1:]:
        if isinstance(found, dict):
            found = member(found, str(step))
        elif isinstance(found, list) and isinstance(step, int):
            found = found[step]
        else:
            return found if isinstance(found, Unknown) else None
    return found


RULE = Rule(
    id="TRN373",
    title="A group names its launch template by id or by name",
    level=Level.ERROR,
    why="The service refuses the group, or finds no launch template of that name.",
    source="LaunchTemplateSpecification of the APIs of EC2, EC2 Auto Scaling, Amazon EKS and AWS Batch",
    on="group",
    check=check,
    fix="write LaunchTemplateId with Ref of the launch template, and nothing beside it but Version",
)
