"""Plans that EC2 refuses for what the plan itself says: each fails, and its neighbour that EC2 takes passes."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.constraints import Layout, interfaces_of
from cdk_trainium.demand import Demand
from cdk_trainium.findings import Level, Report, Status, Verdict
from cdk_trainium.preflight import run

from .account import BLOCK, ODCR, answer
from .replay import Replay

pytestmark = pytest.mark.usefixtures("no_waiting")
CATALOG = default()
EFA_TYPES = sorted(name for name, info in CATALOG.types.items() if info.network_cards and info.efa_count)
NO_EFA = sorted(name for name, info in CATALOG.types.items() if info.network_cards and not info.efa_count)


def judged(check: str, **group: Any) -> Report:
    demand = Demand.model_validate({"region": "us-east-2", "groups": [{"name": "g", **group}]})
    return run(demand, session=Account([]).session(), checks=[check])


class Account(Replay):
    """The account of the tests, whatever is asked."""

    def _find(self, service: str, name: str, params: Any) -> Any:
        return {"response": answer(service, name, dict(params))}


def status(report: Report) -> Status:
    (only,) = report.results
    return only.status


@pytest.mark.parametrize("layout", ["efa", "efa-only"])
@pytest.mark.parametrize("name", NO_EFA)
def test_a_type_without_efa_takes_no_efa_layout(name: str, layout: str) -> None:
    assert judged("interfaces-accepted", instance_type=name, layout=layout).verdict is Verdict.FAIL
    assert judged("interfaces-accepted", instance_type=name, layout="interface").verdict is Verdict.PASS


@pytest.mark.parametrize("name", EFA_TYPES)
def test_every_layout_of_the_catalog_is_taken_and_one_card_more_is_not(name: str) -> None:
    info = CATALOG.types[name]
    laid = interfaces_of(info, Layout.EFA)
    written = [{"card": one.card, "device": one.device, "type": one.type} for one in laid]
    more = {"card": max(card.index for card in info.network_cards or ()) + 1, "device": 1, "type": "efa"}
    assert status(judged("interfaces-accepted", instance_type=name, interfaces=written)) is Status.PASS
    report = judged("interfaces-accepted", instance_type=name, interfaces=[*written, more])
    assert "TRN101" in {item.evidence.get("code") for item in report.findings}


@pytest.mark.parametrize(("count", "public", "ends"), [(1, True, "pass"), (2, True, "fail"), (2, False, "pass")])
def test_a_public_address_goes_with_one_interface_only(count: int, public: bool, ends: str) -> None:
    laid = [{"card": at, "device": min(at, 1), "type": "efa"} for at in range(count)]
    report = judged("interfaces-accepted", instance_type="trn1.32xlarge", interfaces=laid, public_address=public)
    assert status(report) == ends


@pytest.mark.parametrize(
    ("least", "desired", "count", "ends"),
    [(0, 2, 2, "pass"), (2, 2, 2, "pass"), (0, 0, 2, "pass"), (0, 9, 2, "fail"), (5, 5, 2, "fail"), (2, 1, 3, "fail")],
)
def test_the_sizes_of_a_group_are_in_order(least: int, desired: int, count: int, ends: str) -> None:
    sizes = {"least": least, "desired": desired, "count": count}
    assert status(judged("group-sizes", instance_type="trn1.32xlarge", **sizes)) == ends


@pytest.mark.parametrize(
    ("name", "server", "ends"),
    [
        ("trn2u.48xlarge", "u-trn2x64", "pass"),
        ("trn2.48xlarge", "u-trn2x64", "fail"),
        ("trn1.32xlarge", "u-trn2x64", "fail"),
        ("trn2u.48xlarge", "u-other", "unknown"),
    ],
)
def test_an_ultraserver_is_made_of_its_own_type(name: str, server: str, ends: str) -> None:
    assert status(judged("ultraserver-type", instance_type=name, ultraserver_type=server, count=4)) == ends


@pytest.mark.parametrize(
    "place", [{"zone": "us-west-2a"}, {"zone_id": "usw2-az1"}, {"zone": "use2-az1"}, {"zone_id": "us-east-2a"}]
)
def test_a_zone_of_another_region_or_form_needs_no_answer(place: dict[str, str]) -> None:
    group = {"name": "g", "instance_type": "trn1.32xlarge", **place}
    demand = Demand.model_validate({"region": "us-east-2", "groups": [group]})
    assert status(run(demand, session=None, checks=["zone-available"])) == "fail"


def test_a_zone_that_is_none_is_not_hidden_by_its_id() -> None:
    report = judged("zone-available", instance_type="trn1.32xlarge", zone="us-east-2q", zone_id="use2-az1")
    assert status(report) == "fail"


@pytest.mark.parametrize(("zone_id", "ends"), [("use2-az1", "pass"), ("use2-az2", "fail")])
def test_zone_and_zone_id_name_one_zone(zone_id: str, ends: str) -> None:
    report = judged("zone-available", instance_type="trn1.32xlarge", zone="us-east-2a", zone_id=zone_id)
    assert status(report) == ends


@pytest.mark.parametrize(
    ("name", "kind", "id_", "levels"),
    [
        ("trn2.48xlarge", "reservation", BLOCK, {Level.WARNING}),
        ("trn2.48xlarge", "block", BLOCK, set()),
        ("trn1.32xlarge", "reservation", ODCR, set()),
    ],
)
def test_a_block_is_not_called_a_reservation(name: str, kind: str, id_: str, levels: set[Level]) -> None:
    report = judged("reservation-match", instance_type=name, capacity={"kind": kind, "ids": [id_]})
    assert {item.level for item in report.findings} == levels


def test_an_interface_that_does_not_state_its_device_index_is_refused() -> None:
    laid = [{"card": 0, "device": None, "type": "efa"}, {"card": 1, "device": 1, "type": "efa"}]
    report = judged("interfaces-accepted", instance_type="trn1.32xlarge", interfaces=laid)
    assert [item.evidence.get("code") for item in report.findings] == ["TRN121"]
