"""Service code and quota code must exist, letter by letter; a quota without applied value has none to get."""

from __future__ import annotations

from ..refusal import Refusal, Rule

RULE = Rule(
    id="quota-exists",
    title="An unknown service (ec2, not EC2) or quota, and a quota without applied value, are refused.",
    code="NoSuchResourceException",
    source="Service Quotas API; field report on the service code's case",
)


def unknown_service() -> Refusal:
    """Return the refusal for a service code that does not exist."""
    return RULE.refuse("The request failed because the specified service does not exist.")


def unknown_quota() -> Refusal:
    """Return the refusal for a quota that does not exist or has no such value."""
    return RULE.refuse("The request failed because the specified quota does not exist.")
