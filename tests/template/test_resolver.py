import json
from typing import Any

import pytest

from cdk_trainium.template import (
    Encoded,
    Malformed,
    PinnedSsmValue,
    Reference,
    SsmValue,
    Template,
    Unknown,
    ZoneOf,
    load_text,
)


def template(value: Any, **sections: Any) -> Template:
    resources = {"A": {"Type": "AWS::A::A", "Properties": {"V": value}}, "B": {"Type": "AWS::B::B"}}
    return load_text(json.dumps({"Resources": resources, **sections}), "t.json", region=sections.pop("region", ""))


def resolved(value: Any, **sections: Any) -> Any:
    (branch,) = template(value, **sections).resources["A"].branches
    return branch.properties["V"]


def nested_sub(levels: int, last: Any, repeated: int = 10) -> Any:
    value = last
    for _ in range(levels):
        value = {"Fn::Sub": ["${a}" * repeated, {"a": value}]}
    return value


@pytest.mark.parametrize("last", ["x", {"Ref": "S"}, {"Fn::GetAtt": ["B", "Arn"]}])
def test_nested_texts_end_where_no_template_is_as_long(last: Any) -> None:
    sections = {"Parameters": {"S": {"Type": "String"}}}
    assert isinstance(resolved(nested_sub(12, last), **sections), Unknown)


def test_long_texts_are_put_together_in_time() -> None:
    parts = ["x" * 9] * 90_000
    assert len(resolved({"Fn::Join": [",", parts]})) == 899_999


@pytest.mark.parametrize("index", ["inf", "x", None, 7])
def test_an_index_that_is_none_is_unknown(index: Any) -> None:
    assert isinstance(resolved({"Fn::Select": [index, ["a"]]}), Unknown)


P = {"N": {"Type": "Number", "Default": 16}, "S": {"Type": "String"}, "L": {"Type": "List<Number>", "Default": "1, 2"}}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"Ref": "N"}, 16),
        ({"Ref": "L"}, [1, 2]),
        ({"Ref": "B"}, Reference("t.json", "B")),
        ({"Fn::GetAtt": ["B", "Arn"]}, Reference("t.json", "B", "Arn")),
        ({"Fn::GetAtt": "B.Arn"}, Reference("t.json", "B", "Arn")),
        ({"Fn::Join": ["-", ["a", {"Ref": "N"}, True]]}, "a-16-true"),
        ({"Fn::Sub": "x${N}${!L}"}, "x16${L}"),
        ({"Fn::Sub": ["${x}${y}", {"x": "1", "y": {"Ref": "N"}}]}, "116"),
        ({"Fn::Select": [1, {"Fn::Split": [",", "a,b"]}]}, "b"),
        ({"Fn::Select": ["0", ["a"]]}, "a"),
        ({"Fn::FindInMap": ["M", "k", "v"]}, 7),
        ({"Fn::FindInMap": ["M", "no", "v", {"DefaultValue": 8}]}, 8),
        ({"Fn::Base64": "x"}, Encoded("x")),
        ([1, {"Ref": "AWS::NoValue"}, 2], [1, 2]),
        ({"a": {"Ref": "AWS::NoValue"}}, {}),
    ],
)
def test_known_values(value: Any, expected: Any) -> None:
    sections = {"Mappings": {"M": {"k": {"v": 7}}}, "Transform": "AWS::LanguageExtensions"}
    assert resolved(value, Parameters=P, **sections) == expected


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"Ref": "S"}, "parameter S has no default"),
        ({"Ref": "Nope"}, "neither a parameter nor a resource"),
        ({"Ref": "AWS::Region"}, "AWS::Region is not known"),
        ({"Ref": 3}, "name of a parameter"),
        ({"Fn::ImportValue": "X"}, "ImportValue of X"),
        ({"Fn::Sub": "${S}-x"}, "parameter S has no default"),
        ({"Fn::Sub": "${B.Arn}/x"}, "names a resource"),
        ({"Fn::Join": ["", {"Ref": "S"}]}, "unknown list"),
        ({"Fn::Select": [5, ["a"]]}, "no such item"),
        ({"Fn::Select": [0, {"Ref": "S"}]}, "parameter S"),
        ({"Fn::Split": [",", {"Ref": "S"}]}, "parameter S"),
        ({"Fn::FindInMap": ["M", {"Ref": "S"}, "x"]}, "parameter S"),
        ({"Fn::FindInMap": ["M", "x", "x"]}, "no such key"),
        ({"Fn::Cidr": ["10.0.0.0/8", 1, 1]}, "at deployment"),
        ({"Fn::GetAtt": ["Nope", "x"]}, "no resource"),
        ({"Fn::GetAtt": 1}, "takes"),
        ({"Fn::If": ["C"]}, "takes"),
        ("{{resolve:secretsmanager:x}}", "dynamic reference"),
    ],
)
def test_unknown_values_say_why(value: Any, reason: str) -> None:
    found = resolved(value, Parameters=P)
    assert isinstance(found, Unknown)
    assert reason in found.reason


