"""Images and user data: what AWS's paths tell, and what a system reads."""

from __future__ import annotations

import base64
import gzip
import hashlib
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.template import Encoded, Reference
from tests.review.build import Data, auto_scaling_group, changed, cluster, findings, launch_of
from tests.review.test_rules import compute_environment, pcs_group

SSM = "AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>"
E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
NEURON_CONFIG = "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\n"
BOTTLEROCKET = "/aws/service/bottlerocket/aws-k8s-1.34/x86_64/latest/image_id"
MIME = 'Content-Type: multipart/mixed; boundary="//"\n\n--//\nContent-Type: {}\n\n{}\n--//--\n'


def with_image(path: str, **launch: Any) -> Data:
    data = changed(cluster(), lambda one: launch_of(one).update({"ImageId": {"Ref": "Ami"}, **launch}))
    return {**data, "Parameters": {"Ami": {"Type": SSM, "Default": path}}}


def levels(data: Data, rule: str, region: str = "us-east-2") -> list[Level]:
    return [item.level for item in findings(data, region=region) if item.id == rule]


@pytest.mark.parametrize(
    ("path", "rules"),
    [
        ("/aws/service/ami-amazon-linux-latest/amzn2-ami-hvm-x86_64-gp2", {"TRN506": W, "TRN508": W}),
        ("/aws/service/ami-amazon-linux-latest/amzn2-ami-kernel-5.10-hvm-arm64-gp2", {"TRN506": W, "TRN507": E}),
        ("/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64", {"TRN506": W}),
        ("/aws/service/ami-windows-latest/Windows_Server-2022-English-Full-Base", {"TRN506": W}),
        ("/aws/service/pcs/ami/dlami-base-ubuntu2404/x86_64/latest/ami-id", {"TRN506": E}),
        ("/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id", {"TRN506": W}),
        ("/aws/service/neuron/dlami/base/amazon-linux-2023/latest/image_id", {}),
    ],
)
def test_what_the_path_tells_of_an_image(path: str, rules: dict[str, Level]) -> None:
    found = {item.id: item.level for item in findings(with_image(path)) if item.id in {"TRN506", "TRN507", "TRN508"}}
    assert found | rules == found
    assert set(found) - set(rules) <= ({"TRN508"} if "amzn2" in path else set())


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended", True),
        ("/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id", False),
        ("/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/neuron/recommended", True),
        ("/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/neuron/recommended/release_version", True),
        ("/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image-id", True),
        ("/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id:7", False),
        ("/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id", False),
        ("/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id", False),
        ("/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64", False),
        ("/own/image", False),
    ],
)
def test_a_parameter_that_holds_no_image_id(path: str, fault: bool) -> None:
    assert levels(with_image(path), "TRN519") == ([E] if fault else [])


def test_a_last_part_that_is_not_known_is_not_judged() -> None:
    data = with_image("/own")
    launch_of(data)["ImageId"] = {"Fn::Sub": "resolve:ssm:/aws/service/neuron/dlami/base/ubuntu-24.04/latest/${Leaf}"}
    data["Parameters"]["Leaf"] = {"Type": "String"}
    assert levels(data, "TRN519") == []
    data["Parameters"]["Leaf"]["Default"] = "image-id"
    assert levels(data, "TRN519") == [E]


@pytest.mark.parametrize(("region", "expected"), [("ap-south-2", [W]), ("us-east-2", []), ("", [])])
def test_a_region_without_the_tree_is_told_where_the_region_is_known(region: str, expected: list[Level]) -> None:
    data = with_image("/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id")
    del data["Resources"]["Subnet"]["Properties"]["AvailabilityZone"]
    assert levels(data, "TRN520", region) == expected


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("#!/bin/bash\n/etc/eks/bootstrap.sh c\n", True),
        (MIME.format("text/x-shellscript", "#!/bin/sh"), True),
        (NEURON_CONFIG, True),
        ('[settings.kubernetes]\ncluster-name = "c"\n', False),
        ("# settings\n", False),
        ("", False),
    ],
)
def test_bottlerocket_reads_toml(text: str, fault: bool) -> None:
    assert levels(with_image(BOTTLEROCKET, UserData={"Fn::Base64": text}), "TRN511") == ([E] if fault else [])


