"""Which public images exist in a region, as AWS publishes them; ids are made up, one per name and region."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from ...catalog import default

__all__ = ["KUBERNETES", "PublicImage", "public_images"]

KUBERNETES = ("1.31", "1.32", "1.33", "1.34", "1.35")
"""Kubernetes versions with images in the simulated regions."""
_OWNERS = {"eks": "602401143452", "ecs": "591542846629"}
_DLAMI_OWNER = "898082745236"
_CREATED = datetime(2026, 10, 19, tzinfo=UTC)
"""Date of Neuron 2.33.0, the newest release in the catalog."""
_FROZEN = {"multi-framework/ubuntu-22.04": datetime(2026, 4, 9, tzinfo=UTC)}
_SNAPSHOT_GIB = {"eks": 20, "ecs": 30, "neuron": 50, "nvidia": 75}
"""Made up: no source gives the sizes of these snapshots; a root volume must not be smaller."""


@dataclass(frozen=True, slots=True)
class PublicImage:
    """One image and the public parameter that names it."""

    region: str
    parameter: str
    name: str
    owner_id: str
    root_device: str
    snapshot_gib: int
    created: datetime
    description: str
    architecture: str = "x86_64"
    release: int = 0
    """Counts up when a test publishes a newer image under the same parameter."""

    @property
    def id(self) -> str:
        """``ami-…``, the same in every run."""
        text = f"{self.region}/{self.parameter}/{self.release}"
        return "ami-0" + hashlib.sha256(text.encode()).hexdigest()[:16]


def public_images(region: str) -> Iterator[PublicImage]:
    """Yield the images of ``region``; which parameters a region lacks is not decided here."""
    for family, systems in default().images["families"].items():
        for system, data in systems.items():
            for version in KUBERNETES if "{kubernetes}" in data["ssm_parameter"] else ("",):
                yield _image(region, family, system, data, version)
    for path, created in _FROZEN.items():
        yield PublicImage(
            region=region,
            parameter=f"/aws/service/neuron/dlami/{path}/latest/image_id",
            name=f"Deep Learning AMI Neuron ({path.partition('/')[2]}) {created:%Y%m%d}",
            owner_id=_DLAMI_OWNER,
            root_device="/dev/sda1",
            snapshot_gib=_SNAPSHOT_GIB["neuron"],
            created=created,
            description=f"Neuron multi-framework image for {path.partition('/')[2]}",
        )


def _image(region: str, family: str, system: str, data: dict[str, str], version: str) -> PublicImage:
    kind = family.partition("-")[0]
    label = f"{version}-" if version else ""
    return PublicImage(
        region=region,
        parameter=data["ssm_parameter"].replace("{kubernetes}", version),
        name=f"{family}-{system}-{label}{_CREATED:%Y%m%d}",
        owner_id=_OWNERS.get(kind, _DLAMI_OWNER),
        root_device=data["root_device"],
        snapshot_gib=_SNAPSHOT_GIB[kind],
        created=_CREATED,
        description=f"{family} image for {system}, simulated",
        architecture=data["architecture"],
    )
