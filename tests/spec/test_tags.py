"""Tags have the form that AWS takes. Source: EC2 User Guide, tag restrictions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from pydantic import TypeAdapter, ValidationError

from cdk_trainium.spec import ClusterFileError, parse_cluster
from cdk_trainium.spec.text import MOST_TAGS, Tags

TAGS: TypeAdapter[dict[str, str]] = TypeAdapter(Tags)
TEXT = some.text(some.sampled_from("abcXYZ019äß語 +-=._:/@"), max_size=128)
FILE = """\
name: one
region: us-east-2
zone: us-east-2b
image: {family: neuron-multi-framework, floating: true}
tags: {%s}
groups:
  - {name: train, instance_type: trn2.48xlarge, capacity: {kind: spot}, tags: {%s}}
"""


def codes(tags: object) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        TAGS.validate_python(tags)
    return [item["type"] for item in caught.value.errors()]


@given(TEXT.filter(lambda key: key and not key.lower().startswith("aws:")), TEXT)
def test_what_aws_takes_is_taken(key: str, value: str) -> None:
    assert TAGS.validate_python({key: value}) == {key: value}


@given(TEXT, some.sampled_from("!#$%&()*,;<>?[]^`{|}~\"'\\\n\t"), TEXT)
def test_what_aws_refuses_is_refused(before: str, character: str, after: str) -> None:
    text = f"{before[:60]}{character}{after[:60]}"
    assert codes({"a": text}) == ["TRN008"]
    assert codes({f"a{text}": ""}) == ["TRN008"]


@pytest.mark.parametrize("key", ["aws:name", "AWS:name", "Aws:x"])
def test_aws_keeps_its_prefix(key: str) -> None:
    assert codes({key: "x"}) == ["TRN007"]


@pytest.mark.parametrize(("key", "value"), [("", "x"), ("a" * 129, "x"), ("a", "x" * 257)])
def test_lengths(key: str, value: str) -> None:
    assert len(codes({key: value})) == 1


def test_the_longest_pass() -> None:
    assert TAGS.validate_python({"a" * 128: "x" * 256})


def test_a_token_is_let_through() -> None:
    assert TAGS.validate_python({"${Token[TOKEN.1]}": "${Token[TOKEN.2]}"})


@pytest.mark.parametrize(("count", "more", "fits"), [(49, [], True), (50, [], False), (49, ["Name"], True)])
def test_the_name_of_the_node_counts_once(count: int, more: list[str], fits: bool) -> None:
    tags = dict.fromkeys([*(f"k{number}" for number in range(count)), *more], "v")
    if fits:
        assert len(TAGS.validate_python(tags)) <= MOST_TAGS
    else:
        assert codes(tags) == ["TRN008"]


def test_the_tags_of_cluster_and_group_are_counted_together() -> None:
    many = ", ".join(f"a{number}: v" for number in range(30)), ", ".join(f"b{number}: v" for number in range(30))
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(FILE % many, where="x.yaml")
    assert [(one.code, one.prop) for one in caught.value.problems] == [("TRN008", "groups[0].tags")]
    assert parse_cluster(FILE % (many[0], many[0]), where="x.yaml")


def test_a_subnet_is_named_once() -> None:
    one = "subnet-0123456789abcdef0"
    network = f"network: {{imported: {{vpc_id: vpc-0123456789abcdef0, subnet_ids: [{one}, {one}]}}}}\n"
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(FILE % ("a: b", "c: d") + network, where="x.yaml")
    assert [(one.code, one.prop) for one in caught.value.problems] == [("TRN009", "network.imported.subnet_ids")]
