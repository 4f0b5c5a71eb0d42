import codecs
import json

import pytest

from cdk_trainium.errors import TemplateError
from cdk_trainium.template import load_text
from cdk_trainium.template.bounds import MAX_DEPTH

BOMB = "a: &a0 [x]\n" + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 12))
NESTED = "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)


def codes(text: str | bytes, path: str = "t.json") -> list[str]:
    with pytest.raises(TemplateError) as caught:
        load_text(text, path)
    assert str(caught.value).startswith(path)
    assert len(str(caught.value)) < 400
    return caught.value.codes


@pytest.mark.parametrize("text", ["", "{}", "[]", "kind: Pod", '{"Resources": []}', "Resources:\n", "just text"])
def test_a_file_without_resources_is_no_template(text: str) -> None:
    assert codes(text) == ["TRN904"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"Resources": {', "TRN903"),
        ("Resources: {a: [}", "TRN903"),
        ("Resources: {a: " + "9" * 5000 + "}", "TRN903"),
        ("Resources: {a: 0x" + "f" * 5000 + "}", "TRN903"),
        ("Resources: {a: !!int " + "x" * 5000 + "}", "TRN903"),
        ("a: 1\n---\nb: 2", "TRN904"),
        ("kind: Pod\n---\nkind: Pod\n", "TRN904"),
        ("a: 1\n---\nResources:\n  A: {Type: x}", "TRN903"),
        ("Resources:\n  A: !Nope x", "TRN903"),
        ("Resources:\n  A: !!bool maybe", "TRN903"),
        ("Resources:\n  A: !!int maybe", "TRN903"),
        ("Resources:\n  A: !!float maybe", "TRN903"),
        ('{"Resources": {"A": "trn9\\ud800"}}', "TRN903"),
        ('{"Resources": {"A": "\\uDC00\\ud83d"}}', "TRN903"),
        ('{"Resources": {"A": {}, "A": {}}}', "TRN905"),
        ("Resources:\n  A: 1\n  A: 2", "TRN905"),
        ('{"Resources": ' + NESTED + "}", "TRN906"),
        ('{"Resources": ' + "[" * 100_000 + "]" * 100_000 + "}", "TRN906"),
        ("Resources: " + NESTED, "TRN906"),
        ("Resources: " + "[" * 100_000, "TRN903"),
        (BOMB + "Resources: {}", "TRN906"),
        ("Resources: &r\n  A: *r", "TRN906"),
        (b'{"Resources": "\xff"}', "TRN902"),
        ("Resources:\n  ? [a]\n  : b", "TRN903"),
        ("Resources:\n  A: \x00", "TRN903"),
    ],
)
def test_each_fault_has_its_code(text: str | bytes, code: str) -> None:
    assert codes(text) == [code]


@pytest.mark.parametrize(
    ("value", "kind"),
    [("[]", "a list"), ("null", "null"), ('"x"', "text"), ("7", "a number"), ("true", "true or false")],
)
def test_resources_that_are_no_object_are_told_as_what_they_are(value: str, kind: str) -> None:
    for text in (f'{{\n"Description": "d", "Resources": {value}}}', f"Description: d\nResources: {value}"):
        with pytest.raises(TemplateError) as caught:
            load_text(text, "t")
        (problem,) = caught.value.problems
        assert (problem.code, problem.line) == ("TRN904", 2)
        assert f"Resources is {kind}" in problem.message


def test_the_place_of_a_fault_is_named() -> None:
    with pytest.raises(TemplateError, match=r"t\.yaml:\n  3:3: TRN905"):
        load_text("Resources:\n  A: 1\n  A: 2", "t.yaml")


@pytest.mark.parametrize("encode", [lambda t: codecs.BOM_UTF8 + t.encode(), lambda t: t.encode("utf-16")])
def test_byte_order_marks_are_read(encode) -> None:
    assert list(load_text(encode(json.dumps({"Resources": {"Ä": {"Type": "T"}}}))).resources) == ["Ä"]


def test_json_in_a_yaml_file_is_read() -> None:
    assert list(load_text('{Resources: {A: {Type: "T"}}}', "t.yaml").resources) == ["A"]


def test_short_forms_become_functions() -> None:
    text = """
Resources:
  A:
    Type: T
    Properties:
      Id: !Ref B
      Arn: !GetAtt B.Arn
      Two: !GetAtt [B, Arn]
      Text: !Sub "${AWS::Region}-x"
      If: !If [C, !Ref D, 1]
      Account: 012345678901
      Date: 2012-10-17
      Yes: yes
      Hex: 0x10
  B: {Type: T}
"""
    properties = load_text(text, "t.yaml").section("Resources")["A"]["Properties"]
    assert properties == {
        "Id": {"Ref": "B"},
        "Arn": {"Fn::GetAtt": ["B", "Arn"]},
        "Two": {"Fn::GetAtt": ["B", "Arn"]},
        "Text": {"Fn::Sub": "${AWS::Region}-x"},
        "If": {"Fn::If": ["C", {"Ref": "D"}, 1]},
        "Account": "012345678901",
        "Date": "2012-10-17",
        "Yes": True,
        "Hex": 16,
    }


