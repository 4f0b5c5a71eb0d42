"""moto's images and ours, without the volume and snapshot that moto makes for each of 1,300 at every reset."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from types import SimpleNamespace
from typing import Any

from moto.core.parse import default_timestamp_parser as parse_timestamp
from moto.ec2.models.amis import AMIS, Ami, AmiBackend
from moto.utilities.utils import load_resource

from .public import PublicImage, public_images

__all__ = ["LightAmi", "add", "install"]


_moto_describe = AmiBackend.describe_images


class LightAmi(Ami):
    """A public image: what DescribeImages shows, and nothing else."""

    def __init__(self, ec2_backend: Any, **data: Any) -> None:
        self.ec2_backend = ec2_backend
        self.id = data["ami_id"]
        self.state, self.image_type = "available", data.get("image_type", "machine")
        self.name, self.description = data.get("name"), data.get("description")
        self.owner_id, self.owner_alias = data.get("owner_id", "137112412989"), "amazon"
        self.image_location = data.get("image_location") or f"amazon/{self.name}"
        self.virtualization_type = data.get("virtualization_type") or "hvm"
        self.architecture = data.get("architecture") or "x86_64"
        self.kernel_id = None
        self.platform = data.get("platform")
        self.platform_details = "Windows" if str(self.platform).lower() == "windows" else "Linux/UNIX"
        self.hypervisor = data.get("hypervisor") or "xen"
        self.root_device_name = data.get("root_device_name") or "/dev/xvda"
        self.root_device_type = data.get("root_device_type") or "ebs"
        self.ena_support, self.boot_mode = True, data.get("boot_mode", "uefi-preferred")
        self.sriov = self.sriov_net_support = data.get("sriov") or "simple"
        self.creation_date = _time(data.get("creation_date"))
        self.product_codes: set[str] = set()
        self.instance_id = None
        self.launch_permissions = [{"Group": "all"}]
        self.snapshot_gib = int(data.get("snapshot_gib") or 8)
        self.ebs_snapshot = SimpleNamespace(id="snap-" + self.id.removeprefix("ami-"))

    @property
    def block_device_mappings(self) -> list[dict[str, Any]]:
        """The root volume that the image brings."""
        ebs = {
            "SnapshotId": self.ebs_snapshot.id,
            "VolumeSize": self.snapshot_gib,
            "DeleteOnTermination": True,
            "VolumeType": "gp3",
            "Encrypted": False,
        }
        return [{"DeviceName": self.root_device_name, "Ebs": ebs}]


def install() -> None:
    """Replace moto's loader."""
    AmiBackend._load_amis = _load  # type: ignore[method-assign]
    AmiBackend.describe_images = _describe  # type: ignore[method-assign]


def add(ec2: Any, image: PublicImage) -> None:
    """Make ``image`` known to the region's DescribeImages."""
    ec2.amis[image.id] = LightAmi(
        ec2,
        ami_id=image.id,
        name=image.name,
        description=image.description,
        owner_id=image.owner_id,
        architecture=image.architecture,
        root_device_name=image.root_device,
        creation_date=image.created,
        snapshot_gib=image.snapshot_gib,
    )


class _Images(dict[str, Any]):
    """The region's images, made when the first is asked for: most requests need none of the 1,300."""

    def __init__(self, ec2: Any) -> None:
        self.ec2: Any = ec2

    def fill(self) -> _Images:
        """Make them, once."""
        ec2, self.ec2 = self.ec2, None
        if ec2 is not None:
            for data in (*AMIS, *_regional(ec2.region_name)):
                self[data["ami_id"]] = LightAmi(ec2, **data)
            for image in public_images(ec2.region_name):
                add(ec2, image)
        return self

    def get(self, key: str, default: Any = None) -> Any:
        return super(_Images, self.fill()).get(key, default)

    def __getitem__(self, key: str) -> Any:
        return super(_Images, self.fill()).__getitem__(key)

    def __contains__(self, key: object) -> bool:
        return super(_Images, self.fill()).__contains__(key)

    def __iter__(self) -> Any:
        return super(_Images, self.fill()).__iter__()

    def copy(self) -> dict[str, Any]:
        return super(_Images, self.fill()).copy()

    def keys(self) -> Any:
        return super(_Images, self.fill()).keys()

    def values(self) -> Any:
        return super(_Images, self.fill()).values()

    def items(self) -> Any:
        return super(_Images, self.fill()).items()


def _load(self: Any) -> None:
    self.amis = _Images(self)


def _describe(self: Any, *args: Any, **given: Any) -> Any:
    # Every node asks for its image by id: no search through all of them.
    wanted = (given.get("filters") or {}).get("image-id") if not args and set(given) == {"filters"} else None
    if isinstance(wanted, str) and len(given["filters"]) == 1:
        image = self.amis.get(wanted)
        return [image] if image else []
    return _moto_describe(self, *args, **given)


@cache
def _regional(region: str) -> tuple[dict[str, Any], ...]:
    found: list[dict[str, Any]] = []
    for path in ("latest_amis", "ecs/optimized_amis"):
        try:
            found += load_resource(f"ec2/resources/{path}/{region}.json")
        except FileNotFoundError:
            continue
    return tuple(found)


def _time(value: str | datetime | None) -> datetime:
    if isinstance(value, str):
        return parse_timestamp(value)
    return value or datetime(2026, 1, 1, tzinfo=UTC)
