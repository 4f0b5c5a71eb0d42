"""Files, folders and cloud assemblies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.template import Reference, Unknown, load, outermost

TOPIC = {"Resources": {"T": {"Type": "AWS::SNS::Topic"}}}


def write(path: Path, data: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


def stack(name: str, environment: str = "aws://unknown-account/unknown-region", **properties: Any) -> dict[str, Any]:
    return {
        "type": "aws:cloudformation:stack",
        "environment": environment,
        "properties": {"templateFile": f"{name}.template.json", **properties},
        "displayName": name,
        "additionalMetadataFile": f"{name}.metadata.json",
    }


def assembly(folder: Path, artifacts: dict[str, Any]) -> Path:
    write(folder / "cdk.out", "{}")
    write(folder / "manifest.json", {"version": "1", "artifacts": artifacts})
    return folder


def logical(name: str) -> list[dict[str, str]]:
    return [{"type": "aws:cdk:logicalId", "data": name}]


def test_a_missing_path_and_a_folder_without_templates(tmp_path: Path) -> None:
    loaded = load([tmp_path / "none", tmp_path])
    assert [error.codes for error in loaded.errors] == [["TRN901"]]
    assert loaded.templates == []


def test_a_folder_is_searched_and_what_is_no_template_listed(tmp_path: Path) -> None:
    write(tmp_path / "a.json", TOPIC)
    write(tmp_path / "sub" / "b.yaml", "Resources: {T: {Type: AWS::SNS::Topic}}")
    write(tmp_path / "package.json", {"name": "x"})
    write(tmp_path / "empty.template", {"Resources": {}})
    write(tmp_path / "notes.txt", "x")
    write(tmp_path / "node_modules" / "c.json", TOPIC)
    write(tmp_path / "broken.yaml", "Resources: [")
    write(tmp_path / "kubernetes.yaml", "kind: Pod\n---\nkind: Pod")
    write(tmp_path / "claims.yaml", "AWSTemplateFormatVersion: 2010-09-09")
    loaded = load([tmp_path])
    assert [Path(item.path).name for item in loaded.templates] == ["a.json", "b.yaml"]
    assert [Path(item.path).name for item in loaded.not_reviewed] == ["empty.template"]
    assert sorted(Path(item.path).name for item in loaded.others) == ["kubernetes.yaml", "package.json"]
    assert sorted(error.codes[0] for error in loaded.errors) == ["TRN903", "TRN904"]


def test_an_assembly_tells_region_stack_and_construct_paths(tmp_path: Path) -> None:
    folder = assembly(tmp_path, {"S": stack("S", "aws://111122223333/us-east-2", terminationProtection=True)})
    write(folder / "S.template.json", TOPIC)
    metadata = {"/Root/S": [{"type": "aws:cdk:templateFile", "data": "S.template.json"}], "/Root/S/Topic": logical("T")}
    write(folder / "S.metadata.json", metadata)
    (template,) = load([folder], "eu-north-1").templates
    assert (template.region, template.environment.account, template.environment.protected) == (
        "us-east-2",
        "111122223333",
        True,
    )
    assert template.construct_path == "Root/S"
    assert template.resources["T"].construct_path == "Root/S/Topic"


def test_the_callers_region_counts_where_the_assembly_has_none(tmp_path: Path) -> None:
    folder = assembly(tmp_path, {"S": stack("S")})
    write(folder / "S.template.json", TOPIC)
    assert load([folder], "eu-north-1").templates[0].region == "eu-north-1"


def test_stages_are_read(tmp_path: Path) -> None:
    inner = assembly(tmp_path / "assembly-Prod", {"P": stack("P")})
    write(inner / "P.template.json", TOPIC)
    artifact = {"type": "cdk:cloud-assembly", "properties": {"directoryName": "assembly-Prod"}}
    assembly(tmp_path, {"Prod": artifact})
    assert [Path(item.path).name for item in load([tmp_path]).templates] == ["P.template.json"]


def nested(folder: Path, parent: dict[str, Any], child: dict[str, Any]) -> Path:
    assembly(folder, {"S": stack("S")})
    write(folder / "S.template.json", parent)
    write(folder / "Child.nested.template.json", child)
    files = {"0123abcd": {"source": {"path": "Child.nested.template.json"}}}
    write(folder / "S.assets.json", {"files": files})
    metadata = {
        "/S": [{"type": "aws:cdk:templateFile", "data": "S.template.json"}],
        "/S/Nest": [{"type": "aws:cdk:templateFile", "data": "Child.nested.template.json"}],
        "/S/Nest/Topic": logical("T"),
    }
    write(folder / "S.metadata.json", metadata)
    return folder


CHILD = {
    "Parameters": {"Name": {"Type": "String"}, "Group": {"Type": "String"}},
    "Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"N": {"Ref": "Name"}, "G": {"Ref": "Group"}}}},
    "Outputs": {"Arn": {"Value": {"Ref": "T"}}},
}


@pytest.mark.parametrize(
    "where",
    [
        {"Metadata": {"aws:asset:path": "Child.nested.template.json"}},
        {"Properties": {"TemplateURL": {"Fn::Sub": "https://s3.${AWS::Region}.example/bucket/0123abcd.json"}}},
        {"Properties": {"TemplateURL": "Child.nested.template.json"}},
    ],
)
def test_nested_stacks_are_found_and_linked(tmp_path: Path, where: dict[str, Any]) -> None:
    properties = {**where.get("Properties", {}), "Parameters": {"Name": "x", "Group": {"Ref": "Pg"}}}
    nest = {"Type": "AWS::CloudFormation::Stack", **where, "Properties": properties}
    use = {"Type": "X", "Properties": {"Arn": {"Fn::GetAtt": ["Nest", "Outputs.Arn"]}}}
    parent = {"Resources": {"Nest": nest, "Pg": {"Type": "AWS::EC2::PlacementGroup"}, "Use": use}}
    outer, child = load([nested(tmp_path, parent, CHILD)]).templates
    assert child.resources["T"].construct_path == "S/Nest/Topic"
    assert child.resources["T"].branches[0].properties == {"N": "x", "G": Reference(outer.key, "Pg")}
    assert outer.resources["Use"].branches[0].properties == {"Arn": Reference(child.key, "T")}


def test_a_nested_template_that_is_not_here_is_listed(tmp_path: Path) -> None:
    nest = {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "https://example.org/x.yaml"}}
    path = write(tmp_path / "t.json", {"Resources": {"Nest": nest}})
    loaded = load([path])
    assert "https://example.org/x.yaml" in loaded.not_reviewed[0].why


PG = {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": {"Ref": "How"}}}
BODY = {"Parameters": {"How": {"Type": "String"}}, "Resources": {"Pg": PG}}
INSTANCES = [{"DeploymentTargets": {"Accounts": ["1"]}, "Regions": ["us-east-2"]}]


@pytest.mark.parametrize("where", [{"TemplateURL": "body.json"}, {"TemplateBody": json.dumps(BODY)}])
@pytest.mark.parametrize(("groups", "region"), [(INSTANCES, "us-east-2"), (INSTANCES * 2, "us-east-2"), (None, "")])
def test_the_template_of_a_stack_set_is_read(tmp_path: Path, where: dict[str, Any], groups: Any, region: str) -> None:
    write(tmp_path / "body.json", BODY)
    parameters = [{"ParameterKey": "How", "ParameterValue": "spread"}]
    properties = {**where, "Parameters": parameters, "StackInstancesGroup": groups}
    one = {"Type": "AWS::CloudFormation::StackSet", "Properties": properties}
    _, child = load([write(tmp_path / "t.json", {"Resources": {"Set": one}})], "eu-west-3").templates
    assert child.region == region
    assert child.resources["Pg"].branches[0].properties == {"Strategy": "spread"}


def test_a_nested_template_of_each_branch_is_read_or_listed(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        write(tmp_path / name, {"Resources": {"Pg": {"Type": "AWS::EC2::PlacementGroup"}}})
    data = {
        "Parameters": {"Env": {"Type": "String", "Default": "dev"}},
        "Conditions": {"Prod": {"Fn::Equals": [{"Ref": "Env"}, "prod"]}},
        "Resources": {
            "N": {
                "Type": "AWS::CloudFormation::Stack",
                "Properties": {"TemplateURL": {"Fn::If": ["Prod", "a.json", "b.json"]}},
            },
            "M": {
                "Type": "AWS::CloudFormation::Stack",
                "Properties": {"TemplateURL": {"Fn::If": ["Prod", "https://example.org/m.yaml", "b.json"]}},
            },
        },
    }
    loaded = load([write(tmp_path / "t.json", data)])
    assert [Path(item.path).name for item in loaded.templates] == ["t.json", "b.json", "a.json", "b.json"]
    assert [item.logical_id for item in loaded.not_reviewed] == ["M"]
    assert Path(loaded.templates[0].children["N"].path).name == "b.json"


def test_a_template_that_nests_itself_ends(tmp_path: Path) -> None:
    nest = {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "t.json"}}
    loaded = load([write(tmp_path / "t.json", {"Resources": {"Nest": nest}})])
    assert len(loaded.templates) == 1
    assert [item.logical_id for item in loaded.not_reviewed] == ["Nest"]


def test_exports_are_followed_between_stacks(tmp_path: Path) -> None:
    made = {**TOPIC, "Outputs": {"O": {"Value": {"Ref": "T"}, "Export": {"Name": "topic"}}}}
    uses = {
        "Resources": {
            "U": {"Type": "X", "Properties": {"A": {"Fn::ImportValue": "topic"}, "B": {"Fn::ImportValue": "no"}}}
        }
    }
    one, two = load([write(tmp_path / "a.json", made), write(tmp_path / "b.json", uses)]).templates
    properties = two.resources["U"].branches[0].properties
    assert properties["A"] == Reference(one.key, "T")
    assert isinstance(properties["B"], Unknown)


HERE, OTHER = "aws://111122223333/us-east-2", "aws://111122223333/us-west-2"


def read(folder: Path, makers: list[tuple[str, str]], **argument: Any) -> Any:
    """Return what the stack ``Uses`` reads of ``makers``, each an environment and a stack's name."""
    given = {"StackName": "Makes", "OutputName": "O", **argument}
    uses = {"Resources": {"U": {"Type": "X", "Properties": {"A": {"Fn::GetStackOutput": given}}}}}
    write(folder / "uses.template.json", uses)
    artifacts = {"Uses": stack("uses", HERE)}
    for at, (environment, name) in enumerate(makers):
        write(folder / f"m{at}.template.json", {**TOPIC, "Outputs": {"O": {"Value": {"Ref": "T"}}}})
        artifacts[f"M{at}"] = stack(f"m{at}", environment, stackName=name)
    first, *_ = load([assembly(folder, artifacts)]).templates
    return first.resources["U"].branches[0].properties["A"]


