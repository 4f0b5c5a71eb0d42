"""Which AWS services nodes reach without leaving the VPC of a cluster."""

from __future__ import annotations

__all__ = ["SERVICES"]

SERVICES = ("ssm", "ssmmessages", "ec2", "ecr.api", "ecr.dkr", "logs", "monitoring", "sts")
"""Services with an interface endpoint: Session Manager needs the first two; the others serve images, logs, metrics and
roles."""
