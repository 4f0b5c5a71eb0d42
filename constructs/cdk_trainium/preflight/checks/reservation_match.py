"""The reservation fits the launch: instance type, platform, tenancy, and how the plan buys."""

from __future__ import annotations

from collections.abc import Iterator

from ...demand.model import Group
from ..check import Check, Examination, Outcome, fail, left_to, ok, warn
from ..image import IMAGE_ACTIONS
from ..plan import Plan
from ..platform import other_platform, platform_of
from ..question import Row
from ..reservation import RESERVATION_ACTIONS, is_block, named, of_any, with_reservation

MATCHES = ok("type, platform and tenancy match")


def examine(plan: Plan, subject: str) -> Examination:
    """Compare every reservation of one group with its launch."""
    group = plan.groups[subject]
    rows = yield from named(plan, subject)
    if not rows:
        return left_to("reservation-state", "none of the reservations exists")
    platform, why = yield from platform_of(plan, subject)
    found = of_any(group, [[*_judged(group, row), *_platform(row, platform, why)] or MATCHES for row in rows])
    untold = [row for row in rows if is_block(row)] if group.capacity.kind == "reservation" else []
    if untold and group.launch is None and all(outcome in MATCHES for outcome in found):
        # Launch data, where they are known, are judged by reservation-targeted: then it is an error.
        names = ", ".join(row.text("CapacityReservationId") for row in untold)
        text = f"{names} is a Capacity Block: EC2 refuses launches without MarketType capacity-block"
        return warn(text, "say that it is a block: --capacity-block, or capacity kind block in a request")
    return found


def _platform(row: Row, platform: str, why: str) -> list[Outcome]:
    return other_platform(row.text("CapacityReservationId"), row.text("InstancePlatform"), platform, why)


def _judged(group: Group, row: Row) -> list[Outcome]:
    hint = "use a reservation of the same type, or change the group"
    return [outcome for text in _differences(group, row) for outcome in fail(text, hint)]


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
