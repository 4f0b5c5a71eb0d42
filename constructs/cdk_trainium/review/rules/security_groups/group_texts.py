"""Names, descriptions and VPC of a security group that EC2 refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....constraints.identifiers import is_other_id
from ....findings import Level
from ....template import Mixed, Value
from ....wording import as_written
from ...model.security_group import SECURITY_GROUP
from ...model.values import as_list, as_map
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched

_REFUSED = re.compile(r"[^a-zA-Z0-9 ._\-:/()#,@\[\]+=&;{}!$*]")
_ALLOWED = "letters a-z, digits, spaces and ._-:/()#,@[]+=&;{}!$*"
_LONGEST = 255
_OWN = "sg-"
"""How the ids of security groups begin, and no name does."""


def check(item: Branched, _context: Context) -> Iterator[Hit]:
    """Look at what is written out, in functions too; what only a deployment tells passes."""
    data = item.branch.properties
    if item.resource.type != SECURITY_GROUP:
        yield from _text(data.get("Description"), ("Properties", "Description"))
        return
    for name in ("GroupDescription", "GroupName"):
        yield from _text(data.get(name), ("Properties", name))
    yield from _own(data.get("GroupName"), data.get("VpcId"))
    for section in ("SecurityGroupIngress", "SecurityGroupEgress"):
        for index, rule in enumerate(as_list(data.get(section))):
            yield from _text(as_map(rule).get("Description"), ("Properties", section, index, "Description"))


def _text(value: Value, path: Path) -> Iterator[Hit]:
    known = value if isinstance(value, str) else _written(value)
    refused = _REFUSED.search(known)
    if refused is not None:
        yield Hit(f"{path[-1]} has {refused[0]!a}, which EC2 refuses; allowed: {_ALLOWED}", path)
    elif len(known) > _LONGEST:
        yield Hit(f"{path[-1]} has {len(known)} characters; allowed: at most {_LONGEST}", path)


def _written(value: Value) -> str:
    """Return the parts of ``value`` that the template holds itself."""
    return "".join(part for part in value.parts if isinstance(part, str)) if isinstance(value, Mixed) else ""


def _own(name: Value, vpc: Value) -> Iterator[Hit]:
    if isinstance(name, str) and name.startswith(_OWN):
        yield Hit(f"GroupName is {as_written(name)}; a name does not begin with {_OWN}", ("Properties", "GroupName"))
    if vpc == "" or is_other_id(vpc, "vpc"):
        got = as_written(vpc) if vpc else "an empty text"
        yield Hit(f"VpcId is no id of a VPC; got {got}; allowed: vpc-…", ("Properties", "VpcId"), "name its id")


RULE = Rule(
    id="TRN210",
    title="Texts of a security group and its rules are such as EC2 takes, and its VPC is named by id",
    level=Level.ERROR,
    why="EC2 refuses the group or the rule when the stack is deployed: an arrow, an accent or an apostrophe is enough.",
    source="EC2 API, CreateSecurityGroup and IpRange",
    on="AWS::EC2::SecurityGroup AWS::EC2::SecurityGroupIngress AWS::EC2::SecurityGroupEgress",
    check=check,
    fix="write it with the characters that EC2 takes",
)