@pytest.mark.parametrize(
    ("argument", "maker"),
    [
        ({}, "m0"),
        ({"Region": "us-east-2"}, "m0"),
        ({"Region": {"Ref": "AWS::Region"}}, "m0"),
        ({"Region": {"Fn::Sub": "${AWS::Region}"}}, "m0"),
        ({"Region": "us-west-2"}, "m1"),
        ({"StackName": {"Fn::Join": ["", ["Ma", "kes"]]}}, "m0"),
        ({"StackName": {"Fn::Sub": "Makes"}}, "m0"),
    ],
)
def test_outputs_are_read_of_the_stack_of_that_name_and_region(
    tmp_path: Path, argument: dict[str, Any], maker: str
) -> None:
    found = read(tmp_path, [(HERE, "Makes"), (OTHER, "Makes")], **argument)
    assert found == Reference(str(tmp_path / f"{maker}.template.json"), "T")


@pytest.mark.parametrize(
    ("argument", "makers"),
    [
        ({}, []),
        ({}, [(OTHER, "Makes")]),
        ({}, [(HERE, "Makes"), (HERE, "Makes")]),
        ({}, [("aws://444455556666/us-east-2", "Makes")]),
        ({"RoleArn": "arn:aws:iam::111122223333:role/reader"}, [(HERE, "Makes")]),
        ({"Region": "eu-north-1"}, [(HERE, "Makes")]),
        ({"Region": {"Ref": "P"}}, [(HERE, "Makes")]),
        ({"StackName": {"Ref": "P"}}, [(HERE, "Makes")]),
        ({"StackName": ["Makes"]}, [(HERE, "Makes")]),
        ({"OutputName": "None"}, [(HERE, "Makes")]),
    ],
)
def test_outputs_of_no_stack_or_several_are_unknown(
    tmp_path: Path, argument: dict[str, Any], makers: list[tuple[str, str]]
) -> None:
    assert isinstance(read(tmp_path, makers, **argument), Unknown)


