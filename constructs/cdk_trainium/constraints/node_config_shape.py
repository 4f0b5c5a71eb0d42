"""Types of the members of a NodeConfig, which nodeadm decodes strictly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import Problem
from ..wording import kind_of
from .unpacking import decoded

__all__ = ["NODE_CONFIG", "misfits"]

NODE_CONFIG = "TRN517"
_TEXT, _LOGICAL, _OBJECT, _BASE64 = "text", "true or false", "an object", "base64"
_TEXTS, _EACH = [_TEXT], "*"
_SHAPE: Mapping[str, Any] = {
    "cluster": {
        **dict.fromkeys(("name", "apiServerEndpoint", "cidr", "id"), _TEXT),
        "certificateAuthority": _BASE64,
        "enableOutpost": _LOGICAL,
    },
    "containerd": {"config": _TEXT, "baseRuntimeSpec": _OBJECT},
    "instance": {
        "localStorage": {"strategy": _TEXT, "mountPath": _TEXT, "disabledMounts": _TEXTS},
        "environment": {_EACH: {_EACH: _TEXT}},
        "network": {"nameservers": _TEXTS, "domains": _TEXTS},
    },
    "kubelet": {"config": _OBJECT, "flags": _TEXTS, "maxPodsExpression": _TEXT},
    "featureGates": {_EACH: _LOGICAL},
}
"""Source: awslabs/amazon-eks-ami, nodeadm/api/v1alpha1; keys that it does not know nodeadm passes over."""
_HOLE = "${"


def misfits(spec: Any) -> Iterator[Problem]:
    """Yield what of ``spec`` of a NodeConfig has another type than nodeadm decodes, which then reads none of it."""
    yield from _misfits(spec, _SHAPE, "spec")


def _misfits(value: Any, shape: Any, path: str) -> Iterator[Problem]:
    if value is None or (isinstance(value, str) and _HOLE in value):
        return
    if isinstance(shape, Mapping) and isinstance(value, dict):
        for name in value if _EACH in shape else shape:
            yield from _misfits(value.get(name), shape.get(_EACH, shape.get(name)), f"{path}.{name}")
    elif isinstance(shape, list) and isinstance(value, list):
        for at, item in enumerate(value):
            yield from _misfits(item, shape[0], f"{path}[{at}]")
    elif not _fits(value, shape):
        hint = "write it as nodeadm's API has it, text that looks like a number in quotes"
        yield Problem(NODE_CONFIG, f"{path} of a NodeConfig is {_kind(value, shape)}", "user_data", hint=hint)


def _kind(value: Any, shape: Any) -> str:
    wanted = shape if isinstance(shape, str) else "a list" if isinstance(shape, list) else _OBJECT
    return f"{kind_of(value)}, and nodeadm decodes {wanted} only"


def _fits(value: Any, shape: Any) -> bool:
    kind = kind_of(value)
    if shape == _BASE64:
        return kind == "a list" or (isinstance(value, str) and _is_base64(value))
    return kind == shape or (shape == _TEXT and kind == "a date")


def _is_base64(text: str) -> bool:
    """Return whether Go decodes ``text``: it passes over ends of lines, and over no other white space."""
    return not set(text) & {" ", "\t"} and decoded(text) is not None
