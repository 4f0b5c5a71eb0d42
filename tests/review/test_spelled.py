"""A word that escapes spell is the word: no rule is passed over because a file does not hold its letters."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from cdk_trainium.review import Options, review
from cdk_trainium.template import load
from tests.review.build import TODAY, Data, cluster, judged, launch_of, launch_template

PLACEHOLDER, CIRCLE, MISSING_KEY, EXPORTED = "TRN515", "TRN919", "TRN927", "TRN705"


def placeholder() -> Data:
    data = cluster()
    launch_of(data)["ImageId"] = "ami-1234"
    return data


def missing_key() -> Data:
    image = {"Fn::FindInMap": ["Images", {"Ref": "Where"}, "id"]}
    return {
        "Parameters": {"Where": {"Type": "String", "Default": "somewhere"}},
        "Mappings": {"Images": {"nowhere": {"id": "ami-1"}}},
        "Resources": {"Lt": launch_template(ImageId=image)},
    }


def circle() -> Data:
    return {"Conditions": {"A": {"Condition": "B"}, "B": {"Condition": "A"}}, "Resources": cluster()["Resources"]}


def in_json(data: Data, word: str) -> str:
    return spelled(json.dumps(data), word, f"\\u{ord(word[0]):04x}{word[1:]}")


def in_yaml(data: Data, word: str) -> str:
    return spelled(yaml.safe_dump(data, default_style='"'), word, f"\\x{ord(word[0]):02x}{word[1:]}")


def spelled(text: str, word: str, other: str) -> str:
    assert word in text
    return text.replace(word, other)


@pytest.mark.parametrize("write", [in_json, in_yaml])
@pytest.mark.parametrize(
    ("data", "word", "rule"),
    [
        (placeholder(), "-1234", PLACEHOLDER),
        (circle(), "Conditions", CIRCLE),
        (missing_key(), "FindInMap", MISSING_KEY),
    ],
)
def test_a_rule_sees_what_escapes_spell(data: Data, word: str, rule: str, write: Callable[[Data, str], str]) -> None:
    assert rule in {item.id for item in judged(write(data, word)).findings}


def test_a_rule_sees_a_word_on_two_lines() -> None:
    text = spelled(yaml.safe_dump(placeholder(), default_style='"', width=10**6), "-1234", "-1\\\n          234")
    assert PLACEHOLDER in {item.id for item in judged(text).findings}


def test_a_rule_sees_what_escapes_in_a_tag_spell() -> None:
    text = yaml.safe_dump(missing_key()).replace("Fn::FindInMap:", "!Find%49nMap")
    assert MISSING_KEY in {item.id for item in judged(text).findings}


def test_an_import_that_escapes_spell_is_followed(tmp_path: Path) -> None:
    network: Data = {
        "Resources": {"Subnet": {"Type": "AWS::EC2::Subnet", "Properties": {"MapPublicIpOnLaunch": True}}},
        "Outputs": {"Subnet": {"Value": {"Ref": "Subnet"}, "Export": {"Name": "subnet"}}},
    }
    node = {"InstanceType": "trn2u.48xlarge", "SubnetId": {"Fn::ImportValue": "subnet"}}
    nodes = {"Resources": {"Node": {"Type": "AWS::EC2::Instance", "Properties": node}}}
    (tmp_path / "nodes.json").write_text(in_json(nodes, "ImportValue"), encoding="utf-8")
    (tmp_path / "network.json").write_text(json.dumps(network), encoding="utf-8")
    assert EXPORTED in {item.id for item in review(load([tmp_path]), Options(today=TODAY)).findings}


def test_a_loop_that_escapes_spell_is_written_out() -> None:
    loop = ["Name", ["A", "B"], {"${Name}": launch_template(ImageId="ami-1234")}]
    data = {"Transform": "AWS::LanguageExtensions", "Resources": {"Fn::ForEach::All": loop}}
    found = {
        item.subject.logical_id for item in judged(in_json(data, "Fn::ForEach")).findings if item.id == PLACEHOLDER
    }
    assert found == {"A", "B"}