def test_outputs_in_a_circle_are_unknown(tmp_path: Path) -> None:
    data = {**TOPIC, "Outputs": {"O": {"Value": {"Fn::ImportValue": "x"}, "Export": {"Name": "x"}}}}
    (template,) = load([write(tmp_path / "a.json", data)]).templates
    assert isinstance(template.output("O"), Unknown)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"artifacts": 3}', '{"artifacts": {"a": 3}}'])
def test_a_broken_manifest_is_an_error(tmp_path: Path, text: str) -> None:
    write(tmp_path / "cdk.out", "{}")
    write(tmp_path / "manifest.json", text)
    loaded = load([tmp_path])
    assert [error.codes for error in loaded.errors] == [["TRN907"]]


@pytest.mark.parametrize("name", [[1], {"a": 1}, 7, True])
def test_the_name_of_a_stack_is_text(tmp_path: Path, name: object) -> None:
    folder = assembly(tmp_path, {"A": stack("A", stackName=name)})
    write(folder / "A.template.json", TOPIC)
    assert [error.codes for error in load([folder]).errors] == [["TRN907"]]


def test_a_given_folder_without_a_template_is_not_taken_for_a_reviewed_one(tmp_path: Path) -> None:
    templates, nothing, notes = (tmp_path / name for name in ("templates", "nothing", "notes"))
    (nothing / "below").mkdir(parents=True)
    for folder, name, text in ((templates, "a.json", json.dumps(TOPIC)), (notes, "notes.yaml", "a: b")):
        folder.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    loaded = load([templates, nothing, notes, templates / ".." / "templates"])
    assert [item.path for item in loaded.not_reviewed] == [str(nothing), str(notes)]
    assert (len(loaded.templates), len(loaded.others), loaded.errors) == (1, 1, [])


