"""The quotas of FSx for Lustre hold what exists and what the plan adds: file systems and storage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..check import Check, Examination
from ..judge import Need, judge
from ..plan import Plan
from ..question import Row, UnansweredError, question
from ..quota import QUOTA_ACTIONS, get_quota, quota_value

CODES = {
    "SCRATCH": ("L-C48231E5", "L-AD2FC696"),
    "PERSISTENT_1": ("L-9AFA1F09", "L-C8640C82"),
    "PERSISTENT_2": ("L-FD6F2F22", "L-8F1B9C74"),
}
EXISTING = question("fsx", "DescribeFileSystems", "FileSystems")


def _kind(deployment: str) -> str:
    return "SCRATCH" if deployment.startswith("SCRATCH") else deployment


def subjects(plan: Plan) -> Sequence[str]:
    """Return the kinds of file system that the plan creates."""
    return sorted({_kind(system.deployment) for system in plan.demand.file_systems} & set(CODES))


def examine(plan: Plan, kind: str) -> Examination:
    """Judge number and storage of one kind."""
    codes = CODES[kind]
    count, storage, existing = yield get_quota("fsx", codes[0]), get_quota("fsx", codes[1]), EXISTING
    values = (yield from quota_value("fsx", codes[0], count)), (yield from quota_value("fsx", codes[1], storage))
    mine = [system for system in plan.demand.file_systems if _kind(system.deployment) == kind]
    try:
        (number, gib), why = _used(existing.rows, kind), ""
    except UnansweredError as error:
        number, gib, why = None, None, str(error)
    first = yield from judge(values[0], Need(len(mine), "file systems", number, why))
    second = yield from judge(values[1], Need(sum(system.gib for system in mine), "GiB", gib, why))
    return [*first, *second]


def _used(rows: Iterable[Row], kind: str) -> tuple[float | None, float | None]:
    lustre = [row for row in rows if row.text("FileSystemType") == "LUSTRE"]
    same = [row for row in lustre if _kind(row.row("LustreConfiguration").text("DeploymentType")) == kind]
    return float(len(same)), sum(row.number("StorageCapacity") for row in same)


CHECK = Check(
    id="quota-file-systems",
    title="The quotas of FSx for Lustre hold what exists and what the plan adds",
    why="A file system that cannot be created fails after half an hour of waiting.",
    passes="Number and storage of the kind stay within their quotas.",
    fails="One does not; the finding names the exact increase to request.",
    command="aws service-quotas list-service-quotas --service-code fsx",
    source="https://docs.aws.amazon.com/fsx/latest/LustreGuide/limits.html",
    inputs=("file_systems",),
    actions=(*QUOTA_ACTIONS, "fsx:DescribeFileSystems"),
    subjects=subjects,
    examine=examine,
)
