"""TrainingCluster: a cluster file as one construct, in any app."""

from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import ClusterFileError, PropsError, TrainingCluster
from cdk_trainium.spec import ClusterSpec, parse_cluster
from cdk_trainium.spec.cluster_problems import OWN_NAMES

HEAD = "name: llama\nregion: us-east-2\nzone: us-east-2b\nimage: {id: ami-0123456789abcdef0}\n"
GROUPS = (
    "groups:\n"
    "  - {name: a, instance_type: trn1.32xlarge, node_count: 2, capacity: {kind: spot}}\n"
    "  - {name: b, instance_type: trn1.32xlarge, node_count: 4, capacity: {kind: reservation}}\n"
)
BLOCK = (
    "  - name: c\n    instance_type: trn2.48xlarge\n    capacity:\n      kind: capacity-block\n      blocks:\n"
    "        - {reservation_id: cr-0123456789abcdef0, start: 2026-12-07T11:30:00Z, end: 2026-12-14T11:30:00Z}\n"
)


def spec(text: str) -> ClusterSpec:
    return parse_cluster(text, where="x.yaml")


def count(find: Any, stack: cdk.Stack, kind: str) -> int:
    return len(find(stack, kind))


def test_groups_share_what_they_can(stack: cdk.Stack, find: Any) -> None:
    TrainingCluster(stack, "Cluster", cluster=spec(HEAD + GROUPS + BLOCK))
    for kind in ("AWS::EC2::VPC", "AWS::EC2::PlacementGroup", "AWS::SNS::Topic"):
        assert count(find, stack, kind) == 1, kind
    placed = {
        item["Properties"]["MaxSize"]: "PlacementGroup" in item["Properties"]
        for item in find(stack, "AWS::AutoScaling::AutoScalingGroup")
    }
    assert placed == {"2": True, "4": True, "1": False}


def test_each_group_a_job_of_its_own(stack: cdk.Stack, find: Any) -> None:
    TrainingCluster(stack, "Cluster", cluster=spec(HEAD + "placement: per-group\n" + GROUPS))
    assert count(find, stack, "AWS::EC2::PlacementGroup") == 2


def test_a_placement_group_of_the_file(stack: cdk.Stack, find: Any) -> None:
    text = HEAD + GROUPS.replace("capacity: {kind: spot}", "placement_group: theirs, capacity: {kind: spot}")
    TrainingCluster(stack, "Cluster", cluster=spec(text))
    names = [item["Properties"]["PlacementGroup"] for item in find(stack, "AWS::AutoScaling::AutoScalingGroup")]
    assert "theirs" in names


def test_nodes_wait_for_their_way_out(stack: cdk.Stack, find: Any) -> None:
    TrainingCluster(stack, "Cluster", cluster=spec(HEAD + GROUPS))
    for group in find(stack, "AWS::AutoScaling::AutoScalingGroup"):
        assert any("NodeRoute" in name for name in group["DependsOn"])


def test_tags_of_the_file_reach_the_nodes_and_no_placement_group(stack: cdk.Stack, find: Any) -> None:
    text = HEAD + GROUPS.replace("name: a,", "name: a, tags: {job: x},") + "tags: {team: training}\n"
    TrainingCluster(stack, "Cluster", cluster=spec(text))
    (placement,) = find(stack, "AWS::EC2::PlacementGroup")
    assert "Tags" not in placement["Properties"]
    found = [
        {tag["Key"]: tag["Value"] for tag in item["Tags"]}
        for template in find(stack, "AWS::EC2::LaunchTemplate")
        for item in template["Properties"]["LaunchTemplateData"]["TagSpecifications"]
    ]
    assert all(tags["team"] == "training" for tags in found)
    assert [tags.get("job") for tags in found] == ["x"] * 3 + [None] * 3


def test_a_key_of_the_file(stack: cdk.Stack, find: Any) -> None:
    arn = "arn:aws:kms:us-east-2:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab"
    TrainingCluster(stack, "Cluster", cluster=spec(HEAD + f"kms_key_arn: {arn}\n" + GROUPS))
    roots = [
        item["Properties"]["LaunchTemplateData"]["BlockDeviceMappings"][0]
        for item in find(stack, "AWS::EC2::LaunchTemplate")
    ]
    assert {root["Ebs"]["KmsKeyId"] for root in roots} == {arn}


def test_the_vpc_of_the_file(stack: cdk.Stack, find: Any) -> None:
    network = "network: {imported: {vpc_id: vpc-00000001, subnet_ids: [subnet-00000001]}}\n"
    TrainingCluster(stack, "Cluster", cluster=spec(HEAD + network + GROUPS))
    assert count(find, stack, "AWS::EC2::VPC") + count(find, stack, "AWS::EC2::Subnet") == 0
    groups = find(stack, "AWS::AutoScaling::AutoScalingGroup")
    assert {tuple(item["Properties"]["VPCZoneIdentifier"]) for item in groups} == {("subnet-00000001",)}
    (reservation,) = find(stack, "AWS::EC2::CapacityReservation")
    assert reservation["Properties"]["AvailabilityZone"] == "us-east-2b"


