"""A file's problems come all at once, in the order of its lines, each at the place of its prop."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cdk_trainium.errors import Problem
from cdk_trainium.spec import ClusterFileError, parse_cluster

HEAD = "name: one\nregion: us-east-2\nzone: us-east-2b\nimage: {family: neuron-multi-framework, floating: true}\n"
BAD = "  - {name: bad, instance_type: trn2.48xlarge, node_count: 0, capacity: {kind: spot}}\n"
GOOD = "  - {name: train, instance_type: trn2.48xlarge, node_count: 1, capacity: {kind: spot}}\n"


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(ClusterFileError) as caught:
        parse_cluster(text, where="x.yaml")
    return caught.value.problems


def found(text: str) -> set[tuple[str, str]]:
    return {(one.code, one.prop) for one in problems(text)}


BAD_COUNT = ("TRN001", "groups[0].node_count")


@pytest.mark.parametrize(
    ("head", "groups", "more"),
    [
        (HEAD.replace("us-east-2b", "us-west-2b"), BAD + GOOD, {("TRN602", "zone")}),
        (HEAD.replace("zone: us-east-2b\n", ""), BAD + GOOD, {("TRN603", "zone")}),
        (HEAD, BAD + GOOD.replace("train", "Network"), {("TRN006", "groups[1].name")}),
        (HEAD, BAD + GOOD + GOOD, {("TRN006", "groups")}),
        (HEAD, BAD + GOOD.replace("node_count: 1", "node_count: 5000"), {("TRN330", "groups[1].node_count")}),
        (HEAD.replace("name: one", "name: 1one"), BAD + GOOD + GOOD, {("TRN005", "name"), ("TRN006", "groups")}),
    ],
)
def test_a_bad_group_hides_no_problem_of_the_cluster(head: str, groups: str, more: set[tuple[str, str]]) -> None:
    assert found(f"{head}groups:\n{groups}") == {BAD_COUNT, *more}


@pytest.mark.parametrize(
    ("text", "only"),
    [
        (f"{HEAD}groups:\n{BAD}", BAD_COUNT),
        (HEAD.replace("us-east-2b", "use2-az1") + f"groups:\n{GOOD}", ("TRN601", "zone")),
        (HEAD.replace("zone: us-east-2b", "zone_id: x") + f"groups:\n{GOOD}", ("TRN001", "zone_id")),
        (HEAD + "network: {cidr: 10.0.0.0/9}\n" + f"groups:\n{GOOD}", ("TRN001", "network.cidr")),
        (
            HEAD
            + "groups:\n"
            + BAD.replace("name: bad", "design_only: true, name: bad")
            + GOOD.replace("node_count: 1", "node_count: 5000"),
            BAD_COUNT,
        ),
    ],
)
def test_what_was_left_out_causes_no_problem(text: str, only: tuple[str, str]) -> None:
    assert found(text) == {only}


@given(some.permutations(["zone: us-west-2b", "region: 7", "tags: {'aws:x': y}", "placement: near", "colour: red"]))
def test_the_order_is_that_of_the_lines(lines: list[str]) -> None:
    places = [(one.line, one.column) for one in problems("name: one\n" + "\n".join(lines) + f"\ngroups:\n{BAD}")]
    assert len(places) == 5
    assert places == sorted(places)


def test_an_unknown_kind_is_at_its_own_place() -> None:
    text = HEAD + "groups:\n" + GOOD.replace("kind: spot", "kind: spt")
    (one,) = problems(text)
    line = text.splitlines()[one.line - 1]
    assert one.prop == "groups[0].capacity.kind"
    assert line[one.column - 1 :].startswith(("kind", "spt"))


def test_a_missing_kind_is_named() -> None:
    (one,) = problems(HEAD + "groups:\n" + GOOD.replace("kind: spot", ""))
    assert (one.code, one.prop) == ("TRN003", "groups[0].capacity.kind")
