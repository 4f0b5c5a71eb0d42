"""The launch data really uses the reservation: market type and target, as its kind needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...demand.model import Group
from ..check import Check, Examination, fail, left_to, ok, warn
from ..plan import Plan
from ..question import Row
from ..reservation import RESERVATION_ACTIONS, named, spot_with_target
from ..reservation_row import NEEDED_BY, market_type


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups whose launch data is known and that name reservations, there or elsewhere."""
    groups = [group for group in plan.demand.groups if group.launch is not None]
    return [group.name for group in groups if group.capacity.named or spot_with_target(group)]


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the launch data of one group with every reservation it is meant to use."""
    group = plan.groups[subject]
    refused = spot_with_target(group)
    if refused:
        return [outcome for problem in refused for outcome in fail(str(problem), problem.hint, code=problem.code)]
    rows = yield from named(plan, subject)
    if not rows:
        return left_to("reservation-state", "none of the reservations exists")
    wrong = [item for row in rows for item in _problems(group, row)]
    open_match = [row for row in rows if not market_type(row) and _criteria(row) == "open"]
    if not wrong and open_match:
        text = f"{open_match[0].text('CapacityReservationId')} has InstanceMatchCriteria open: any launch may take it"
        return warn(text, "create it with InstanceMatchCriteria targeted")
    return [outcome for text, hint in wrong for outcome in fail(text, hint)] or ok("the launch names the reservation")


def _problems(group: Group, row: Row) -> Iterator[tuple[str, str]]:
    key, launch = row.text("CapacityReservationId"), group.launch
    if launch is None:
        return
    needs = market_type(row)
    if launch.market_type != needs:
        text = f"{key} is {NEEDED_BY[needs]}, but MarketType is {launch.market_type or 'not set'}"
        set_it = f"set InstanceMarketOptions.MarketType to {needs} and keep the target"
        yield text, set_it if needs else "leave MarketType out"
    if not launch.target and _criteria(row) == "targeted":
        preference = launch.preference or "not set (open)"
        text = f"{key} is targeted, CapacityReservationPreference is {preference}: the reservation will not be used"
        yield text, f"set CapacityReservationTarget to {key} and the preference to capacity-reservations-only"


def _criteria(row: Row) -> str:
    return row.known("InstanceMatchCriteria", ("open", "targeted"))


CHECK = Check(
    id="reservation-targeted",
    title="The launch data really uses the reservation",
    why="A block needs MarketType capacity-block and a target, an interruptible reservation "
    "interruptible-capacity-reservation; a targeted reservation is used only when it is named, "
    "else the launch falls back to on demand silently.",
    passes="Market type and target are those that the kind of the reservation needs.",
    fails="One is missing, or spot is asked for beside a target; warns when the reservation takes any launch.",
    command="aws ec2 describe-capacity-reservations --capacity-reservation-ids cr-…",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-launch.html",
    inputs=("groups[].capacity.ids", "groups[].launch"),
    actions=(*RESERVATION_ACTIONS,),
    subjects=subjects,
    examine=examine,
)