ODD = (None, 1, "", "x", [], {}, {"a": 1}, {"Ref": "P"})


@pytest.mark.parametrize("name", ["Ref", "Fn::GetAtt", "Fn::If", "Fn::Join", "Fn::Sub", "Fn::Select", "Fn::Split"])
def test_an_argument_that_no_function_takes_is_malformed_for_a_reason(name: str) -> None:
    pairs = [[one, other] for one in ODD for other in ODD]
    found = [resolved({name: argument}) for argument in (*ODD, *pairs, [1, 2, 3])]
    malformed = [value for value in found if isinstance(value, Malformed)]
    assert malformed
    assert all(value.reason.startswith(f"{name} takes ") for value in malformed)


def find(name: str, key: str = "k") -> dict[str, Any]:
    return {"Fn::FindInMap": [name, key, "v"]}


@pytest.mark.parametrize(
    "entries",
    [
        {"M": find("M")},
        {"M": find("N"), "N": find("M")},
        {"M": find("N"), "N": find("O"), "O": find("N")},
        {"M": [find("M")]},
        {"M": [{"a": {"Fn::Sub": ["${b}", {"b": find("M")}]}}]},
        {"M": find("N"), "N": "x"},
        {"M": {"Ref": "P"}},
    ],
)
@pytest.mark.parametrize("more", [{}, {"Transform": "AWS::LanguageExtensions"}])
def test_a_function_in_a_map_is_not_followed(entries: dict[str, Any], more: dict[str, Any]) -> None:
    """CloudFormation takes none there, and a chain of them may lead back to its begin."""
    maps = {name: {"k": {"v": entry}} for name, entry in entries.items()}
    assert isinstance(resolved(find("M"), Mappings=maps, **more), Unknown)


def test_a_plain_entry_of_a_map_is_its_value() -> None:
    for entry in (7, "x", ["x", {"Key": "a"}]):
        assert resolved(find("M"), Mappings={"M": {"k": {"v": entry}}}) == entry


def test_the_known_part_of_a_string_stays() -> None:
    assert resolved({"Fn::Sub": "a ${S} b ${B.Arn}"}, Parameters=P).text == "a ${S} b ${B.Arn}"


@pytest.mark.parametrize(
    "kind", ["AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>", "AWS::SSM::Parameter::Value<String>"]
)
def test_ssm_parameters_keep_their_path(kind: str) -> None:
    found = resolved({"Ref": "P"}, Parameters={"P": {"Type": kind, "Default": "/a/b"}})
    assert isinstance(found, SsmValue)
    assert found.path == "/a/b"


def test_dynamic_ssm_references_keep_their_path_unless_pinned() -> None:
    assert resolved("{{resolve:ssm:/a/b}}").path == "/a/b"
    assert not isinstance(resolved("{{resolve:ssm:/a/b:3}}"), SsmValue)


def test_zones_by_index_are_equal_or_different() -> None:
    first, second = ({"Fn::Select": [i, {"Fn::GetAZs": ""}]} for i in (0, 1))
    assert isinstance(resolved(first), ZoneOf)
    assert resolved(first) == resolved(first) != resolved(second)


def branches(value: Any, **sections: Any) -> list[tuple[dict[str, bool], bool, Any]]:
    found = template(value, **sections).resources["A"].branches
    return [(dict(item.when), item.default, item.properties.get("V")) for item in found]


IF = {"Fn::If": ["C", "yes", {"Ref": "AWS::NoValue"}]}


def test_both_branches_of_a_condition_the_default_first() -> None:
    sections = {
        "Parameters": {"P": {"Type": "String", "Default": "b", "AllowedValues": ["a", "b"]}},
        "Conditions": {"C": {"Fn::Equals": [{"Ref": "P"}, "a"]}},
    }
    assert branches(IF, **sections) == [({"C": False}, True, None), ({"C": True}, False, "yes")]


