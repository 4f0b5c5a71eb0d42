"""Top-level sections of another shape than CloudFormation reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....findings import Level
from ....template import LOOP, Template
from ....wording import nearest
from ...model.names import macros_of
from ...options import Context
from ...rule import Hit, Rule
from .yaml_alias import aliases
from .yaml_keys import numeric_keys

_SECTIONS = ("Metadata", "Parameters", "Rules", "Mappings", "Conditions", "Resources", "Outputs", "Hooks")
_OTHERS = ("AWSTemplateFormatVersion", "Description", "Transform", "Globals")
_FUNCTION, _MACRO = "Fn::", "Fn::Transform"
_ID = re.compile(r"[A-Za-z0-9]+")
_NAMED = ("Resources", "Parameters", "Mappings", "Outputs")
"""Sections whose entries have logical ids. Source: CloudFormation User Guide: letters and digits."""
_TYPES = re.compile(r"String|Number|CommaDelimitedList|List<(Number|String|AWS::.+)>|AWS::.+")
"""Types of parameters; which of AWS's types there are only AWS knows."""
_ALLOWED = "String, Number, CommaDelimitedList, List<Number>, types of AWS and lists of them"
_ATTRIBUTES = (
    *("Type", "Properties", "Condition", "DependsOn", "Metadata"),
    *("CreationPolicy", "UpdatePolicy", "DeletionPolicy", "UpdateReplacePolicy", "Description", "Version"),
)
"""``Description`` is in CDK's ``cfn_options``; nothing documents that an idle ``Version`` is refused."""
_OF_SERVERLESS = ("Connectors", "IgnoreGlobals")
"""Attributes that AWS::Serverless takes away. Source: AWS SAM Developer Guide, resource attributes and connectors."""
_CONDITIONS = {
    "Fn::And": (2, 10),
    "Fn::Or": (2, 10),
    "Fn::Not": (1, 1),
    "Fn::Equals": (2, 2),
    "Condition": (1, 1),
}
"""How many items each takes. Source: CloudFormation Template Reference, condition functions."""


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Judge the sections and their entries; those of ``Resources`` have rules of their own."""
    data: Mapping[str, Any] = template.text.data
    yield from aliases(template)
    yield from numeric_keys(template)
    rewritten = bool(macros_of(template))
    if not rewritten:
        yield from _attributes(template)
        yield from _no_ids(template)
        yield from _no_values(template)
    for name, section in data.items():
        if name in _SECTIONS:
            yield from _section(str(name), section)
        elif name not in _OTHERS and not str(name).startswith(_FUNCTION) and not rewritten:
            hint = nearest(str(name), (*_SECTIONS, *_OTHERS)) or "remove it, or put it into Metadata"
            yield Hit(f"{name} is no section of a template", (str(name),), hint)


def _attributes(template: Template) -> Iterator[Hit]:
    """Report keys beside ``Properties`` that no resource has; what stands in them is read by nobody."""
    serverless = any(name.startswith("AWS::Serverless-") for name in template.transforms)
    allowed = (*_ATTRIBUTES, *_OF_SERVERLESS) if serverless else _ATTRIBUTES
    for name, resource in template.resources.items():
        for key in resource.data:
            if key not in allowed and not str(key).startswith(_FUNCTION):
                hint = nearest(str(key), _ATTRIBUTES) or "remove it, or put it into Metadata"
                yield Hit(f"{name} has {key}, which no resource has", (str(key),), hint, resource=resource)


def _section(name: str, section: Any) -> Iterator[Hit]:
    if not isinstance(section, dict):
        yield Hit(f"{name} is {_shown(section)}; allowed: an object", (name,))
        return
    for key, entry in section.items() if name in _ENTRIES else ():
        fault = "" if str(key).startswith(_FUNCTION) else _ENTRIES[name](entry)
        if fault:
            yield Hit(f"{name}.{key} {fault}", (name, str(key)))


def _no_ids(template: Template) -> Iterator[Hit]:
    """Report entries that are named as no logical id is, also those that a loop makes."""
    for name in _NAMED:
        section, written = template.section(name), template.text.data.get(name)
        for key in section if isinstance(section, dict) else ():
            if not _ID.fullmatch(str(key)) and not str(key).startswith(_FUNCTION):
                loop = next((str(one) for one in written if str(one).startswith(LOOP)), "")
                at, made = (str(key), "") if key in written else (loop, f", which {loop} makes,")
                yield Hit(f"{name}.{key}{made} is no logical id; allowed: letters and digits", (name, at))


def _no_values(template: Template) -> Iterator[Hit]:
    """Report what a map holds and no map can; what a macro puts there at deployment nobody knows.

    Source: CloudFormation User Guide, Mappings: text or lists, of objects, too; no parameters, pseudo parameters or
    functions.
    """
    for path, value in _values(template.section("Mappings"), ("Mappings",), 3):
        if isinstance(value, dict) and not _is_function(value):
            yield Hit(f"{'.'.join(path)} is an object; allowed: text, a number, a boolean or a list", path)
        elif _holds_function(value):
            text = f"{'.'.join(path)} is or holds a function, which a map does not take"
            yield Hit(text, path, "write the value out, or use the function where the map is looked up")


def _holds_function(value: Any) -> bool:
    """Return whether ``value`` is or holds a function, but for that which calls a macro."""
    inner = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    return (_is_function(value) and _MACRO not in value) or any(map(_holds_function, inner))


def _values(node: Any, path: tuple[str, ...], levels: int) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield what is ``levels`` below ``node``, with the way there; functions in place of a key are left aside."""
    if not levels:
        yield path, node
        return
    for key, item in node.items() if isinstance(node, dict) else ():
        if not str(key).startswith(_FUNCTION):
            yield from _values(item, (*path, str(key)), levels - 1)


