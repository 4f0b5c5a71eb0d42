"""Whether an image suits the nodes that boot it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..catalog import Catalog, InstanceTypeInfo
from ..errors import Problem
from .image import ImageSpec

__all__ = ["family_problems", "root_problems"]

_FIRST_SYSTEMS: tuple[str, ...] = ("ubuntu-24.04", "amazon-linux-2023")
_DEFAULT_FAMILIES = {"neuron": "neuron-multi-framework", "nvidia": "nvidia-base"}


def family_problems(image: ImageSpec, info: InstanceTypeInfo, types: Catalog, prop: str) -> Iterator[Problem]:
    """Yield a problem when ``image`` is for other accelerators than those of ``info``."""
    vendor = _vendor(info)
    families = {name: next(iter(item.values())) for name, item in types.images["families"].items()}
    if image.family is not None and families[image.family]["accelerator_vendor"] != vendor:
        allowed = ", ".join(name for name, item in families.items() if item["accelerator_vendor"] == vendor)
        yield Problem("TRN506", f"{info.name} has {vendor} accelerators", prop, image.family, allowed)


def root_problems(
    image: ImageSpec, size: int | None, info: InstanceTypeInfo, types: Catalog, prop: str
) -> Iterator[Problem]:
    """Yield a problem when a root volume of ``size`` GiB is smaller than AWS asks for ``image``."""
    entry = _entry(image, info, types)
    if size is None or entry is None or entry["accelerator_vendor"] != "neuron":
        return  # of NVIDIA's images no minimum is known: the catalog's size is a default only
    least = int(entry["root_gib"]) * 10**9 // 2**30  # the setup pages say "512GB", as review rule TRN513 reads it
    if size < least:
        text = "the root volume is smaller than the image needs"
        yield Problem("TRN513", text, prop, f"{size} GiB", f"at least {least} GiB ({entry['root_gib']} GB)")


def _entry(image: ImageSpec, info: InstanceTypeInfo, types: Catalog) -> Mapping[str, Any] | None:
    """Return the catalog's entry of a family's image; of an image of the user's own nothing is known."""
    own = image.id is not None or image.ids is not None or image.ssm_parameter is not None
    if image.family is None and own:
        return None
    family = image.family or _DEFAULT_FAMILIES[_vendor(info)]
    systems: Mapping[str, Mapping[str, Any]] = types.images["families"][family]
    system: str = image.os or next(name for name in _FIRST_SYSTEMS if name in systems)
    return systems.get(system)


def _vendor(info: InstanceTypeInfo) -> str:
    return "neuron" if info.neuron else "nvidia"
