"""NodeConfigs that nodeadm does not read, as people met them."""

from __future__ import annotations

import base64
import gzip
from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, changed, cluster, findings, launch_of
from tests.review.test_rules import NODE_CONFIG, compute_environment, managed_group, pcs_group

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
HEAD = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="B"\n\n'
CONFIG = f"--B\nContent-Type: application/node.eks.aws\n\n{NODE_CONFIG}\n"
SHELL = '--B\nContent-Type: text/x-shellscript; charset="us-ascii"\n\n#!/bin/bash\nset -ex\n\n'
JOINED = SHELL.replace("\n\n#!", "\n#!")
NESTED = f'--B\nContent-Type: multipart/mixed; boundary="C"\n\n{CONFIG.replace("--B", "--C")}--C--\n'


def booting(text: Any, group: Data | None = None, **launch: Any) -> Data:
    def change(data: Data) -> None:
        data["Parameters"] = {"Hidden": {"Type": "String"}}
        launch_of(data).update({"UserData": {"Fn::Base64": text}, **launch})
        if group is not None:
            data["Resources"]["Asg"] = group

    return changed(cluster(), change)


def managed(text: Any, kind: Any, image: Any = None) -> Data:
    group = managed_group() if kind is None else managed_group(AmiType=kind)
    data = booting(text, group, ImageId=image)
    if image is None:
        del launch_of(data)["ImageId"]
    return data


def levels(data: Data, rule: str = "TRN521") -> list[Level]:
    return [item.level for item in findings(data) if item.id == rule]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{HEAD}{CONFIG}{SHELL}--B--\n", []),
        (f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("\n", "\r\n"), []),
        (f"{HEAD}{NESTED}--B--\n", [E]),  # eksctl issue 7895
        (f"{HEAD}{CONFIG}{NESTED}--B--\n", [E]),
        (f"{HEAD}{CONFIG}{JOINED}--B--\n", [E]),  # amazon-eks-ami issue 2318
        (f"{HEAD}{JOINED}{CONFIG}--B--\n", [E]),
        (f"{HEAD.rstrip()}\n{CONFIG}--B--\n", [E]),  # amazon-eks-ami issue 1701
        (f"{HEAD}{CONFIG}", [E]),
        (f"{HEAD}{CONFIG}--B--\n".replace('"B"', "//").replace("--B", "--//"), [E]),
        (f"{HEAD}{CONFIG}--B--\n".replace('"B"', '"//"').replace("--B", "--//"), []),
        (f"{HEAD}{SHELL}--B--\n", []),
        (f"{HEAD}{JOINED}--B--\n", []),
        ("#!/bin/sh\n", []),
        ({"Fn::Sub": f"{HEAD}{CONFIG}{JOINED}--B--\n"}, [E]),
        ({"Fn::Sub": f"{HEAD}{CONFIG}{JOINED}--B--\n".replace("name: c", "name: ${Hidden}")}, [E]),
        ({"Fn::Sub": f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("set -ex", ": ${Hidden}")}, []),
        ({"Fn::Sub": f"{HEAD}{CONFIG}{JOINED}--B--\n".replace('"us-ascii"', "${Hidden}")}, [U]),
        ({"Fn::Sub": f"{HEAD}${{Hidden}}\n{CONFIG}{JOINED}--B--\n"}, [U]),
        ({"Fn::Sub": f"{HEAD}{CONFIG}${{Hidden}}"}, [U]),
        ({"Fn::If": ["C", f"{HEAD}{CONFIG}{JOINED}--B--\n", {"Ref": "AWS::NoValue"}]}, [E]),
    ],
)
def test_a_node_config_that_nodeadm_does_not_come_to(text: Any, expected: list[Level]) -> None:
    data = booting(text)
    data["Conditions"] = {"C": {"Fn::Equals": [{"Ref": "Hidden"}, "x"]}}
    assert levels(data) == expected


@pytest.mark.parametrize("kind", ["AL2023_x86_64_NEURON", "AL2_x86_64", "BOTTLEROCKET_x86_64", None, {"Ref": "Hidden"}])
def test_what_eks_merges_it_may_mend(kind: Any) -> None:
    expected = [W] if kind == "AL2023_x86_64_NEURON" else [U] if not isinstance(kind, str) else []
    assert levels(managed(f"{HEAD}{JOINED}--B--\n", kind)) == expected
    assert levels(managed(f"{HEAD}{SHELL}--B--\n", kind)) == []


def test_with_an_image_of_ones_own_eks_merges_nothing() -> None:
    text = f"{HEAD}{CONFIG}{JOINED}--B--\n"
    assert levels(managed(text, "CUSTOM", "ami-0123456789abcdef0")) == [E]
    assert levels(managed(text, "AL2023_x86_64_NEURON")) == [W]
    either = {"Fn::If": ["C", "ami-0123456789abcdef0", {"Ref": "AWS::NoValue"}]}
    data = managed(text, "AL2023_x86_64_NEURON", either)
    data["Conditions"] = {"C": {"Fn::Equals": [{"Ref": "Hidden"}, "x"]}}
    assert set(levels(data)) == {E, W}


@pytest.mark.parametrize("group", [compute_environment(), pcs_group()])
def test_of_other_services_that_merge_it_is_not_known(group: Data) -> None:
    assert levels(booting(f"{HEAD}{CONFIG}{JOINED}--B--\n", group)) == [U]
    assert levels(booting(f"{HEAD}{JOINED}--B--\n", group)) == []


