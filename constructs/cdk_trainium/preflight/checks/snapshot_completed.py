"""The snapshots that volumes are made from exist and are completed."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, fail, ok, warn
from ..plan import Plan
from ..questions import existing, snapshots

_STATES = ("completed", "error", "pending", "recoverable", "recovering")
_UNDER_WAY = ("pending", "recovering")
_TIERS = ("archive", "standard")


def subjects(plan: Plan) -> Sequence[str]:
    """Return the existing snapshots."""
    return plan.snapshot_ids


def examine(plan: Plan, snapshot: str) -> Examination:
    """Look for one snapshot, then at its state."""
    answers, _ = yield from existing(snapshots, [plan.snapshot_ids])
    row = next((row for answer in answers for row in answer if row.text("SnapshotId") == snapshot), None)
    if row is None:
        text = f"no snapshot {snapshot} in {plan.region} for this account"
        return fail(text, "snapshot ids differ from region to region; copy it there, or share it with this account")
    if row.known("StorageTier", _TIERS, "standard") == "archive":
        return fail(f"{snapshot} is archived", "restore it first (aws ec2 restore-snapshot-tier), or use another one")
    state = row.known("State", _STATES)
    if state in _UNDER_WAY:
        return warn(f"{snapshot} is {state}", "wait until it is completed before you deploy")
    return ok(f"{snapshot} is completed") if state == "completed" else fail(f"{snapshot} is {state}", "use another one")


CHECK = Check(
    id="snapshot-completed",
    title="The snapshot that a volume is made from exists and is completed",
    why="Snapshot ids are regional. A launch with a volume of a snapshot that is not there is refused.",
    passes="The account sees the snapshot in the region, and it is completed.",
    fails="It is not seen, in error, archived or in the Recycle Bin; warns while it is made or recovered.",
    command="aws ec2 describe-snapshots --snapshot-ids snap-… --query 'Snapshots[].[SnapshotId,State]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSnapshots.html",
    inputs=("groups[].block_devices", "snapshot_ids"),
    actions=("ec2:DescribeSnapshots",),
    subjects=subjects,
    examine=examine,
)
