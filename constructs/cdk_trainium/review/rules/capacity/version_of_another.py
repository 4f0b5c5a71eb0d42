"""A group that takes the version number of another launch template."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Reference
from ...model import Group
from ...options import Context
from ...rule import Hit, Rule

_VERSIONS = ("LatestVersionNumber", "DefaultVersionNumber")


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Compare the launch template that is named with the one whose number is read."""
    for use in group.uses:
        named, version = use.template, use.version
        if not isinstance(named, Reference) or not isinstance(version, Reference):
            continue
        if version.attribute in _VERSIONS and version.target != named.target:
            text = f"Version is that of {version.logical_id}, the launch template is {named.logical_id}"
            yield Hit(text, (*use.path, "Version"))


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
