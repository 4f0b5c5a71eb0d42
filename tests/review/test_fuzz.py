"""Mutated templates: swapped types, functions anywhere, wrong shapes; no rule crashes, nothing takes long."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cdk_trainium.errors import TemplateError
from cdk_trainium.formats import FORMATS, render
from cdk_trainium.review import Options, Policy, all_rules, review
from cdk_trainium.review.policy import Accepted
from cdk_trainium.template import Loaded, load_text
from tests.review.build import TODAY, Data, block_cluster, cluster

NAMES = st.sampled_from(["Lt", "Sg", "Pg", "Asg", "Subnet", "P", "Q", "Nope", "AWS::NoValue", "AWS::Region", ""])
SCALARS = st.none() | st.booleans() | st.integers(-3, 70) | st.floats(allow_nan=False) | st.text(max_size=4) | NAMES
LEAVES = (
    SCALARS
    | st.builds(lambda name: {"Ref": name}, NAMES | SCALARS)
    | st.builds(lambda name, part: {"Fn::GetAtt": [name, part]}, NAMES, SCALARS)
    | st.sampled_from([{"Fn::GetAZs": ""}, {"Fn::ImportValue": "X"}, {"Fn::Sub": "${P}-${Lt.Arn}"}, {"Fn::GetAtt": 3}])
)
NAMES_OF_FUNCTIONS = [
    "Fn::If",
    "Fn::Join",
    "Fn::Select",
    "Fn::Split",
    "Fn::Sub",
    "Fn::FindInMap",
    "Fn::Base64",
    "Fn::Cidr",
    "Fn::Transform",
    "Fn::Unheard",
    "Ref",
    "Condition",
]
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["InstanceType", "Groups", "Key", "Ebs", "Statement", "x"]), inner, max_size=3
        )
        | st.builds(lambda name, value: {name: value}, st.sampled_from(NAMES_OF_FUNCTIONS), inner)
        | st.builds(lambda one, two: {"Fn::If": ["C", one, two]}, inner, inner)
    ),
    max_leaves=8,
)
SECTIONS: Data = {
    "Parameters": {"P": {"Type": "String", "Default": "a"}, "Q": {"Type": "List<Number>"}},
    "Conditions": {"C": {"Fn::Equals": [{"Ref": "P"}, "a"]}, "D": {"Fn::Or": [{"Condition": "D"}, {"Condition": "C"}]}},
    "Mappings": {"M": {"a": {"b": 1}}},
}


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        found += places(value, (*path, key))
    return found


BASES = [{**SECTIONS, **cluster()}, {**SECTIONS, **block_cluster()}]
PLACES = [places(base) for base in BASES]
POLICY = Policy(
    "p", ("us-east-2",), ("trn2*",), ("spot",), 1, 1, 1, ("t",), ("amazon",), acknowledge=(Accepted("TRN701", "x"),)
)


def put(data: Data, path: tuple[Any, ...], value: Any) -> None:
    node: Any = data
    for step in path[:-1]:
        if not isinstance(node, dict | list) or (isinstance(node, list) and not isinstance(step, int)):
            return
        if (isinstance(node, dict) and step not in node) or (isinstance(node, list) and step >= len(node)):
            return
        node = node[step]
    if isinstance(node, dict) or (isinstance(node, list) and isinstance(path[-1], int) and path[-1] < len(node)):
        node[path[-1]] = deepcopy(value)  # drawn values are shared, and one put into itself has no end


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_mutation_crashes_a_rule(data: st.DataObject) -> None:
    which = data.draw(st.integers(0, 1))
    template = deepcopy(BASES[which])
    for _ in range(data.draw(st.integers(1, 5))):
        put(template, data.draw(st.sampled_from(PLACES[which])), data.draw(VALUES))
    try:
        loaded = Loaded([load_text(json.dumps(template))])
    except TemplateError:
        return
    options = Options(today=TODAY, policy=POLICY, reservations=("cr-1",), blocks=("cr-2",))
    report = review(loaded, options)
    assert [item.message for item in report.findings if item.id == "TRN990"] == []
    assert len(report.results) == len(all_rules())
    for name in FORMATS:
        render(report, name)


def read_or_refused(text: bytes | str, path: str) -> bool:
    """Return whether ``text`` is a template; a refusal must be one of the reader's own."""
    try:
        review(Loaded([load_text(text, path)]), Options(today=TODAY))
    except TemplateError as error:
        return error.codes[0].startswith("TRN90")
    return True


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_a_template_or_an_error(text: str) -> None:
    assert read_or_refused(text.encode("utf-8", "replace"), "t.yaml")


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 4000), st.sampled_from('{}[],:"\\ \n\x00é&*!-#|>%@`?'))
def test_a_damaged_file_is_a_template_or_an_error(at: int, char: str) -> None:
    text = json.dumps(BASES[0], indent=1)
    at %= len(text)
    damaged = text[:at] + char + text[at + 1 :]
    assert read_or_refused(damaged, "t.json")
    assert read_or_refused(damaged, "t.yaml")
