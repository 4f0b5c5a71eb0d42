"""The reservation fits the launch: instance type, platform, tenancy, and how the plan buys."""

from __future__ import annotations

from collections.abc import Iterator

from ...demand.model import Group
from ..check import Check, Examination, fail, left_to, ok, warn
from ..image import IMAGE_ACTIONS
from ..plan import Plan
from ..platform import other_platform, platform_of
from ..question import Row
from ..reservation import RESERVATION_ACTIONS, is_block, named, with_reservation


def examine(plan: Plan, subject: str) -> Examination:
    """Compare every reservation of one group with its launch."""
    group = plan.groups[subject]
    rows = yield from named(plan, subject)
    if not rows:
        return left_to("reservation-state", "none of the reservations exists")
    platform, why = yield from platform_of(plan, subject)
    wrong = [text for row in rows for text in _differences(group, row)]
    other = [
        outcome
        for row in rows
        for outcome in other_platform(row.text("CapacityReservationId"), row.text("InstancePlatform"), platform, why)
    ]
    blocks = [row.text("CapacityReservationId") for row in rows if is_block(row)]
    if not wrong and not other and blocks and group.capacity.kind == "reservation" and group.launch is None:
        # Launch data, where they are known, are judged by reservation-targeted: then it is an error.
        text = f"{', '.join(blocks)} is a Capacity Block: EC2 refuses launches without MarketType capacity-block"
        return warn(text, "say that it is a block: --capacity-block, or capacity kind block in a request")
    hint = "use a reservation of the same type, or change the group"
    found = [outcome for text in wrong for outcome in fail(text, hint)]
    return [*found, *other] or ok("type, platform and tenancy match")


def _differences(group: Group, row: Row) -> Iterator[str]:
    key = row.text("CapacityReservationId")
    for what, has, wants in (
        ("instance type", row.text("InstanceType"), group.instance_type),
        ("tenancy", row.text("Tenancy"), "default"),
    ):
        if wants and has != wants:
            yield f"{key} is for {what} {has}, the group launches {wants}"
    kind = "block" if is_block(row) else "reservation"
    if kind != group.capacity.kind and group.capacity.kind == "block":
        yield f"{key} is an on-demand reservation, the group says that it is a block"


CHECK = Check(
    id="reservation-match",
    title="The reservation fits the launch",
    why="A reservation takes only launches of its own instance type, platform and tenancy.",
    passes="Type, platform (of the image, where one is known) and tenancy are the same, and it is a block where the "
    "plan says so.",
    fails="One differs; warns when a block is called a reservation; unknown for another platform than Linux/UNIX where "
    "no image is known, and for a platform of the image that no reservation has.",
    command="aws ec2 describe-capacity-reservations --capacity-reservation-ids cr-…",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-launch.html",
    inputs=("groups[].instance_type", "groups[].platform", "groups[].image_id", "groups[].capacity"),
    actions=(*RESERVATION_ACTIONS, *IMAGE_ACTIONS),
    subjects=with_reservation,
    examine=examine,
)
