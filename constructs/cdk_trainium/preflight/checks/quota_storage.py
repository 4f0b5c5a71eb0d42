"""The quotas of volume storage hold what exists and what the plan adds."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.volumes import STORAGE_QUOTAS, storage_gib, volume_types
from ..check import Check, Examination, unknown
from ..plan import Plan
from ..quota import QUOTA_ACTIONS
from ..volumes import judge_volumes


def subjects(plan: Plan) -> Sequence[str]:
    """Return the volume types that the plan uses."""
    return [kind for kind in volume_types(plan.demand) if any(storage_gib(plan.demand, kind))]


def examine(plan: Plan, kind: str) -> Examination:
    """Judge one volume type, in TiB."""
    code = STORAGE_QUOTAS.get(kind)
    if code is None:
        return unknown(f"no quota is known for the storage of {kind} volumes", "see the quotas of EBS by hand")
    added = storage_gib(plan.demand, kind)
    return (yield from judge_volumes(plan, kind, code=code, member="Size", added=added, unit="TiB", per_unit=1024))


CHECK = Check(
    id="quota-storage",
    title="The quotas of volume storage hold what exists and what the plan adds",
    why="Neuron images want 512 GiB of root volume: 100 nodes meet the default of 50 TiB of gp3. Each type has a quota "
    "of its own; one whose quota is not known is unknown.",
    passes="Quota >= storage of existing volumes of the type, without the plan's own, + that of the plan; a root "
    "volume that only the image describes is not counted.",
    fails="Less; the finding names the exact increase to request.",
    command="aws service-quotas get-service-quota --service-code ebs --quota-code L-7A658B76",
    source="https://docs.aws.amazon.com/ebs/latest/userguide/ebs-resource-quotas.html",
    inputs=("groups[].block_devices", "volumes"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeVolumes", "ec2:DescribeInstances"),
    subjects=subjects,
    examine=examine,
)
