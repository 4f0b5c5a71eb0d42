"""The region offers the instance type."""

from __future__ import annotations

from ...catalog import InstanceTypeInfo
from ...constraints.offered import never_seen
from ...wording import nearest
from ..check import Check, Examination, ask, fail, ok, unknown
from ..plan import Plan
from ..question import Trouble
from ..questions import offerings


def examine(plan: Plan, instance_type: str) -> Examination:
    """Look for one type among the offerings; being known to DescribeInstanceTypes proves nothing."""
    info = plan.catalog.find(instance_type)
    if info is not None and not info.launchable:
        hint = "give EC2's name for it in a catalog overlay (CDK_TRAINIUM_CATALOG)"
        return fail(f"EC2 has published no instance type name for {instance_type}", hint)
    answer = yield from ask(offerings(plan))
    if answer.error is not None and answer.error.trouble is Trouble.OFFLINE:
        text = f"whether {plan.region} offers {instance_type} was not asked{_known(info, plan)}"
        return unknown(text, "" if info else nearest(instance_type, plan.catalog.types))
    found = sorted(row.text("Location") for row in answer if row.text("InstanceType") == instance_type)
    if found:
        return ok(f"{instance_type} is offered in {', '.join(found)}; an offering is not capacity", zones=found)
    text = f"{plan.region} does not offer {instance_type}{_known(info, plan)}"
    hint = "use a region that offers it: trnctl regions --instance-type " + instance_type
    return fail(text, hint if info else nearest(instance_type, plan.catalog.types) or hint)


def _known(info: InstanceTypeInfo | None, plan: Plan) -> str:
    zones = info.zone_ids if info else None
    if not info or not zones:
        return ""
    looked = plan.region not in zones and not never_seen(info, plan.region, plan.catalog)
    known = ", ".join(sorted(zones)) + (f", not in {plan.region}" if looked else "")
    return f"; on {info.fact('zone_ids').date} it was offered in {known}"


CHECK = Check(
    id="type-offered-in-region",
    title="The region offers the instance type",
    why="Trn2 is in few regions; a region that does not offer it fails every launch.",
    passes="DescribeInstanceTypeOfferings lists the type in a zone of the region, on any of its pages.",
    fails="It lists none; the finding names the regions known to offer it, with the date of that knowledge.",
    command="aws ec2 describe-instance-type-offerings --location-type availability-zone "
    "--filters Name=instance-type,Values=trn2.48xlarge",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceTypeOfferings.html",
    inputs=("groups[].instance_type",),
    actions=("ec2:DescribeInstanceTypeOfferings",),
    subjects=lambda plan: plan.instance_types,
    examine=examine,
)
