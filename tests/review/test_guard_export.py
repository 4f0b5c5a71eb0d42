"""The exported Guard rules refuse what the policy refuses, wherever both can judge."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review.guard_export import as_guard
from cdk_trainium.review.policy import Policy
from tests.review.build import findings

TYPES = ("trn2.48xlarge", "p5.48xlarge", "m6i.large")
TARGET = {"CapacityReservationTarget": {"CapacityReservationId": "cr-0123456789abcdef0"}}
BOUGHT: Mapping[str, dict[str, Any]] = {
    "on-demand": {},
    "reservation": {"CapacityReservationSpecification": TARGET},
    "spot": {"InstanceMarketOptions": {"MarketType": "spot"}},
    "capacity-block": {
        "InstanceMarketOptions": {"MarketType": "capacity-block"},
        "CapacityReservationSpecification": TARGET,
    },
}
TAGGED = {"TagSpecifications": [{"ResourceType": "instance", "Tags": [{"Key": "team", "Value": "x"}]}]}
POLICIES = (
    {"instance_types": ("trn2*",)},
    {"instance_types": ("trn2.48xlarge", "m6i.*")},
    {"required_tags": ("team",)},
    *({"purchase_options": (option,)} for option in BOUGHT),
    {"purchase_options": ("capacity-block", "reservation")},
    {"purchase_options": ("on-demand", "reservation")},
    {"purchase_options": ("on-demand", "spot")},
)
NAMES = [f"{name} {'+'.join(value)}" for policy in POLICIES for name, value in policy.items()]
IMAGE = "ami-0123456789abcdef0"


def launch_template(kind: str, bought: str, tagged: bool) -> dict[str, Any]:
    data = {"InstanceType": kind, "ImageId": IMAGE, **BOUGHT[bought], **(TAGGED if tagged else {})}
    return {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": data}}


def instance(kind: str, tagged: bool) -> dict[str, Any]:
    tags = {"Tags": [{"Key": "team", "Value": "x"}]} if tagged else {}
    return {"Type": "AWS::EC2::Instance", "Properties": {"InstanceType": kind, "ImageId": IMAGE, **tags}}


NODES = [launch_template(*chosen) for chosen in product(TYPES, BOUGHT, (True, False))]
NODES += [instance(kind, tagged) for kind, tagged in product(TYPES, (True, False))]
NODES += [{"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": {"ImageId": IMAGE}}}]


def refused(code: str, policy: Policy, nodes: list[dict[str, Any]]) -> list[int]:
    """Return the positions of the nodes, all in one template, that an error of ``code`` names."""
    found = findings({"Resources": {f"Node{at}": node for at, node in enumerate(nodes)}}, policy=policy)
    errors = {item.subject.logical_id for item in found if item.id.startswith(code) and item.level is Level.ERROR}
    return [at for at in range(len(nodes)) if f"Node{at}" in errors]


def exported(folder: Path, policy: Mapping[str, Any]) -> Policy:
    (folder / "policy.guard").write_text(as_guard(Policy(**policy)), encoding="utf-8")
    return Policy(path=str(folder / "policy.yaml"), guard=("policy.guard",))


@pytest.mark.parametrize("policy", POLICIES, ids=NAMES)
def test_guard_refuses_each_node_that_the_policy_refuses(policy: Mapping[str, Any], tmp_path: Path) -> None:
    own = refused("TRN80", Policy(**policy), NODES)
    assert 0 < len(own) < len(NODES)
    assert refused("TRN809", exported(tmp_path, policy), NODES) == own


def test_other_nodes_of_the_account_may_be_bought_as_they_like(tmp_path: Path) -> None:
    guard = exported(tmp_path, {"purchase_options": ("capacity-block",), "required_tags": ("team",)})
    assert not refused("TRN809", guard, [launch_template("m6i.large", "on-demand", tagged=False)])


def test_what_stays_with_trnctl_is_named() -> None:
    text = as_guard(Policy(levels={"TRN501": Level.ERROR}, python=("acme",), max_usd_per_hour=3))
    assert "max_usd_per_hour, python, levels." in text
