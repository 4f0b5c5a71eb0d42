"""A group that takes the version number of another launch template."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches import LAUNCH_TEMPLATE
from ....template import Reference
from ...model import Group, Use
from ...options import Context
from ...rule import Hit, Rule

_VERSIONS = ("LatestVersionNumber", "DefaultVersionNumber")


def check(group: Group, context: Context) -> Iterator[Hit]:
    """Compare the launch template that is named, by reference or by name, with the one whose number is read."""
    for use in group.uses:
        version = use.version
        if not isinstance(version, Reference) or version.attribute not in _VERSIONS:
            continue
        named = _named(group, use, context)
        if named is not None and named != version.target and not _has_name(version, use, context):
            text = f"Version is that of {version.logical_id}, the launch template is {named[1]}"
            yield Hit(text, (*use.path, "Version"))


def _named(group: Group, use: Use, context: Context) -> tuple[str, str] | None:
    """Return what `Reference.target` says of the launch template of ``use``; None when it is not known."""
    if isinstance(use.template, Reference):
        return use.template.target
    found = context.world.launch_template(use.template, group.resource.template)
    return None if found is None else (found.template.key, found.id)


def _has_name(version: Reference, use: Use, context: Context) -> bool:
    """Return whether the template whose number is read has the name that ``use`` says: two may, one per condition."""
    if isinstance(use.template, Reference):
        return False
    data = context.world.properties(version, LAUNCH_TEMPLATE)
    return data is not None and data.get("LaunchTemplateName") == use.template


RULE = Rule(
    id="TRN371",
    title="The version of a launch template is its own",
    level=Level.ERROR,
    why="Another template's number names a version that does not exist, or an old one that happens to have it.",
    source="EC2 API, LaunchTemplateSpecification",
    on="group",
    check=check,
    fix="read LatestVersionNumber of the launch template that the group names",
)
