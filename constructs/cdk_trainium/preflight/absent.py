"""The codes by which AWS says that what was asked for does not exist."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["ABSENT", "NO_VERSION"]

NO_VERSION = "InvalidLaunchTemplateId.VersionNotFound"
"""The launch template exists, and the version does not."""

ABSENT: Mapping[str, frozenset[str]] = {
    "ec2": frozenset(
        {
            "InvalidAMIID.Malformed",
            "InvalidAMIID.NotFound",
            "InvalidAMIID.Unavailable",
            "InvalidCapacityReservationId.Malformed",
            "InvalidCapacityReservationId.NotFound",
            "InvalidGroup.NotFound",
            "InvalidGroupId.Malformed",
            "InvalidLaunchTemplateId.Malformed",
            "InvalidLaunchTemplateId.NotFound",
            NO_VERSION,
            "InvalidLaunchTemplateName.MalformedException",
            "InvalidLaunchTemplateName.NotFoundException",
            "InvalidPlacementGroup.Unknown",
            "InvalidSecurityGroupID.NotFound",
            "InvalidSecurityGroupId.Malformed",
            "InvalidSnapshot.NotFound",
            "InvalidSnapshotID.Malformed",
            "InvalidSubnetID.Malformed",
            "InvalidSubnetID.NotFound",
            "InvalidSubnetId.Malformed",
            "InvalidSubnetId.NotFound",
            "InvalidVpcID.Malformed",
            "InvalidVpcID.NotFound",
            "InvalidVpcId.Malformed",
            "InvalidVpcId.NotFound",
        }
    ),
    "iam": frozenset({"NoSuchEntity"}),
    "kms": frozenset({"InvalidArnException", "NotFoundException"}),
    "resource-groups": frozenset({"NotFoundException"}),
    "ssm": frozenset({"ParameterNotFound"}),
}
"""Service -> codes: an answer as well as an empty list is. Those of Service Quotas say more, see `quota`."""
