"""The root volume is not smaller than the image's snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="root-volume",
    title="A root volume smaller than the image's snapshot is refused.",
    code="InvalidBlockDeviceMapping",
    source="EC2 API error codes: InvalidBlockDeviceMapping; message as quoted in public reports",
)


def check(launch: Launch) -> None:
    """Refuse a root volume that the snapshot does not fit into."""
    image = launch.state.ec2.amis.get(launch.data.get("ImageId"))
    needed = getattr(image, "snapshot_gib", 0)
    for mapping in launch.data.get("BlockDeviceMappings") or []:
        size = (mapping.get("Ebs") or {}).get("VolumeSize")
        if image is not None and mapping.get("DeviceName") == image.root_device_name and size and int(size) < needed:
            raise RULE.refuse(
                f"Volume of size {size}GB is smaller than snapshot '{image.ebs_snapshot.id}', expect size >= {needed}GB"
            )
