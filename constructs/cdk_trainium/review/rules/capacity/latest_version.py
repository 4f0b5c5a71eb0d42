"""An Auto Scaling group on the latest or default version of its launch template."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Reference, Unknown
from ...model import Group, Use
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Look at Auto Scaling groups only: Batch and EKS treat the words differently."""
    if group.kind != "asg":
        return
    for use in group.uses:
        if use.version in ("$Latest", "$Default"):
            text = (
                f"Version is {use.version}: CloudFormation sees no change, so a changed launch template never rolls out"
            )
            yield Hit(text, (*use.path, "Version"))
        elif isinstance(use.version, Reference) and use.version.attribute == "DefaultVersionNumber":
            text = "Version is DefaultVersionNumber, which CloudFormation never moves: a changed launch template never"
            yield Hit(f"{text} rolls out", (*use.path, "Version"))
        elif use.version is None and _named(use):
            text = "Version is missing, EC2 takes $Default: a changed launch template never rolls out"
            yield Hit(text, use.path)
        elif isinstance(use.version, Unknown):
            what = "whether Version follows the launch template"
            yield cannot_tell(what, use.version, (*use.path, "Version"))


def _named(use: Use) -> bool:
    """Return whether the group names a launch template there; that it names none, other rules tell."""
    return use.template is not None and use.path[-1] != "LaunchConfigurationName" and not use.own


RULE = Rule(
    id="TRN341",
    title="An Auto Scaling group pins the version of its launch template",
    level=Level.WARNING,
    why="CloudFormation documents numbers only; on a block a node replaced later differs from its peers.",
    source="CloudFormation, AWS::AutoScaling::AutoScalingGroup LaunchTemplateSpecification",
    on="group",
    check=check,
    fix="use Fn::GetAtt of LatestVersionNumber",
)