def test_toml_with_parts_that_are_not_known_is_let_be() -> None:
    data = with_image(BOTTLEROCKET, UserData={"Fn::Base64": {"Fn::Sub": "[settings]\nmotd = ${Words}\n"}})
    data["Parameters"]["Words"] = {"Type": "String"}
    assert levels(data, "TRN511") == []


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        ("text/x-shellscript", NEURON_CONFIG, True),
        ("text/cloud-config", f"---\n{NEURON_CONFIG}", True),
        ("application/node.eks.aws", NEURON_CONFIG, False),
        ("text/x-shellscript", f"#!/bin/sh\ncat >/c.yaml <<EOF\n{NEURON_CONFIG}EOF\nnodeadm init", False),
    ],
)
def test_a_node_config_in_a_part_that_nobody_reads(kind: str, text: str, fault: bool) -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(UserData={"Fn::Base64": MIME.format(kind, text)}))
    assert levels(data, "TRN521") == ([E] if fault else [])


@pytest.mark.parametrize("kind", ["BOTTLEROCKET_x86_64", "WINDOWS_FULL_2022_x86_64", "AL2023_x86_64_NEURON"])
def test_only_systems_with_scripts_need_a_mime_document(kind: str) -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(UserData={"Fn::Base64": "[settings]\n"}))
    del launch_of(data)["ImageId"]
    group = {"AmiType": kind, "LaunchTemplate": {"Id": {"Ref": "Lt"}}, "Subnets": [{"Ref": "Subnet"}]}
    data["Resources"]["Asg"] = {"Type": "AWS::EKS::Nodegroup", "Properties": group}
    assert levels(data, "TRN512") == ([E] if kind.startswith("AL2023") else [])


HIDDEN_IMAGE = {"Fn::ImportValue": "x"}


@pytest.mark.parametrize(
    ("image", "rule"),
    [
        ("ami-xxxxxxxx", "TRN515"),
        ("ami-00000000000000000", "TRN515"),
        ("ami-1234", "TRN515"),
        ("dummy-value-for-/own/image", "TRN515"),
        ("", "TRN522"),
        ("ami-0123456789ABCDEF0", "TRN522"),
        ("ubuntu-24.04", "TRN522"),
        (123, "TRN522"),
        (0, "TRN522"),
        (1.5, "TRN522"),
        (True, "TRN522"),
        ("resolve:ssm:", "TRN522"),
        ("resolve:ssm::3", "TRN522"),
        ("ami-0123456789abcdef0", ""),
        ("resolve:ssm:/own/image", ""),
        ("resolve:ssm:/own/image:3", ""),
        (HIDDEN_IMAGE, ""),
        ("{{resolve:ssm:/own/image}}", ""),
    ],
)
def test_an_image_that_is_no_id(image: Any, rule: str) -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(ImageId=image))
    assert {item.id for item in findings(data)} & {"TRN515", "TRN522"} == ({rule} if rule else set())


@pytest.mark.parametrize("default", [None, ""])
def test_an_image_that_whoever_deploys_fills_in_is_not_judged(default: str | None) -> None:
    data = with_image("/own")
    data["Parameters"]["Ami"] = {"Type": "String"} if default is None else {"Type": "String", "Default": default}
    found = [item for item in findings(data) if item.subject.property.endswith("ImageId")]
    assert {item.level for item in found} <= {Level.UNKNOWN}


@pytest.mark.parametrize(
    "data", [{"Fn::Base64": "echo dummy-value-for-/a"}, {"Fn::Base64": {"Fn::Sub": "echo dummy-value-for-/a ${Who}"}}]
)
def test_a_value_that_nobody_looked_up_is_found_in_user_data(data: Any) -> None:
    template = with_image("/own", UserData=data)
    template["Parameters"]["Who"] = {"Type": "String"}
    assert levels(template, "TRN515") == [E]


@pytest.mark.parametrize(("size", "expected"), [(16384, []), (16385, [E])])
def test_user_data_of_an_instance_that_names_a_launch_template_counts(size: int, expected: list[Level]) -> None:
    data = cluster()
    launch = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}
    properties = {"LaunchTemplate": launch, "UserData": {"Fn::Base64": "x" * size}}
    data["Resources"]["Node"] = {"Type": "AWS::EC2::Instance", "Properties": properties}
    assert levels(data, "TRN510") == expected


def with_user_data(text: object) -> Data:
    data = changed(cluster(), lambda one: launch_of(one).update(UserData={"Fn::Base64": text}))
    data["Parameters"] = {"Words": {"Type": "String"}}
    return data


