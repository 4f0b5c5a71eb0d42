"""A macro or a loop inside a resource may add any member: what is missing beside it is unknown, never wrong."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review import Policy
from tests.review.build import Change, Data, block_cluster, changed, cluster, findings, launch_of
from tests.review.test_rules import PAIRS, add, reservation

INCLUDE = {"Name": "AWS::Include", "Parameters": {"Location": "s3://b/x.yaml"}}
ADDING = (
    {"Fn::Transform": INCLUDE},
    {"Transform": INCLUDE},
    {"Fn::ForEach::L": ["X", {"Fn::ImportValue": "x"}, {"${X}": "y"}]},
)
BAD = (Level.ERROR, Level.WARNING)


def reserved() -> Data:
    return changed(cluster(), add(Odcr=reservation()))


def objects(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(node, dict) and not any(name == "Ref" or name.startswith("Fn::") for name in node):
        yield path
    if isinstance(node, dict | list):
        for key, item in node.items() if isinstance(node, dict) else enumerate(node):
            yield from objects(item, (*path, key))


def at(data: Data, name: str, path: tuple[Any, ...]) -> Data:
    node = data["Resources"][name]["Properties"]
    for key in path:
        node = node[key]
    return node  # type: ignore[no-any-return]


def variants(data: Data, name: str, path: tuple[Any, ...], adding: Data) -> Iterator[Data]:
    """Yield ``data`` with ``adding`` for the whole object, and for each member of it."""
    for member in [None, *at(data, name, path)]:
        made = {"Transform": "AWS::LanguageExtensions", **copy.deepcopy(data)}
        node = at(made, name, path)
        node.pop(member) if member else node.clear()
        node |= adding
        yield made


@pytest.mark.parametrize("adding", ADDING)
@pytest.mark.parametrize("base", [cluster, block_cluster, reserved])
def test_what_may_be_added_is_not_missing(base: Callable[[], Data], adding: Data) -> None:
    known = {item.id for item in findings(base())}
    for name, resource in base()["Resources"].items():
        for path in objects(resource["Properties"]):
            if path[:2] == ("LaunchTemplateData", "NetworkInterfaces") and path[2:3] not in ((), (1,)):
                continue  # one of 16 is enough
            for data in variants(base(), name, path, adding):
                bad = [item for item in findings(data) if item.level in BAD and item.id not in known]
                assert not bad, (name, path, bad)


OWN = {"Name": "Mine"}
WHOLE: dict[str, Change] = {
    "transform": lambda data: data.update({"Transform": ["Mine"]}),
    "top": lambda data: data.update({"Fn::Transform": OWN}),
    "resources": lambda data: data["Resources"].update({"Fn::Transform": OWN}),
}


def worse(base: Callable[[], Data], data: Data) -> list[Any]:
    """Return what is an error or a warning of ``data`` and not of the template that it was made of."""
    known = {item.id for item in findings(base())}
    return [item for item in findings(data) if item.level in BAD and item.id not in known]


def lacking(base: Callable[[], Data], name: str) -> Iterator[tuple[tuple[Any, ...], Data]]:
    """Yield the template without one member of the resource ``name``, for each at any depth but its type."""
    for path in objects(base()["Resources"][name]):
        if path[1:3] == ("LaunchTemplateData", "NetworkInterfaces") and path[3:4] not in ((), (1,)):
            continue  # one of 16 is enough
        for member in whole_at(base(), name, path):
            if (path, member) != ((), "Type"):
                made = base()
                del whole_at(made, name, path)[member]
                yield (*path, member), made


def whole_at(data: Data, name: str, path: tuple[Any, ...]) -> Data:
    node = data["Resources"][name]
    for key in path:
        node = node[key]
    return node  # type: ignore[no-any-return]


@pytest.mark.parametrize("base", [cluster, block_cluster, reserved])
@pytest.mark.parametrize("macro", [INCLUDE, OWN, [INCLUDE, OWN]], ids=["include", "own", "both"])
def test_what_a_macro_beside_the_type_may_add_is_not_missing(base: Callable[[], Data], macro: Any) -> None:
    for name in base()["Resources"]:
        for path, data in lacking(base, name):
            if macro is INCLUDE and len(path) > 1:
                continue  # it inserts beside the type, and adds to nothing that is written there
            data["Resources"][name]["Fn::Transform"] = macro
            assert not (bad := worse(base, data)), (name, path, bad)


DEEP = ("TRN110", "TRN115", "TRN119", "TRN121", "TRN301", "TRN302", "TRN305", "TRN316", "TRN523", "TRN916", "TRN917")
"""Rules whose failing template lacks or writes something below ``Properties``."""


@pytest.mark.parametrize("rule", DEEP)
@pytest.mark.parametrize("place", ["beside the types", "top", "section"])
def test_an_include_rewrites_nothing_below_its_place(rule: str, place: str) -> None:
    def include(data: Data) -> None:
        nodes = data["Resources"].values() if place == "beside the types" else [data]
        for node in nodes:
            node["Transform" if place == "section" else "Fn::Transform"] = INCLUDE

    pair = PAIRS[rule]
    data = changed(pair.base(), pair.bad)
    before = {item.level for item in findings(data, **pair.options) if item.id == rule} - {Level.UNKNOWN}
    after = {item.level for item in findings(changed(data, include), **pair.options) if item.id == rule}
    assert before
    assert before <= after


@pytest.mark.parametrize("base", [cluster, block_cluster, reserved])
@pytest.mark.parametrize("whole", WHOLE)
def test_what_a_macro_of_the_whole_template_may_add_is_not_missing(base: Callable[[], Data], whole: str) -> None:
    for name in base()["Resources"]:
        for path, data in lacking(base, name):
            WHOLE[whole](data)
            assert not (bad := worse(base, data)), (name, path, bad)


@pytest.mark.parametrize("base", [cluster, block_cluster, reserved])
@pytest.mark.parametrize("entry", [{"Fn::Transform": INCLUDE}, {"Type": {"Fn::Transform": OWN}, "Properties": {}}])
def test_what_a_macro_says_whole_may_be_any_resource(base: Callable[[], Data], entry: Data) -> None:
    for name in base()["Resources"]:
        data = base()
        data["Resources"][name] = entry
        assert not (bad := worse(base, data)), (name, bad)
        assert levels(data)["TRN915"] is Level.UNKNOWN


@pytest.mark.parametrize("base", [cluster, block_cluster, reserved])
def test_a_resource_that_a_macro_may_add_is_not_missing(base: Callable[[], Data]) -> None:
    for name in base()["Resources"]:
        data = base()
        del data["Resources"][name]
        data["Resources"]["Fn::Transform"] = INCLUDE
        assert not (bad := worse(base, data)), (name, bad)


CANNOT_VERIFY = {"TRN306", "TRN401"}
"""What warns of subnets that nobody sees, whatever hides them."""


def values_of(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the places below ``node`` where no object stands, and those of lists."""
    if not isinstance(node, dict) or any(name == "Ref" or name.startswith("Fn::") for name in node):
        yield path
    elif path[1:2] != ("NetworkInterfaces",) or path[2:3] in ((), (1,)):
        for name, item in node.items():
            yield from values_of(item, (*path, name))
    for at, item in enumerate(node[:2] if isinstance(node, list) else ()):
        yield from values_of(item, (*path, at))


