"""Who describes a node: the launch templates and configurations of the templates at hand."""

from __future__ import annotations

from collections.abc import Callable

from ..template import Resource, Template, Unknown, Value

__all__ = ["DESCRIPTIONS", "INSTANCE", "LAUNCH_CONFIGURATION", "LAUNCH_TEMPLATE", "launch_template"]

LAUNCH_TEMPLATE = "AWS::EC2::LaunchTemplate"
LAUNCH_CONFIGURATION = "AWS::AutoScaling::LaunchConfiguration"
INSTANCE = "AWS::EC2::Instance"
DESCRIPTIONS = {LAUNCH_TEMPLATE: "LaunchTemplateName", LAUNCH_CONFIGURATION: "LaunchConfigurationName"}
"""What describes nodes for groups -> the property that holds its name."""


def launch_template(value: Value, template: Template, find: Callable[[Value], Resource | None]) -> Resource | None:
    """Return the launch template (or configuration) that ``value`` refers to, or names in ``template``.

    Args:
        value: `Use.template`.
        template: that of the group.
        find: tells the resource that a reference names, in whichever template.
    """
    found = find(value)
    if found is not None:
        return found if found.type in DESCRIPTIONS else None
    return _by_name(value, template) if isinstance(value, str | Unknown) else None


def _by_name(name: Value, template: Template) -> Resource | None:
    for kind, property_name in DESCRIPTIONS.items():
        for resource in template.by_type.get(kind, ()):
            if name in [branch.properties.get(property_name) for branch in resource.branches]:
                return resource
    return None
