"""Macros of a template: what they may rewrite, and what they may add, at deployment.

Source: CloudFormation User Guide, template macros: a macro of ``Transform`` is given the whole template, one of
``Fn::Transform`` the nodes beside it and all below them, and what it answers takes their place; and AWS::Include
transform: it inserts the content of a file at the location of the transform, in the section ``Transform`` too, which
stands beside the other sections.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .values import MACRO

if TYPE_CHECKING:
    from .template import Template

__all__ = [
    "ADDS_NOTHING",
    "ADDS_RESOURCES",
    "INCLUDE",
    "adding",
    "becomes_any",
    "beside_sections",
    "completes",
    "has_call",
    "includes_sections",
    "macros_of",
    "rewrites",
    "rewriting",
]

ADDS_NOTHING = ("AWS::LanguageExtensions", "AWS::CodeDeployBlueGreen")
ADDS_RESOURCES = ("AWS::Serverless-", "AWS::SecretsManager-")
"""Transforms that make resources, and parameters or conditions never."""
INCLUDE = "AWS::Include"


def macros_of(template: Template) -> list[str]:
    """Return the transforms that may rewrite whatever is written here: those of somebody's own."""
    hosted = (*ADDS_NOTHING, *ADDS_RESOURCES, INCLUDE)
    return [name for name in template.transforms if not name.startswith(hosted)]


def rewriting(template: Template) -> str:
    """Return what may rewrite every resource at deployment; empty when nothing does."""
    data: Mapping[str, Any] = template.text.data
    whole = macros_of(template)
    if whole:
        return f"the macro {whole[0]}"
    return MACRO if rewrites(data) or rewrites(data["Resources"]) else ""


def adding(template: Template) -> str:
    """Return which macro, or what else but a loop, may add resources at deployment; empty when nothing does."""
    entries = template.section("Resources")
    unnamed = next((str(name) for name in entries if str(name).startswith("Fn::")), "")
    inside = next((f"{MACRO} of {name}" for name, entry in entries.items() if becomes_any(entry)), "")
    return template.rewritten or beside_sections(template) or unnamed or inside


def beside_sections(template: Template) -> str:
    """Return what is called at the top level of the template and may insert sections there; empty when nothing is."""
    return MACRO if MACRO in template.text.data else INCLUDE if INCLUDE in template.transforms else ""


def includes_sections(data: Mapping[str, Any]) -> bool:
    """Return whether AWS::Include inserts sections beside those of ``data``, ``Resources`` perhaps among them."""
    written = [data.get("Transform"), data.get(MACRO)]
    calls = [call for one in written for call in (one if isinstance(one, list) else [one])]
    return any(isinstance(call, dict) and call.get("Name") == INCLUDE for call in calls)


def becomes_any(entry: Any) -> bool:
    """Return whether a macro is given an entry of ``Resources``, and may answer with any other."""
    return completes(entry) or (isinstance(entry, dict) and rewrites(entry))


def completes(entry: Any) -> bool:
    """Return whether a macro says what an entry of ``Resources`` is: in place of its type, or of all of it."""
    if not isinstance(entry, dict) or isinstance(entry.get("Type"), str):
        return False
    return MACRO in entry or (isinstance(entry.get("Type"), dict) and MACRO in entry["Type"])


def rewrites(node: Mapping[str, Any]) -> bool:
    """Return whether a macro in ``node`` is given all of it, and not only inserts what it holds."""
    if MACRO not in node:
        return False
    call = node[MACRO]
    calls = call if isinstance(call, list) and call else [call]
    return any(not isinstance(one, dict) or one.get("Name") != INCLUDE for one in calls)


def has_call(node: Any) -> bool:
    """Return whether a macro is called in ``node``, at any depth."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, dict) and MACRO in one:
            return True
        todo += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return False
