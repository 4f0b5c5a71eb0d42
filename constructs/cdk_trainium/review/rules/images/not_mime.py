"""User data that a service cannot merge with its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....constraints.mime import is_mime
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.image_kinds import group_images
from ...model.user_data import UserData
from ...options import Context
from ...rule import Hit, Rule, unknown

_OTHERS = ("bottlerocket", "windows")
"""Systems whose user data is no script: TOML, and PowerShell in tags of its own."""
_MERGED = {"eks": "managed node group", "batch": "compute environment of Batch", "pcs": "compute node group of PCS"}


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look where a service merges user data; EKS does in launch templates without an image id only."""
    group = launch.group
    if group is None or not merges(launch):
        return
    if any(image.kind.os in _OTHERS for image in group_images(launch)):
        return
    data, where = launch.node.boots, launch.node.at("UserData")
    if data is None or not data.text.strip() or (is_mime(data.text) and not data.read.layers):
        return
    fault = _fault(data, group.kind)
    if fault.certain and not (group.kind == "eks" and isinstance(launch.node.has_image, Unknown)):
        yield Hit(f"user data of a {_MERGED[group.kind]} is {fault.why}", where, fault.fix)
    else:
        text = f"whether user data of a {_MERGED[group.kind]} is MIME multipart for its service cannot be told"
        yield unknown(f"{text}{fault.why and f': it is {fault.why}'}", where, fault.fix)


class _Fault(NamedTuple):
    why: str
    certain: bool
    fix: str = ""


def _fault(data: UserData, kind: str) -> _Fault:
    """Return what is wrong with ``data``, of which a service sees what is sent, not what a node unpacks of it."""
    packed = data.read.layers[:1]
    if packed and is_mime(data.text):
        why = f"packed with {packed[0]}, and the service looks for MIME in what is sent"
        return _Fault(why, kind == "eks" and packed == ("gzip",), "send it as it is, and a long script from S3")
    begins_hidden = data.text.startswith("${")
    return _Fault("" if begins_hidden else "no MIME multipart document", not begins_hidden)


def merges(launch: Launch) -> bool:
    """Return whether a service puts the user data of ``launch`` together with its own."""
    group = launch.group
    return group is not None and group.kind in _MERGED and (group.kind != "eks" or launch.node.has_image is not True)


RULE = Rule(
    id="TRN512",
    title="User data that a service merges is MIME multipart",
    level=Level.ERROR,
    why="EKS, Batch and PCS merge their own boot script into a multipart document and refuse anything else.",
    source="Amazon EKS User Guide, customize managed nodes with launch templates; AWS Batch User Guide, user data in "
    "launch templates; AWS PCS User Guide, EC2 user data; aws-cdk issue 6427; "
    "terraform-provider-aws issue 15007",
    on="launch",
    check=check,
    fix='wrap the script: Content-Type: multipart/mixed; boundary="…"',
)
