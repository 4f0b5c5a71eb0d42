"""Writes the L1 app of a template: the Python that a person would write with CDK's generated classes.

Two styles: ``typed`` builds every nested property by its property class, ``dicts`` gives nested properties as dicts.
A resource refers to another by ``.ref`` and ``.attr_…``, as a person writes it, so each is made after what it needs.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from typing import Any

__all__ = ["source"]

PROPERTY_CLASS = re.compile(r"'(Cfn\w+)\.(\w+Property)'")
HEAD = '''"""An app of generated L1 classes, equal to the template that it was written from."""
import os
import aws_cdk as cdk
{imports}
app = cdk.App(outdir=os.environ["CDK_OUTDIR"])
stack = cdk.Stack(app, {name!r}, env=cdk.Environment(region={region!r}))
made = {{}}
'''
ATTRIBUTES = ("DeletionPolicy", "UpdateReplacePolicy", "UpdatePolicy", "CreationPolicy")


def source(template: dict[str, Any], *, name: str, region: str, typed: bool) -> str:
    """Return the source of an app whose one stack synthesizes to ``template``.

    Args:
        template: a template without nested stacks or assets.
        name: id of the stack.
        region: region of the stack's environment.
        typed: property classes; else dicts.
    """
    writer = _Writer(typed)
    lines = [
        writer.parameter(*item) for item in template.get("Parameters", {}).items() if item[0] != "BootstrapVersion"
    ]
    lines += [writer.resource(logical, body) for logical, body in _ordered(template["Resources"]).items()]
    lines += [line for logical, body in template["Resources"].items() for line in writer.attributes(logical, body)]
    lines += [writer.output(*item) for item in template.get("Outputs", {}).items()]
    imports = "\n".join(f"from aws_cdk import {module}" for module in sorted(writer.modules))
    return "\n".join([HEAD.format(imports=imports, name=name, region=region), *lines, "app.synth()", ""])


class _Writer:
    def __init__(self, typed: bool) -> None:
        self.typed = typed
        self.modules: set[str] = set()
        self.made: dict[str, Any] = {}
        """Logical id -> class of what is made so far."""

    def parameter(self, logical: str, body: dict[str, Any]) -> str:
        named = ", ".join(f"{_snake(key)}={value!r}" for key, value in body.items())
        self.made[logical] = None
        return f"made[{logical!r}] = cdk.CfnParameter(stack, {logical!r}, {named})"

    def output(self, logical: str, body: dict[str, Any]) -> str:
        return f"cdk.CfnOutput(stack, {logical!r}, value={self._token('str', body['Value'])})"

    def resource(self, logical: str, body: dict[str, Any]) -> str:
        _, service, kind = body["Type"].split("::")
        module = f"aws_{service.lower()}"
        self.modules.add(module)
        made = getattr(importlib.import_module(f"aws_cdk.{module}"), f"Cfn{kind}")
        named = self._named(f"{module}.", made, body.get("Properties", {}))
        self.made[logical] = made
        return f"made[{logical!r}] = {module}.Cfn{kind}(stack, {logical!r}, {named})"

    def attributes(self, logical: str, body: dict[str, Any]) -> list[str]:
        wanted = body.get("DependsOn", [])
        needs = [wanted] if isinstance(wanted, str) else wanted
        lines = [f"made[{logical!r}].add_resource_dependency(made[{need!r}])" for need in needs]
        kept = [name for name in ATTRIBUTES if name in body]
        return lines + [f"made[{logical!r}].add_override({name!r}, {body[name]!r})" for name in kept]

    def _named(self, scope: str, made: Any, values: dict[str, Any]) -> str:
        return ", ".join(f"{key}={text}" for key, text in self._texts(scope, made, values))

    def _texts(self, scope: str, made: Any, values: dict[str, Any]) -> list[tuple[str, str]]:
        """Return each keyword of ``made`` with the Python text of its value."""
        known = inspect.signature(made.__init__).parameters
        names = {parameter.replace("_", ""): parameter for parameter in known}
        found = {names[key.lower()]: value for key, value in values.items()}
        return [(key, self._value(scope, known[key].annotation, value)) for key, value in found.items()]

    def _value(self, scope: str, annotation: str, value: Any) -> str:
        if _intrinsic(value):
            return self._token(annotation, value)
        nested = PROPERTY_CLASS.search(annotation)
        if isinstance(value, list):
            return f"[{', '.join(self._value(scope, _element(annotation), item) for item in value)}]"
        if isinstance(value, dict) and "CfnTag'" in annotation:
            return f"cdk.CfnTag(key={value['Key']!r}, value={self._plain(value['Value'])})"
        if isinstance(value, dict) and nested:
            return self._nested(scope, nested, value)
        return repr(value)

    def _token(self, annotation: str, value: Any) -> str:
        reference = self._reference(value)
        if reference is not None:
            return reference
        if "IResolvable" in annotation or annotation == "typing.Any":
            return f"cdk.Token.as_any({value!r})"
        if "Sequence[builtins.str]" in annotation:
            return f"cdk.Token.as_list({value!r})"
        return f"cdk.Token.as_string({value!r})"

    def _reference(self, value: dict[str, Any]) -> str | None:
        """Return the attribute of what is made already that stands for ``value``, None when none does."""
        logical, attribute = value.get("Ref"), "ref"
        if "Fn::GetAtt" in value:
            logical, name = value["Fn::GetAtt"]
            attribute = f"attr_{_snake(name.replace('.', ''))}"
        if logical not in self.made:
            return None
        made = self.made[logical]
        return f"made[{logical!r}].{'value_as_string' if made is None else attribute}"

    def _plain(self, value: Any) -> str:
        return self._token("str", value) if _intrinsic(value) else repr(value)

    def _nested(self, scope: str, nested: re.Match[str], value: dict[str, Any]) -> str:
        module = importlib.import_module(f"aws_cdk.{scope.rstrip('.')}")
        made = getattr(getattr(module, nested[1]), nested[2])
        if self.typed:
            return f"{scope}{nested[1]}.{nested[2]}({self._named(scope, made, value)})"
        pairs = (f"{_camel(key)!r}: {text}" for key, text in self._texts(scope, made, value))
        return f"{{{', '.join(pairs)}}}"


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)


def _intrinsic(value: Any) -> bool:
    return (
        isinstance(value, dict) and len(value) == 1 and (next(iter(value)) == "Ref" or next(iter(value))[:4] == "Fn::")
    )


def _element(annotation: str) -> str:
    _, found, rest = annotation.partition("typing.Sequence[")
    return rest if found else annotation


def _ordered(resources: dict[str, Any]) -> dict[str, Any]:
    """Return the resources so that each comes after those that its properties name."""
    needs = {
        key: {name for name in _named_in(body.get("Properties", {})) if name in resources}
        for key, body in resources.items()
    }
    return {key: resources[key] for key in TopologicalSorter(needs).static_order()}


def _named_in(value: Any) -> Iterator[str]:
    """Yield the logical ids that ``value`` refers to."""
    if isinstance(value, dict) and isinstance(value.get("Ref"), str):
        yield value["Ref"]
    elif isinstance(value, dict) and isinstance(value.get("Fn::GetAtt"), list):
        yield value["Fn::GetAtt"][0]
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _named_in(item)
