"""What only the transform AWS::LanguageExtensions lets a template say, beside its functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....template import Template
from ....template.values import MACRO
from ...rule import Hit, Path, unknown

_SECTIONS = ("Conditions", "Resources", "Outputs")
_NEEDS, _HINT = "needs the transform AWS::LanguageExtensions", "add it to Transform"


def missing_extension(template: Template) -> Iterator[tuple[Path, Hit]]:
    """Yield what of a template needs the transform, which it does not name, and the path.

    These are loops. Functions in DeletionPolicy and UpdateReplacePolicy, which the page of the transform lists as well,
    stand without it in templates that AWS publishes and deploys (aws-hpc-recipes, SAM's integration tests).

    Source: CloudFormation Template Reference, AWS::LanguageExtensions.
    """
    if template.is_extended:
        return
    for path, alone in template.loops.found.items():
        if path[0] in _SECTIONS and not _is_rewritten(template.text.data, path):
            yield path, _loop(str(path[-1]), alone)


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
