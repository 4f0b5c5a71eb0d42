"""A capacity reservation that EC2 refuses to make."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....wording import nearest
from ...model.values import as_int
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Branched

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


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Compare literals with the words of the API."""
    data = subject.branch.properties
    for name, allowed in _ALLOWED.items():
        value = data.get(name)
        if isinstance(value, str) and value not in allowed:
            text = f"{name} is unknown; got {value!r}; allowed: {', '.join(allowed)}"
            yield Hit(text, ("Properties", name), nearest(value, allowed))
    kind = data.get("InstanceType")
    if isinstance(kind, str) and kind != kind.lower():
        text = f"InstanceType is unknown; got {kind!r}; allowed: names in small letters"
        yield Hit(text, ("Properties", "InstanceType"), f"did you mean {kind.lower()}?")
    count = as_int(data.get("InstanceCount"))
    if count is not None and count < 1:
        yield Hit(f"InstanceCount is too small; got {count}; allowed: 1 or more", ("Properties", "InstanceCount"))
    if data.get("EndDateType") == "limited" and data.get("EndDate") is None:
        yield Hit("EndDateType is limited, and EndDate is missing", ("Properties", "EndDateType"), "say EndDate")


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
