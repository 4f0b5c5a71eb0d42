"""AWS saying that something does not exist is an answer: an error, not unknown."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from botocore.session import get_session

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.findings import Level
from cdk_trainium.preflight.check import all_checks
from cdk_trainium.preflight.engine import Run
from cdk_trainium.preflight.launching import dry_run_outcome
from cdk_trainium.preflight.plan import Plan
from cdk_trainium.preflight.question import Answer, Question, Trouble, UnansweredError, question

from .account import DEMAND, NOW, SUBNET, answer
from .test_pairs import Change, World, group, levels, refused

E, U = Level.ERROR, Level.UNKNOWN


@pytest.mark.parametrize(
    ("check_id", "operation", "code"),
    [
        ("image-exists", "ec2:DescribeImages", "InvalidAMIID.NotFound"),
        ("image-exists", "ec2:DescribeImages", "InvalidAMIID.Malformed"),
        ("subnet-zone", "ec2:DescribeSubnets", "InvalidSubnetID.NotFound"),
        ("subnet-zone", "ec2:DescribeSubnets", "InvalidSubnetId.Malformed"),
        ("security-group-efa", "ec2:DescribeSecurityGroups", "InvalidGroup.NotFound"),
        ("security-group-efa", "ec2:DescribeSecurityGroups", "InvalidGroupId.Malformed"),
        ("security-group-vpc", "ec2:DescribeSecurityGroups", "InvalidSecurityGroupId.Malformed"),
        ("vpc-exists", "ec2:DescribeVpcs", "InvalidVpcID.NotFound"),
        ("vpc-exists", "ec2:DescribeVpcs", "InvalidVpcId.Malformed"),
        ("snapshot-completed", "ec2:DescribeSnapshots", "InvalidSnapshot.NotFound"),
        ("snapshot-completed", "ec2:DescribeSnapshots", "InvalidSnapshotID.Malformed"),
        ("placement-group", "ec2:DescribePlacementGroups", "InvalidPlacementGroup.Unknown"),
        ("image-parameter", "ssm:GetParameters", "ParameterNotFound"),
        ("reservation-state", "ec2:DescribeCapacityReservations", "InvalidCapacityReservationId.NotFound"),
        ("reservation-state", "ec2:DescribeCapacityReservations", "InvalidCapacityReservationId.Malformed"),
        ("reservation-state", "resource-groups:ListGroupResources", "NotFoundException"),
        ("key-policy", "kms:DescribeKey", "NotFoundException"),
        ("key-policy", "kms:DescribeKey", "InvalidArnException"),
        ("instance-profile", "iam:GetInstanceProfile", "NoSuchEntity"),
    ],
)
def test_what_does_not_exist_is_an_error(check_id: str, operation: str, code: str) -> None:
    found = levels(check_id, refused(operation, code))
    assert E in found
    assert U not in found


def test_another_refusal_stays_unknown() -> None:
    assert levels("subnet-zone", refused("ec2:DescribeSubnets", "InternalError")) == {U}


def test_a_code_says_so_of_its_own_service_only() -> None:
    """Elsewhere the word may mean the service, the page or the action."""
    assert U in levels("quota-eks-clusters", refused("eks:ListClusters", "NotFoundException"))


def asked_for_one() -> set[tuple[str, str]]:
    """Service and operation of every question of the good account that names something."""
    plan = Plan(DEMAND, default(), NOW)
    checks = [check for check in all_checks() if not check.opt_in]
    done = Run(plan, checks, World().reply, lambda _name: None).execute()
    asked = {question for one in done for question in one.asked}
    return {(one.service, one.operation) for one in asked if json.loads(one.params)}


@cache
def documented(service: str, operation: str) -> frozenset[str]:
    """Codes of the API's model that say that something does not exist; that of EC2 holds no codes."""
    shapes = get_session().get_service_model(service).operation_model(operation).error_shapes
    return frozenset(one.error_code for one in shapes if re.search("NotFound|NoSuch|DoesNotExist", one.error_code))


