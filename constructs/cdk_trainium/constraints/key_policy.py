"""What the service that launches nodes may do with a customer key that encrypts their volumes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

__all__ = [
    "AUTO_SCALING_ROLE",
    "KEY_WITHOUT_ROLE",
    "NEEDED",
    "ROLES",
    "SYMMETRIC",
    "UNFIT_KEY",
    "KeyAccess",
    "key_access",
]

KEY_WITHOUT_ROLE = "TRN713"
UNFIT_KEY = "TRN714"
SYMMETRIC = "SYMMETRIC_DEFAULT"
"""``KeySpec`` of the keys that EBS supports. Source: Auto Scaling User Guide, required key policy."""
AUTO_SCALING_ROLE = "AWSServiceRoleForAutoScaling"
ROLES = {"asg": AUTO_SCALING_ROLE, "eks": AUTO_SCALING_ROLE, "pcs": "AWSServiceRoleForPCS"}
"""Kind of group -> the service-linked role that launches its nodes: node groups of EKS are Auto Scaling groups.

What others launch with is not documented so, or is whoever deploys.
"""
NEEDED = (
    "kms:CreateGrant",
    "kms:Decrypt",
    "kms:DescribeKey",
    "kms:GenerateDataKeyWithoutPlaintext",
    "kms:ReEncryptFrom",
    "kms:ReEncryptTo",
)
"""What both the Auto Scaling User Guide (required key policy) and the EBS User Guide (encryption) ask for."""

_HOLE = re.compile(r"\$\{[^{}]*\}")
_OF_ANYBODY = {"kms:viaservice", "kms:calleraccount"}
"""Conditions of the policy of the key aws/ebs, which lets every caller of EBS in the account use it."""


class KeyAccess(NamedTuple):
    """What a key policy gives a role."""

    missing: tuple[str, ...]
    """Operations of `NEEDED` that no statement gives it."""
    certain: bool = True
    """Whether all that is missing is; a part that cannot be read may give it."""


def key_access(policy: Any, role: str = "") -> KeyAccess:
    """Return what ``policy`` gives the service-linked ``role``.

    Statements that deny, and conditions of statements that name the role, are not weighed. The account as principal
    gives a service-linked role nothing: that only lets IAM policies decide, and the role's own is AWS's and names no
    customer key.

    Args:
        policy: the document as plain data; a text with a hole such as ``${?}`` stands for what cannot be read.
        role: name of the role. Default: - any of Auto Scaling's.

    Source: Auto Scaling User Guide, Required AWS KMS key policy for use with encrypted volumes.
    """
    given: set[str] = set()
    possible: set[str] = set()
    for statement in _statements(policy):
        if not isinstance(statement, Mapping):
            possible.update(NEEDED)
        elif _is_hole(statement.get("Effect")) or statement.get("Effect") == "Allow":
            sure, maybe = _operations(statement)
            names = None if _is_hole(statement.get("Effect")) else _names(statement, role)
            given |= sure if names else set()
            possible |= maybe if names is not False else set()
    missing = tuple(item for item in NEEDED if item not in given)
    return KeyAccess(missing, not possible.intersection(missing))


def _statements(policy: Any) -> Iterator[Any]:
    if not isinstance(policy, Mapping):
        yield policy
        return
    listed = policy.get("Statement", [])
    yield from listed if isinstance(listed, list) else [listed]


def _names(statement: Mapping[str, Any], role: str) -> bool | None:
    """Return whether the principal is, or includes, the role; None where that cannot be told."""
    if "NotPrincipal" in statement:
        return None
    principal = statement.get("Principal")
    named = principal.get("AWS", []) if isinstance(principal, Mapping) else principal
    found = [_is_role(item, role) for item in (named if isinstance(named, list) else [named])]
    if "*" in (named if isinstance(named, list) else [named]):
        found.append(_is_open(statement.get("Condition")))
    return True if True in found else None if None in found else False


def _is_role(arn: object, role: str) -> bool | None:
    if not isinstance(arn, str):
        return False
    name = arn.rpartition("/")[2]
    if name == role or (not role and name.startswith(AUTO_SCALING_ROLE)):
        return True
    end = _HOLE.split(arn)[-1]
    return None if _is_hole(arn) and (role or AUTO_SCALING_ROLE).endswith(end) else False


def _is_open(condition: Any) -> bool | None:
    """Return whether a statement for everybody is one for the role."""
    if condition is None:
        return True
    tests = condition.values() if isinstance(condition, Mapping) else ()
    keys = {str(key).lower() for test in tests for key in (test if isinstance(test, Mapping) else ("?",))}
    return True if keys and keys <= _OF_ANYBODY else None


def _operations(statement: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """Return the operations that a statement names, and those that it may."""
    if "NotAction" in statement:
        return set(), set(NEEDED)
    written = statement.get("Action", [])
    patterns = [str(item) for item in (written if isinstance(written, list) else [written])]
    named = {item for item in NEEDED if any(fnmatchcase(item.lower(), one.lower()) for one in patterns)}
    return named, set(NEEDED) if any(map(_is_hole, patterns)) else named


def _is_hole(value: object) -> bool:
    return isinstance(value, str) and _HOLE.search(value) is not None
