"""Where traffic may come from: ranges, prefix lists, and words for every protocol."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, changed, cluster, findings, self_rule
from tests.review.test_rules import add, both, parameter

E, U = Level.ERROR, Level.UNKNOWN
HIDDEN = {"Ref": "P"}
OWN = {"Ref": "List"}


def levels(data: Data, rule: str) -> list[Level]:
    return [item.level for item in findings(data) if item.id == rule]


def letting_in(entries: Any = (), **rule: Any) -> Data:
    values = {"PrefixListName": "x", "MaxEntries": 4, "AddressFamily": "IPv4", "Entries": entries}
    data = changed(cluster(), both(parameter("P"), add(List={"Type": "AWS::EC2::PrefixList", "Properties": values})))
    data["Resources"]["Sg"]["Properties"]["SecurityGroupIngress"] = [rule]
    return data


SSH = {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (letting_in(**SSH, SourcePrefixListId="pl-0123456789abcdef0"), [U]),
        (letting_in(**SSH, SourcePrefixListId=HIDDEN), [U]),
        (letting_in([{"Cidr": "10.0.0.0/8"}], **SSH, SourcePrefixListId=OWN), []),
        (letting_in([{"Cidr": "10.0.0.0/8"}, {"Cidr": "0.0.0.0/0"}], **SSH, SourcePrefixListId=OWN), [E]),
        (letting_in([{"Cidr": HIDDEN}], **SSH, SourcePrefixListId=OWN), [U]),
        (letting_in(IpProtocol="tcp", FromPort=443, ToPort=443, SourcePrefixListId="pl-0123456789abcdef0"), []),
        (letting_in(IpProtocol="all", CidrIp="0.0.0.0/0"), [E]),
        (letting_in(IpProtocol="tcp", FromPort="ssh", ToPort=22, CidrIp="0.0.0.0/0"), [U]),
        (letting_in(**SSH, SourceSecurityGroupId="sg-0123456789abcdef0"), []),
    ],
)
def test_a_port_that_is_open_or_may_be(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN204") == expected


@pytest.mark.parametrize(("protocol", "expected"), [("-1", []), (-1, []), ("all", [U]), ("tcp", [E]), (HIDDEN, [U])])
def test_words_for_every_protocol(protocol: Any, expected: list[Level]) -> None:
    rules = {
        "In": self_rule("Ingress", "SourceSecurityGroupId", protocol=protocol),
        "Out": self_rule("Egress", "DestinationSecurityGroupId", protocol=protocol),
    }
    data = changed(cluster(), both(parameter("P"), add(**rules)))
    assert levels(data, "TRN201") == expected
    assert levels(data, "TRN202") == expected


@pytest.mark.parametrize(
    ("rule", "side", "more", "expected"),
    [
        ("TRN201", "In", {"CidrIp": "10.0.0.0/16"}, [E]),
        ("TRN201", "In", {"SourcePrefixListId": "pl-0123456789abcdef0"}, [E]),
        ("TRN201", "In", {"SourceSecurityGroupOwnerId": "111122223333"}, []),
        ("TRN201", "In", {"Description": "EFA"}, []),
        ("TRN202", "Out", {"CidrIpv6": "::/0"}, [E]),
        ("TRN202", "Out", {"DestinationPrefixListId": {"Ref": "P"}}, [E]),
    ],
)
def test_a_self_rule_with_a_second_peer_is_none(rule: str, side: str, more: Data, expected: list[Level]) -> None:
    data = cluster()
    data["Parameters"] = {"P": {"Type": "String"}}
    data["Resources"][side]["Properties"].update(more)
    assert levels(data, rule) == expected
