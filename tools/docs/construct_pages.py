"""The public names: props with meaning, unit and default, attributes, errors; all of it from docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any

from page import Undocumented, missing, table

import cdk_trainium
from cdk_trainium.spec.attribute_docs import DescribedSchema
from cdk_trainium.spec.schema import cluster_schema

__all__ = ["pages", "sections"]

_SECTION = re.compile(r"^(Args|Returns|Raises|Yields):$", re.MULTILINE)
_CLASS = re.compile(r"`([A-Z]\w+)`")
_ITEM = re.compile(r"^ {4}(\*{0,2}\w+): *", re.MULTILINE)


def pages(undocumented: Undocumented) -> Iterator[tuple[str, str]]:
    """Yield a page for each public name, and their list."""
    names = [name for name in cdk_trainium.__all__ if not name.startswith("_")]
    heads = []
    for name in names:
        value = getattr(cdk_trainium, name)
        text = inspect.getdoc(value) or ""
        undocumented += missing(f"public name {name}", docstring=text)
        heads.append((f"[{name}]({name}.md)", text.split("\n\n")[0]))
        yield f"constructs/{name}.md", _page(name, value, undocumented)
    listed = "\n".join(names)
    yield (
        "constructs/index.md",
        f"# Python names\n\n`from cdk_trainium import …`; importing the package loads neither the CDK nor boto3.\n\n"
        f"{table(['name', 'what it is'], heads)}\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n",
    )


def sections(docstring: str) -> dict[str, str]:
    """Return the parts of a Google docstring; the text before the first is under the empty name."""
    parts = _SECTION.split(docstring)
    return {"": parts[0].strip(), **dict(zip(parts[1::2], parts[2::2], strict=True))}


def items(section: str) -> dict[str, str]:
    """Return names and texts of an ``Args`` or ``Raises`` section."""
    parts = _ITEM.split(section)
    return {name: " ".join(text.split()) for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def _page(name: str, value: Any, undocumented: Undocumented) -> str:
    parts = [f"# {name}\n\n```text\nfrom cdk_trainium import {name}\n```\n\n{_prose(sections(_doc(value))[''])}\n"]
    if "__init__" in vars(value) and not is_dataclass(value):
        parts.append(_call(name, value.__init__, undocumented))
    elif hasattr(value, "model_fields"):
        parts.append(_fields(name, value, undocumented))
    for member, found in _members(value):
        undocumented += missing(f"{name}.{member}", docstring=_doc(found))
        if callable(found):
            parts.append(f"## {member}\n\n{_call(f'{name}.{member}', found, undocumented)}")
    attributes = [(f"`{key}`", _doc(found)) for key, found in _members(value) if not callable(found)]
    if attributes:
        parts.append(f"## Attributes\n\n{table(['attribute', 'meaning'], attributes)}")
    return "\n".join(parts)


def _members(value: type) -> Iterator[tuple[str, Any]]:
    """Yield the documented members that the class itself defines."""
    for name, member in vars(value).items():
        if name.startswith("_") or name.startswith("model_"):
            continue
        found = member.__func__ if isinstance(member, staticmethod | classmethod) else member
        if isinstance(found, property) or inspect.isfunction(found):
            yield name, found


def _call(name: str, function: Any, undocumented: Undocumented) -> str:
    parts = sections(_doc(function))
    told = items(parts.get("Args", ""))
    taken = {key: item for key, item in inspect.signature(function).parameters.items() if key not in ("self", "cls")}
    if "Args" in parts or name in cdk_trainium.__all__:
        plain = {key.lstrip("*") for key in told}
        undocumented += [f"{name}: prop {key}" for key in taken if key not in plain and len(taken) > 1]
        undocumented += [f"{name}: documents {key}, which it does not take" for key in plain - set(taken)]
    lines = [(f"`{key}`", f"`{_type(item)}`", told.get(key, "")) for key, item in taken.items()]
    shown = table(["prop", "type", "meaning"], lines) if lines and told else _signature(name, taken)
    raised = "\n".join(f"- `{key}`: {_prose(text)}" for key, text in items(parts.get("Raises", "")).items())
    return f"{_prose(parts[''])}\n\n{shown}\n" + (f"Raises:\n\n{raised}\n" if raised else "")


def _signature(name: str, taken: Mapping[str, inspect.Parameter]) -> str:
    """Return how it is called; its props are those of the class that the text names."""
    call = str(inspect.Signature(list(taken.values()))).replace("'", "")
    return f"```text\n{name}{call}\n```\n"


def _type(item: inspect.Parameter) -> str:
    return "any" if item.annotation is item.empty else str(item.annotation)


def _fields(name: str, value: Any, undocumented: Undocumented) -> str:
    schema: Mapping[str, Any] = value.model_json_schema(schema_generator=DescribedSchema)
    lines = []
    for prop, part in schema["properties"].items():
        undocumented += missing(f"{name}.{prop}", description=part.get("description"))
        lines.append((f"`{prop}`", part.get("description", "")))
    return f"Props, see [the cluster file](../cluster-file.md) for their types:\n\n{table(['prop', 'meaning'], lines)}"


def _doc(value: Any) -> str:
    return inspect.getdoc(value) or ""


def _prose(text: str) -> str:
    """Return prose in which classes of the cluster file lead to their props."""
    return _CLASS.sub(_linked, text.replace("``", "`"))


def _linked(found: re.Match[str]) -> str:
    name = found.group(1)
    return f"[{name}](../cluster-file.md#{name.lower()})" if name in cluster_schema()["$defs"] else found.group()