VERSION = "MIME-Version: 1.0\n"
NOTES = "X-Note: a long head\n" * 80
HEAD = f'{VERSION}Content-Type: multipart/mixed; boundary="B"\n\n'
PART = "Content-Type: text/x-shellscript\n\n#!/bin/sh\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{HEAD}--B\n{PART}--B--\n", []),
        (f"{HEAD}--B\r\n{PART}--B--\r\n".replace("\n\n", "\r\n\r\n"), []),
        (f"{HEAD}a preamble\n--B\n{PART}--B--\n", []),
        (f"{HEAD}--C\n{PART}--C--\n", [E]),
        (f"{HEAD}{PART}", [E]),
        (f"Content-Type: multipart/mixed\n\n--B\n{PART}--B--\n", [E]),
        ({"Fn::Sub": f"{HEAD}${{Words}}"}, [Level.UNKNOWN]),
        ({"Fn::Sub": f"{HEAD}--B\n{PART}echo ${{Words}}\n--B--\n"}, []),
        ("#!/bin/sh\n", []),
        (f"\n{HEAD}--B\n{PART}--B--\n", [E]),
        (f"  {HEAD}--B\n{PART}--B--\n", [E]),
        ({"Fn::Sub": f"\n{HEAD}--B\n{PART}echo ${{Words}}\n--B--\n"}, [E]),
        (f"{HEAD}--B--\n", []),
    ],
)
def test_parts_of_a_mime_document_that_nobody_finds(text: object, expected: list[Level]) -> None:
    assert levels(with_user_data(text), "TRN528") == expected


CLUSTER = "{name: c, apiServerEndpoint: https://x, certificateAuthority: Y2E=, cidr: 10.100.0.0/16}"


@pytest.mark.parametrize(
    ("version", "kind", "expected"),
    [
        ("node.eks.aws/v1alpha1", "NodeConfig", []),
        ("node.eks.aws/v1beta1", "NodeConfig", [Level.UNKNOWN]),
        ("node.eks.aws/v1", "NodeConfig", [Level.UNKNOWN]),
        ("node.eks.aws/v1alpha", "NodeConfig", [E]),
        ("node.eks.aws/1alpha1", "NodeConfig", [E]),
        ("node.eks.aws/V1alpha1", "NodeConfig", [E]),
        ("node.eks.aws", "NodeConfig", [E]),
        ("v1", "NodeConfig", [E]),
        ("node.eks.aws/v1alpha1", "nodeconfig", [E]),
        ("node.eks.aws/v1alpha1", "", [E]),
    ],
)
def test_a_node_config_of_another_kind(version: str, kind: str, expected: list[Level]) -> None:
    text = f"apiVersion: {version}\nkind: {kind}\nspec: {{cluster: {CLUSTER}}}\n# node.eks.aws\n"
    data = with_user_data(MIME.format("application/node.eks.aws", text))
    assert levels(data, "TRN517") == expected


JOINING = f"apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec: {{cluster: {CLUSTER}}}\n"
LACKING = "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec: {cluster: {name: c}}\n"


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{last}'] * 9)}]\n" for last, name in pairwise("abcdefghijkl")
)


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (f"{JOINING}x: {'[' * 5000}\n", [Level.UNKNOWN]),
        (f"{JOINING}x: {'9' * 5000}\n", [Level.UNKNOWN]),
        (f"{JOINING}x: [\n", [E]),
        (f"{BOMB}{LACKING.replace('name: c', 'name: *l')}", [E]),
        (f"{BOMB}{JOINING}", []),
        (f"{BOMB}apiVersion: *g\nkind: *g\n# node.eks.aws\n", [E]),
    ],
    ids=["deep", "number", "no YAML", "name", "joining", "version"],
)
def test_a_node_config_that_unfolds_without_end(config: str, expected: list[Level]) -> None:
    data = with_user_data(part_of(config))
    found = [item for item in findings(data) if item.id == "TRN517"]
    assert [item.level for item in found] == expected
    assert all(len(item.message) < 400 for item in found)


def test_of_node_configs_longer_than_is_read_nothing_is_said() -> None:
    data = with_packed(part_of(LACKING + "# a long comment\n" * 10_000))
    assert levels(data, "TRN517") == [Level.UNKNOWN]


