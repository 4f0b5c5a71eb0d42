"""What a node boots: its image, and user data that its service and EC2 take."""

from __future__ import annotations

import base64
import gzip
from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, auto_scaling_group, changed, cluster, findings
from tests.review.test_rules import (
    MIME,
    NODE_CONFIG,
    add,
    both,
    compute_environment,
    fleet,
    image,
    managed_group,
    mime_part,
    on_group,
    on_launch,
    pcs_group,
    without,
)

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
SCRIPT = "#!/bin/bash\nyum update -y\n"
CURL = 'curl -H "Content-Type: multipart/mixed" https://x\n'
AL2023 = "/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/neuron/recommended/image_id"
OWN = "/mine/image_id"
SPECIFIED = {"LaunchTemplateSpecification": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}}

IMAGE = {"ImageId": "ami-0123456789abcdef0"}


def levels(rule: str, *changes: Change) -> list[Level]:
    return [item.level for item in findings(changed(cluster(), both(*changes))) if item.id == rule]


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def overriding(*overrides: dict[str, Any]) -> Change:
    def change(data: dict[str, Any]) -> None:
        group = data["Resources"]["Asg"]["Properties"]
        del group["LaunchTemplate"]
        group["MixedInstancesPolicy"] = {"LaunchTemplate": {**SPECIFIED, "Overrides": list(overrides)}}

    return change


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (add(Asg=fleet()), [E]),
        (
            add(Asg=fleet(LaunchTemplateConfigs=[{**SPECIFIED, "Overrides": [{"ImageId": "ami-0123456789abcdef0"}]}])),
            [],
        ),
        (add(Asg={"Type": "AWS::EC2::Instance", "Properties": SPECIFIED["LaunchTemplateSpecification"]}), [E]),
        (add(Asg=pcs_group()), [W]),
        (add(Asg=pcs_group(AmiId="ami-0123456789abcdef0")), []),
        (add(Asg=managed_group(AmiType="AL2023_x86_64_NEURON")), []),
        (add(Asg=compute_environment()), []),
        (overriding({"InstanceType": "trn2.48xlarge"}), [E]),
        (overriding({"InstanceType": "trn2.48xlarge", **IMAGE}), []),
        (on_launch(InstanceType="trn3-gen2"), []),
        (on_launch(**{"Fn::Transform": {"Name": "AWS::Include", "Parameters": {"Location": "s3://b/x"}}}), []),
    ],
)
def test_who_needs_an_image(change: Change, expected: list[Level]) -> None:
    assert levels("TRN523", without("ImageId"), change) == expected


@pytest.mark.parametrize("group", [compute_environment(), pcs_group(), managed_group()])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SCRIPT, [E]),
        (SCRIPT + CURL, [E]),
        (f"{SCRIPT}cat > x <<E\n{MIME}E\n", [E]),
        (MIME, []),
        ({"Fn::Sub": "${AWS::StackName} x"}, [U]),
        ({"Fn::Sub": "${AWS::StackName}\nContent-Type: multipart/mixed; boundary=B\n\n--B--\n"}, []),
        ("", []),
    ],
)
def test_services_merge_multipart_documents(group: dict[str, Any], text: Any, expected: list[Level]) -> None:
    merged = without("ImageId") if group["Type"] == "AWS::EKS::Nodegroup" else on_launch()
    assert levels("TRN512", add(Asg=group), merged, on_launch(UserData={"Fn::Base64": text})) == expected


def packed(text: str) -> str:
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


@pytest.mark.parametrize(
    ("group", "image", "data", "expected"),
    [
        (managed_group(), None, packed(MIME), [E]),  # terraform-provider-aws issue 15007
        (managed_group(), None, packed(SCRIPT), [E]),
        (managed_group(), None, encoded(encoded(MIME)), [U]),
        (managed_group(), None, encoded(MIME), []),
        (managed_group(), "ami-0123456789abcdef0", packed(MIME), []),  # amazon-eks-ami issues 1734 and 1762
        (managed_group(AmiType="BOTTLEROCKET_x86_64"), None, packed("[settings]"), []),
        (compute_environment(), None, packed(MIME), [U]),
        (pcs_group(), None, packed(MIME), [U]),
        (auto_scaling_group(), None, packed(MIME), []),
    ],
)
def test_what_is_packed_is_no_document_for_who_merges(group: Any, image: Any, data: str, expected: list[Level]) -> None:
    change = without("ImageId") if image is None else on_launch(ImageId=image)
    assert levels("TRN512", add(Asg=group), change, on_launch(UserData=data)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (SCRIPT, [E]),
        (encoded(SCRIPT), []),
        ("\n".join(encoded(SCRIPT * 9)[at : at + 76] for at in range(0, 400, 76)), []),
        (encoded(SCRIPT).rstrip("=")[:-1], [W]),
        ({"Fn::Sub": "#!/bin/bash\n${AWS::StackName}"}, [E]),
        ({"Fn::Join": ["", [{"Fn::Base64": {"Ref": "AWS::StackName"}}]]}, []),
        ({"Fn::Sub": "YWJj${AWS::StackName}"}, [U]),
        ({"Fn::Base64": {"Fn::Base64": SCRIPT}}, [W]),
        ({"Fn::Base64": encoded(SCRIPT)}, [W]),
        (encoded(encoded(SCRIPT)), [W]),
        ({"Fn::Base64": SCRIPT}, []),
        ({"Fn::Base64": {"Fn::Join": ["", [SCRIPT, "echo ", {"Fn::Base64": SCRIPT}, " | base64 -d"]]}}, []),
    ],
)
def test_user_data_is_base64_once(value: Any, expected: list[Level]) -> None:
    assert levels("TRN524", on_launch(UserData=value)) == expected


OURS = add(Asg=managed_group(AmiType="CUSTOM"))
BATCH = add(Asg=compute_environment())
UNUSED = add(Asg=None)
JOINING = mime_part("application/node.eks.aws", NODE_CONFIG)


@pytest.mark.parametrize(
    ("path", "group", "text", "expected"),
    [
        (AL2023, OURS, None, [E]),
        (AL2023, OURS, mime_part("text/x-shellscript", SCRIPT), [E]),
        (AL2023, OURS, JOINING, []),
        (AL2023, on_group(), SCRIPT, [E]),
        (AL2023, on_group(), f"{SCRIPT}aws s3 cp s3://b/join.sh .\n", [U]),
        (AL2023, on_group(), f"{SCRIPT}cat > c <<E\n{NODE_CONFIG}E\nnodeadm init -c file://c\n", []),
        (AL2023, on_group(), {"Fn::Sub": "#!/bin/sh\n${AWS::StackName}"}, [U]),
        (AL2023, BATCH, None, []),
        (AL2023, UNUSED, None, []),
        (OWN, OURS, None, [U]),
        (OWN, OURS, JOINING, []),
        (OWN, OURS, "[settings.kubernetes]\ncluster-name = 'c'\n", []),
        (OWN, OURS, "#!/bin/sh\n/etc/eks/bootstrap.sh c\n", []),
        (OWN, on_group(), None, []),
    ],
)
def test_nodes_of_an_own_image_are_told_how_to_join(path: str, group: Change, text: Any, expected: list[Level]) -> None:
    told = on_launch() if text is None else on_launch(UserData={"Fn::Base64": text})
    assert levels("TRN525", image(path), group, told) == expected


def test_a_bare_image_id_of_a_node_group_may_be_of_any_system() -> None:
    assert levels("TRN525", OURS) == [U]
