import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from cdk_trainium.spec.schema import cluster_schema


def _props(schema: Any) -> Iterator[tuple[str, Any]]:
    for owner, item in [("", schema), *schema["$defs"].items()]:
        for name, prop in item.get("properties", {}).items():
            if name != "kind":
                yield f"{owner}.{name}", prop


@pytest.mark.parametrize(("name", "prop"), list(_props(cluster_schema())))
def test_every_prop_is_described(name: str, prop: Any) -> None:
    assert prop.get("description"), name


def test_it_is_a_schema_and_judges_files() -> None:
    schema = cluster_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    good = {"name": "a", "region": "us-east-2", "groups": [{"name": "g", "instance_type": "trn2.48xlarge"}]}
    assert list(validator.iter_errors(good)) == []
    assert list(validator.iter_errors({**good, "colour": "red"}))


def test_descriptions_are_plain_text() -> None:
    said = json.dumps(cluster_schema())
    assert "`" not in said
    assert "\\n" not in said
