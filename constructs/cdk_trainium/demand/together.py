"""Several plans for one account and region draw on the same quotas: they are added up, as stacks of one app are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .model import Bootstrap, Counts, Demand, Group, NewSubnet, NotDetermined

__all__ = ["distinct", "together"]

_LISTED = ("volumes", "file_systems", "hyperpod", "templates", "not_determined")
_ONCE = ("stacks", "kms_keys", "vpc_ids", "snapshot_ids")
_MOST = 2**63 - 1
"""What a count of a demand holds."""


def together(demands: Sequence[Demand]) -> list[Demand]:
    """Return ``demands``, those for one account and region as one.

    One whose stacks another one has all is the same plan once more, such as a cluster file beside its own template: it
    stays alone. So does one that asks for nothing, and one that has some stacks of another: what both ask is not known.
    """
    plans = _named_apart(demands)
    made: list[Demand] = []
    alone: list[Demand] = []
    for number, one in enumerate(plans, start=1):
        if one.asks_nothing or _is_within_another(number - 1, plans):
            alone.append(one)
            continue
        near = [(at, other) for at, other in enumerate(made) if _meet(one, other)]
        open_ = [_open(one, other) for _, other in near if _shared(one, other)]
        mine = one.model_copy(update={"not_determined": (*one.not_determined, *open_)})
        at = next((at for at, other in near if not _shared(one, other)), len(made))
        made[at : at + 1] = [_sum(made[at], mine, f" of plan {number}") if at < len(made) else mine]
    return [*made, *alone]


def _named_apart(demands: Sequence[Demand]) -> list[Demand]:
    """Return ``demands``, groups that several have by one name called after their stacks as well."""
    plans_of = Counter(name for demand in demands for name in {group.name for group in demand.groups})
    regions = {demand.region for demand in demands}
    named = []
    for number, demand in enumerate(demands, start=1):
        where = f" in {demand.region}" if len(regions) > 1 and demand.region else ""
        groups = [
            _called(group, f"plan {number}", where) if plans_of[group.name] > 1 else group for group in demand.groups
        ]
        named.append(demand.model_copy(update={"groups": tuple(groups)}))
    return named


def _called(group: Group, plan: str, where: str) -> Group:
    return group.model_copy(update={"name": f"{group.stack or plan}{where}/{group.name}"})


def _meet(one: Demand, other: Demand) -> bool:
    """Return whether two plans draw on the same quotas."""
    return one.region == other.region and len({one.account, other.account} - {""}) < 2


def _shared(one: Demand, other: Demand) -> set[str]:
    return {*one.stacks} & {*other.stacks}


def _is_within_another(at: int, plans: Sequence[Demand]) -> bool:
    mine = {*plans[at].stacks}
    holders = [place for place, other in enumerate(plans) if place != at and mine <= {*other.stacks}]
    return bool(mine) and any(
        _meet(plans[at], plans[place]) and (place < at or mine != {*plans[place].stacks}) for place in holders
    )


def _open(one: Demand, other: Demand) -> NotDetermined:
    shared = ", ".join(sorted(_shared(one, other)))
    why = "a demand does not tell what each stack asks: name the folders of both plans instead"
    return NotDetermined(where=f"stack {shared}", what="what the plans that share it ask together", why=why)


def _sum(first: Demand, second: Demand, mark: str) -> Demand:
    subnets = {one.name: f"{one.name}{mark}" for one in second.new_subnets}
    groups = [_marked(group, subnets, mark) for group in second.groups]
    further = [NewSubnet(name=subnets[one.name], cidr=one.cidr, vpc=one.vpc) for one in second.new_subnets]
    return first.model_copy(
        update={
            "account": first.account or second.account,
            "groups": distinct([*first.groups, *groups]),
            "counts": _counted(first.counts, second.counts),
            "new_subnets": (*first.new_subnets, *further),
            "bootstraps": _bootstraps((*first.bootstraps, *second.bootstraps)),
            **{name: (*getattr(first, name), *getattr(second, name)) for name in _LISTED},
            **{name: tuple(dict.fromkeys((*getattr(first, name), *getattr(second, name)))) for name in _ONCE},
        }
    )


def _bootstraps(asked: Iterable[Bootstrap]) -> tuple[Bootstrap, ...]:
    """Return each parameter once, with the highest version that is needed."""
    highest = {one.parameter: one for one in sorted(asked, key=lambda one: one.version)}
    return tuple(highest[name] for name in sorted(highest))


def _marked(group: Group, subnets: dict[str, str], mark: str) -> Group:
    """Return ``group`` with places of its own; what a plan creates is not what another one creates."""
    vpc = group.vpc if group.vpc.startswith("vpc-") else f"{group.vpc or 'the VPC'}{mark}"
    new = tuple(subnets.get(name, name) for name in group.new_subnets)
    return group.model_copy(update={"vpc": vpc, "new_subnets": new})


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