@pytest.mark.parametrize("base", [cluster, block_cluster, reserved])
@pytest.mark.parametrize("macro", [INCLUDE, OWN], ids=["include", "own"])
def test_an_object_with_a_macro_where_none_is_wanted_is_its_answer(base: Callable[[], Data], macro: Data) -> None:
    for name, resource in base()["Resources"].items():
        for *above, last in values_of(resource["Properties"]):
            data = base()
            at(data, name, tuple(above))[last] = {"Fn::Transform": macro, "Os": "ubuntu"}
            bad = [item for item in worse(base, data) if item.id not in CANNOT_VERIFY]
            assert not bad, (name, above, last, bad)


def test_an_object_where_text_is_wanted_stays_wrong_without_a_macro() -> None:
    assert levels(changed(cluster(), lambda data: launch_of(data).update(ImageId={"Os": "x"})))["TRN917"] is Level.ERROR


@pytest.mark.parametrize("value", [{"Fn::Transform": OWN}, {"Fn::Transform": OWN, "x": 1}])
def test_user_data_that_a_macro_writes_is_unknown(value: Data) -> None:
    found = levels(changed(cluster(), lambda data: launch_of(data).update(UserData={"Fn::Base64": value})))
    assert found["TRN510"] is Level.UNKNOWN