def test_aliases_and_merges_are_read() -> None:
    text = "x: &x {a: 1, b: 2}\nResources:\n  A: {Type: T, Properties: {<<: *x, b: 3}}"
    assert load_text(text).section("Resources")["A"]["Properties"] == {"a": 1, "b": 3}


JSON = '{\n "Resources": {\n  "A": {"Type": "T"},\n  "B": {\n   "Type": "T", "Properties": {"L": [1,\n    {"x": 2}]}}}}'
YAML = "Resources:\n  A: {Type: T}\n  B:\n    Type: T\n    Properties:\n      L:\n        - 1\n        - x: 2\n"


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        (JSON, (), (4, 3)),
        (JSON, ("Properties", "L", 1, "x"), (6, 6)),
        (JSON, ("Properties", "L", 1, "missing"), (6, 5)),
        (JSON, ("Nope",), (4, 3)),
        (YAML, (), (3, 3)),
        (YAML, ("Properties", "L", 1, "x"), (8, 11)),
        (YAML, ("Properties", "L", 7), (6, 7)),
    ],
)
def test_positions(text: str, path: tuple[str | int, ...], expected: tuple[int, int]) -> None:
    assert load_text(text).resources["B"].position(path) == expected


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"Resources": {"A": {},\n "A": {}}}', "2:2"),
        ('{"Resources": {"A": {"a": [{"b": "a,\\"a"}, "a"], "b": 1,\n\n  "\\u0061": {}}}}', "3:3"),
        ('{"Resources": {"A": {}},\n"Resources" : {}}', "2:1"),
    ],
)
def test_a_duplicate_key_of_json_is_placed(text: str, place: str) -> None:
    with pytest.raises(TemplateError, match=rf"t\.json:\n  {place}: TRN905"):
        load_text(text, "t.json")


@pytest.mark.parametrize("token", ["NaN", "Infinity", "-Infinity", "1e999", "-1E+999", "1" + "0" * 400 + ".0"])
def test_what_is_no_number_of_json_is_placed(token: str) -> None:
    text = (
        f'{{"Resources": {{"A": {{"Type": "NaN 1e999", "Properties": {{"NaN": "Infinity",\n "P": [1, {token}]}}}}}}}}'
    )
    with pytest.raises(TemplateError) as caught:
        load_text(text, "t.json")
    assert [(one.code, one.line, one.column) for one in caught.value.problems] == [("TRN903", 2, 11)]


def test_numbers_of_json_are_read() -> None:
    text = '{"Resources": {"A": {"Type": "a", "Properties": {"P": [1.5, -1e3, 1e-999, 0]}}}}'
    assert load_text(text, "t.json").section("Resources")["A"]["Properties"]["P"] == [1.5, -1000.0, 0.0, 0]


def test_a_value_that_its_tag_does_not_fit_is_placed() -> None:
    with pytest.raises(TemplateError) as caught:
        load_text("Resources:\n  A: !!bool maybe", "t.yaml")
    assert (caught.value.problems[0].line, caught.value.problems[0].column) == (2, 6)


def test_whole_surrogate_pairs_and_escaped_backslashes_are_read() -> None:
    text = '{"Resources": {"A": {"Type": "a", "Properties": {"P": "\\ud83d\\ude00 \\\\ud800"}}}}'
    assert load_text(text, "t.json") is not None


@pytest.mark.parametrize("text", ["{<<: 3}", "{<<: [x]}", "{A: !!binary aGk=}"])
def test_what_yaml_would_lose_is_refused(text: str) -> None:
    with pytest.raises(TemplateError) as refused:
        load_text(f"Resources:\n  A: {{Type: T, Properties: {text}}}", "t.yaml")
    assert refused.value.codes == ["TRN903"]


@pytest.mark.parametrize("tag", ["!Foo", "!!python/name:os.system", "!!python/object/apply:os.system", "!!set", "!<x>"])
def test_a_tag_that_cloudformation_does_not_know_is_refused(tag: str) -> None:
    with pytest.raises(TemplateError) as caught:
        load_text(f"Resources:\n  A:\n    Type: {tag} 'x'\n", "t.yaml")
    assert caught.value.codes == ["TRN903"]
