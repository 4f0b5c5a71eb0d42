"""Several plans for one account and region draw on the same quotas: they are added up, as stacks of one app are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .model import Counts, Demand, Group, NewSubnet

__all__ = ["distinct", "together"]

_LISTED = ("volumes", "file_systems", "hyperpod", "templates", "not_determined")
_ONCE = ("stacks", "kms_keys", "vpc_ids", "snapshot_ids")
_MOST = 2**63 - 1
"""What a count of a demand holds."""


def together(demands: Iterable[Demand]) -> list[Demand]:
    """Return ``demands``, those for one account and region as one.

    One with a stack of another is the same plan once more, such as a cluster file beside its own template: it stays
    alone, and so does one that needs another bootstrap stack.
    """
    made: list[Demand] = []
    for number, one in enumerate(demands, start=1):
        at = next((at for at, other in enumerate(made) if _join(other, one)), len(made))
        made[at : at + 1] = [_sum(made[at], one, f" of plan {number}") if at < len(made) else one]
    return made


def _join(one: Demand, other: Demand) -> bool:
    said = ((one.account, other.account), (one.bootstrap_parameter, other.bootstrap_parameter))
    apart = any(len({*pair} - {""}) > 1 for pair in said) or set(one.stacks) & set(other.stacks)
    return one.region == other.region and not apart


def _sum(first: Demand, second: Demand, mark: str) -> Demand:
    taken = {group.name for group in first.groups}
    subnets = {one.name: f"{one.name}{mark}" for one in second.new_subnets}
    groups = [_marked(group, taken, subnets, mark) for group in second.groups]
    further = [NewSubnet(name=subnets[one.name], cidr=one.cidr, vpc=one.vpc) for one in second.new_subnets]
    return first.model_copy(
        update={
            "account": first.account or second.account,
            "groups": distinct([*first.groups, *groups]),
            "counts": _counted(first.counts, second.counts),
            "new_subnets": (*first.new_subnets, *further),
            "bootstrap_version": max(first.bootstrap_version, second.bootstrap_version),
            "bootstrap_parameter": first.bootstrap_parameter or second.bootstrap_parameter,
            **{name: (*getattr(first, name), *getattr(second, name)) for name in _LISTED},
            **{name: tuple(dict.fromkeys((*getattr(first, name), *getattr(second, name)))) for name in _ONCE},
        }
    )


def _marked(group: Group, taken: set[str], subnets: dict[str, str], mark: str) -> Group:
    """Return ``group`` with names of its own; what a plan creates is not what another one creates."""
    named = f"{group.stack}/{group.name}" if group.stack and group.name in taken else group.name
    vpc = group.vpc if group.vpc.startswith("vpc-") else f"{group.vpc or 'the VPC'}{mark}"
    new = tuple(subnets.get(name, name) for name in group.new_subnets)
    return group.model_copy(update={"name": named, "vpc": vpc, "new_subnets": new})


def _counted(one: Counts, other: Counts) -> Counts:
    return Counts(**{name: min(_MOST, getattr(one, name) + getattr(other, name)) for name in Counts.model_fields})


def distinct(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Number groups of one name: the same template may be nested twice."""
    seen: Counter[str] = Counter()
    named = []
    for group in groups:
        seen[group.name] += 1
        count = seen[group.name]
        named.append(group if count == 1 else group.model_copy(update={"name": f"{group.name}#{count}"}))
    return tuple(named)
