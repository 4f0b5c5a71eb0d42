"""Pages of moto's own lists: moto honours MaxResults in few of them, and never begins with an empty page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moto.core.responses import ActionResult
from moto.core.utils import camelcase_to_underscores
from moto.ec2.responses import EC2Response

from ..paging import page

__all__ = ["LISTS", "install"]

LISTS = {
    "DescribeInstances": "Reservations",
    "DescribeNetworkInterfaces": "NetworkInterfaces",
    "DescribeVolumes": "Volumes",
    "DescribeSubnets": "Subnets",
    "DescribeVpcs": "Vpcs",
    "DescribeSecurityGroups": "SecurityGroups",
    "DescribeImages": "Images",
    "DescribeLaunchTemplates": "LaunchTemplates",
}
"""Operation -> the list in its answer."""
_EVERYTHING = 1_000_000


def install() -> None:
    """Wrap moto's handlers."""
    for operation, key in LISTS.items():
        name = camelcase_to_underscores(operation)
        setattr(EC2Response, name, _paged(getattr(EC2Response, name), key, name))


def _paged(handler: Callable[[Any], ActionResult], key: str, name: str) -> Callable[[Any], ActionResult]:
    def answer(self: Any) -> ActionResult:
        asked = {field: self.params.pop(field, None) for field in ("MaxResults", "NextToken")}
        self.params["MaxResults"] = _EVERYTHING
        result: Any = handler(self).result
        self.params.update(asked)
        shown, token = page(self, list(result[key]), default=1000)
        return ActionResult({**result, key: shown, "NextToken": token})

    answer.__name__ = name
    return answer
