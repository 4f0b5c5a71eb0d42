"""The least-privilege IAM policy of the checks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .check import Check

__all__ = ["LAUNCH_ACTIONS", "iam_policy"]

LAUNCH_ACTIONS = ("ec2:RunInstances", "iam:PassRole")
"""What a launch needs, dry or not; no reading check has them."""


def iam_policy(checks: Iterable[Check], *, dry_run_launch: bool) -> dict[str, Any]:
    """Return the policy that lets ``checks`` ask everything they may ask.

    Args:
        checks: the checks to run; what a launch needs goes into a statement of its own.
        dry_run_launch: whether to add the statement of the launch dry run, which must allow the launch itself:
            EC2 has no separate permission for a dry run.
    """
    listed = [check for check in checks if dry_run_launch or not check.opt_in]
    read = sorted({action for check in listed for action in check.actions} - set(LAUNCH_ACTIONS))
    reading = {"Sid": "PreflightReadOnly", "Effect": "Allow", "Action": read, "Resource": "*"}
    statements: list[dict[str, Any]] = [reading] if read else []  # IAM takes no statement without an action
    if dry_run_launch:
        launch = {"Sid": "PreflightDryRunLaunch", "Effect": "Allow", "Action": ["ec2:RunInstances"], "Resource": "*"}
        service = {"StringEquals": {"iam:PassedToService": "ec2.amazonaws.com"}}
        role = {"Sid": "PreflightDryRunRole", "Effect": "Allow", "Action": ["iam:PassRole"], "Resource": "*"}
        statements += [launch, {**role, "Condition": service}]
    return {"Version": "2012-10-17", "Statement": statements}
