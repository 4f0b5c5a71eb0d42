"""What only the transform AWS::LanguageExtensions lets a template say, beside its functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....template import Template
from ....template.arguments import is_function
from ....template.values import MACRO
from ...rule import Hit, Path, unknown

_SECTIONS = ("Conditions", "Resources", "Outputs")
_POLICIES = ("DeletionPolicy", "UpdateReplacePolicy")
_NEEDS, _HINT = "needs the transform AWS::LanguageExtensions", "add it to Transform"


def missing_extension(template: Template) -> Iterator[tuple[Path, Hit]]:
    """Yield what of a template needs the transform, which it does not name, and the path.

    Source: CloudFormation Template Reference, AWS::LanguageExtensions: Fn::ForEach, and functions in DeletionPolicy
    and UpdateReplacePolicy; CloudFormation answers ``Every DeletionPolicy member must be a string``.
    """
    if template.is_extended:
        return
    for name, resource in template.resources.items():
        for key in _POLICIES:
            if key in resource.data and _is_called(resource.data[key]) and MACRO not in resource.data:
                yield ("Resources", name, key), Hit(f"a function in {key} {_NEEDS}", hint=_HINT)
    for path, alone in template.loops.found.items():
        if path[0] in _SECTIONS and not _is_rewritten(template.text.data, path):
            yield path, _loop(str(path[-1]), alone)


def _is_called(node: Any) -> bool:
    return is_function(node) and MACRO not in node


def _loop(name: str, alone: bool) -> Hit:
    """Return the report of a loop; beside other members its name may be one that a property takes."""
    text = f"{name} {_NEEDS}"
    return Hit(text, hint=_HINT) if alone else unknown(f"whether it works cannot be told: {text}", hint=_HINT)


def _is_rewritten(node: Any, path: Path) -> bool:
    """Return whether a macro is given what stands at ``path``."""
    for step in path:
        if isinstance(node, dict) and MACRO in node:
            return True
        node = node[step]
    return False
