"""Write the names and types of CloudFormation resources and properties that the review compares templates with.

    pip install cfn-lint
    python tools/refresh_properties.py

cfn-lint (MIT-0) carries the resource schemas that AWS publishes; their names, types and date go into the data file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent / "constructs" / "cdk_trainium"
PAGE = PACKAGE / "review" / "data" / "properties.json"
NAMES = PAGE.with_name("resource_types.json")
READERS = ("review", "template", "launches", "demand")
"""Folders whose code reads resources of templates."""
MORE = (
    "AWS::EC2::NetworkInterface",
    "AWS::EC2::CapacityReservationFleet",
    "AWS::EC2::Host",
    "AWS::EFS::FileSystem",
)
"""Types that no rule names: one describes interfaces beside those of launch templates, the others are in a zone."""
ELSEWHERE = (
    *(
        "AWS::Serverless::Application",
        "AWS::Serverless::Function",
        "AWS::EC2::Image",
        "AWS::CloudFormation::CustomResource",
    ),
    *("AWS::EC2::CapacityReservationPool", "AWS::ResourceGroups::Generic"),
)
"""A resource of the SAM transform, the beginning of a parameter's type, what takes any property, and configurations of
resource groups: they have no shape."""
TYPE = re.compile(r"AWS::[A-Z]\w+::[A-Z]\w+")
MOST_LEVELS = 8
SCALARS = ("string", "integer", "number", "boolean")


def types() -> list[str]:
    """Return every resource type that the code names, so that none is forgotten."""
    files = [path for name in READERS for path in sorted((PACKAGE / name).rglob("*.py"))]
    named = {kind for path in files for kind in TYPE.findall(path.read_text(encoding="utf-8"))}
    return sorted((named | set(MORE)) - set(ELSEWHERE))


def shape(schema: Mapping[str, Any], node: Mapping[str, Any], level: int = 0) -> Any:
    """Return name -> shape of an object, a list with its items' shape, the type of a scalar, None for anything.

    A map has one name, ``*``, with the shape of its values.
    """
    node = resolved(schema, node)
    if isinstance(node.get("type"), list):
        return None  # a text or a list of them, as TopicARN of an Auto Scaling group
    if node.get("type") == "array" or "items" in node:
        return [shape(schema, node.get("items", {}), level)]
    own = {name: value for part in parts(schema, node) for name, value in part.get("properties", {}).items()}
    if own and level <= MOST_LEVELS and not node.get("patternProperties"):
        return {name: shape(schema, value, level + 1) for name, value in sorted(own.items())}
    if node.get("type") == "object" and not own:
        return values(schema, node, level)
    return node.get("type") if node.get("type") in SCALARS else None


def values(schema: Mapping[str, Any], node: Mapping[str, Any], level: int) -> Any:
    """Return the shape of a map whose keys are free and whose values are alike, None for any other object."""
    found = [shape(schema, value, level + 1) for value in node.get("patternProperties", {}).values()]
    return {"*": found[0]} if found and found.count(found[0]) == len(found) else None


def required(
    schema: Mapping[str, Any], node: Mapping[str, Any], path: tuple[str, ...] = ()
) -> Iterator[tuple[str, list[str]]]:
    """Yield what each object has to have: its place, ``LaunchTemplate/Overrides/*``, with the names.

    What only some alternatives ask for is left out.
    """
    node = resolved(schema, node)
    if node.get("type") == "array" or "items" in node:
        yield from required(schema, node.get("items", {}), (*path, "*"))
        return
    if node.get("required"):
        yield "/".join(path), sorted(node["required"])
    for name, value in sorted(node.get("properties", {}).items()) if len(path) <= MOST_LEVELS else ():
        yield from required(schema, value, (*path, name))


def read_only(schema: Mapping[str, Any]) -> list[str]:
    """Return the properties of a resource, not of an object in it, that CloudFormation fills in."""
    paths = (path.removeprefix("/properties/") for path in schema.get("readOnlyProperties", ()))
    return sorted(path for path in paths if "/" not in path)


def attributes(kind: str) -> list[str] | None:
    """Return what ``Fn::GetAtt`` reads of resources of type ``kind``; None where outputs of a template are among it.

    cfn-lint leaves out objects that CloudFormation fills in, whose parts are attributes as well: ``State.Name``.
    """
    from cfnlint.schema import PROVIDER_SCHEMA_MANAGER

    found = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", kind)
    names = sorted({*found.get_atts, *read_only(found.schema)})
    return None if any("\\" in name for name in names) else names


def parts(schema: Mapping[str, Any], node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a node and the alternatives that it is made of."""
    yield node
    for word in ("oneOf", "anyOf", "allOf"):
        for item in node.get(word, ()):
            yield from parts(schema, resolved(schema, item))


def resolved(schema: Mapping[str, Any], node: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow ``$ref``."""
    reference = node.get("$ref", "")
    return schema["definitions"][reference.rpartition("/")[2]] if reference.startswith("#/definitions/") else node


def main() -> None:
    """Write the data files."""
    from cfnlint.data import schemas
    from cfnlint.helpers import REGIONS
    from cfnlint.schema import PROVIDER_SCHEMA_MANAGER

    date = json.loads((Path(schemas.__file__).parent / "version.json").read_text())["schema_date"][:10]
    source = f"CloudFormation resource schemas as cfn-lint {version('cfn-lint')} carries them"
    found = {name: PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", name).schema for name in types()}
    shapes = {name: shape(schema, schema) for name, schema in found.items()}
    filled_in = {name: read_only(schema) for name, schema in found.items() if read_only(schema)}
    read = {name: listed for name in found if (listed := attributes(name)) is not None}
    needed = {name: found_in for name, schema in found.items() if (found_in := dict(required(schema, schema)))}
    written(PAGE, source, date, types=shapes, required=needed, read_only=filled_in, attributes=read)
    names = {name for region in REGIONS for name in PROVIDER_SCHEMA_MANAGER.get_resource_types(region)}
    written(NAMES, source, date, names=sorted(names))


def written(path: Path, source: str, date: str, **content: Any) -> None:
    """Write one data file with where and when it is from."""
    path.write_text(json.dumps({"source": source, "date": date, **content}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
