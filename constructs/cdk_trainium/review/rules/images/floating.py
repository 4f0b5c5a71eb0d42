"""An image that changes by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import OneOf, PinnedSsmValue, Reference, SsmValue, Template, Unknown, Value
from ...model import Launch
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule, unknown
from .scope import training_image

_AT_LAUNCH, _ID = "resolve:ssm:", "AWS::EC2::Image::Id"
_BUILDER = "AWS::ImageBuilder::"
"""What makes an image with the stack, and no other one without an update."""
_PIN = "pin the image id that was tested, per region"


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report images named by a parameter that stands for the newest one; a parameter of one's own is told as info."""
    where, image = launch.node.at("ImageId"), launch.node.image
    for found in training_image(launch):
        if found.floating:
            yield Hit(f"the image floats with {found.label}", where)
        elif "${" in found.path and not found.version:
            yield unknown(f"whether the image floats with {found.label} cannot be told", where, _PIN)
        elif not found.public and not found.version:
            text = f"the image follows the SSM parameter {found.label}, which is read at every deployment"
            yield Hit(text, where, level=Level.INFO)
    hidden = _hidden(launch, image) if launch.accelerated or launch.hidden_type is not None else ""
    if hidden:
        yield unknown(f"whether the image floats cannot be told: {hidden}", where, _PIN)


def _hidden(launch: Launch, image: Value) -> str:
    """Return why it cannot be told whether ``image`` is an id or the path of one; empty when it can."""
    if isinstance(image, Reference):
        made = launch.world.find(image)
        return (
            "" if made is not None and made.type.startswith(_BUILDER) else f"it is an attribute of {image.logical_id}"
        )
    if isinstance(image, SsmValue):
        return "" if image.path else f"{image.reason}, from a path that is not here"
    if not isinstance(image, Unknown) or isinstance(image, PinnedSsmValue):
        return ""
    if isinstance(image, OneOf) and image.choices:
        return ""  # its entries are judged above
    known = image.text.startswith(("ami-", _AT_LAUNCH)) or _is_id(launch.node.resource.template, image.text)
    return "" if known else image.reason


def _is_id(template: Template, written: str) -> bool:
    """Return whether ``written`` is the hole of a parameter, here or in a parent, that takes image ids only."""
    section, name = as_map(template.text.data.get("Parameters")), written.removeprefix("${").removesuffix("}")
    own = as_map(section.get(name)).get("Type") == _ID
    return own or (template.parent is not None and _is_id(template.parent[0], written))


RULE = Rule(
    id="TRN501",
    title="The image is pinned",
    level=Level.WARNING,
    why="A latest path is read at every stack update: an unrelated change replaces the fleet and its driver versions.",
    source="aws-cdk issues 5675, 7273 and 13925",
    on="launch",
    check=check,
    fix=_PIN,
)