def test_a_stack_that_cannot_be_read_leaves_the_others(tmp_path: Path) -> None:
    folder = assembly(tmp_path, {"A": stack("A"), "B": stack("B")})
    write(folder / "B.template.json", TOPIC)
    loaded = load([folder])
    assert [Path(item.path).name for item in loaded.templates] == ["B.template.json"]
    assert [error.codes for error in loaded.errors] == [["TRN901"]]


FRAGMENT = {"Lt": {"Type": "AWS::EC2::LaunchTemplate", "Properties": {}}}


@pytest.mark.parametrize(
    ("name", "content", "fragment"),
    [
        ("a.json", FRAGMENT, True),
        ("a.yaml", "Lt:\n  Type: AWS::EC2::LaunchTemplate\n  Properties: {UserData: !Base64 x}\n", True),
        ("a.template", {"Note": "x", **FRAGMENT}, True),
        ("a.json", FRAGMENT["Lt"], True),
        ("a.json", {"M": {"Type": "Own::Team::Nodes::MODULE"}, "N": {"Type": "AWS::Team::Nodes::MODULE"}}, True),
        ("package.json", {"name": "x", "types": {"Type": "module"}}, False),
        ("parameters.json", {"Ami": {"Type": "AWS::EC2::Image::Id", "Default": "x"}}, False),
        ("parameters.json", {"Ami": {"Type": "AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>"}}, False),
        ("deeper.json", {"tool": {"examples": FRAGMENT}}, False),
        ("list.json", [FRAGMENT], False),
    ],
)
def test_resources_without_their_section_are_meant_as_a_template(
    tmp_path: Path, name: str, content: Any, fragment: bool
) -> None:
    write(tmp_path / "good.json", TOPIC)
    write(tmp_path / "sub" / name, content)
    loaded = load([tmp_path])
    assert [Path(item.path).name for item in loaded.templates] == ["good.json"]
    assert [error.codes for error in loaded.errors] == ([["TRN904"]] if fragment else [])
    assert len(loaded.others) == (not fragment)


