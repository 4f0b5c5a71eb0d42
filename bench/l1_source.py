"""Writes the L1 app of a template: the Python that a person would write with CDK's generated classes.

Two styles: ``typed`` builds every nested property by its property class, ``dicts`` gives nested properties as dicts.
"""

from __future__ import annotations

import importlib
import inspect
import re
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
    lines += [writer.resource(logical, body) for logical, body in template["Resources"].items()]
    lines += [line for logical, body in template["Resources"].items() for line in writer.attributes(logical, body)]
    lines += [writer.output(*item) for item in template.get("Outputs", {}).items()]
    imports = "\n".join(f"from aws_cdk import {module}" for module in sorted(writer.modules))
    return "\n".join([HEAD.format(imports=imports, name=name, region=region), *lines, "app.synth()", ""])


class _Writer:
    def __init__(self, typed: bool) -> None:
        self.typed = typed
        self.modules: set[str] = set()

    def parameter(self, logical: str, body: dict[str, Any]) -> str:
        named = ", ".join(f"{_snake(key)}={value!r}" for key, value in body.items())
        return f"cdk.CfnParameter(stack, {logical!r}, {named})"

    def output(self, logical: str, body: dict[str, Any]) -> str:
        return f"cdk.CfnOutput(stack, {logical!r}, value=cdk.Token.as_string({body['Value']!r}))"

    def resource(self, logical: str, body: dict[str, Any]) -> str:
        _, service, kind = body["Type"].split("::")
        module = f"aws_{service.lower()}"
        self.modules.add(module)
        made = getattr(importlib.import_module(f"aws_cdk.{module}"), f"Cfn{kind}")
        named = self._named(f"{module}.", made, body.get("Properties", {}))
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
            return _token(annotation, value)
        nested = PROPERTY_CLASS.search(annotation)
        if isinstance(value, list):
            return f"[{', '.join(self._value(scope, _element(annotation), item) for item in value)}]"
        if isinstance(value, dict) and "CfnTag'" in annotation:
            return f"cdk.CfnTag(key={value['Key']!r}, value={_plain(value['Value'])})"
        if isinstance(value, dict) and nested:
            return self._nested(scope, nested, value)
        return repr(value)

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


def _token(annotation: str, value: Any) -> str:
    if "IResolvable" in annotation or annotation == "typing.Any":
        return f"cdk.Token.as_any({value!r})"
    if "Sequence[builtins.str]" in annotation:
        return f"cdk.Token.as_list({value!r})"
    return f"cdk.Token.as_string({value!r})"


def _plain(value: Any) -> str:
    return f"cdk.Token.as_string({value!r})" if _intrinsic(value) else repr(value)