def test_the_vpc_of_another_stack(context: Any, find: Any) -> None:
    app = cdk.App(context=dict(context))
    env = cdk.Environment(region="us-east-2")
    theirs = cdk.Stack(app, "Theirs", env=env)
    vpc = ec2.Vpc(theirs, "Vpc", availability_zones=["us-east-2b"], restrict_default_security_group=False)
    mine = cdk.Stack(app, "Mine", env=env)
    TrainingCluster(mine, "Cluster", cluster=spec(HEAD + GROUPS), vpc=vpc, subnets=vpc.private_subnets)
    assert count(find, mine, "AWS::EC2::VPC") == 0
    assert count(find, mine, "AWS::AutoScaling::AutoScalingGroup") == 2


@pytest.mark.parametrize(
    "network", ["", "network: {imported: {vpc_id: vpc-00000001, subnet_ids: [subnet-00000001]}}\n"]
)
def test_what_the_cluster_makes_itself_has_a_name_no_group_can_have(stack: cdk.Stack, network: str) -> None:
    arn = "arn:aws:kms:us-east-2:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab"
    text = HEAD + network + f"kms_key_arn: {arn}\n" + GROUPS + BLOCK
    made = TrainingCluster(stack, "Cluster", cluster=spec(text))
    own = {child.node.id for child in made.node.children} - set(made.groups)
    assert {name for name in own if not name.startswith("Subnet")} <= OWN_NAMES


def test_in_a_nested_stack_and_a_stage(context: Any) -> None:
    stage = cdk.Stage(cdk.App(context=dict(context)), "Prod", env=cdk.Environment(region="us-east-2"))
    nested = cdk.NestedStack(cdk.Stack(stage, "Outer"), "Inner")
    TrainingCluster(nested, "Cluster", cluster=spec(HEAD + GROUPS + BLOCK))
    out = Path(stage.synth().directory)
    (text,) = [path.read_text() for path in out.glob("*.nested.template.json")]
    assert text.count('"AWS::AutoScaling::AutoScalingGroup"') == 3


def test_in_a_stack_that_knows_no_region(agnostic: cdk.Stack, template: Any) -> None:
    TrainingCluster(agnostic, "Cluster", cluster=spec(HEAD + GROUPS))
    assert "dummy1" not in str(template(agnostic))


def test_in_a_stack_of_another_region(context: Any) -> None:
    stack = cdk.Stack(cdk.App(context=dict(context)), "West", env=cdk.Environment(region="us-west-2"))
    with pytest.raises(PropsError) as caught:
        TrainingCluster(stack, "Cluster", cluster=spec(HEAD + GROUPS))
    assert caught.value.codes == ["TRN612"]


def test_a_vpc_without_subnets(stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    with pytest.raises(PropsError) as caught:
        TrainingCluster(stack, "Cluster", cluster=spec(HEAD + GROUPS), vpc=vpc)
    assert caught.value.codes == ["TRN611"]


def test_from_a_path(stack: cdk.Stack, tmp_path: Path, find: Any) -> None:
    (tmp_path / "x.yaml").write_text(HEAD + GROUPS)
    TrainingCluster(stack, "Cluster", cluster=tmp_path / "x.yaml")
    assert count(find, stack, "AWS::AutoScaling::AutoScalingGroup") == 2


def test_a_bad_file(stack: cdk.Stack, tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(HEAD + GROUPS.replace("spot", "spt"))
    with pytest.raises(ClusterFileError) as caught:
        TrainingCluster(stack, "Cluster", cluster=str(tmp_path / "x.yaml"))
    assert [(item.code, item.line) for item in caught.value.problems] == [("TRN001", 6)]


def test_a_catalog_overlay_by_context(context: Any, tmp_path: Path, find: Any) -> None:
    overlay = tmp_path / "types.yaml"
    fact = "{value: trn3.192xlarge, source: account team, date: 2026-12-01}"
    launchable = "{value: true, source: account team, date: 2026-12-01}"
    overlay.write_text(f"instance_types: {{trn3-gen1: {{ec2_name: {fact}, launchable: {launchable}}}}}\n")
    app = cdk.App(context={**context, "cdk-trainium:catalog": str(overlay)})
    stack = cdk.Stack(app, "New", env=cdk.Environment(region="us-east-2"))
    (tmp_path / "x.yaml").write_text(
        HEAD + "groups:\n" + BLOCK.replace("trn2.48xlarge", "trn3-gen1\n    node_count: 4")
    )
    TrainingCluster(stack, "Cluster", cluster=tmp_path / "x.yaml")
    (made,) = find(stack, "AWS::EC2::LaunchTemplate")
    assert made["Properties"]["LaunchTemplateData"]["InstanceType"] == "trn3.192xlarge"
