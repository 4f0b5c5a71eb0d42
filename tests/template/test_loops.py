import json
from typing import Any

import pytest

from cdk_trainium.template import Template, Unknown, load_text

ITEM = {"T${Name}": {"Type": "T", "Properties": {"V": {"Ref": "Name"}, "W": {"Fn::Sub": "x-${Name}"}}}}


def template(collection: Any, body: Any = ITEM, **sections: Any) -> Template:
    resources = {"B": {"Type": "T"}, "Fn::ForEach::Loop": ["Name", collection, body]}
    return load_text(json.dumps({"Resources": resources, **sections}), "t.json")


def properties(found: Template, name: str) -> Any:
    (branch,) = found.resources[name].branches
    return branch.properties


P = {"P": {"Type": "CommaDelimitedList", "Default": "A, B2"}, "One": {"Type": "String", "Default": "A"}}


@pytest.mark.parametrize("collection", [["A", "B2"], {"Ref": "P"}, [{"Ref": "One"}, "B2"], [{"Ref": "P"}]])
def test_a_loop_over_what_the_template_tells_is_written_out(collection: Any) -> None:
    found = template(collection, Parameters=P)
    assert list(found.resources) == ["B", "TA", "TB2"]
    assert properties(found, "TB2") == {"V": "B2", "W": "x-B2"}
    assert not found.loops.left


def test_loops_in_loops_and_in_properties() -> None:
    inner = {
        "Fn::ForEach::Inner": ["Side", ["L", "R"], {"T${Name}${Side}": {"Type": "T", "Properties": {"V": "${Side}"}}}]
    }
    found = template(["A"], inner)
    assert properties(found, "TAR") == {"V": "R"}
    looped = {
        "T${Name}": {"Type": "T", "Properties": {"Fn::ForEach::K": ["Key", ["X", "Y"], {"${Key}": "${Name}${Key}"}]}}
    }
    assert properties(template(["A"], looped), "TA") == {"X": "AX", "Y": "AY"}


def test_the_ampersand_leaves_out_what_no_logical_id_has() -> None:
    body = {"T&{Name}": {"Type": "T", "Properties": {"V": {"Ref": "Name"}}}}
    assert properties(template(["10.0.0.1/8"], body), "T100018") == {"V": "10.0.0.1/8"}


def test_conditions_and_outputs_of_loops() -> None:
    conditions = {"Fn::ForEach::C": ["N", ["A"], {"Is${N}": {"Fn::Equals": ["1", "2"]}}]}
    outputs = {"Fn::ForEach::O": ["N", ["A"], {"Out${N}": {"Value": {"Ref": "N"}}}]}
    body = {"T${Name}": {"Type": "T", "Condition": "Is${Name}"}}
    found = template(["A"], body, Conditions=conditions, Outputs=outputs)
    assert found.resources["TA"].branches == ()
    assert found.output("OutA") == "A"


@pytest.mark.parametrize(
    ("collection", "reason"),
    [
        ({"Ref": "None"}, "None"),
        ({"Ref": "List"}, "List has no default"),
        ({"Fn::FindInMap": ["M", "k", "v"]}, "neither a list nor a parameter"),
        ([{"Fn::GetAtt": ["B", "Arn"]}], "neither a list nor a parameter"),
        (7, "neither a list nor a parameter"),
    ],
)
def test_a_loop_that_is_not_written_out_says_why(collection: Any, reason: str) -> None:
    found = template(collection, Parameters={"List": {"Type": "CommaDelimitedList"}})
    assert list(found.resources) == ["B"]
    ((path, why),) = found.loops.left.items()
    assert path == ("Resources", "Fn::ForEach::Loop")
    assert reason in why


@pytest.mark.parametrize("loop", [7, [], ["Name", ["A"]], [1, ["A"], {}], ["Name", ["A"], "x"], None])
def test_a_loop_of_the_wrong_form_is_left(loop: Any) -> None:
    found = load_text(json.dumps({"Resources": {"B": {"Type": "T"}, "Fn::ForEach::L": loop}}), "t.json")
    assert list(found.resources) == ["B"]
    assert found.loops.left


def test_a_loop_that_is_left_leaves_a_mark_where_it_may_add_something() -> None:
    hidden = {"Fn::ForEach::K": ["Key", {"Fn::ImportValue": "x"}, {"${Key}": "${Key}"}]}
    body = {"T${Name}": {"Type": "T", "Properties": {"V": 1, "W": hidden, **hidden}}, **hidden}
    found = template(["A"], body)
    assert set(properties(found, "TA")) == {"V", "W", "Fn::ForEach"}
    assert isinstance(properties(found, "TA")["W"], Unknown)
    assert set(found.resources) == {"B", "TA"}


def test_a_loop_that_makes_one_name_twice_is_told() -> None:
    assert "B" in str(template(["A"], {"B": {"Type": "T"}}).loops.left)


def test_loops_that_multiply_are_bounded() -> None:
    body: Any = ITEM
    for at in range(8):
        body = {f"Fn::ForEach::L{at}": [f"N{at}", [str(item) for item in range(20)], body]}
    found = template(["A"], body)
    assert found.loops.left
    assert len(found.resources) == 1


def test_what_a_loop_makes_has_a_place_in_the_file() -> None:
    inner = {"Fn::ForEach::In": ["Side", ["L"], {"T${Name}${Side}": {"Type": "T", "Properties": {"V": 1}}}]}
    text = json.dumps({"Resources": {"Fn::ForEach::Loop": ["Name", ["A"], {**ITEM, **inner}]}})
    found = load_text(text)
    assert found.resources["TA"].position(("Properties", "W"))[1] == text.index('"W"') + 1
    assert found.resources["TAL"].position(("Properties", "V"))[1] == text.rindex('"V"') + 1
