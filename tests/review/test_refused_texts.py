"""Ids, texts and counts that AWS refuses, and what looks like them and is taken."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import changed, cluster, findings, group_of, launch_of

E, W = Level.ERROR, Level.WARNING
SCRIPT = "#!/bin/bash\n"


def levels(rule: str, data: dict[str, Any]) -> list[Level]:
    return [item.level for item in findings(data) if item.id == rule]


def on_security_group(**values: Any) -> dict[str, Any]:
    return changed(cluster(), lambda data: data["Resources"]["Sg"]["Properties"].update(values))


def with_user_data(text: Any) -> dict[str, Any]:
    return changed(cluster(), lambda data: launch_of(data).update(UserData={"Fn::Base64": text}))


@pytest.mark.parametrize(
    "values",
    [
        {"GroupDescription": "it's"},
        {"GroupDescription": "x" * 256},
        {"GroupDescription": "two\nlines"},
        {"GroupDescription": {"Fn::Sub": "${AWS::StackName}'s nodes"}},
        {"GroupDescription": {"Fn::Join": [" > ", ["a", {"Ref": "AWS::StackName"}]]}},
        {"GroupDescription": {"Fn::Sub": "${AWS::StackName}" + "x" * 256}},
        {"GroupName": "n\N{LATIN SMALL LIGATURE OE}ud"},
        {"GroupName": "sg-training"},
        {"VpcId": ""},
        {"VpcId": "subnet-0a1b2c3d"},
        {"SecurityGroupEgress": [{"IpProtocol": "-1", "CidrIp": "10.0.0.0/8", "Description": "a > b"}]},
    ],
)
def test_texts_of_a_security_group_that_ec2_refuses(values: dict[str, Any]) -> None:
    assert levels("TRN210", on_security_group(**values)) == [E]


@pytest.mark.parametrize(
    "values",
    [
        {"GroupDescription": "x" * 255},
        {"GroupDescription": "aZ9 ._-:/()#,@[]+=&;{}!$*"},
        {"GroupDescription": {"Fn::Sub": "of ${AWS::StackName}"}},
        {"VpcId": "{{resolve:ssm:vpc}}"},
        {"VpcId": "vpc-12345"},
        {"VpcId": {"Fn::ImportValue": "vpc"}},
        {"VpcId": {"Ref": "Vpc"}},
    ],
)
def test_texts_of_a_security_group_that_ec2_takes_or_only_a_deployment_tells(values: dict[str, Any]) -> None:
    assert levels("TRN210", on_security_group(**values)) == []


@pytest.mark.parametrize(
    ("subnet", "expected"),
    [
        ("private-a", [E]),
        ("vpc-0a1b2c3d", [E]),
        ("subnet-0a1b2c3d", []),
        ("subnet-1,subnet-2", []),
        ("{{resolve:ssm:subnet}}", []),
        ("dummy-value-for-/net/subnet", []),
        ({"Fn::ImportValue": "subnet"}, []),
    ],
)
def test_the_form_of_a_subnet_id(subnet: Any, expected: list[Level]) -> None:
    data = changed(cluster(), lambda data: group_of(data).update(VPCZoneIdentifier=[subnet]))
    assert levels("TRN129", data) == expected


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("arn:aws:ec2:us-east-2:111122223333:security-group/sg-0a1b2c3d", [E]),
        ("subnet-0a1b2c3d", [E]),
        ("sg-0a1b2c3d", []),
        ({"Fn::ImportValue": "group"}, []),
        ("{{resolve:ssm:group}}", []),
    ],
)
def test_the_form_of_a_security_group_id(group: Any, expected: list[Level]) -> None:
    def on_interfaces(data: dict[str, Any]) -> None:
        for nic in launch_of(data)["NetworkInterfaces"]:
            nic["Groups"] = [group]

    assert levels("TRN211", changed(cluster(), on_interfaces)) == expected
    at_top = changed(cluster(), lambda data: launch_of(data).update(SecurityGroupIds=[group]))
    assert levels("TRN211", at_top) == expected
    named = changed(cluster(), lambda data: launch_of(data).update(SecurityGroups=["training"]))
    assert levels("TRN211", named) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SCRIPT + "echo ${AWS::StackName}", [E]),
        ({"Fn::Join": ["", [SCRIPT, "echo ${AWS::Region} ", {"Ref": "AWS::Region"}]]}, [E]),
        (SCRIPT + "cat > t.yaml <<'EOF'\n${AWS::Region}\nEOF\n", [W]),
        (SCRIPT + "echo '${AWS::Region}'", [W]),
        (SCRIPT + "# see ${AWS::StackName}\nexit 0\n", [W]),
        (SCRIPT + r"echo \${AWS::Region}", [W]),
        ("#cloud-config\nruncmd: [echo ${AWS::Region}]\n", [W]),
        ({"Fn::Sub": SCRIPT + "echo ${AWS::Region} ${AWS::StackName}"}, []),
        ({"Fn::Join": ["", [SCRIPT, {"Fn::Sub": "echo ${AWS::StackId}"}]]}, []),
        (SCRIPT + "echo ${HOME} ${AWS_REGION} ${aws:InstanceId}", []),
    ],
)
def test_pseudo_parameters_that_nobody_fills_in(text: Any, expected: list[Level]) -> None:
    assert levels("TRN542", with_user_data(text)) == expected


def test_the_name_of_a_placement_group_that_nobody_fills_in() -> None:
    def change(name: Any) -> dict[str, Any]:
        return changed(cluster(), lambda data: launch_of(data).update(Placement={"GroupName": name}))

    assert levels("TRN542", change("${AWS::StackName}-pg")) == [W]
    assert levels("TRN542", change({"Fn::Sub": "${AWS::StackName}-pg"})) == []


POLICIES = {
    "creation": {"CreationPolicy": {"ResourceSignal": {"Count": 4, "Timeout": "PT15M"}}},
    "update": {"UpdatePolicy": {"AutoScalingRollingUpdate": {"WaitOnResourceSignals": "true"}}},
    "none": {"CreationPolicy": {"ResourceSignal": {"Count": 0}}},
    "no signals": {"UpdatePolicy": {"AutoScalingRollingUpdate": {"PauseTime": "PT5M"}}},
}


@pytest.mark.parametrize(
    ("policy", "text", "expected"),
    [
        ("creation", "echo train", [W]),
        ("update", "echo train", [W]),
        ("none", "echo train", []),
        ("no signals", "echo train", []),
        ("creation", "set -ex; export A=b && B=c\nmkdir -p /opt/a || true", [W]),
        ("creation", "train", []),
        ("creation", "node /srv/boot.js", []),
        ("creation", "echo $(boot)", []),
        ("creation", "echo boot | at now", []),
        ("creation", "echo `boot`", []),
        ("creation", "aws cloudformation signal-resource", []),
        ("creation", "cfn-init -v", []),
        ("creation", "curl https://example.com/boot.sh | sh", []),
        ("creation", {"Ref": "AWS::StackName"}, []),
        ("creation", None, []),
        ("creation", "# the nodes join\n/etc/eks/bootstrap.sh training\n", [W]),
        ("creation", "echo ECS_CLUSTER=training >> /etc/ecs/ecs.config", [W]),
        ("creation", "/etc/eks/bootstrap.sh training\n/opt/ours/ready", []),
        ("creation", "sudo ./ready", []),
        ("creation", "cd /opt && /opt/ready", []),
        ("creation", "curl -s boot.example.com | bash", []),
        ("creation", "docker run boot", []),
        ("creation", "ansible-pull -U git@example.com:boot", []),
        ("creation", "dnf install -y boot", []),
        ("creation", "systemctl start boot", []),
    ],
)
def test_signals_that_nobody_sends(policy: str, text: Any, expected: list[Level]) -> None:
    def change(data: dict[str, Any]) -> None:
        data["Resources"]["Asg"].update(POLICIES[policy])
        if text is not None:
            body = SCRIPT + text if isinstance(text, str) else {"Fn::Join": ["", [SCRIPT, text]]}
            launch_of(data).update(UserData={"Fn::Base64": body})

    assert levels("TRN383", changed(cluster(), change)) == expected


@pytest.mark.parametrize(
    ("sections", "expected"),
    [
        ({"Parameters": {f"P{at}": {"Type": "String", "Default": "x"} for at in range(201)}}, [E]),
        ({"Mappings": {f"M{at}": {"a": {"b": "c"}} for at in range(201)}}, [E]),
        ({"Description": "\N{LATIN SMALL LETTER E WITH ACUTE}" * 513}, [E]),
        ({"Description": "x" * 1024}, []),
        ({"AWSTemplateFormatVersion": "2010-09-10"}, [E]),
        ({"AWSTemplateFormatVersion": "2010-09-09"}, []),
        ({"AWSTemplateFormatVersion": 20100909}, [E]),
        ({"AWSTemplateFormatVersion": None}, [E]),
        ({"AWSTemplateFormatVersion": {"Ref": "AWS::StackName"}}, [E]),
        ({"Description": ["of", "nodes"]}, [E]),
        ({"Description": {"Fn::Sub": "of ${AWS::StackName}"}}, [E]),
        ({"Description": None}, [E]),
        ({"Description": 5}, []),
    ],
)
def test_quotas_of_a_template(sections: dict[str, Any], expected: list[Level]) -> None:
    assert levels("TRN930", {**cluster(), **sections}) == expected