def test_every_code_that_an_api_documents_for_what_is_missing_is_read_as_that() -> None:
    """But for Service Quotas, whose NoSuchResourceException means that AWS's default holds (`has_no_applied_value`)."""
    named = {(one, code) for one in asked_for_one() if one[0] != "service-quotas" for code in documented(*one)}
    assert {one[0] for one, _ in named} == {"iam", "kms", "resource-groups"}
    for (service, operation), code in named:
        error = UnansweredError(f"{service}:{operation}", Trouble.REFUSED, code, "no")
        assert Answer(question(service, operation), None, error).absent, (service, operation, code)


@pytest.mark.parametrize("code", ["NotFoundException", "BadRequestException"])
def test_a_resource_group_that_does_not_exist_is_no_other_trouble(code: str) -> None:
    missing = code == "NotFoundException"
    change = refused("resource-groups:ListGroupResources", code)
    assert (E in levels("reservation-state", change), U in levels("reservation-state", change)) == (
        missing,
        not missing,
    )
    for check_id in ("reservation-free", "reservation-match", "reservation-placement", "reservation-targeted"):
        assert (U in levels(check_id, change, "reservation-state")) != missing


def test_of_several_only_the_missing_one_is_an_error() -> None:
    """A refusal of several ids names one of them: each is then asked for alone."""
    lost = "subnet-0bbb0000000000002"
    place = {"instance_type": "trn2.48xlarge", "count": 1}
    both = [{"name": "here", "subnet_ids": [SUBNET], **place}, {"name": "lost", "subnet_ids": [lost], **place}]
    plan = Plan(Demand.model_validate({"region": "us-east-2", "groups": both}), default(), NOW)

    def ask(asked: Question) -> Answer:
        if asked.operation == "DescribeSubnets" and lost in asked.params:
            error = UnansweredError(asked.name, Trouble.REFUSED, "InvalidSubnetID.NotFound", lost)
            return Answer(asked, None, error)
        return Answer(asked, answer(asked.service, asked.operation, json.loads(asked.params)))

    checks = [check for check in all_checks() if check.id == "subnet-zone"]
    done = Run(plan, checks, ask, lambda _name: None).execute()
    assert {one.subject: one.outcomes[0].level for one in done} == {"here": None, "lost": E}


def refusal(code: str, message: str) -> Answer:
    asked = question("ec2", "RunInstances", DryRun=True)
    return Answer(asked, None, UnansweredError(asked.name, Trouble.REFUSED, code, message))


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("Unsupported", "Please retry your request by not specifying an Availability Zone or choosing"),
        (
            "InsufficientInstanceCapacity",
            "You can currently get it by not specifying an Availability Zone in your request or choosing",
        ),
    ],
)
def test_a_refused_launch_names_zones_of_the_region_and_never_says_to_name_none(code: str, advice: str) -> None:
    """Nodes that train together stay in one zone; a Local Zone has another network and price."""
    said = f"trn2.48xlarge is not to be had (us-east-1a). {advice} us-east-1-dfw-2a, us-east-1f."
    (outcome,) = dry_run_outcome(refusal(code, said))
    assert outcome.level is E
    assert outcome.evidence["zones"] == ["us-east-1-dfw-2a", "us-east-1f"]
    assert "us-east-1f" in outcome.hint
    assert "dfw" not in outcome.hint
    assert "not specifying" not in f"{outcome.message}{outcome.hint}"


@pytest.mark.parametrize("name", ["u-12tb1.112xlarge", "f1.2xlarge", "x1.16xlarge"])
@pytest.mark.parametrize("kind", ["on-demand", "spot"])
def test_a_family_whose_quota_nobody_knows_is_unknown(name: str, kind: str) -> None:
    assert default().instance_quotas(name) is None
    change: Change = group("demand", instance_type=name, vcpus=4, capacity={"kind": kind})
    assert U in levels("quota-value", change)
