"""A capacity reservation that EC2 refuses to make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

from ....findings import Level
from ....template import Reference, Unknown, Value
from ....wording import as_written, nearest
from ...model.values import as_int, shown
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched

_MOST = 1000
"""Instances of one reservation."""
_WITH_SQL = ("", " Enterprise", " Standard", " Web")
_PLATFORMS = (
    "Linux/UNIX",
    "Red Hat Enterprise Linux",
    "SUSE Linux",
    "Windows",
    *(f"Windows with SQL Server{edition}" for edition in _WITH_SQL),
    *(f"Linux with SQL Server{edition}" for edition in _WITH_SQL[1:]),
    *(f"RHEL with SQL Server{edition}" for edition in _WITH_SQL[1:]),
    "RHEL with HA",
    "RHEL with HA and SQL Server Standard",
    "RHEL with HA and SQL Server Enterprise",
    "Ubuntu Pro",
)
_ALLOWED = {
    "InstanceMatchCriteria": ("open", "targeted"),
    "EndDateType": ("unlimited", "limited"),
    "InstancePlatform": _PLATFORMS,
    "Tenancy": ("default", "dedicated"),
}


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Compare literals with the words of the API."""
    data = subject.branch.properties
    for name, allowed in _ALLOWED.items():
        value = data.get(name)
        if isinstance(value, str) and value not in allowed:
            text = f"{name} is unknown; got {as_written(value)}; allowed: {', '.join(allowed)}"
            yield Hit(text, ("Properties", name), nearest(value, allowed))
    count = as_int(data.get("InstanceCount"))
    if count is not None and not 1 <= count <= _MOST:
        yield Hit(f"InstanceCount is out of range; got {count}; allowed: 1 to {_MOST}", ("Properties", "InstanceCount"))
    yield from _end(data, context.options.today)
    yield from _placement(data.get("PlacementGroupArn"))


def _end(data: Mapping[str, Any], today: date) -> Iterator[Hit]:
    """Judge ``EndDateType`` with ``EndDate``. Source: EC2 API, CreateCapacityReservation: one needs the other."""
    kind, end, path = data.get("EndDateType", "unlimited"), data.get("EndDate"), ("Properties", "EndDate")
    if kind == "limited" and end is None:
        yield Hit("EndDateType is limited, and EndDate is missing", ("Properties", "EndDateType"), "say EndDate")
    elif kind == "unlimited" and end is not None and not isinstance(end, Unknown):
        yield Hit(f"EndDate is {end}, and EndDateType is unlimited", path, "set EndDateType to limited")
    elif isinstance(end, str):
        yield from _moment(end, path, today)


def _moment(end: str, path: Path, today: date) -> Iterator[Hit]:
    try:
        day = datetime.fromisoformat(end).date()
    except ValueError:
        yield Hit(f"EndDate is no time; got {as_written(end)}; allowed: as 2027-01-31T12:00:00Z", path)
        return
    if day < today:
        yield Hit(
            f"EndDate {end} is past on {today}", path, level=Level.WARNING
        )  # nothing happens to one that was made


def _placement(arn: Value) -> Iterator[Hit]:
    """Judge ``PlacementGroupArn``, which takes no name: that is what ``Ref`` of a placement group gives."""
    name = isinstance(arn, Reference) or (isinstance(arn, str) and not arn.startswith("arn:"))
    if name:
        text = f"PlacementGroupArn is no ARN; got the name {shown(arn)}"
        yield Hit(text, ("Properties", "PlacementGroupArn"), "write it with Fn::Sub: …:placement-group/${Group}")


RULE = Rule(
    id="TRN347",
    title="A capacity reservation asks for what EC2 can make",
    level=Level.ERROR,
    why="CreateCapacityReservation refuses it, and the stack rolls back.",
    source="EC2 API of botocore 1.44.8, CreateCapacityReservation",
    on="AWS::EC2::CapacityReservation",
    check=check,
    fix="correct the value",
)
