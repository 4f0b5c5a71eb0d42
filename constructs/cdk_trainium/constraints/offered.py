"""Where an instance type is offered, as far as the dated catalog knows; an offering is not capacity."""

from __future__ import annotations

from ..catalog import Catalog, InstanceTypeInfo

__all__ = ["NOT_OFFERED", "not_offered", "regions_offering"]

NOT_OFFERED = "TRN604"


def regions_offering(info: InstanceTypeInfo, types: Catalog) -> set[str]:
    """Return the regions whose zones offer ``info`` or whose Capacity Blocks hold it; empty when nothing is known."""
    blocks = types.regions["capacity_block_regions"]["value"]
    ultraserver = blocks.get("UltraServer Trn2", []) if info.family == "trn2u" else []
    documented = {item.split(" ")[0] for item in (*blocks.get(info.name, []), *ultraserver)}
    return set(info.zone_ids or {}) | documented


def not_offered(info: InstanceTypeInfo, region: str, types: Catalog) -> str:
    """Return the doubt about ``info`` in ``region``, with the date of what is known; empty when there is none."""
    offered = regions_offering(info, types)
    if not offered or region in offered:
        return ""
    seen = info.fact("zone_ids").date
    return f"{info.name} was not offered in {region} on {seen}, but in {', '.join(sorted(offered))}"
