"""Tags that the metadata service of a node cannot offer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown, Value, known_text
from ....wording import as_written
from ...model import Launch
from ...model.tags import Tags, tags_of
from ...model.values import as_map, member
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell, unknown

_NAME = "InstanceMetadataTags"
_KEY = re.compile(r"(?!(?:\.|\.\.|_index)$)[0-9a-zA-Z\-_+=,.@:]{1,255}")
_HOLE = re.compile(r"\$\{[^{}]*\}")
_ALLOWED = "letters, digits and - _ + = , . @ :, but not . or .. or _index alone"


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Judge the keys of the tags that a node gets, where its metadata offer them."""
    options = as_map(launch.node.data.get("MetadataOptions"))
    stated = member(options, _NAME)
    if stated is None or (stated != "enabled" and not isinstance(stated, Unknown)):
        return
    path = launch.node.at("MetadataOptions", _NAME)
    hidden = next((item for item in (stated, member(options, "HttpEndpoint")) if isinstance(item, Unknown)), None)
    tags = tags_of(launch)
    bad = [key for key in tags.written if _refused(key)]
    if launch.group is not None and launch.group.kind == "eks":
        yield from _by_eks(hidden, path)
    elif options.get("HttpEndpoint") != "disabled":
        yield from _judged(bad, tags, hidden, path)


def _judged(bad: list[Value], tags: Tags, hidden: Unknown | None, path: Path) -> Iterator[Hit]:
    if hidden is not None and (bad or tags.hidden):
        yield cannot_tell(f"whether {_NAME} is enabled, which not every tag allows", hidden, path)
    elif bad:
        text = f"{_NAME} is enabled, and a node has the tag {as_written(known_text(bad[0]))}"
        yield Hit(f"{text}; allowed in its key: {_ALLOWED}", path)
    elif tags.hidden:
        yield unknown(f"{_NAME} is enabled, and not every tag of the nodes is known", path)


def _by_eks(hidden: Unknown | None, path: Path) -> Iterator[Hit]:
    """Report managed node groups: EKS tags nodes with keys that have a slash, and has left the option out since."""
    if hidden is not None:
        yield cannot_tell(f"whether {_NAME} is enabled, which Amazon EKS does not take over", hidden, path)
    else:
        text = f"{_NAME} is enabled in a managed node group: Amazon EKS tags nodes with kubernetes.io/cluster/…"
        yield Hit(f"{text}, and leaves the option out or refuses the group", path, level=Level.WARNING)


def _refused(key: Value) -> bool:
    """Return whether ``key``, or what is known of it, holds what no tag of the metadata may."""
    if isinstance(key, str):
        return _KEY.fullmatch(key) is None
    known = _HOLE.sub("", known_text(key))
    return bool(known) and _KEY.fullmatch(f"{known}x") is None


RULE = Rule(
    id="TRN715",
    title="Tags that a node's metadata offer have keys that the metadata service takes",
    level=Level.ERROR,
    why="EC2 refuses every launch: such a key is no path of the metadata service.",
    source="EC2 User Guide, view tags for your EC2 instances using instance metadata; terraform-aws-eks issues 1785 "
    "and 1977, cloud-provider-aws issue 436",
    on="launch",
    check=check,
    fix="set InstanceMetadataTags to disabled, or rename the tag",
)
