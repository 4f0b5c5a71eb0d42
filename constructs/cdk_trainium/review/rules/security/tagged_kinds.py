"""Tag specifications of a launch template for what they cannot tag."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown, Value
from ....wording import nearest
from ...model.places import EACH, found_at
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell
from ...subjects import Branched

_OWN = ("launch-template",)
_LAUNCHED = ("instance", "volume", "network-interface", "spot-instances-request")
_TYPES = (EACH, "ResourceType")


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Compare the resource types: beside the data they are of the template itself, in it of what a launch makes."""
    data = subject.branch.properties
    for name, allowed in (("TagSpecifications", _OWN), ("LaunchTemplateData", _LAUNCHED)):
        steps = _TYPES if allowed is _OWN else ("TagSpecifications", *_TYPES)
        for kind, path in found_at(data.get(name), ("Properties", name), steps):
            yield from _judged(kind, allowed, path)


def _judged(kind: Value, allowed: tuple[str, ...], path: Path) -> Iterator[Hit]:
    if isinstance(kind, Unknown):
        yield cannot_tell("whether ResourceType is one that can be tagged here", kind, path)
    if not isinstance(kind, str) or kind in allowed:
        return
    if kind in _OWN + _LAUNCHED:
        hint = f"move it {'into' if allowed is _OWN else 'out of'} LaunchTemplateData"
    else:
        hint = nearest(kind, allowed)
    yield Hit(f"ResourceType is none that can be tagged here; got {kind!r}; allowed: {', '.join(allowed)}", path, hint)


RULE = Rule(
    id="TRN711",
    title="Tag specifications of a launch template name what they can tag",
    level=Level.ERROR,
    why="EC2 refuses the launch template, or every launch from it.",
    source="CloudFormation reference, LaunchTemplateTagSpecification and TagSpecification of AWS::EC2::LaunchTemplate",
    on="AWS::EC2::LaunchTemplate",
    check=check,
    fix="write one of the allowed types",
)
