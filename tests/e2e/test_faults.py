"""A planted fault fails with EC2's code in the output and leaves nothing; its corrected twin runs."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from .account import left_over, nodes
from .conftest import Cdk, find_cli

pytestmark = pytest.mark.e2e
RESERVATION = "cr-0fedcba9876543210"
FAULTS = {
    "card": "AttachmentLimitExceeded",
    "placement": "InvalidParameterCombination",
    "quota": "VcpuLimitExceeded",
    "zone": "ReservationCapacityExceeded",
}
"""What is wrong -> EC2's error code."""


@pytest.fixture
def faults(bootstrapped: dict[str, str], tmp_path: Path) -> Cdk:
    """The CLI on the app with faults, in an account with a running block of one node and no on-demand quota."""
    cdk = Cdk(find_cli(), Path(__file__).parent / "apps" / "faults", bootstrapped, tmp_path / "cdk.out")
    start = datetime.fromisoformat(cdk.control("time")["now"]) + timedelta(hours=1)
    block = {
        "instance_type": "trn2.48xlarge",
        "zone": "us-east-2b",
        "count": 1,
        "start": start.isoformat(),
        "end": (start + timedelta(days=1)).isoformat(),
        "reservation_id": RESERVATION,
    }
    cdk.control("scenario", quotas={"L-2C3B7624": 0}, blocks=[block])
    cdk.control("advance", by="2h")
    return cdk


def test_every_fault_is_refused_and_the_corrected_twin_runs(faults: Cdk) -> None:
    for fault, code in FAULTS.items():
        done = faults.deploy(code=1, fault=fault)
        assert f"Error Code: {code}" in done.output.replace("\n  ", " "), fault
        left = left_over(faults)
        assert left.pop("reservations"), "the block is still there"
        assert left == {"stacks": ["Faulty"]}, fault
    faults.deploy(fault="none")
    (node,) = nodes(faults)
    assert node["CapacityReservationId"] == RESERVATION
    assert len(node["NetworkInterfaces"]) == 16
    faults.destroy(fault="none")
    faults.control("advance", by="25h")
    assert left_over(faults) == {}, "the block is over"
    faults.control("scenario", quotas={"L-2C3B7624": 100_000})