CURL = '#!/bin/bash\nset -e\ncurl -H "Content-Type: multipart/mixed" https://x\n'
WRITES = f"#!/bin/bash\ncat > x <<E\n{HEAD}--B\n{PART}--B--\nE\n"


@pytest.mark.parametrize("script", [CURL, WRITES, WRITES.replace(VERSION, ""), f"#cloud-config\nx: |\n  {CURL}"])
def test_what_only_names_or_writes_a_mime_document_is_none(script: str) -> None:
    assert not {item.id for item in findings(with_user_data(script))} & {"TRN528", "TRN529"}


@pytest.mark.parametrize(
    "rest",
    [
        "Content-Type: message/rfc822\n\n" * 1000,
        "--B\n" * 150_000,
        "\r--B\r" * 100_000,
        f'Content-Type: multipart/mixed; x="{";" * 200_000}\n\n',
        f"Content-Type: text/plain\n\n{base64.b64encode(gzip.compress(b'#!' + b' ' * 500_000)).decode()}\n--B\n" * 9,
    ],
    ids=["levels", "parts", "other line ends", "parameters", "characters"],
)
def test_mime_of_more_than_is_read_is_unknown_and_told_in_time(rest: str) -> None:
    found = [(item.id, item.level) for item in findings(with_packed(f"{HEAD}--B\n{rest}"))]
    assert [item for item in found if item[1] in (E, Level.UNKNOWN)] == [("TRN528", Level.UNKNOWN)]


def test_lines_of_a_script_that_begin_with_hyphens_are_no_parts() -> None:
    script = "#!/bin/sh\ncat <<E\n" + "--option\n" * 1_100 + "E\n"
    found = findings(with_packed(f"{HEAD}--B\nContent-Type: text/x-shellscript\n\n{script}--B--\n"))
    assert "TRN528" not in {item.id for item in found}


UBUNTU = "resolve:ssm:/aws/service/neuron/dlami/multi-framework/ubuntu-22.04/latest/image_id"


def script_part(body: str) -> str:
    return f"{HEAD}--B\nContent-Type: text/x-shellscript\n\n{body}\n--B--\n"


@pytest.mark.parametrize(
    ("text", "by_id", "by_path"),
    [
        ("#!/bin/sh\necho", [], []),
        ("#cloud-config\npackages: [x]", [], []),
        ("\n#cloud-config\npackages: [x]", [], []),
        ("## template: jinja\n#cloud-config", [], []),
        ("\n#!/bin/sh\necho", [E], [E]),
        ("  #!/bin/sh\n  echo", [E], [E]),
        ("echo hi", [W], [E]),
        ("[settings.kubernetes]\n", [], [E]),
        ("---\napiVersion: node.eks.aws/v1alpha1\n", [], []),
        (" \n", [], []),
        ({"Fn::Sub": "${Words}\necho"}, [Level.UNKNOWN], [Level.UNKNOWN]),
        ({"Fn::Sub": "#!/bin/sh\n${Words}"}, [], []),
        ({"Ref": "Words"}, [], []),
        (script_part("#!/bin/sh\necho"), [], []),
        (script_part("\n#!/bin/sh\necho"), [E], [E]),
        (script_part("echo hi"), [E], [E]),
        (script_part("#cloud-config\n"), [], []),
        (f"{HEAD}--B\n\n{PART}--B--\n", [E], [E]),
        (f"{HEAD}--B\nContent-Type: text/cloud-config\n\npackages: [x]\n--B--\n", [], []),
        (f"{HEAD}--C\n{PART}--C--\n", [], []),
        (f"{VERSION}{PART}", [], []),
        (f"\n{VERSION}{PART}", [E], [E]),
        (f"{VERSION}Content-Type: text/cloud-config\n\npackages: [x]\n", [], []),
        (f"{VERSION}{NOTES}{HEAD.removeprefix(VERSION)}--B\n{PART}--B--\n", [], []),
        (f"{HEAD.replace('mixed', 'alternative')}--B\n{PART}--B--\n", [], []),
        (f"{HEAD}--B\nContent-Type: text/plain\n\na note\n--B\n{PART}--B--\n", [W], [W]),
        (f"{HEAD.removeprefix(VERSION)}--B\n{PART}--B--\n", [E], [E]),
        (f"{HEAD.removeprefix(VERSION)}--B\nContent-Type: application/node.eks.aws\n\nkind: x\n--B--\n", [], []),
    ],
)
def test_scripts_that_no_node_runs_for_how_they_begin(text: object, by_id: list[Level], by_path: list[Level]) -> None:
    assert levels(with_user_data(text), "TRN529") == by_id
    on_path = changed(with_user_data(text), lambda one: launch_of(one).update(ImageId=UBUNTU))
    assert levels(on_path, "TRN529") == by_path


