"""Which services may assume a role, as far as the template writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...template import Unknown, Value
from .values import as_list, as_map, member, shown

__all__ = ["EC2", "trusts"]

EC2 = "ec2"

_ANYBODY = "*"


def trusts(role: Mapping[str, Value], service: str) -> bool | None:
    """Return whether ``service``, such as ``ec2``, may assume ``role``; None where the template does not tell.

    What a statement denies, and its conditions, are not weighed.
    """
    named = list(_services(role))
    if any(name == _ANYBODY or shown(name).startswith(f"{service}.") for name in named):
        return True
    return None if any(isinstance(name, Unknown) for name in named) else False


def _services(role: Mapping[str, Value]) -> Iterator[Value]:
    """Yield the services that the trust policy names, and what hides some."""
    document = member(role, "AssumeRolePolicyDocument")
    if isinstance(document, str | Unknown):  # a text holds a policy as well
        yield document if isinstance(document, Unknown) else Unknown("the policy is a text")
        return
    for statement in as_list(member(as_map(document), "Statement")):
        principal = statement if isinstance(statement, Unknown) else member(as_map(statement), "Principal")
        whole = principal == _ANYBODY or isinstance(principal, Unknown)
        yield from [principal] if whole else as_list(member(as_map(principal), "Service"))
        if _ANYBODY in as_list(member(as_map(principal), "AWS")) or "NotPrincipal" in as_map(statement):
            yield _ANYBODY
