"""What follows from a region. Source: the AWS SDK's own list of partitions (botocore, ``partitions.json``)."""

from __future__ import annotations

__all__ = ["of_region"]

_PARTITIONS = (
    ("cn-", "aws-cn", "amazonaws.com.cn"),
    ("us-gov-", "aws-us-gov", "amazonaws.com"),
    ("us-isob-", "aws-iso-b", "sc2s.sgov.gov"),
    ("us-isof-", "aws-iso-f", "csp.hci.ic.gov"),
    ("us-iso-", "aws-iso", "c2s.ic.gov"),
    ("eu-isoe-", "aws-iso-e", "cloud.adc-e.uk"),
    ("eusc-", "aws-eusc", "amazonaws.eu"),
    ("", "aws", "amazonaws.com"),
)


def of_region(region: str) -> dict[str, str]:
    """Return the pseudo parameters that ``region`` decides: its partition and the end of its host names."""
    partition, suffix = next(found for begin, *found in _PARTITIONS if region.startswith(begin))
    return {"AWS::Partition": partition, "AWS::URLSuffix": suffix}
