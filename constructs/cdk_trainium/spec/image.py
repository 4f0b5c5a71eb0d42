"""Which machine image the nodes boot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from ..catalog import Catalog
from ..errors import Problem
from .base import Spec
from .text import ImageId, ParameterPath

__all__ = ["ImageSpec"]

Family = Literal["neuron-base", "neuron-multi-framework", "eks-neuron", "ecs-neuron", "nvidia-base", "eks-nvidia"]


class ImageSpec(Spec, defer_build=False):
    """A pinned image (``id`` or ``ids``), or a public parameter that floats, on request."""

    family: Family | None = None
    """Family of AWS images: fixes device names, root size and the accelerator it is for.
    Default: - neuron-multi-framework for Neuron types, nvidia-base for NVIDIA types"""
    os: Literal["ubuntu-24.04", "amazon-linux-2023"] | None = None
    """Operating system. Default: - the first the family is published for, ubuntu-24.04 before amazon-linux-2023"""
    kubernetes: Annotated[str, Field(pattern=r"^1\.[0-9]{2}$")] | None = None
    """Kubernetes version of the EKS families, such as ``"1.34"``. Default: - none; required for eks-…"""
    id: ImageId | None = None
    """Pinned image id. Default: - none"""
    ids: dict[str, ImageId] | None = None
    """Region -> pinned image id, for files used in several regions. Default: - none"""
    ssm_parameter: ParameterPath | None = None
    """Path of an SSM parameter that holds an image id; needs ``floating``. Default: - the family's public one"""
    floating: bool = False
    """Let the image follow its SSM parameter: every stack update may then bring a new image and replace nodes.
    Default: - false, the image is pinned"""

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with the image as a whole."""
        yield self._one_way()
        yield self._pinned_follows_nothing()
        yield self._pinned_or_floating()
        yield self._published(types)
        yield self._kubernetes()

    def _pinned(self) -> list[str]:
        return [name for name in ("id", "ids") if getattr(self, name) is not None]

    def _one_way(self) -> Iterator[Problem]:
        given = [*self._pinned(), *(["floating"] if self.floating else [])]
        if len(given) > 1:
            text = "an image is pinned by id, by ids, or floats: one of them"
            yield Problem("TRN502", text, got=", ".join(given), allowed="id, ids, floating")

    def _pinned_follows_nothing(self) -> Iterator[Problem]:
        if self.ssm_parameter is not None and self._pinned():
            text, allowed = "a pinned image follows no parameter", "with floating: true, without id and ids"
            yield Problem("TRN502", text, "ssm_parameter", self.ssm_parameter, allowed)

    def _pinned_or_floating(self) -> Iterator[Problem]:
        if not self._pinned() and not self.floating:
            text = "the image is neither pinned nor allowed to float"
            hint = "pin the id you tested (aws ssm get-parameter shows today's), or set floating: true"
            yield Problem("TRN501", text, allowed="id, ids, or floating: true", hint=hint)

    def _published(self, types: Catalog) -> Iterator[Problem]:
        systems = types.images["families"][self.family] if self.family else {}
        if self.family and self.os is not None and self.os not in systems:
            yield Problem("TRN503", f"{self.family} is not published for it", "os", self.os, ", ".join(systems))

    def _kubernetes(self) -> Iterator[Problem]:
        if (self.family or "").startswith("eks-") and self.kubernetes is None:
            text = "an EKS image belongs to a Kubernetes version"
            yield Problem("TRN504", text, "kubernetes", allowed='such as "1.34"')