@pytest.mark.parametrize(("config", "expected"), [(JOINING, []), (LACKING, [E])])
def test_what_is_encoded_within_a_text_is_decoded_again(config: str, expected: list[Level]) -> None:
    head = f"{HEAD}--B\nContent-Type: application/node.eks.aws\nContent-Transfer-Encoding: base64\n\n"
    text = {"Fn::Join": ["", [head, {"Fn::Base64": config}, "\n--B--\n"]]}
    assert levels(with_user_data(text), "TRN517") == expected
    inner = {"Fn::Sub": f"# of ${{Words}}\n{config}"}  # a hole inside what is encoded
    assert levels(with_user_data({"Fn::Join": ["", [head, {"Fn::Base64": inner}, "\n--B--\n"]]}), "TRN517") == expected


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)  # the same in each process: test ids hold it


def base64_of(data: str | bytes) -> str:
    return base64.b64encode(data.encode() if isinstance(data, str) else data).decode()


def part_of(text: str, *lines: str) -> str:
    head = "\n".join(["Content-Type: application/node.eks.aws", *lines])
    return f"{HEAD}--B\n{head}\n\n{text}\n--B--\n"


@pytest.mark.parametrize(("config", "expected"), [(JOINING, []), (LACKING, [E])])
@pytest.mark.parametrize(
    "packed",
    [
        lambda config: {"Fn::Base64": part_of(base64_of(config))},
        lambda config: {"Fn::Base64": part_of(base64_of(config), "Content-Transfer-Encoding: base64")},
        lambda config: {"Fn::Base64": part_of(base64_of(gzipped(config.encode())))},
        lambda config: base64_of(gzipped(part_of(config).encode())),
        lambda config: base64_of(base64_of(part_of(config))),
    ],
)
def test_what_nodes_unpack_is_unpacked(packed: Callable[[str], object], config: str, expected: list[Level]) -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(UserData=packed(config)))
    assert levels(data, "TRN517") == expected


def test_a_bomb_in_user_data_is_not_blown_up() -> None:
    bomb = base64_of(gzipped(b"#!/bin/sh\n" + b" " * 50_000_000))
    data = changed(cluster(), lambda one: launch_of(one).update(UserData=bomb))
    assert [item.id for item in findings(data) if item.level is E] == ["TRN510"]


AL2023 = "resolve:ssm:/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/neuron/recommended/image_id"
LONG = "# " + "a long comment, which gzip makes short\n# " * 1000 + "\n"
NO_BOUNDARY = f"Content-Type: multipart/mixed\n\n{LONG}"
WRONG_PART = f"{HEAD}--B\nContent-Type: text/x-shellscript\n\n{JOINING}{LONG}\n--B--\n"


def with_packed(text: str) -> Data:
    def change(data: Data) -> None:
        launch_of(data).update(ImageId=AL2023, UserData=base64_of(gzipped(text.encode())))

    return changed(cluster(), change)


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("TRN517", part_of(LACKING + LONG), [E]),
        ("TRN517", part_of(JOINING + LONG), []),
        ("TRN521", WRONG_PART, [E]),
        ("TRN525", f"#!/bin/sh\n{LONG}", [E]),
        ("TRN525", part_of(JOINING + LONG), []),
        ("TRN528", NO_BOUNDARY, [E]),
        ("TRN510", part_of(JOINING + LONG), []),
    ],
)
def test_what_is_small_when_sent_is_read_however_large_it_unpacks(rule: str, text: str, expected: list[Level]) -> None:
    assert len(text) > 16384
    assert levels(with_packed(text), rule) == expected


@pytest.mark.parametrize("value", ["", {"Fn::Base64": ""}, {"Fn::Base64": "\n"}])
def test_empty_user_data_tells_no_node_its_cluster(value: object) -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(ImageId=AL2023, UserData=value))
    assert levels(data, "TRN525") == [E]


