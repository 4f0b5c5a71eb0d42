"""A group whose launch template is elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Group, Use
from ...model.launch_template_names import wrong_id, wrong_name
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, Skip, unknown

_CONFIGURATION = "the launch configuration"


def check(group: Group, context: Context) -> Iterator[Hit | Skip]:
    """Say so: neither its interfaces nor its market can be judged; those of HyperPod are in no template at all.

    Where none is named, the rules of what the specification has to say tell it.
    """
    if group.kind == "hyperpod":
        yield Skip(f"SageMaker HyperPod makes the nodes of {group.resource.id} and their interfaces itself")
    for use in group.uses:
        if use.own or use.template is None or _is_told(use):
            continue
        if context.world.launch_template(use.template, group.resource.template) is None:
            text = f"{_kind(use)} {shown(use.template)} is not part of this review"
            yield unknown(text, use.path, "review the stack that makes it together with this one")


def _is_told(use: Use) -> bool:
    """Return whether the template cannot be one, which TRN373 tells of a text and TRN917 of what is none."""
    if _kind(use) == _CONFIGURATION:
        return False
    wrong = wrong_id if use.by_id else wrong_name
    return isinstance(use.template, list | dict) or wrong(use.template) != ""


def _kind(use: Use) -> str:
    return _CONFIGURATION if use.path[-1] == "LaunchConfigurationName" else "the launch template"


RULE = Rule(
    id="TRN914",
    title="The launch templates of groups are part of the review",
    level=Level.UNKNOWN,
    why="What a launch template says decides whether a group works; unseen it counts as unknown, not as passed.",
    source="this project",
    on="group",
    check=check,
)