def _is_function(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) == 1
        and any(key == "Ref" or str(key).startswith(_FUNCTION) for key in value)
    )


def _parameter(entry: Any) -> str:
    if not isinstance(entry, dict):
        return f"is {_shown(entry)}; allowed: an object"
    kind = entry.get("Type")
    if not isinstance(kind, str):
        return "has no Type"
    return "" if _TYPES.fullmatch(kind) else f"has the Type {kind!r:.60}; allowed: {_ALLOWED}"


def _mapping(entry: Any) -> str:
    if not isinstance(entry, dict):
        return f"is {_shown(entry)}; allowed: an object"
    wrong = [key for key, row in entry.items() if not isinstance(row, dict) and not str(key).startswith(_FUNCTION)]
    return f"has {wrong[0]}, which is {_shown(entry[wrong[0]])}; allowed: an object" if wrong else ""


def _condition(entry: Any) -> str:
    """Return what is wrong with a condition, or with one inside of it."""
    name = next(iter(entry)) if isinstance(entry, dict) and len(entry) == 1 else None
    if name == _MACRO:
        return ""  # makes one at deployment
    if name not in _CONDITIONS:
        return f"is or holds no condition; allowed: an object with one of {', '.join(_CONDITIONS)}"
    argument = entry[name]
    if name == "Condition":
        return "" if isinstance(argument, str) else f"names {_shown(argument)} as Condition; allowed: text"
    least, most = _CONDITIONS[name]
    if not isinstance(argument, list) or not least <= len(argument) <= most:
        got = f"a list of {len(argument)}" if isinstance(argument, list) else _shown(argument)
        return f"has {name} of {got}; allowed: a list of {least if least == most else f'{least} to {most}'}"
    return "" if name == "Fn::Equals" else next(filter(None, map(_condition, argument)), "")


def _output(entry: Any) -> str:
    if not isinstance(entry, dict):
        return f"is {_shown(entry)}; allowed: an object"
    return "" if "Value" in entry or any(str(key).startswith(_FUNCTION) for key in entry) else "has no Value"


_ENTRIES: Mapping[str, Callable[[Any], str]] = {
    "Parameters": _parameter,
    "Mappings": _mapping,
    "Conditions": _condition,
    "Outputs": _output,
}
_WORDS = {list: "a list", str: "text", type(None): "null", bool: "a boolean", dict: "an object"}


def _shown(value: Any) -> str:
    return _WORDS.get(type(value), "a number")


RULE = Rule(
    id="TRN921",
    title="Sections of the template are objects that CloudFormation reads",
    level=Level.ERROR,
    why="CloudFormation refuses the template; a review that reads over it judges another one.",
    source="CloudFormation User Guide, template sections",
    on="template",
    check=check,
    fix="write it as the user guide shows",
)
