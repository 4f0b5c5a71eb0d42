"""A scenario: a small file that says what an account may do, what it holds and what shall fail.

Every key is optional::

    now: 2026-12-01T09:00:00Z        # the clock stands there; default: real time
    aws_defaults: true               # vCPU quotas at AWS's true defaults (0 for Trn); default: granted
    quotas: {L-2C3B7624: 192, "us-west-2:L-2C3B7624": 0}
    no_applied_value: [L-64569A79]
    capacity: {trn2.48xlarge: {us-east-2a: 4}}
    opted_in: [ap-south-2]           # default: all
    ultraservers_allowed: false
    denied: [DescribeInstances]      # these and no others: [] lifts what was denied
    failures: [{operation: RunInstances, code: InternalError, http_status: 500, times: 1}]  # [] lifts them likewise
    empty_first_page: [DescribeInstanceTypeOfferings]
    instances: [{count: 2, instance_type: trn1.32xlarge, zone: us-east-2c}]
    reservations: [{count: 16, zone: us-east-2b, reservation_id: cr-0123456789abcdef0}]
    blocks: [{count: 16, zone_id: use2-az3, start: +2h, end: +1d, reservation_id: cr-0aaaaaaaaaaaaaaa1}]
    offerings: [{count: 4, zone: us-east-2a, start: +1d, end: +2d, fee: "3433.04"}]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError, Problem, unreadable
from ..plain_file import LARGEST_BY_HAND, read_plain_text
from ..plain_yaml import KeyTwiceError, read_yaml
from ..problem_lines import located
from ..wording import kind_of
from .builder import Account
from .control.fields import field_problems
from .control.fitting import Fitting, clock_problems
from .control.values import moment
from .scenario_problems import items_of, of_known_shape, problems_of

__all__ = ["KEYS", "apply", "load"]


def load(path: Path) -> dict[str, Any]:
    """Read a scenario file (YAML or JSON).

    Raises:
        InputError: ``TRN095``: it is empty or no mapping, cannot be read, has an unknown key or a value it cannot have;
            with the line of each.
    """
    twice: list[Problem] = []
    try:
        text = read_plain_text(path, LARGEST_BY_HAND)
        data = read_yaml(text)
    except KeyTwiceError as error:
        data = error.data
        twice = [Problem("TRN095", one.text, line=one.line, column=one.column) for one in error.keys]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), [unreadable("TRN095", "the scenario", path, error)]) from None
    except RecursionError:
        raise InputError(str(path), [Problem("TRN095", "the scenario is nested too deeply")]) from None
    except ValueError as error:
        raise InputError(str(path), [Problem("TRN095", f"the scenario cannot be read: {error}")]) from None
    if data is None:
        raise InputError(str(path), [Problem("TRN095", "the scenario is empty", hint="{} changes nothing")])
    if not isinstance(data, dict):
        raise InputError(str(path), [Problem("TRN095", "a scenario is a mapping", got=kind_of(data))])
    problems = [*twice, *located(text, problems_of(data))]
    if problems:
        raise InputError(str(path), problems)
    return data


def apply(account: Account, scenario: Mapping[str, Any]) -> None:
    """Apply every key, in an order in which one may build on the other; all of it or, when it cannot be, nothing.

    Raises:
        InputError: ``TRN095``: an unknown key, a name that AWS does not have, or a value that cannot be used.
    """
    problems = problems_of(scenario)
    if isinstance(scenario, Mapping):
        problems += _misfits(account, of_known_shape(scenario))
    if problems:
        raise InputError("scenario", problems)
    for key, put in KEYS.items():
        if key in scenario:
            put(account, scenario[key])


def _misfits(account: Account, data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what the account as it is then cannot take, of what is right by itself."""
    now = moment(data["now"], account.now) if "now" in data else account.now
    yield from clock_problems(account.state, now)
    fitting = Fitting(account.state, account.region, now)
    for kind, where, item in items_of(data):
        # Failures are of operations, which stand in no zone.
        if kind != "failures" and not any(field_problems(kind, item)):
            yield from fitting.problems(kind, item, where)


def _quotas(account: Account, value: Mapping[str, float]) -> None:
    account.state.settings.quotas.update({str(code): float(number) for code, number in value.items()})


def _capacity(account: Account, value: Mapping[str, Mapping[str, int]]) -> None:
    for instance_type, zones in value.items():
        for zone, nodes in zones.items():
            account.capacity(instance_type, zone, int(nodes))


def _denied(account: Account, value: Iterable[str]) -> None:
    """Deny these operations and no others: an empty list lifts what was denied."""
    denied = account.state.settings.denied
    account.state.settings.denied = {operation: denied.get(operation, "") for operation in value}


def _failures(account: Account, value: Iterable[Mapping[str, Any]]) -> None:
    """Let these operations fail and no others: an empty list lifts what was to fail."""
    account.state.settings.failures = []
    for item in value:
        account.fail(**item)


def _aws_defaults(account: Account, value: bool) -> None:
    if value:
        account.aws_defaults()


def _setting(name: str, kind: Callable[[Any], Any]) -> Callable[[Account, Any], None]:
    return lambda account, value: setattr(account.state.settings, name, kind(value))


def _each(method: Callable[..., Any]) -> Callable[[Account, Any], None]:
    def put(account: Account, items: Iterable[Mapping[str, Any]]) -> None:
        for item in items:
            method(account, **item)

    return put


KEYS: dict[str, Callable[[Account, Any], None]] = {
    "now": lambda account, value: account.stand_still(value),
    "aws_defaults": _aws_defaults,
    "quotas": _quotas,
    "no_applied_value": _setting("no_applied_value", set),
    "capacity": _capacity,
    "opted_in": _setting("opted_in", set),
    "ultraservers_allowed": _setting("ultraservers_allowed", bool),
    "empty_first_page": _setting("empty_first_page", set),
    "instances": _each(Account.instances),
    "reservations": _each(Account.reservation),
    "blocks": _each(Account.block),
    "offerings": _each(Account.offer),
    "denied": _denied,
    "failures": _failures,
}
"""Key of a scenario -> what puts its value into an account."""