@pytest.mark.parametrize("base", [cluster, block_cluster, reserved])
@pytest.mark.parametrize("change", WHOLE.values(), ids=WHOLE)
def test_a_macro_of_the_whole_template_hides_no_interface(base: Callable[[], Data], change: Change) -> None:
    def break_it(data: Data) -> None:
        change(data)
        launch_of(data)["NetworkInterfaces"][3]["NetworkCardIndex"] = 40

    assert "TRN100" not in levels(changed(base(), change))
    assert levels(changed(base(), break_it))["TRN101"] is Level.ERROR


def levels(data: Data) -> dict[str, Level]:
    return {item.id: item.level for item in findings(data)}


def test_tokens_that_a_macro_may_ask_for_are_unknown() -> None:
    def change(data: Data) -> None:
        launch_of(data)["MetadataOptions"] = {"Fn::Transform": INCLUDE, "HttpEndpoint": "enabled"}

    assert levels(changed(cluster(), change))["TRN701"] is Level.UNKNOWN


@pytest.mark.parametrize("change", WHOLE.values(), ids=WHOLE)
def test_a_placement_group_that_a_macro_may_name_is_unknown(change: Change) -> None:
    def ungroup(data: Data) -> None:
        launch_of(data).pop("Placement")

    assert "TRN402" not in levels(changed(cluster(), ungroup))
    data = changed(changed(cluster(), ungroup), change)
    assert levels(data)["TRN402"] is Level.UNKNOWN


def test_a_target_that_a_macro_may_name_is_unknown() -> None:
    def change(data: Data) -> None:
        launch_of(data)["CapacityReservationSpecification"] = {"Fn::Transform": INCLUDE}

    found = levels(changed(block_cluster(), change))
    assert found["TRN301"] is Level.UNKNOWN
    assert found["TRN917"] is Level.UNKNOWN


def test_data_that_a_macro_may_fill_in_is_not_empty() -> None:
    def change(data: Data) -> None:
        data["Resources"]["Lt"]["Properties"] = {"Fn::Transform": INCLUDE}

    found = levels(changed(cluster(), change))
    assert "TRN912" not in found
    assert found["TRN917"] is Level.UNKNOWN


STACK = {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "https://b.s3.amazonaws.com/t"}}
OWNERS = {
    "Ssm": {"Type": "AWS::SSM::Parameter", "Properties": {"Type": "String", "Value": "x"}},
    "Nested": STACK,
    "Own": {"Type": "Custom::Group", "Properties": {"ServiceToken": "arn:x"}},
}
SG = {"Fn::GetAtt": ["Sg", "GroupId"]}
ALL = {"IpProtocol": "-1", "SourceSecurityGroupId": SG}


@pytest.mark.parametrize(
    ("properties", "level"),
    [
        ({**ALL, "GroupId": {"Fn::GetAtt": ["Ssm", "Value"]}}, Level.UNKNOWN),
        ({**ALL, "GroupId": {"Fn::GetAtt": ["Nested", "Outputs.Group"]}}, Level.UNKNOWN),
        ({**ALL, "GroupId": {"Fn::GetAtt": ["Own", "Group"]}}, Level.UNKNOWN),
        ({**ALL, "GroupId": {"Ref": "Own"}}, Level.UNKNOWN),
        ({**ALL, "GroupId": {"Fn::Select": [0, {"Fn::Split": [",", {"Ref": "Own"}]}]}}, Level.UNKNOWN),
        ({**ALL, "GroupId": {"Fn::Transform": INCLUDE}}, Level.UNKNOWN),
        ({**ALL, "Fn::Transform": INCLUDE}, Level.UNKNOWN),
        ({"GroupId": SG, "SourceSecurityGroupId": SG, "Fn::Transform": INCLUDE}, Level.UNKNOWN),
        ({"GroupId": SG, "IpProtocol": "-1", "Fn::Transform": INCLUDE}, Level.UNKNOWN),
        ({"Fn::Transform": INCLUDE}, Level.UNKNOWN),
        ({**ALL, "GroupId": {"Fn::ImportValue": "g"}}, Level.ERROR),
        ({**ALL, "GroupId": "sg-0123456789abcdef0"}, Level.ERROR),
        ({**ALL, "GroupId": {"Ref": "Own"}, "IpProtocol": "tcp"}, Level.ERROR),
        ({**ALL, "GroupId": {"Ref": "Own"}, "SourceSecurityGroupId": "sg-0123456789abcdef0"}, Level.ERROR),
        ({"GroupId": {"Ref": "Own"}, "IpProtocol": "-1", "CidrIp": "10.0.0.0/8"}, Level.ERROR),
    ],
)
def test_a_rule_of_a_group_that_deployment_tells_may_be_the_missing_one(properties: Data, level: Level) -> None:
    def change(data: Data) -> None:
        data["Resources"] |= OWNERS
        data["Resources"]["In"] = {"Type": "AWS::EC2::SecurityGroupIngress", "Properties": properties}

    assert levels(changed(cluster(), change))["TRN201"] is level


