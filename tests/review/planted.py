"""Eight defects as they are met in the field, each with its corrected twin; the bench runs other tools on them too."""

from __future__ import annotations

from tests.review.build import (
    Change,
    Data,
    block_cluster,
    changed,
    cluster,
    efas,
    group_of,
    launch_of,
    subnet,
)

__all__ = ["PLANTED", "TWINS"]


def _efa_only(data: Data) -> None:
    for nic in launch_of(data)["NetworkInterfaces"]:
        nic["InterfaceType"] = "efa-only"


def _duplicate_and_seventeenth(data: Data) -> None:
    nics = efas(17)
    nics[5]["NetworkCardIndex"] = 4
    launch_of(data)["NetworkInterfaces"] = nics


def _untargeted_block(data: Data) -> None:
    del launch_of(data)["CapacityReservationSpecification"]
    launch_of(data)["Placement"] = {"GroupName": {"Ref": "Pg"}}


def _small_type(data: Data) -> None:
    launch_of(data).update(InstanceType="trn1.2xlarge", NetworkInterfaces=efas(1))


def _small_type_corrected(data: Data) -> None:
    launch_of(data).update(InstanceType="trn1.32xlarge", NetworkInterfaces=efas(8))


def _unknown_type(data: Data) -> None:
    launch_of(data)["InstanceType"] = "trn9.48xlarge"


def _mistyped(data: Data) -> None:
    launch_of(data)["NetworkInterfaces"][3]["InterfaceType"] = "effa"
    launch_of(data)["MetadataOptions"] = {"HttpTokens": "optional"}


def _three_zones(data: Data) -> None:
    for at, letter in enumerate("ac", 1):
        data["Resources"][f"Subnet{letter}"] = subnet(f"us-east-2{letter}", CidrBlock=f"10.0.{16 * at}.0/20")
    group_of(data)["VPCZoneIdentifier"] = [{"Ref": name} for name in ("Subnet", "Subneta", "Subnetc")]


def _ultraserver(data: Data) -> None:
    launch_of(data)["InstanceType"] = "trn2u.48xlarge"
    data["Resources"]["Subnet"] = subnet("eu-west-3a")


def _ultraserver_corrected(data: Data) -> None:
    launch_of(data)["InstanceType"] = "trn2u.48xlarge"


def _nothing(_data: Data) -> None:
    pass


_US, _EU = "us-east-2", "eu-west-3"
_DEFECTS: dict[str, tuple[Data, Change, Change, str, set[str]]] = {
    "1-primary-efa-only": (cluster(), _efa_only, _nothing, _US, {"TRN106"}),
    "2-duplicate-and-17th-card": (cluster(), _duplicate_and_seventeenth, _nothing, _US, {"TRN101", "TRN103"}),
    "3-block-without-target": (block_cluster(), _untargeted_block, _nothing, _US, {"TRN301", "TRN315"}),
    "4-efa-on-trn1-2xlarge": (cluster(), _small_type, _small_type_corrected, _US, {"TRN107"}),
    "5-unknown-type": (cluster(), _unknown_type, _nothing, _US, {"TRN010"}),
    "6-effa-with-imdsv1": (cluster(), _mistyped, _nothing, _US, {"TRN108", "TRN701"}),
    "7-cluster-group-in-three-zones": (cluster(), _three_zones, _nothing, _US, {"TRN401"}),
    "8-trn2u-in-paris": (block_cluster(), _ultraserver, _ultraserver_corrected, _EU, {"TRN604"}),
}

PLANTED = {name: (changed(base, bad), region, found) for name, (base, bad, _, region, found) in _DEFECTS.items()}
"""Name -> template, region, rules that must report it."""
TWINS = {name: (changed(base, good), _US) for name, (base, _, good, _region, _found) in _DEFECTS.items()}
"""Name -> corrected template, region."""