@pytest.mark.parametrize(
    "content",
    [
        *({}, {"Transform": "Own"}, {"Fn::Transform": {"Name": "AWS::Include"}}, {"Resources": {}}),
        {"Outputs": {"O": {"Value": {"Ref": "P"}}}},
    ],
)
def test_what_a_manifest_or_a_template_calls_a_template_is_one_without_resources(tmp_path: Path, content: Any) -> None:
    folder = assembly(tmp_path, {"Empty": stack("Empty"), "S": stack("S")})
    write(folder / "Empty.template.json", content)
    write(folder / "S.template.json", nesting("child.json"))
    write(folder / "child.json", content)
    loaded = load([folder])
    assert loaded.errors == []
    assert [template.construct_path for template in loaded.templates] == ["S"]
    assert sorted(Path(item.path).name for item in loaded.not_reviewed) == ["Empty.template.json", "child.json"]
    assert {"macro" in item.why for item in loaded.not_reviewed} == {"Transform" in str(content)}


@pytest.mark.parametrize(
    "content",
    [
        *([], FRAGMENT, FRAGMENT["Lt"], {"Resources": []}, {"Resources": None}),
        *({"Resorces": TOPIC["Resources"]}, {"resources": {}}, {"Rules": 5}, {"Fn::ForEach::X": ["I", ["a"], TOPIC]}),
    ],
)
def test_a_manifest_does_not_make_a_template_of_what_is_none(tmp_path: Path, content: Any) -> None:
    folder = assembly(tmp_path, {"S": stack("S")})
    write(folder / "S.template.json", content)
    assert [error.codes for error in load([folder]).errors] == [["TRN904"]]


@pytest.mark.parametrize("place", ["Transform", "Fn::Transform"])
def test_a_template_whose_resources_an_include_brings_is_not_reviewed(tmp_path: Path, place: str) -> None:
    include = {"Name": "AWS::Include", "Parameters": {"Location": "s3://b/x.yaml"}}
    for at, call in enumerate((include, [include], ["Mine", include])):
        write(tmp_path / f"{at}.json", {place: call, "Parameters": {"P": {"Type": "String"}}})
    loaded = load([tmp_path])
    assert (len(loaded.not_reviewed), loaded.errors, loaded.others) == (3, [], [])
    write(tmp_path / "x.json", {place: {"Name": "Mine"}, "Parameters": {}})
    assert [error.codes for error in load([tmp_path / "x.json"]).errors] == [["TRN904"]]


def test_an_empty_object_by_itself_is_no_template(tmp_path: Path) -> None:
    write(tmp_path / "parameters.json", {})
    assert [error.codes for error in load([tmp_path / "parameters.json"]).errors] == [["TRN904"]]


def nesting(*urls: str) -> dict[str, Any]:
    entry = {"Type": "AWS::CloudFormation::Stack"}
    return {"Resources": {f"Nest{at}": {**entry, "Properties": {"TemplateURL": url}} for at, url in enumerate(urls)}}


