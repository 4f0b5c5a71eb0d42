"""Turn a request into a target: read the template, check types, parameters, rules and capabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import InsufficientCapabilitiesError, ValidationError
from ..model import Stack, Target
from ..resources.registry import is_supported
from ..template.evaluate import Evaluator
from ..template.limits import check_limits
from ..template.load import parse
from ..template.parameters import resolve_parameters, values_given
from ..template.rules import check_rules
from .world import LiveWorld, pseudo_parameters, read_ssm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..resources.handler import Nested
    from ..store import Store

__all__ = ["check_capabilities", "fill_target"]

_NAMED = {
    "AWS::IAM::Role": "RoleName",
    "AWS::IAM::ManagedPolicy": "ManagedPolicyName",
    "AWS::IAM::InstanceProfile": "InstanceProfileName",
    "AWS::IAM::User": "UserName",
    "AWS::IAM::Group": "GroupName",
}
_IAM = {*_NAMED, "AWS::IAM::Policy", "AWS::IAM::AccessKey", "AWS::IAM::UserToGroupAddition"}


def fill_target(
    store: Store, stack: Stack, nested: Nested, body: str, requested: list[dict[str, Any]], **rest: Any
) -> Target:
    """Return what ``stack`` is asked to become; ``rest`` are the target's other fields.

    Raises:
        ValidationError: the template, a parameter or a rule stops the deployment before it starts.
    """
    template = parse(body)
    check_limits(template)
    given = values_given(template, requested, stack.target.given)
    parameters = resolve_parameters(template, given, lambda name: read_ssm(store, name))
    target = Target(body, template, given, parameters, **rest)
    evaluator = Evaluator(template, parameters, pseudo_parameters(store, stack), LiveWorld(store, stack, nested))
    check_rules(evaluator)
    _check_types(evaluator)
    return target


def _check_types(evaluator: Evaluator) -> None:
    entries = evaluator.template["Resources"]
    wanted = {entry["Type"] for entry in entries.values() if evaluator.active(entry)}
    unknown = sorted(kind for kind in wanted if not is_supported(kind))
    if unknown:
        raise ValidationError(
            f"Template format error: Unrecognized resource types: [{', '.join(unknown)}] "
            "(the sandbox does not simulate them; a deployment that skipped them would prove nothing)"
        )


def check_capabilities(template: dict[str, Any], given: Iterable[str]) -> None:
    """Refuse IAM resources that the caller did not acknowledge.

    Raises:
        InsufficientCapabilitiesError: names the capability.
    """
    entries = [entry for entry in template["Resources"].values() if entry["Type"] in _IAM]
    if not entries:
        return
    named = any(_NAMED.get(entry["Type"], "") in entry.get("Properties", {}) for entry in entries)
    accepted = {"CAPABILITY_NAMED_IAM"} if named else {"CAPABILITY_NAMED_IAM", "CAPABILITY_IAM"}
    if not accepted & set(given):
        wanted = "CAPABILITY_NAMED_IAM" if named else "CAPABILITY_IAM"
        raise InsufficientCapabilitiesError(f"Requires capabilities : [{wanted}]")
