"""The image of a node, as far as the template tells."""

from __future__ import annotations

from ...constraints.image_path import ImagePath, read_image_path
from ...template import Mixed, OneOf, PinnedSsmValue, SsmValue, Value, known_text
from .node import Node

__all__ = ["image_paths"]

_AT_LAUNCH = "resolve:ssm:"


def image_paths(node: Node) -> tuple[ImagePath, ...]:
    """Return the SSM parameters that name the image of ``node``, several behind a map; none of ids and the unknown."""
    image = node.image
    if not isinstance(image, OneOf):
        path = _path(image)
        return () if path is None else (path,)
    found: dict[ImagePath, list[str]] = {}
    for key, value in image.choices:
        path = _path(value)
        if path is not None:
            found.setdefault(path, []).append(key)
    return tuple(path._replace(keys=tuple(keys)) for path, keys in found.items())


def _path(image: Value) -> ImagePath | None:
    if isinstance(image, SsmValue) and image.path:
        return read_image_path(image.path)
    if isinstance(image, PinnedSsmValue):
        return read_image_path(f"{image.path}:{image.version}")
    text = known_text(image) if isinstance(image, str | Mixed) else ""
    return read_image_path(text.removeprefix(_AT_LAUNCH)) if text.startswith(_AT_LAUNCH) else None
