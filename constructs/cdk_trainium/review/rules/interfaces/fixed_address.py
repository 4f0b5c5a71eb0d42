"""An address, or an interface, of one node in what describes several."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Blank, Unknown
from ...model import Launch
from ...model.asked import asked_by
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .shared_fault import on_interfaces

_OF_ONE = ("PrivateIpAddress", "PrivateIpAddresses", "Ipv6Addresses", "NetworkInterfaceId")


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look at the interfaces of groups that may have more than one node, whatever the address is."""
    group = launch.group
    if group is None or group.kind == "instance":
        return
    for name in _OF_ONE:
        items = [item for item in launch.node.interfaces if item.data.get(name)]
        if not items:
            continue
        asked, value = asked_by(context.world, group), items[0].data[name]
        blank = isinstance(value, Blank)
        if asked.most > 1 and not blank:
            text = f"{name} is that of one node, {group.resource.id} may have {asked.most}"
            yield on_interfaces(Hit(text, level=None if asked.wanted > 1 else Level.WARNING), items, name)
            continue
        hidden = value if blank and asked.most > 1 else asked.hidden
        if isinstance(hidden, Unknown):
            yield on_interfaces(cannot_tell(f"whether {name} is for one node only", hidden), items, name)


RULE = Rule(
    id="TRN127",
    title="A fixed address, or an existing interface, is for one node",
    level=Level.ERROR,
    why="The second node is refused: an address is that of one interface, an interface that of one instance.",
    source="EC2 API, InstanceNetworkInterfaceSpecification: not for more than one instance",
    on="launch",
    check=check,
    fix="remove it: the subnet gives each node its address",
    texts=("PrivateIpAddress", "Ipv6Addresses", "NetworkInterfaceId"),
)
