"""Objects given as props, such as a VPC: each must be what its prop needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from ..catalog import Catalog
from ..errors import Problem, PropsError
from ..spec import checked, is_late
from ..spec.base import Spec

__all__ = ["check_given", "checked_with", "key_of_region", "plain", "spec_of"]

S = TypeVar("S", bound=Spec)

_SUBNET = ("subnet_ref", "an ec2.ISubnet", "ec2.Subnet.from_subnet_attributes(…) imports one")
_SECURITY_GROUP = (
    "security_group_id",
    "an EfaSecurityGroup or an ec2.ISecurityGroup",
    "ec2.SecurityGroup.from_security_group_id(…) imports one",
)
_NEEDED = {
    "vpc": ("vpc_id", "an ec2.IVpc", "ec2.Vpc.from_vpc_attributes(…) imports one"),
    "subnet": _SUBNET,
    "subnets": _SUBNET,
    "image": ("spec", "a NeuronImage", "NeuronImage(id=…) pins one"),
    "security_group": _SECURITY_GROUP,
    "further_security_groups": _SECURITY_GROUP,
    "efa_security_group": (
        "allows_itself",
        "an EfaSecurityGroup",
        "EfaSecurityGroup(…, security_group=…) gives an existing group the two rules that EFA needs",
    ),
    "role": ("role_arn", "an iam.IRole", "iam.Role.from_role_arn(…) imports one"),
    "encryption_key": ("key_arn", "a kms.IKey", "kms.Key.from_key_arn(…) imports one"),
    "topic": ("topic_arn", "an sns.ITopic", "sns.Topic.from_topic_arn(…) imports one"),
    "launch_template": ("launch_template_id", "a NodeLaunchTemplate", ""),
}
"""Prop -> the attribute that is used, what has it, and a way to get one."""
_LISTS = {"subnets", "further_security_groups"}
_REQUIRED = {"vpc", "subnets", "subnet", "efa_security_group"}


def check_given(where: str, **objects: object) -> None:
    """Refuse objects that lack what their props need; not by class, since imported objects and proxies have others.

    Args:
        where: construct path, for the error.
        objects: prop -> what was given; ``efa_security_group`` is a ``security_group`` that must have its rules.

    Raises:
        PropsError: names every bad one.
    """
    problems = list(_problems(objects))
    if problems:
        raise PropsError(where, problems)


def checked_with(
    where: str,
    model: type[S],
    props: Mapping[str, object],
    *,
    types: Catalog | None = None,
    beside: Sequence[Problem] = (),
) -> S:
    """Build ``model`` as `checked` does, and tell of bad objects among the ``props`` in the same error.

    Args:
        where: construct path, for the error.
        model: the spec of those props that are data.
        props: every prop of the construct that is judged, as it was given; objects are known by their names.
        types: the catalog to judge by. Default: - the catalog of this release.
        beside: what the construct itself found wrong. Default: - nothing.

    Raises:
        PropsError: names every bad prop, objects first.
    """
    problems = [*beside]
    problems += _problems({name: value for name, value in props.items() if name in _NEEDED})
    data = {name: plain(value) for name, value in props.items() if name not in _NEEDED}
    if "image" in props:
        data["image"] = spec_of(props["image"])
    try:
        spec = checked(where, model, data, types=types)
    except PropsError as error:
        raise PropsError(where, [*problems, *error.problems]) from None
    if problems:
        raise PropsError(where, problems)
    return spec


def plain(value: object) -> object:
    """Return a mapping as a dict and a sequence as a list, for a strict spec; anything else as it is."""
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str | bytes) else value


def key_of_region(key: object, region: str | None) -> list[Problem]:
    """Return what is wrong with the place of ``key``: EBS takes keys of its own region only."""
    theirs = getattr(getattr(key, "env", None), "region", None)
    if not region or not theirs or is_late(theirs) or theirs == region:
        return []
    hint = "name a key of the region, or a replica of a multi-Region key there"
    return [Problem("TRN001", "is a key of another region", "encryption_key", theirs, f"a key of {region}", hint)]


def spec_of(image: object) -> object:
    """Return the spec of an image, None for what is none: `check_given` tells of that."""
    return getattr(image, "spec", None)


def _problems(objects: Mapping[str, object]) -> Iterator[Problem]:
    for name, value in objects.items():
        prop = "security_group" if name == "efa_security_group" else name
        if value is None and name in _REQUIRED:
            _, allowed, hint = _NEEDED[name]
            yield Problem("TRN003", "is missing", prop, allowed=allowed, hint=hint)
        elif value is not None and name in _LISTS:
            yield from _items(name, value)
        elif value is not None:
            yield from _problem(name, prop, value)


def _items(name: str, value: object) -> Iterator[Problem]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        _, allowed, hint = _NEEDED[name]
        yield Problem("TRN001", "is no list", name, _shown(value), f"a list, each {allowed}", hint)
        return
    if not value and name in _REQUIRED:
        _, allowed, hint = _NEEDED[name]
        yield Problem(
            "TRN003", "is empty: without it nothing would be made", name, "[]", f"at least one, each {allowed}", hint
        )
    seen: list[object] = []
    for index, item in enumerate(value):
        prop = f"{name}[{index}]"
        yield from _problem(name, prop, item)
        if any(item is other for other in seen):
            yield Problem("TRN009", "is given twice", prop, _shown(item), "each object once")
        seen.append(item)


def _problem(name: str, prop: str, value: object) -> Iterator[Problem]:
    attribute, allowed, hint = _NEEDED[name]
    if not _has(value, attribute):
        yield Problem("TRN001", "is no such object", prop, _shown(value), allowed, hint)


def _has(value: object, attribute: str) -> bool:
    """Ask the class first: the value costs a call to Node, and raises where an object was imported without it."""
    if hasattr(type(value), attribute):
        return True
    try:
        return hasattr(value, attribute)
    except RuntimeError:
        return True


def _shown(value: object) -> str:
    kind = type(value).__name__
    return f"{kind} {value[:60]!r}" if isinstance(value, str) else kind
