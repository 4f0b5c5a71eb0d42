"""Write the names and types of CloudFormation properties that the review compares templates with.

    pip install cfn-lint
    python tools/refresh_properties.py

cfn-lint (MIT-0) carries the resource schemas that AWS publishes; their names, types and date go into the data file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "constructs" / "cdk_trainium" / "review" / "data" / "properties.json"
TYPES = (
    "AWS::AutoScaling::AutoScalingGroup",
    "AWS::AutoScaling::LaunchConfiguration",
    "AWS::AutoScaling::ScheduledAction",
    "AWS::AutoScaling::WarmPool",
    "AWS::Batch::ComputeEnvironment",
    "AWS::EC2::CapacityReservation",
    "AWS::EC2::EC2Fleet",
    "AWS::EC2::FlowLog",
    "AWS::EC2::Instance",
    "AWS::EC2::LaunchTemplate",
    "AWS::EC2::NetworkInterface",
    "AWS::EC2::PlacementGroup",
    "AWS::EC2::SecurityGroup",
    "AWS::EC2::SecurityGroupEgress",
    "AWS::EC2::SecurityGroupIngress",
    "AWS::EC2::Subnet",
    "AWS::EC2::VPC",
    "AWS::EC2::Volume",
    "AWS::EKS::Nodegroup",
    "AWS::IAM::InstanceProfile",
    "AWS::PCS::ComputeNodeGroup",
)
MOST_LEVELS = 8
SCALARS = ("string", "integer", "number", "boolean")


def shape(schema: Mapping[str, Any], node: Mapping[str, Any], level: int = 0) -> Any:
    """Return name -> shape of an object, a list with its items' shape, the type of a scalar, None for anything."""
    node = resolved(schema, node)
    if node.get("type") == "array" or "items" in node:
        return [shape(schema, node.get("items", {}), level)]
    own = {name: value for part in parts(schema, node) for name, value in part.get("properties", {}).items()}
    if own and level <= MOST_LEVELS and not node.get("patternProperties"):
        return {name: shape(schema, value, level + 1) for name, value in sorted(own.items())}
    return node.get("type") if node.get("type") in SCALARS else None


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
    """Write the data file."""
    from cfnlint.data import schemas
    from cfnlint.schema import PROVIDER_SCHEMA_MANAGER

    found = {name: PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", name).schema for name in TYPES}
    date = json.loads((Path(schemas.__file__).parent / "version.json").read_text())["schema_date"][:10]
    source = f"CloudFormation resource schemas as cfn-lint {version('cfn-lint')} carries them"
    types = {name: shape(schema, schema) for name, schema in found.items()}
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(json.dumps({"source": source, "date": date, "types": types}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