def test_of_what_is_too_large_to_unpack_the_rest_is_unknown() -> None:
    assert levels(with_packed(LACKING + "# x\n" * 1_000_000), "TRN517") == [Level.UNKNOWN]
    assert levels(with_packed("#!/bin/sh\n" + "# x\n" * 1_000_000), "TRN525") == [Level.UNKNOWN]


def test_bytes_that_are_no_text_count_as_the_bytes_they_are() -> None:
    noise = b"".join(hashlib.sha256(str(at).encode()).digest() for at in range(400))
    packed = gzipped(b"#!/bin/sh\n# " + base64.b64encode(noise)[:14000])
    assert 8000 < len(packed) < 16384 < len(packed.decode("utf-8", "replace").encode())
    data = changed(cluster(), lambda one: launch_of(one).update(UserData=base64_of(packed)))
    assert levels(data, "TRN510") == []


@pytest.mark.parametrize("beside", [{}, {"x": 1}])
def test_what_a_macro_makes_of_user_data_is_unknown(beside: dict[str, int]) -> None:
    made = {"Fn::Transform": {"Name": "Own"}, **beside}
    assert levels(with_user_data(made), "TRN510") == [Level.UNKNOWN]


def encoded_often(times: int, text: object) -> object:
    return text if not times else {"Fn::Base64": encoded_often(times - 1, text)}


@pytest.mark.parametrize(
    "text",
    [
        encoded_often(100, "#!/bin/sh"),
        {"Fn::Sub": ["${A}" * 9000, {"A": {"Fn::Base64": {"Fn::Sub": "y" * 500_000 + "${Words}"}}}]},
    ],
    ids=["in itself", "many times"],
)
def test_what_grows_by_encoding_is_given_up_and_told(text: object) -> None:
    assert levels(with_user_data(text), "TRN510") == [Level.UNKNOWN]


SHORT, FULL = "#!/bin/bash\n" + "x" * 16_368, "#!/bin/bash\n" + "x" * 16_373


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (["", [SHORT, {"Ref": "AWS::StackName"}]], [Level.UNKNOWN]),
        (["", [SHORT[:15_000], {"Ref": "AWS::StackName"}]], []),
        (["", [FULL, {"Ref": "AWS::StackName"}]], [E]),
        (["", [SHORT, "{{resolve:ssm:/a/very/long/name}}"]], [Level.UNKNOWN]),
        (["", [SHORT, "{{resolve:ssm:/a/", {"Ref": "AWS::StackName"}, "/name}}"]], [Level.UNKNOWN]),
        (["", [FULL, "{{resolve:ssm:/a/very/long/name}}"]], [E]),
        (["", ["{{resolve:ssm:/a}}"]], [Level.UNKNOWN]),
    ],
)
def test_a_hole_is_not_as_long_as_its_name(text: object, expected: list[Level]) -> None:
    assert levels(with_user_data({"Fn::Join": text}), "TRN510") == expected


@pytest.mark.parametrize(("size", "expected"), [(13_000, [E]), (12_280, [Level.UNKNOWN]), (9_000, [])])
def test_what_is_encoded_twice_is_sent_a_third_longer(size: int, expected: list[Level]) -> None:
    text = {"Fn::Base64": {"Fn::Join": ["", ["x" * size, {"Ref": "AWS::StackName"}]]}}
    assert levels(with_user_data(text), "TRN510") == expected


@pytest.mark.parametrize(("last", "expected"), [("x", [E]), ({"Ref": "Words"}, [Level.UNKNOWN])])
def test_what_unfolds_without_end_is_too_large(last: object, expected: list[Level]) -> None:
    text = last
    for _ in range(24):
        text = {"Fn::Sub": ["${a}${a}", {"a": text}]}
    assert levels(with_user_data(text), "TRN510") == expected


def test_what_is_encoded_of_a_resource_is_not_taken_for_known() -> None:
    text = {"Fn::Join": ["", ["#!/bin/sh\n" + "x" * 16_000, {"Fn::Base64": {"Ref": "Sg"}}]]}
    assert levels(with_user_data(text), "TRN510") == []
    value = Encoded(Reference("t", "Sg"))
    assert not value.known
    assert not Encoded(value).known
    assert Encoded(Encoded("x")).known


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (base64_of(gzipped(b"#!/bin/sh\n")), []),
        ({"Fn::Base64": base64_of(gzipped(b"#!/bin/sh\n"))}, [W]),
        ({"Fn::Base64": {"Fn::Base64": {"Ref": "AWS::StackId"}}}, [W]),
    ],
)
def test_what_is_encoded_twice_is_told_whatever_it_packs(value: object, expected: list[Level]) -> None:
    assert levels(changed(cluster(), lambda one: launch_of(one).update(UserData=value)), "TRN524") == expected