def test_a_condition_over_literals_has_one_branch() -> None:
    assert branches(IF, Conditions={"C": {"Fn::Equals": ["a", "a"]}}) == [({"C": True}, True, "yes")]


def test_without_a_default_every_branch_may_be_the_default() -> None:
    sections = {"Parameters": {"P": {"Type": "String"}}, "Conditions": {"C": {"Fn::Equals": [{"Ref": "P"}, "a"]}}}
    assert [default for _, default, _ in branches(IF, **sections)] == [True, True]


def test_contradicting_conditions_are_never_combined() -> None:
    value = [{"Fn::If": ["C", "c", "-"]}, {"Fn::If": ["D", "d", "-"]}]
    sections = {
        "Parameters": {"P": {"Type": "String", "Default": "a"}},
        "Conditions": {"C": {"Fn::Equals": [{"Ref": "P"}, "a"]}, "D": {"Fn::Not": [{"Condition": "C"}]}},
    }
    assert [item[2] for item in branches(value, **sections)] == [["c", "-"], ["-", "d"]]


def test_a_parameter_has_the_value_that_its_condition_says() -> None:
    sections = {
        "Parameters": {"P": {"Type": "String", "Default": "a"}},
        "Conditions": {"C": {"Fn::Equals": [{"Ref": "P"}, "b"]}},
    }
    values = [item[2] for item in branches({"Fn::If": ["C", {"Ref": "P"}, {"Ref": "P"}]}, **sections)]
    assert values == ["a", "b"]


def test_unknown_conditions_are_free_and_circular_ones_too() -> None:
    assert len(branches(IF)) == 2
    assert len(branches(IF, Conditions={"C": {"Condition": "C"}})) == 2
    assert len(branches(IF, Conditions={"C": [1]})) == 2


def test_many_conditions_stay_bounded() -> None:
    names = [f"C{i}" for i in range(40)]
    value = [{"Fn::If": [name, 1, 2]} for name in names]
    parameters = {f"P{i}": {"Type": "String", "Default": "a"} for i in range(40)}
    conditions = {name: {"Fn::Equals": [{"Ref": f"P{i}"}, "a"]} for i, name in enumerate(names)}
    assert 1 <= len(branches(value, Parameters=parameters, Conditions=conditions)) <= 512
    assert 1 <= len(branches(value)) <= 64


def test_a_resource_with_a_condition_exists_only_where_it_holds() -> None:
    data = {"Resources": {"A": {"Type": "T", "Condition": "C"}}, "Conditions": {"C": {"Fn::Equals": ["a", "b"]}}}
    assert load_text(json.dumps(data)).resources["A"].branches == ()


def test_the_region_decides_mappings_and_conditions() -> None:
    data = {
        "Resources": {"A": {"Type": "T", "Properties": {"V": {"Fn::FindInMap": ["M", {"Ref": "AWS::Region"}, "v"]}}}},
        "Mappings": {"M": {"us-east-2": {"v": 1}}},
    }
    assert load_text(json.dumps(data), region="us-east-2").resources["A"].branches[0].properties == {"V": 1}


def test_positions_cross_conditions() -> None:
    text = json.dumps(
        {
            "Resources": {
                "A": {"Type": "T", "Properties": {"V": [{"Fn::If": ["C", {"Ref": "AWS::NoValue"}, 1]}, {"x": 1}]}}
            }
        }
    )
    resource = load_text(text).resources["A"]
    assert resource.position(("Properties", "V", 0, "x"), {"C": True})[1] == text.index('"x"') + 1
    assert resource.position(("Properties", "V", 1, "x"), {"C": False})[1] == text.index('"x"') + 1


@pytest.mark.parametrize(
    "value",
    [
        {"Fn::Sub": "${B}"},
        {"Fn::Sub": ["${x}", {"x": {"Ref": "B"}}]},
        {"Fn::Join": ["", [{"Ref": "B"}]]},
        {"Fn::Join": ["", ["", {"Ref": "B"}, ""]]},
        {"Fn::Select": [0, {"Fn::Split": [",", {"Fn::Sub": "${B}"}]}]},
    ],
)
def test_a_string_of_one_reference_is_that_reference(value: Any) -> None:
    assert resolved(value) == Reference("t.json", "B")


