"""The image and the user data of a node, as far as the template tells."""

from __future__ import annotations

import base64
import binascii
from typing import NamedTuple

from ...constraints.image_path import ImagePath, read_image_path
from ...constraints.user_data import unpacked
from ...template import Encoded, Mixed, OneOf, PinnedSsmValue, SsmValue, Unknown, Value, known_text
from .node import Node

__all__ = ["UserData", "decoded", "image_paths", "sent_user_data", "user_data"]

_AT_LAUNCH = "resolve:ssm:"


class UserData(NamedTuple):
    """Decoded user data."""

    text: str
    complete: bool
    """Whether ``text`` is all of it; a hole stands for each unknown part otherwise."""


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


def user_data(node: Node) -> UserData | None:
    """Return the user data of ``node`` as it is read there, None when there is none or nothing of it is known."""
    sent = sent_user_data(node)
    raw = _bytes_of(node.user_data)
    return sent if sent is None or raw is None else UserData(unpacked(raw), sent.complete)


def sent_user_data(node: Node) -> UserData | None:
    """Return the user data of ``node`` as EC2 takes it; see `user_data`."""
    value = node.user_data
    if isinstance(value, Encoded):
        return _read(value.value)
    return _read(decoded(value)) if isinstance(value, str) else None


def _bytes_of(value: Value) -> bytes | None:
    """Return what EC2 decodes of user data that is wholly known."""
    if isinstance(value, Encoded):
        return value.value.encode("utf-8", "surrogatepass") if isinstance(value.value, str) else None
    return _debased(value) if isinstance(value, str) else None


def _debased(text: str) -> bytes | None:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def _read(value: Value) -> UserData | None:
    if isinstance(value, str):
        return UserData(value, complete=True)
    return UserData(value.text, complete=False) if isinstance(value, Unknown) and value.text else None


def decoded(text: str) -> str:
    """Return what base64 ``text`` holds, lines or none; a text that is no base64 is itself."""
    found = _debased(text)
    return text if found is None else found.decode("utf-8", "replace")
