"""A value that the template hides passes no rule in silence: each pair of `test_rules` with its value hidden."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review import Policy
from tests.review.build import Data, block_cluster, changed, cluster, findings, group_of, launch_of
from tests.review.test_rules import PAIRS, compute_environment, image, managed_group

Path = tuple[str | int, ...]
_MISSING: Any = object()
EXEMPT = {
    "TRN129": "the subnets of somebody else's network are parameters in most templates; a wrong one is refused at once",
    "TRN211": "the security groups of somebody else's network are parameters in most templates, as its subnets are",
    "TRN210": "EC2 refuses the group at once, before anything is launched into it",
    "TRN131": "the ranges of a VPC are parameters in most templates; EC2 refuses the subnet at once",
    "TRN132": "EC2 refuses the endpoint at once, before anything is launched",
    "TRN133": "FSx refuses the file system at once, before anything is launched",
    "TRN311": "EC2 looks an id up whatever its form; a template for several reservations takes it as a parameter",
    "TRN347": "CloudFormation refuses the reservation at once, before anything depends on it",
    "TRN348": "Auto Scaling refuses the group at once, whoever chooses the sizes",
    "TRN350": "a hidden InstanceType is stated all the same",
    "TRN379": "SageMaker refuses the cluster at once; a plan is bought before, and its ARN a parameter",
    "TRN380": "EC2 refuses the launch template at once, before anything is launched from it",
    "TRN394": "a hidden size is stated all the same",
    "TRN396": "EKS refuses the node group at once, whoever chooses the numbers",
    "TRN601": "the account's zones are a parameter or Fn::GetAZs in most templates; EC2 refuses a wrong one at once",
    "TRN605": "only literal ids can be compared with the catalog",
    "TRN710": "a profile that somebody else made is a parameter in most templates, as the id of a reservation is",
    "TRN716": "a role that somebody else made is a parameter in most templates; the service refuses it at once",
    "TRN911": "it judges the size of the file",
}
"""Rules that judge literals only, and why that passes nothing that fails late."""


def different(bad: Any, good: Any, path: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    if isinstance(bad, dict) and isinstance(good, dict) and not (function(bad) or function(good)):
        for name in {**bad, **good}:
            yield from different(bad.get(name, _MISSING), good.get(name, _MISSING), (*path, name))
    elif isinstance(bad, list) and isinstance(good, list) and len(bad) == len(good):
        for at, items in enumerate(zip(bad, good, strict=True)):
            yield from different(*items, (*path, at))
    elif bad is _MISSING or good is _MISSING or bad != good:
        yield path, bad, good


def function(value: Data) -> bool:
    return len(value) == 1 and next(iter(value)).startswith(("Ref", "Fn::"))


def scalars(rule: str) -> Iterator[Path]:
    """Yield where the bad template of ``rule`` has a scalar property that the good one has not, or has otherwise."""
    pair = PAIRS[rule]
    bad, good = changed(pair.base(), pair.bad), changed(pair.base(), pair.good or (lambda _: None))
    for path, value, other in different(bad, good):
        found = other if value is _MISSING else value
        if path[0] == "Resources" and "Properties" in path[:-1] and not isinstance(found, dict | list):
            yield path


def put(data: Any, path: Path, value: Any) -> None:
    for step in path[:-1]:
        data = data[step]
    data[path[-1]] = value


def hidden(rule: str, path: Path) -> Data:
    data = deepcopy(changed(PAIRS[rule].base(), PAIRS[rule].bad))
    put(data, path, {"Ref": "Hidden"})
    data.setdefault("Parameters", {})["Hidden"] = {"Type": "String"}
    return data


CASES = [(rule, path) for rule in sorted(PAIRS) for path in scalars(rule) if rule not in EXEMPT]


def test_most_rules_have_a_value_to_hide() -> None:
    assert len({rule for rule, _ in CASES}) >= 40


@pytest.mark.parametrize(("rule", "path"), CASES, ids=[f"{rule}-{path[-1]}" for rule, path in CASES])
def test_a_hidden_value_is_told(rule: str, path: Path) -> None:
    found = findings(hidden(rule, path), **PAIRS[rule].options)
    assert [item.id for item in found if item.id == rule or item.level is Level.UNKNOWN]


AL2023 = "/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/neuron/recommended/image_id"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("#!/bin/bash\n/etc/eks/bootstrap.sh c\n", True),
        ("#!/bin/bash\n[ -x /etc/eks/bootstrap.sh ] && /etc/eks/bootstrap.sh c  # old\n", True),
        ("#!/bin/bash\n# /etc/eks/bootstrap.sh is gone\necho\n", False),
        ("#!/bin/bash\n  # /etc/eks/bootstrap.sh c\n", False),
    ],
)
def test_a_script_that_is_only_mentioned_is_not_called(script: str, expected: bool) -> None:
    data = changed(cluster(), image(AL2023, UserData={"Fn::Base64": script}))
    assert ("TRN511" in {item.id for item in findings(data)}) is expected


@pytest.mark.parametrize(
    ("cidr", "expected"),
    [("0.0.0.0/1", True), ("128.0.0.0/1", True), ("2000::/3", True), ("::/0", True), ("0.0.0.0/7", True),
     ("10.0.0.0/8", False), ("fc00::/7", False), ("172.16.0.0/12", False)],
)  # fmt: skip
def test_the_world_in_parts_is_the_world(cidr: str, expected: bool) -> None:
    name = "CidrIpv6" if ":" in cidr else "CidrIp"
    data = changed(cluster(), lambda _: None)
    rule = {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, name: cidr}
    data["Resources"]["Sg"]["Properties"]["SecurityGroupIngress"] = [rule]
    assert ("TRN204" in {item.id for item in findings(data)}) is expected


def test_a_size_that_is_hidden_hides_the_total_of_a_policy() -> None:
    data = changed(cluster(), lambda one: one["Resources"]["Asg"]["Properties"].update(MaxSize={"Ref": "Most"}))
    data["Parameters"] = {"Most": {"Type": "Number"}}
    for most, level in ((8, Level.UNKNOWN), (3, Level.ERROR)):
        found = [item.level for item in findings(data, policy=Policy(max_nodes=most)) if item.id == "TRN804"]
        assert found == [level]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"Ref": "Hidden"}, True),
        ({"Fn::Base64": {"Ref": "Hidden"}}, True),
        ({"Fn::Base64": {"Fn::ImportValue": "x"}}, True),
        ({"Fn::ImportValue": "x"}, True),
        ({"Fn::Base64": {"Fn::Sub": "#!/bin/bash\necho ${Hidden}"}}, False),
        ({"Fn::Base64": "#!/bin/bash\n"}, False),
    ],
)
def test_user_data_of_which_nothing_is_known(value: Any, told: bool) -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(UserData=value))
    data["Parameters"] = {"Hidden": {"Type": "String"}}
    assert [item.level for item in findings(data) if item.id == "TRN510"] == ([Level.UNKNOWN] if told else [])


@pytest.mark.parametrize("cidrs", [("10.0.0.0/8", "10.1.0.0/16"), ("10.0.0.0/8", "0.0.0.0/0")])
def test_addresses_from_a_map_are_looked_at_one_by_one(cidrs: tuple[str, str]) -> None:
    data = changed(cluster(), lambda _: None)
    data["Mappings"] = {"M": {"us-east-1": {"c": cidrs[0]}, "us-east-2": {"c": cidrs[1]}}}
    cidr = {"Fn::FindInMap": ["M", {"Ref": "AWS::Region"}, "c"]}
    rule = {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "CidrIp": cidr}
    data["Resources"]["Sg"]["Properties"]["SecurityGroupIngress"] = [rule]
    wide = [Level.UNKNOWN] if "0.0.0.0/0" in cidrs else []
    assert [item.level for item in findings(data) if item.id == "TRN204"] == wide


@pytest.mark.parametrize("kind", [managed_group, compute_environment])
def test_a_group_that_hides_how_its_nodes_are_bought(kind: Any) -> None:
    given = {"CapacityType" if kind is managed_group else "Type": {"Ref": "Hidden"}}
    data = changed(cluster(), lambda one: one["Resources"].update(Asg=kind(**given)))
    data["Parameters"] = {"Hidden": {"Type": "String"}}
    for policy, rule in (({}, "TRN304"), ({"purchase_options": ("on-demand",)}, "TRN803")):
        found = [item.level for item in findings(data, policy=Policy(**policy)) if item.id == rule]
        assert found == [Level.UNKNOWN]


@pytest.mark.parametrize(("version", "told"), [({"Ref": "Hidden"}, True), ("3", False), (3, False)])
def test_a_version_that_is_hidden(version: Any, told: bool) -> None:
    data = changed(cluster(), lambda one: group_of(one)["LaunchTemplate"].update(Version=version))
    data["Parameters"] = {"Hidden": {"Type": "String"}}
    assert [item.level for item in findings(data) if item.id == "TRN341"] == ([Level.UNKNOWN] if told else [])


@pytest.mark.parametrize(("attribute", "told"), [("DefaultVersionNumber", True), ("LatestVersionNumber", False)])
def test_a_version_that_follows_nothing(attribute: str, told: bool) -> None:
    version = {"Fn::GetAtt": ["Lt", attribute]}
    data = changed(cluster(), lambda one: group_of(one)["LaunchTemplate"].update(Version=version))
    assert [item.level for item in findings(data) if item.id == "TRN341"] == ([Level.WARNING] if told else [])


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    children = value if isinstance(value, dict) and not function(value) else {}
    items = enumerate(value) if isinstance(value, list) else children.items()
    found = [leaf for step, item in items for leaf in leaves(item, (*path, step))]
    yield from found or [path]


def test_a_hidden_value_is_shown_in_no_words_of_python() -> None:
    """A value without a name is in brackets: its reason is a clause."""
    clause = "Fn::ImportValue of x hides it"
    for good in (cluster(), block_cluster()):
        for path in leaves(good["Resources"]):
            data = deepcopy(good)
            put(data["Resources"], path, {"Fn::ImportValue": "x"})
            texts = [item.message.replace(f": {clause}", "").replace(f"({clause})", "") for item in findings(data)]
            assert not [text for text in texts if clause in text or "Unknown(" in text or "Reference(" in text]