def test_a_group_whose_own_rules_a_macro_may_add_is_unknown() -> None:
    def change(data: Data) -> None:
        del data["Resources"]["In"]
        data["Resources"]["Sg"]["Properties"]["Fn::Transform"] = INCLUDE

    assert levels(changed(cluster(), change))["TRN201"] is Level.UNKNOWN


@pytest.mark.parametrize(
    ("properties", "level"),
    [
        ({"AutoScalingGroupName": {"Ref": "Asg"}, "Fn::Transform": INCLUDE}, Level.UNKNOWN),
        ({"AutoScalingGroupName": {"Ref": "Asg"}, "MinSize": 0, "Fn::Transform": INCLUDE}, Level.UNKNOWN),
        ({"MinSize": 0, "MaxSize": 0, "DesiredCapacity": 0, "Fn::Transform": INCLUDE}, Level.UNKNOWN),
        ({"Fn::Transform": INCLUDE}, Level.UNKNOWN),
        ({"AutoScalingGroupName": {"Ref": "Asg"}, "MaxSize": 1, "Fn::Transform": INCLUDE}, Level.WARNING),
        ({"AutoScalingGroupName": "other", "Fn::Transform": INCLUDE}, Level.WARNING),
    ],
)
def test_an_action_whose_sizes_or_group_a_macro_may_add_may_empty_the_group(properties: Data, level: Level) -> None:
    def change(data: Data) -> None:
        for name in [name for name, one in data["Resources"].items() if one["Type"].endswith("ScheduledAction")]:
            del data["Resources"][name]
        data["Resources"]["Down"] = {"Type": "AWS::AutoScaling::ScheduledAction", "Properties": properties}

    assert levels(changed(block_cluster(), change))["TRN308"] is level


def test_an_update_policy_that_a_macro_may_fill_in_is_unknown() -> None:
    def change(data: Data) -> None:
        data["Resources"]["Asg"]["UpdatePolicy"] = {"Fn::Transform": INCLUDE}

    assert levels(changed(block_cluster(), change))["TRN309"] is Level.UNKNOWN


POLICY = Policy(required_tags=("team",))
LACKING = {
    **{
        "TRN109": Level.ERROR,
        "TRN111": Level.WARNING,
        "TRN350": Level.ERROR,
        "TRN706": Level.INFO,
        "TRN707": Level.INFO,
    },
    **{"TRN807": Level.ERROR, "TRN915": Level.ERROR, "TRN928": Level.ERROR},
}
"""Rules whose failing template lacks an item of a list, a property of another resource or a type."""
WRITTEN = ("TRN105", "TRN307", "TRN351", "TRN352", "TRN359", "TRN374", "TRN701")
"""Rules whose failing template writes out what is wrong."""


@pytest.mark.parametrize("rule", LACKING)
@pytest.mark.parametrize("whole", WHOLE.values(), ids=WHOLE)
def test_what_a_list_lacks_a_macro_of_the_whole_template_may_add(rule: str, whole: Change) -> None:
    pair = PAIRS[rule]
    data = changed(pair.base(), pair.bad)
    before = {item.level for item in findings(data, **pair.options) if item.id == rule}
    after = {item.level for item in findings(changed(data, whole), **pair.options) if item.id == rule}
    assert (before, after) == ({LACKING[rule]}, {Level.UNKNOWN})


@pytest.mark.parametrize("rule", WRITTEN)
@pytest.mark.parametrize("whole", WHOLE.values(), ids=WHOLE)
def test_what_is_written_stays_wrong_under_a_macro_of_the_whole_template(rule: str, whole: Change) -> None:
    pair = PAIRS[rule]
    data = changed(changed(pair.base(), pair.bad), whole)
    assert Level.ERROR in {item.level for item in findings(data, **pair.options) if item.id == rule}


ALL = {f"{rule}-{kind}": (rule, kind) for rule in PAIRS for kind in ("bad", "good")}


