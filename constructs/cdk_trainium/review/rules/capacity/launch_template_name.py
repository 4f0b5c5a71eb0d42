"""A launch template with a name that none can have."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model.launch_template_names import wrong_name
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Branched


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Judge the name as far as it is known; without one CloudFormation makes it."""
    if fault := wrong_name(subject.branch.properties.get("LaunchTemplateName")):
        yield Hit(f"LaunchTemplateName {fault}", ("Properties", "LaunchTemplateName"))


RULE = Rule(
    id="TRN380",
    title="The name of a launch template is one that EC2 takes",
    level=Level.ERROR,
    why="EC2 refuses the launch template, and the stack with it.",
    source="EC2 API, CreateLaunchTemplate and LaunchTemplate: LaunchTemplateName",
    on="AWS::EC2::LaunchTemplate",
    check=check,
    fix="rename it, or leave the name to CloudFormation",
)
