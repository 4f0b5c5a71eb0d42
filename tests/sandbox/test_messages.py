"""An error names what does not exist, as EC2 does."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError

GROUP, SNAPSHOT = "sg-0123456789abcdef0", "snap-0123456789abcdef0"


@pytest.mark.parametrize(
    ("operation", "asked", "code", "named"),
    [
        ("describe_security_groups", {"GroupIds": [GROUP]}, "InvalidGroup.NotFound", f"'{GROUP}'"),
        ("delete_security_group", {"GroupId": GROUP}, "InvalidGroup.NotFound", f"'{GROUP}'"),
        ("describe_key_pairs", {"KeyNames": ["mine"]}, "InvalidKeyPair.NotFound", "'mine'"),
        ("describe_snapshots", {"SnapshotIds": [SNAPSHOT]}, "InvalidSnapshot.NotFound", "Snapshot"),
    ],
)
def test_what_does_not_exist_is_told(ec2: Any, operation: str, asked: dict[str, Any], code: str, named: str) -> None:
    with pytest.raises(ClientError) as caught:
        getattr(ec2, operation)(**asked)
    error = caught.value.response["Error"]
    assert error["Code"] == code
    assert named in error["Message"]
    assert "{" not in error["Message"]