@pytest.mark.parametrize(("rule", "kind"), ALL.values(), ids=ALL)
def test_what_a_macro_may_add_is_not_taken_for_written(rule: str, kind: str) -> None:
    pair = PAIRS[rule]
    change = pair.bad if kind == "bad" else pair.good
    data = changed(pair.base(), change) if change else pair.base()
    if not isinstance(data, dict) or "Transform" in data or not isinstance(data.get("Resources"), dict):
        pytest.skip("it has a transform of its own, or is no object of resources")
    known = {(item.id, item.subject.logical_id) for item in findings(data, **pair.options) if item.level in BAD}
    for whole in WHOLE.values():
        found = [item for item in findings(changed(data, whole), **pair.options) if item.level in BAD]
        assert not [item for item in found if (item.id, item.subject.logical_id) not in known]


def bought(market: str | None = None, preference: str | None = None) -> Data:
    data: Data = changed(cluster(), lambda data: data.update({"Transform": ["Mine"]}))
    if market:
        launch_of(data)["InstanceMarketOptions"] = {"MarketType": market}
    if preference:
        launch_of(data)["CapacityReservationSpecification"] = {"CapacityReservationPreference": preference}
    return data


@pytest.mark.parametrize(
    ("rule", "data"),
    [
        ("TRN301", bought(market="capacity-block")),
        ("TRN303", bought(market="spot")),
        ("TRN346", bought(preference="none")),
    ],
)
def test_whether_a_macro_adds_a_target_is_unknown(rule: str, data: Data) -> None:
    assert {item.level for item in findings(data) if item.id == rule} == {Level.UNKNOWN}


@pytest.mark.parametrize(
    ("allowed", "levels_"),
    [
        (("on-demand",), {Level.UNKNOWN}),
        (("reservation",), {Level.UNKNOWN}),
        (("on-demand", "reservation"), set()),
        (("spot",), {Level.ERROR}),
    ],
)
def test_a_target_that_a_macro_may_name_decides_where_one_way_is_allowed(
    allowed: tuple[str, ...], levels_: set[Level]
) -> None:
    data = cluster()
    launch_of(data)["CapacityReservationSpecification"] = {"Fn::Transform": OWN}
    found = findings(data, policy=Policy(purchase_options=allowed))
    assert {item.level for item in found if item.id == "TRN803"} == levels_


def test_a_placement_group_is_unknown_where_a_macro_may_target_a_reservation() -> None:
    data = cluster()
    launch_of(data)["CapacityReservationSpecification"] = {"Fn::Transform": OWN}
    del launch_of(data)["Placement"]
    assert {item.level for item in findings(data) if item.id == "TRN405"} == {Level.UNKNOWN}


@pytest.mark.parametrize("adding", ADDING)
def test_tags_that_may_be_added_are_not_missing(adding: Data) -> None:
    for path in [("LaunchTemplateData",), ("LaunchTemplateData", "TagSpecifications", 0)]:
        for data in variants(cluster(), "Lt", path, adding):
            found = [item.level for item in findings(data, policy=POLICY) if item.id in ("TRN707", "TRN807")]
            assert set(found) <= {Level.UNKNOWN}


@pytest.mark.parametrize("whole", WHOLE.values(), ids=WHOLE)
@pytest.mark.parametrize(("count", "level"), [(1, Level.UNKNOWN), (2, Level.WARNING)])
def test_a_list_of_blocks_that_a_macro_may_lengthen(whole: Change, count: int, level: Level) -> None:
    target = {"CapacityReservationIds": [f"cr-0123456789abcdef{at}" for at in range(count)]}

    def change(data: Data) -> None:
        data["Resources"]["Asg"]["Properties"]["CapacityReservationSpecification"] = {
            "CapacityReservationPreference": "capacity-reservations-only",
            "CapacityReservationTarget": target,
        }
        whole(data)

    assert levels(changed(block_cluster(), change))["TRN358"] is level


def test_a_short_form_of_a_macro_is_one_beside_types_and_resources() -> None:
    for where in (lambda data: data["Resources"], lambda data: data["Resources"]["Lt"]):
        data = block_cluster()
        del launch_of(data)["MetadataOptions"]
        where(data)["Transform"] = OWN
        found = levels(data)
        assert (found["TRN701"], found["TRN915"]) == (Level.UNKNOWN, Level.UNKNOWN)


@pytest.mark.parametrize("value", ["Mine", {"Name": "Mine", "Other": 1}, {"Name": {"Ref": "P"}}, ["Mine"]])
def test_a_property_that_only_is_called_like_it_is_none(value: Any) -> None:
    found = levels(changed(cluster(), lambda data: launch_of(data).update(Transform=value)))
    assert found["TRN916"] is Level.WARNING
