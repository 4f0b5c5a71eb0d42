"""A function with an argument that it does not take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ....template import Template
from ....template.arguments import EXTENDED, KNOWN, OF_RULES, fault_of, is_disputed
from ....template.macros import rewrites
from ....template.names import FAULT, uses_of
from ....wording import nearest
from ...model.names import macros_of
from ...options import Context
from ...rule import Hit, Path, Rule, unknown
from .extensions import missing_extension

_SECTIONS = ("Conditions", "Resources", "Outputs")
_MACRO, _LOOP = "Fn::Transform", "Fn::ForEach"


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Search all that is written; what a macro makes of it stays unknown, and each rule that needs the value says so.

    Loops are judged as they are written out.
    """
    if macros_of(template) or rewrites(template.text.data):
        return
    for section in _SECTIONS:
        if _holds_fault(template, section):
            for path, hit in _faults(template.section(section), (section,), template.is_extended):
                yield _placed(template, hit, path)
    for path, hit in missing_extension(template):
        yield _placed(template, hit, path)


def _holds_fault(template: Template, section: str) -> bool:
    """Return whether there may be one; paths would cost most of the time, and hardly any template needs one."""
    found = template.uses.values() if section == "Resources" else [uses_of(section, template.section(section))]
    return any(kind == FAULT for uses in found for kind, _, _ in uses)


def _faults(node: Any, path: Path, extended: bool) -> Iterator[tuple[Path, Hit]]:
    """Yield the outermost faults below ``node``, without what a macro reads."""
    if isinstance(node, dict) and _MACRO not in node:
        hit = _judged(*next(iter(node.items())), extended) if len(node) == 1 and len(path) > 1 else None
        if hit is not None:
            yield path, hit
            return
        for name, item in node.items():
            yield from _faults(item, (*path, name), extended)
    elif isinstance(node, list):
        for at, item in enumerate(node):
            yield from _faults(item, (*path, at), extended)


def _judged(name: Any, argument: Any, extended: bool) -> Hit | None:
    """Return what is wrong with one function."""
    fault = fault_of(name, argument, extended)
    if fault:
        return unknown(f"whether it works cannot be told: {fault}") if is_disputed(name, argument) else Hit(fault)
    if name in KNOWN and (extended or name not in EXTENDED):
        return None
    if not isinstance(name, str) or not name.startswith("Fn::") or name.startswith(_LOOP):
        return None
    if name in EXTENDED:
        return Hit(f"{name} needs the transform AWS::LanguageExtensions", hint="add it to Transform")
    if name in OF_RULES:
        return Hit(f"{name} works in the section Rules only")
    text, hint = f"{name} is no function that this release knows", nearest(name, KNOWN)
    slip = any(sorted(name.lower()) == sorted(known.lower()) for known in KNOWN)
    return Hit(text, hint=hint) if slip else unknown(text, hint=hint)  # CloudFormation may have a new one


def _placed(template: Template, hit: Hit, path: Path) -> Hit:
    resource = template.resources.get(str(path[1])) if path[0] == "Resources" and len(path) > 1 else None
    return hit._replace(path=path if resource is None else path[2:], resource=resource)


RULE = Rule(
    id="TRN929",
    title="Functions are known and have the arguments that they take",
    level=Level.ERROR,
    why="CloudFormation refuses the template; a review that cannot read the value cannot judge it.",
    source="CloudFormation Template Reference, intrinsic functions and AWS::LanguageExtensions",
    on="template",
    check=check,
    fix="write it as the reference shows",
)