def test_a_launch_template_without_image_may_be_that_of_a_managed_group() -> None:
    data = booting(f"{HEAD}{CONFIG}{JOINED}--B--\n")
    del data["Resources"]["Asg"]
    assert levels(data) == [E]
    del launch_of(data)["ImageId"]
    assert levels(data) == [U]


def test_what_is_packed_is_read_as_nodeadm_unpacks_it() -> None:
    """Nodeadm takes off one base64 and one gzip. Source: amazon-eks-ami issues 1734 and 1762."""
    whole = f"{HEAD}{CONFIG}{JOINED}--B--\n".encode()
    data = booting("")
    launch_of(data)["UserData"] = base64.b64encode(gzip.compress(whole)).decode()
    assert levels(data) == [E]
    twice = base64.b64encode(base64.b64encode(NODE_CONFIG.encode())).decode()
    assert levels(booting(f"{HEAD}{CONFIG}--B--\n".replace(NODE_CONFIG, twice)), "TRN517") == [E]
    part = f"{HEAD}{CONFIG}--B--\n".encode().replace(NODE_CONFIG.encode(), gzip.compress(NODE_CONFIG.encode()))
    launch_of(data)["UserData"] = base64.b64encode(part).decode()
    assert levels(data, "TRN517") == [U]


def test_a_drop_in_may_hold_what_a_node_config_lacks() -> None:
    lacking = f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("    cidr: 10.100.0.0/16\n", "")
    assert levels(booting(lacking), "TRN517") == [E]
    assert levels(booting(lacking.replace("set -ex", "cp x /etc/eks/nodeadm.d/x.yaml")), "TRN517") == [U]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("v1alpha1", "v1alpha", [W]),  # terraform-aws-eks issue 2985, on managed nodes
        ("v1alpha1", "v1beta1", [U]),
        ("name: c", "name: 1", [W]),
        ("    cidr: 10.100.0.0/16\n", "", []),
        ("", "", []),
    ],
)
def test_what_nodeadm_cannot_decode_eks_may_mend(old: str, new: str, expected: list[Level]) -> None:
    text = f"{HEAD}{CONFIG}{SHELL}--B--\n".replace(old, new)
    assert levels(managed(text, "AL2023_x86_64_NEURON"), "TRN517") == expected


@pytest.mark.parametrize("before", ["", "# of the cluster\n", "---\n", "# x\n\n---\n"])
def test_all_of_the_user_data_may_be_a_node_config(before: str) -> None:
    found = findings(booting(f"{before}{NODE_CONFIG}"))
    assert [item.id for item in found if item.level is not Level.INFO] == []
    assert levels(booting(f"{before}{NODE_CONFIG}".replace("v1alpha1", "v1alpha")), "TRN517") == [E]


def test_other_multiparts_are_read_alike() -> None:
    text = f"{HEAD}{CONFIG}{SHELL}--B--\n".replace("mixed", "alternative")
    assert levels(booting(text)) == []
    assert levels(booting(text.replace(SHELL, JOINED))) == [E]


FORMED = NODE_CONFIG + "  kubelet: {flags: [--v=2]}\n"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("v1alpha1", "v1alpha", [E]),  # terraform-aws-eks issue 2985
        ("apiVersion", "APIVersion", []),
        ("kind:", "Kind:", []),
        ("spec:", "Spec:", [E]),
        ("    name:", "    Name:", [E]),
        ("name: c", "name: 123", [E]),
        ("name: c", "name: '123'", []),
        ("name: c", "name: 2020-01-01", []),
        ("name: c", "name: on", [E]),
        ("10.100.0.0/16", "[10.100.0.0/16]", [E]),
        ("Y2E=", "Y2E", [E]),
        ("Y2E=", "-----BEGIN CERTIFICATE-----", [E]),
        ("Y2E=", "|\n      Y2Fj\n      Y2E=", []),
        ("[--v=2]", "--v=2", [E]),
        ("[--v=2]", "[2]", [E]),
        ("flags: [--v=2]", "config: {maxPods: 110}", []),
        ("flags: [--v=2]", "config: text", [E]),
        ("flags: [--v=2]", "own: 1", []),
        ("  kubelet: {flags: [--v=2]}\n", "  featureGates: {InstanceIdNodeName: 'true'}\n", [E]),
        ("  kubelet: {flags: [--v=2]}\n", "  instance: {environment: {default: {A: 1}}}\n", [E]),
        ("  kubelet: {flags: [--v=2]}\n", "  instance: {environment: {default: {A: '1'}}}\n", []),
        ("spec:", "---\nspec:", [E]),
        ("kind: NodeConfig\n", "kind: NodeConfig\n# x\n", []),
        ("[--v=2]}\n", "[--v=2]}\n---\nkind: x\n", []),
    ],
)
@pytest.mark.parametrize("hidden", [False, True])
def test_a_node_config_is_decoded_as_nodeadm_does(old: str, new: str, expected: list[Level], hidden: bool) -> None:
    """What nodeadm's own decoder of July 2026 answered; what is hidden elsewhere makes no doubt of it."""
    text = f"{HEAD}{CONFIG}{SHELL}--B--\n".replace(NODE_CONFIG, FORMED.replace(old, new))
    form = {"Fn::Sub": text.replace("https://e", "https://${Hidden}")} if hidden else text
    assert levels(booting(form), "TRN517") == expected
