"""Functions that make one text, whatever their parts are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .template import Template

__all__ = ["is_one_text"]

_TEXTS = ("Fn::Base64", "Fn::Join", "Fn::Sub")


def is_one_text(node: Any, template: Template) -> bool:
    """Return whether ``node`` is a function that makes one text or number and no list, hidden or not.

    ``Fn::GetAtt`` and what looks a value up may make either. Source: CloudFormation Template Reference, intrinsic
    functions; User Guide, parameter types.
    """
    if not isinstance(node, dict) or len(node) != 1:
        return False
    ((name, argument),) = node.items()
    if name != "Ref" or not isinstance(argument, str):
        return name in _TEXTS
    return argument in template.resources or template.parameters.is_one_text(argument)
