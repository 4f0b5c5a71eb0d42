"""Tags that the organization requires."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.tags import tags_of
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell, unknown


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Compare the tags that nodes get at launch."""
    allowed = context.options.policy.required_tags
    if allowed is None:
        yield Skip("no policy says which tags are required")
        return
    if not launch.may_be_accelerated:
        return
    tags = tags_of(launch)
    path = launch.node.at("TagSpecifications")
    missing = [name for name in allowed if name not in tags.keys]
    if missing and tags.hidden:
        yield unknown("the tags of the nodes are not known", path)
    elif missing and launch.infos:
        yield Hit(f"nodes lack the tags {', '.join(missing)}", path)
    elif missing and launch.hidden_type is not None:
        yield cannot_tell(f"whether nodes need the tags {', '.join(missing)}", launch.hidden_type, path)


RULE = Rule(
    id="TRN807",
    title="Nodes have the required tags",
    level=Level.ERROR,
    why="Bills and clean-up go by tags.",
    source="the organization's policy file",
    on="launch",
    check=check,
    fix="tag instances in the launch template, or Tags with PropagateAtLaunch on the group",
)
