"""Types of options that name resources of the account: a wrong form is a mistake of usage."""

from __future__ import annotations

import re

from ..constraints.identifiers import BAD_FORM, resource_pattern
from ..errors import Problem
from .params import Checked

__all__ = [
    "IMAGE",
    "INSTANCE_TYPE",
    "PARAMETER",
    "QUOTA_CODE",
    "SECURITY_GROUP_ID",
    "SERVICE_CODE",
    "SUBNET_ID",
    "ULTRASERVER_TYPE",
]

_DIGITS = "… (8 or 17 hexadecimal digits)"


class _Form(Checked):
    """A text that one pattern describes."""

    def __init__(self, name: str, what: str, pattern: str, allowed: str) -> None:
        self.name, self._what, self._pattern, self._allowed = name, what, re.compile(pattern), allowed

    def check(self, text: str) -> Problem | None:
        """Return what is wrong with ``text``."""
        if self._pattern.fullmatch(text):
            return None
        return Problem(BAD_FORM, f"is no {self._what}", got=repr(text), allowed=self._allowed)


SUBNET_ID = _Form("subnet-id", "id of a subnet", resource_pattern("subnet"), f"subnet-{_DIGITS}")
SECURITY_GROUP_ID = _Form("sg-id", "id of a security group", resource_pattern("sg"), f"sg-{_DIGITS}")
IMAGE = _Form(
    "image",
    "image id and no SSM parameter",
    rf"{resource_pattern('ami')}|/[\w./-]+",
    f"ami-{_DIGITS}, or the path of an SSM parameter (/aws/…)",
)
PARAMETER = _Form("path", "path of an SSM parameter", r"/[\w./-]+", "a path such as /aws/…")
INSTANCE_TYPE = _Form(
    "instance-type", "instance type", r"[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9-]*", "a type such as trn2.48xlarge"
)
SERVICE_CODE = _Form("service", "service code", r"[a-zA-Z][a-zA-Z0-9-]{1,62}", "a code such as ec2")
QUOTA_CODE = _Form("code", "quota code", r"[a-zA-Z][a-zA-Z0-9-]{1,127}", "a code such as L-2C3B7624")
"""Their forms are those of the Service Quotas API."""
ULTRASERVER_TYPE = _Form("ultraserver-type", "UltraServer type", r"u-[a-z0-9]+", "a type such as u-trn2x64")