def test_what_is_encoded_twice_is_measured_as_it_is_sent() -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(UserData={"Fn::Base64": {"Fn::Base64": "x" * 16000}}))
    assert levels(data, "TRN510") == [E]


NVIDIA = "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id"
AMI, PINNED = {"Ref": "Ami"}, "ami-0123456789abcdef0"
OVERRIDE = {"InstanceType": "trn2.48xlarge", "WeightedCapacity": "1"}
LT = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}


def configured(*items: Data) -> Data:
    return compute_environment(InstanceTypes=["trn2.48xlarge"], Ec2Configuration=list(items))


def overriding(*overrides: Data) -> Data:
    launch = {"LaunchTemplateSpecification": LT, "Overrides": [{**OVERRIDE, **item} for item in overrides]}
    group = auto_scaling_group(MixedInstancesPolicy={"LaunchTemplate": launch})
    del group["Properties"]["LaunchTemplate"]
    return group


@pytest.mark.parametrize(
    ("group", "own", "expected"),
    [
        (configured({"ImageType": "ECS_AL2023", "ImageIdOverride": AMI}), None, [E]),
        (configured({"ImageType": "ECS_AL2023", "ImageIdOverride": AMI}), PINNED, [E]),
        (configured({"ImageType": "ECS_AL2023", "ImageIdOverride": PINNED}), AMI, []),
        (configured({"ImageType": "ECS_AL2023_NVIDIA", "ImageIdOverride": PINNED}), None, []),
        (compute_environment(InstanceTypes=["trn2.48xlarge"], ImageId=AMI), None, [E]),
        (compute_environment(InstanceTypes=["trn2.48xlarge"], ImageId=PINNED), AMI, []),
        (compute_environment(InstanceTypes=["trn2.48xlarge"]), AMI, [E]),
        (pcs_group(AmiId=AMI), None, [E]),
        (pcs_group(AmiId=PINNED), AMI, []),
        (overriding({"ImageId": AMI}), PINNED, [E]),
        (overriding({"ImageId": PINNED}), AMI, []),
        (overriding({"ImageId": PINNED}, {}), AMI, [E]),
        (overriding({"ImageId": PINNED, "LaunchTemplateSpecification": LT}), AMI, []),
    ],
)
def test_a_group_may_name_the_image_in_place_of_its_launch_template(
    group: Data, own: Any, expected: list[Level]
) -> None:
    data = changed(with_image(NVIDIA, ImageId=own), lambda one: one["Resources"].update(Asg=group))
    if own is None:
        del launch_of(data)["ImageId"]
    assert levels(data, "TRN506") == expected
    assert levels(data, "TRN523") == []


def entry(kind: str, image: Any = None) -> Data:
    return {"ImageType": kind, **({"ImageIdOverride": image} if image else {})}


AL, GPU = "ECS_AL2023", "ECS_AL2023_NVIDIA"


@pytest.mark.parametrize(
    ("types", "items", "expected"),
    [
        (["trn2.48xlarge"], [entry(AL, AMI), entry(GPU, PINNED)], [E]),
        (["trn2.48xlarge"], [entry(AL, PINNED), entry(GPU, AMI)], []),
        (["trn2"], [entry(GPU, AMI), entry(AL, PINNED)], []),
        (["trn2"], [entry(GPU, PINNED), entry(AL, AMI)], [E]),
        (["trn2.48xlarge", "p5.48xlarge"], [entry(AL, PINNED), entry(GPU, AMI)], []),
        (["trn2.48xlarge", "p5.48xlarge"], [entry(AL, AMI), entry(GPU, AMI)], [E]),
        (["trn2.48xlarge"], [entry(AL, PINNED), entry(GPU)], []),
        (["trn2.48xlarge"], [entry(AL), entry(GPU)], [W]),  # without drivers
        (["trn2.48xlarge"], [entry(GPU)], [E]),
        (["trn2.48xlarge"], [entry("ECS_AL2", AMI), entry(AL, AMI)], [E]),
        (["trn2.48xlarge"], [entry("ECS_AL2", PINNED), entry(AL, AMI)], []),  # which of them is not documented
    ],
)
def test_of_several_configurations_of_batch_that_of_the_type_counts(
    types: list[str], items: list[Data], expected: list[Level]
) -> None:
    group = compute_environment(InstanceTypes=types, Ec2Configuration=items)
    data = changed(with_image(NVIDIA), lambda one: one["Resources"].update(Asg=group))
    del launch_of(data)["ImageId"]
    assert levels(data, "TRN506") == expected
    assert levels(data, "TRN523") == []


