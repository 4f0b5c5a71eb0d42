"""How EC2 sells an instance type, as far as the dated catalog knows; a way of buying is no capacity."""

from __future__ import annotations

from ..catalog import Catalog, InstanceTypeInfo
from ..errors import Problem

__all__ = ["BLOCKS_ONLY", "NOT_SOLD", "check_blocks_only", "check_usage", "usage_class"]

BLOCKS_ONLY = "TRN316"
NOT_SOLD = "TRN317"
_CLASSES = {"block": "capacity-block", "reservation": "on-demand"}


def usage_class(purchase: str) -> str:
    """Return EC2's usage class for a way of buying: that of a reservation is on-demand."""
    return _CLASSES.get(purchase, purchase)


def check_usage(info: InstanceTypeInfo, purchase: str) -> Problem | None:
    """Return a problem when ``info`` is not sold as ``purchase``; None as well where the catalog does not tell.

    Source: EC2 API, DescribeInstanceTypes, ``SupportedUsageClasses``; contradictions are noted in the catalog.
    """
    classes, wanted = info.usage_classes, usage_class(purchase)
    if classes is None or wanted in classes:
        return None
    text = f"{info.name} is not sold as {wanted} (EC2's supported usage classes)"
    return Problem(NOT_SOLD, text, got=purchase, allowed=", ".join(classes))


def check_blocks_only(info: InstanceTypeInfo, purchase: str, types: Catalog) -> Problem | None:
    """Return a problem when nodes of UltraServers are bought in another way than as Capacity Blocks.

    Source: EC2 User Guide, Capacity Blocks; AWS Neuron, Trn2 UltraServers.
    """
    sold_whole = any(server.instance_type == info.name for server in types.ultraservers.values())
    if not sold_whole or usage_class(purchase) == "capacity-block":
        return None
    return Problem(BLOCKS_ONLY, "UltraServers are sold as capacity blocks", got=purchase, allowed="capacity-block")