def test_a_template_that_another_nests_is_loaded_there_and_only_there(tmp_path: Path) -> None:
    write(tmp_path / "b-parent.json", nesting("a-child.json", "c-child.json", "none.json"))
    write(tmp_path / "a-child.json", nesting("d.json", "none.json"))
    for name in ("c-child.json", "d.json", "e.json"):
        write(tmp_path / name, TOPIC)
    loaded = load([tmp_path])
    assert [Path(item.path).name for item in loaded.templates] == [
        "b-parent.json",
        "a-child.json",
        "d.json",
        "c-child.json",
        "e.json",
    ]
    assert len(loaded.not_reviewed) == 2
    (topic,) = loaded.templates[3].resources.values()
    assert topic.construct_path == "Nest1/T"
    assert next(iter(loaded.templates[4].resources.values())).construct_path == ""


def test_a_template_used_twice_is_there_twice(tmp_path: Path) -> None:
    write(tmp_path / "parent.json", nesting("child.json", "child.json"))
    write(tmp_path / "child.json", TOPIC)
    assert len(load([tmp_path]).templates) == 3


def test_what_is_given_twice_is_read_once(tmp_path: Path) -> None:
    folder = assembly(tmp_path / "cdk.out", {"S": stack("S")})
    write(folder / "S.template.json", TOPIC)
    write(tmp_path / "a.json", TOPIC)
    write(tmp_path / "sub" / "b.yaml", "Resources: [")
    write(tmp_path / "sub" / "c.yaml", "- 1")
    (tmp_path / "link").symlink_to(tmp_path / "sub")
    once = load([tmp_path])
    again = load(
        [
            tmp_path / "sub" / ".." / "a.json",
            tmp_path,
            folder,
            folder / "S.template.json",
            tmp_path / "a.json",
            tmp_path / "link",
            tmp_path,
        ]
    )
    assert sorted(Path(item.path).name for item in again.templates) == ["S.template.json", "a.json"]
    assert [item.construct_path for item in again.templates if item.path.endswith("S.template.json")] == ["S"]
    counts = [(len(item.templates), len(item.errors), len(item.others)) for item in (once, again)]
    assert counts[0] == counts[1]


def test_a_broken_child_is_one_error(tmp_path: Path) -> None:
    write(tmp_path / "parent.json", nesting("child.yaml"))
    write(tmp_path / "child.yaml", "Resources: [")
    assert len(load([tmp_path]).errors) == 1


def test_templates_that_nest_each_other_are_not_lost(tmp_path: Path) -> None:
    write(tmp_path / "a.json", nesting("b.json"))
    write(tmp_path / "b.json", nesting("a.json"))
    assert {Path(item.path).name for item in load([tmp_path]).templates} == {"a.json", "b.json"}


def test_every_acknowledgement_of_a_construct_is_read(tmp_path: Path) -> None:
    folder = assembly(tmp_path, {"S": stack("S")})
    write(folder / "S.template.json", TOPIC)
    ids = [{"Annotation::TRN701": "a"}, {"cdk-trainium::TRN702": "b", "Own::X": "c"}]
    write(
        folder / "S.metadata.json", {"/S/Topic": [{"type": "aws:cdk:acknowledged-rules", "data": one} for one in ids]}
    )
    (template,) = load([folder]).templates
    assert template.acknowledged == {"S/Topic": ids[0] | ids[1]}


@pytest.mark.parametrize("beside", ["[]", "{", '{"name": "x"}', '{"artifacts": {"a": {"type": "cdk:tree"}}}', None])
@pytest.mark.parametrize("relative", [True, False])
def test_the_outermost_assembly_is_that_whose_stages_lead_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: str | None, relative: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    out = Path("cdk.out") if relative else tmp_path / "cdk.out"
    stage = {"type": "cdk:cloud-assembly", "properties": {"directoryName": "assembly-Prod"}}
    write(tmp_path / "cdk.out" / "manifest.json", {"artifacts": {"Prod": stage}})
    if beside is not None:
        (tmp_path / "manifest.json").write_text(beside)
    assert outermost(out / "assembly-Prod") == outermost(out) == out
    assert outermost(out / "asset.1") == out / "asset.1"