def test_which_of_two_images_batch_takes_is_unknown() -> None:
    items = [entry("ECS_AL2", PINNED), entry(AL, "ami-0123456789abcdef1")]
    data = changed(cluster(), lambda one: one["Resources"].update(Asg=configured(*items)))
    assert levels(data, "TRN501") == [U]


@pytest.mark.parametrize(
    ("kind", "image", "expected"),
    [
        ("Custom::Ami", {"Fn::GetAtt": ["Made", "Id"]}, [U]),
        ("AWS::CloudFormation::CustomResource", {"Ref": "Made"}, [U]),
        ("AWS::CloudFormation::Stack", {"Fn::GetAtt": ["Made", "Outputs.Ami"]}, [U]),
        ("AWS::ImageBuilder::Image", {"Fn::GetAtt": ["Made", "ImageId"]}, []),
        ("Custom::Ami", {"Fn::ImportValue": "ami"}, [U]),
    ],
)
def test_an_image_that_a_resource_answers_is_unknown(kind: str, image: Any, expected: list[Level]) -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(ImageId=image))
    data["Resources"]["Made"] = {"Type": kind, "Properties": {"ServiceToken": "arn"}}
    assert levels(data, "TRN501") == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/aws/service/ami-windows-latest/Windows_Server-2022-English-Full-Base", [W]),
        ("/aws/service/ami-windows-latest/Windows_Server-2022-English-Full-Base:3", []),
        ("/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64", [W]),
    ],
)
def test_what_stands_below_latest_floats(path: str, expected: list[Level]) -> None:
    assert levels(with_image(path), "TRN501") == expected


@pytest.mark.parametrize(
    ("group", "place"),
    [
        (
            configured({"ImageType": "ECS_AL2023", "ImageIdOverride": AMI}),
            "Properties.ComputeResources.Ec2Configuration.0.ImageIdOverride",
        ),
        (compute_environment(InstanceTypes=["trn2.48xlarge"], ImageId=AMI), "Properties.ComputeResources.ImageId"),
        (pcs_group(AmiId=AMI), "Properties.AmiId"),
        (
            overriding({}, {"ImageId": AMI}),
            "Properties.MixedInstancesPolicy.LaunchTemplate.Overrides.1.ImageId",
        ),
    ],
)
def test_a_finding_is_where_the_group_names_the_image(group: Data, place: str) -> None:
    data = changed(with_image(NVIDIA, ImageId=PINNED), lambda one: one["Resources"].update(Asg=group))
    found = [item.subject for item in findings(data) if item.id in ("TRN501", "TRN506")]
    assert {(item.logical_id, item.property) for item in found} == {("Asg", place)}


@pytest.mark.parametrize(
    ("group", "place"),
    [
        (
            configured({"ImageType": "ECS_AL2023", "ImageIdOverride": "/aws/x"}),
            "ComputeResources.Ec2Configuration.0.ImageIdOverride",
        ),
        (compute_environment(InstanceTypes=["trn2.48xlarge"], ImageId="/aws/x"), "ComputeResources.ImageId"),
        (compute_environment(LaunchTemplate=None, ImageId="/aws/x"), "ComputeResources.ImageId"),
        (pcs_group(AmiId="/aws/x"), "AmiId"),
        (overriding({}, {"ImageId": "/aws/x"}), "MixedInstancesPolicy.LaunchTemplate.Overrides.1.ImageId"),
    ],
)
def test_an_id_that_is_none_is_told_where_the_group_says_it(group: Data, place: str) -> None:
    if group["Properties"].get("ComputeResources", {}).get("LaunchTemplate", True) is None:
        del group["Properties"]["ComputeResources"]["LaunchTemplate"]
    data = changed(cluster(), lambda one: one["Resources"].update(Asg=group))
    found = [item.subject for item in findings(data) if item.id == "TRN522"]
    assert [(item.logical_id, item.property) for item in found] == [("Asg", f"Properties.{place}")]
