"""The interconnect of the block is healthy."""

from __future__ import annotations

from collections.abc import Iterator

from ..check import Check, Examination, fail, ok, skip, unknown
from ..plan import Plan
from ..question import Row, question
from ..reservation import RESERVATION_ACTIONS, is_block, named, with_reservation


def examine(plan: Plan, subject: str) -> Examination:
    """Ask for the status of all blocks, once, when a named reservation is an active block."""
    rows = yield from named(plan, subject)
    blocks = {row.text("CapacityReservationId") for row in rows if is_block(row) and row.text("State") == "active"}
    if not blocks:
        return skip("no active block")
    (answer,) = yield (question("ec2", "DescribeCapacityBlockStatus", "CapacityBlockStatuses"),)
    seen = {key: row for row in answer for key in _reservations(row) if key in blocks}
    outcomes = []
    for key in sorted(blocks):
        status = seen[key].text("InterconnectStatus") if key in seen else "insufficient-data"
        if status == "impaired":
            hint = "an impaired UltraServer is terminated whole: end all its nodes, open a support case, launch again"
            outcomes += fail(f"the interconnect of {key} is impaired", hint)
        elif status != "ok":
            outcomes += unknown(f"the interconnect of {key} is {status}")
    return outcomes or ok("ok")


def _reservations(row: Row) -> Iterator[str]:
    for status in row.rows("CapacityReservationStatuses", always=True):
        yield status.text("CapacityReservationId")


CHECK = Check(
    id="block-interconnect",
    title="The interconnect of the block is healthy",
    why="NeuronLink and EFA of an impaired block stop collective operations; EC2 publishes the status per block.",
    passes="EC2 says ok.",
    fails="EC2 says impaired; insufficient-data is unknown.",
    command="aws ec2 describe-capacity-block-status",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeCapacityBlockStatus.html",
    inputs=("groups[].capacity.ids",),
    actions=(*RESERVATION_ACTIONS, "ec2:DescribeCapacityBlockStatus"),
    subjects=with_reservation,
    examine=examine,
)
