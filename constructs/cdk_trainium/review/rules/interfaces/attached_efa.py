"""An EFA that is attached to an instance which runs."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.interfaces import EFA_TYPES
from ....findings import Level
from ....launches.interfaces import INTERFACE
from ....template import Unknown, Value
from ...model.values import member, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, unknown
from ...subjects import Branched

_INSTANCE = "AWS::EC2::Instance"
_PATH = ("Properties", "NetworkInterfaceId")


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Ask for the type of the interface, and for an instance of the templates: it runs as soon as it is made."""
    data = subject.branch.properties
    kind = _type_of(data.get("NetworkInterfaceId"), context)
    if isinstance(kind, Unknown):
        yield cannot_tell("whether the interface is an EFA, which no running instance takes,", kind, _PATH)
    elif kind in EFA_TYPES:
        found = context.world.find(data.get("InstanceId"))
        if found is not None and found.type == _INSTANCE:
            yield Hit(f"an interface of type {kind} is attached to {found.id}, which runs by then", _PATH)
        else:
            text = f"whether {shown(data.get('InstanceId'))} is stopped when an {kind} interface is attached"
            yield unknown(f"{text} is not known", _PATH)


def _type_of(interface: Value, context: Context) -> Value:
    """Return ``InterfaceType`` of ``interface``; an Unknown where that is made elsewhere."""
    data = context.world.properties(interface, INTERFACE)
    if data is not None:
        return member(data, "InterfaceType")
    return interface if isinstance(interface, Unknown) else Unknown(f"{shown(interface)} is not written here")


RULE = Rule(
    id="TRN128",
    title="No EFA is attached to an instance that runs",
    level=Level.ERROR,
    why="EC2 refuses it: an EFA is attached at launch or while the instance is stopped, which no template can say.",
    source="EC2 User Guide, create and attach an Elastic Fabric Adapter: cannot be attached in a running state; "
    "terraform-provider-aws issue 44355, karpenter issue 2440",
    on="AWS::EC2::NetworkInterfaceAttachment",
    check=check,
    fix="name the interface in NetworkInterfaces of the launch template or instance, and remove the attachment",
)