def test_a_joined_list_of_references_splits_into_them() -> None:
    joined = {"Fn::Join": [",", [{"Ref": "B"}, "subnet-1", {"Fn::Sub": "${A.Id}"}]]}
    expected = [Reference("t.json", "B"), "subnet-1", Reference("t.json", "A", "Id")]
    assert resolved({"Fn::Split": [",", joined]}) == expected
    assert resolved({"Fn::Split": [",", {"Fn::Sub": ["${x},", {"x": {"Ref": "B"}}]}]}) == [expected[0], ""]


def test_an_unknown_part_may_hold_the_delimiter() -> None:
    assert isinstance(resolved({"Fn::Split": [",", {"Fn::Sub": "${S},x"}]}, Parameters=P), Unknown)


def test_the_zones_of_the_region_are_the_same_however_it_is_named() -> None:
    def entry(region: Any, **sections: Any) -> Any:
        return resolved({"Fn::Select": [0, {"Fn::GetAZs": region}]}, **sections)

    assert entry("") == entry({"Ref": "AWS::Region"}) != entry("us-east-1")
    data = {"V": [{"Fn::Select": [0, {"Fn::GetAZs": region}]} for region in ("", {"Ref": "AWS::Region"}, "us-east-2")]}
    text = json.dumps({"Resources": {"A": {"Type": "T", "Properties": data}}})
    (branch,) = load_text(text, region="us-east-2").resources["A"].branches
    assert len(set(branch.properties["V"])) == 1


@pytest.mark.parametrize(
    "wrap", [{"Fn::Sub": "{{resolve:ssm:/a/${S}/b}}"}, {"Fn::Join": ["", ["{{resolve:", "ssm:/a/${S}/b}}"]]}]
)
def test_dynamic_references_in_parts(wrap: Any) -> None:
    found = resolved(wrap, Parameters=P)
    assert isinstance(found, SsmValue)
    assert found.path == "/a/${S}/b"


@pytest.mark.parametrize("text", ["{{resolve:ssm-secure:/a/b:3}}", {"Fn::Sub": "{{resolve:ssm:/a/b:${N}}}"}])
def test_a_version_pins_a_dynamic_reference(text: Any) -> None:
    found = resolved(text, Parameters={"N": {"Type": "Number", "Default": 3}})
    assert isinstance(found, PinnedSsmValue)
    assert (found.path, found.version) == ("/a/b", "3")


def test_a_dynamic_reference_in_a_default_is_one() -> None:
    parameters = {"P": {"Type": "String", "Default": "{{resolve:ssm:/a/b}}"}}
    assert isinstance(resolved({"Ref": "P"}, Parameters=parameters), SsmValue)


@pytest.mark.parametrize(("default", "leads"), [("b", [True, False, False]), (None, [True, True, True])])
def test_each_of_a_few_allowed_values_is_a_branch(default: str | None, leads: list[bool]) -> None:
    entry = {"Type": "String", "AllowedValues": ["a", "b", "c"], **({"Default": default} if default else {})}
    found = branches({"Ref": "P"}, Parameters={"P": entry})
    assert {item[2] for item in found} == {"a", "b", "c"}
    assert all(when == {"parameter P": value} for when, _, value in found)
    assert [item[1] for item in found] == leads


def test_many_allowed_values_of_many_parameters_stay_bounded() -> None:
    names = [f"P{at}" for at in range(20)]
    parameters = {name: {"Type": "String", "AllowedValues": list("abcdefghij")} for name in names}
    found = branches([{"Ref": name} for name in names], Parameters=parameters)
    assert len(found) <= 200
    assert {value for _, _, values in found for value in values} == set("abcdefghij")


@pytest.mark.parametrize(("entry", "known"), [({}, False), ({"Default": "b"}, True)])
def test_by_default_a_parameter_without_default_stays_unknown(entry: dict[str, str], known: bool) -> None:
    sections = {
        "Parameters": {"P": {"Type": "String", "AllowedValues": ["a", "b"], **entry}},
        "Conditions": {"C": {"Fn::Equals": [{"Ref": "P"}, "b"]}},
    }
    found = template([{"Ref": "P"}, {"Fn::If": ["C", 1, 1]}], **sections).resources["A"].by_default
    assert found is not None
    assert found.properties["V"][1] == 1
    assert isinstance(found.properties["V"][0], Unknown) is not known
