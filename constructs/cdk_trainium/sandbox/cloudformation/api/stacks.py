"""CreateStack, UpdateStack, DeleteStack, DescribeStacks, ListStacks and their kin."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult, EmptyResult

from ..engine.create import create
from ..engine.delete import delete
from ..engine.plan import plan, same
from ..engine.run import start
from ..engine.target import check_capabilities, fill_target
from ..engine.update import Update
from ..errors import AlreadyExistsError, ValidationError
from ..model import Stack, Target, now
from .request import Response, body_of, nested_of, page, param, rest_of_target, store_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..store import Store

__all__ = ["OPERATIONS", "new_stack", "refuse_unless_updatable"]

_NAME = re.compile(r"[a-zA-Z][-a-zA-Z0-9]{0,127}")
_NO_UPDATE = {"ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED", "UPDATE_ROLLBACK_FAILED"}


def new_stack(store: Store, name: str) -> Stack:
    """Return a stack of this name that is in no store yet.

    Raises:
        ValidationError: CloudFormation refuses the name.
    """
    if not _NAME.fullmatch(name):
        raise ValidationError(
            f"1 validation error detected: Value '{name}' at 'stackName' failed to satisfy constraint: "
            "Member must satisfy regular expression pattern: [a-zA-Z][-a-zA-Z0-9]*"
        )
    return Stack(store.arn("stack", name), name, Target("", {}, {}, {}, {}))


def refuse_unless_updatable(stack: Stack) -> None:
    """Refuse a stack that runs an operation or that can only be deleted.

    Raises:
        ValidationError: says the status.
    """
    if stack.busy or stack.status in _NO_UPDATE or stack.gone:
        raise ValidationError(f"Stack:{stack.id} is in {stack.status} state and can not be updated.")


def _create_stack(response: Response) -> ActionResult:
    store, name = store_for(response), param(response, "StackName")
    if store.find(name) is not None:
        raise AlreadyExistsError(f"Stack [{name}] already exists")
    stack = new_stack(store, name)
    nested = nested_of(store, stack)
    parameters = param(response, "Parameters") or []
    target = fill_target(store, stack, nested, body_of(response), parameters, **rest_of_target(response))
    check_capabilities(target.template, target.capabilities)
    stack.target = target
    stack.termination_protection = param(response, "EnableTerminationProtection") in (True, "true")
    stack.timeout = param(response, "TimeoutInMinutes")
    plan(store, stack, target, nested)
    disabled = param(response, "DisableRollback") in (True, "true")
    on_failure = param(response, "OnFailure") or ("DO_NOTHING" if disabled else "ROLLBACK")
    stack.disable_rollback = on_failure == "DO_NOTHING"
    store.stacks[stack.id] = stack
    token = param(response, "ClientRequestToken")
    start(stack, "CREATE_IN_PROGRESS", lambda: create(store, stack, nested, on_failure), token)
    return ActionResult({"StackId": stack.id})


def _update_stack(response: Response) -> ActionResult:
    store = store_for(response)
    stack = store.get(param(response, "StackName"))
    refuse_unless_updatable(stack)
    nested = nested_of(store, stack)
    rest = rest_of_target(response)
    if param(response, "Tags") is None:
        rest["tags"] = stack.target.tags
    parameters = param(response, "Parameters") or []
    target = fill_target(store, stack, nested, body_of(response, stack.target.body), parameters, **rest)
    check_capabilities(target.template, target.capabilities)
    if same(stack, target) and not plan(store, stack, target, nested):
        raise ValidationError("No updates are to be performed.")
    operation = Update(store, stack, nested)
    stack.updated = now()
    disabled = param(response, "DisableRollback") in (True, "true")
    token = param(response, "ClientRequestToken")
    start(stack, "UPDATE_IN_PROGRESS", lambda: operation.run(target, disable_rollback=disabled), token)
    return ActionResult({"StackId": stack.id})


def _delete_stack(response: Response) -> ActionResult:
    store = store_for(response)
    stack = store.find(param(response, "StackName"))
    if stack is None or stack.gone:
        return EmptyResult()
    if stack.termination_protection:
        raise ValidationError(f"Stack [{stack.name}] cannot be deleted while TerminationProtection is enabled")
    for key in [key for key, item in store.change_sets.items() if item.stack_id == stack.id]:
        del store.change_sets[key]
    retain = param(response, "RetainResources") or []
    stack.token = param(response, "ClientRequestToken")
    nested, before = nested_of(store, stack), stack.status
    start(stack, "DELETE_IN_PROGRESS", lambda: delete(store, stack, nested, retain, before=before), stack.token)
    return EmptyResult()


def _roll_back(response: Response) -> ActionResult:
    store = store_for(response)
    stack = store.get(param(response, "StackName"))
    recover = stack.recover
    if stack.busy or recover is None:
        raise ValidationError(f"Stack:{stack.id} is in {stack.status} state and can not be rolled back.")
    start(stack, "UPDATE_ROLLBACK_IN_PROGRESS", recover, param(response, "ClientRequestToken"))
    return ActionResult({"StackId": stack.id})


def _update_termination_protection(response: Response) -> ActionResult:
    stack = store_for(response).get(param(response, "StackName"))
    stack.termination_protection = param(response, "EnableTerminationProtection") in (True, "true")
    return ActionResult({"StackId": stack.id})


def _describe_stacks(response: Response) -> ActionResult:
    store, name = store_for(response), param(response, "StackName")
    found = [store.get(name)] if name else [item for item in store.stacks.values() if not item.gone]
    items, token = page(response, found)
    return ActionResult({"Stacks": [_described(item) for item in items], "NextToken": token})


def _list_stacks(response: Response) -> ActionResult:
    wanted = param(response, "StackStatusFilter") or []
    found = [item for item in list(store_for(response).stacks.values()) if not wanted or item.status in wanted]
    items, token = page(response, found)
    return ActionResult({"StackSummaries": [_summary(item) for item in items], "NextToken": token})


def _summary(stack: Stack) -> dict[str, Any]:
    return {
        "StackId": stack.id,
        "StackName": stack.name,
        "TemplateDescription": stack.target.template.get("Description"),
        "CreationTime": stack.created,
        "LastUpdatedTime": stack.updated,
        "DeletionTime": stack.deleted,
        "StackStatus": stack.status,
        "StackStatusReason": stack.reason or None,
        "ParentId": stack.parent_id,
        "RootId": stack.root_id,
        "DriftInformation": {"StackDriftStatus": "NOT_CHECKED"},
    }


def _described(stack: Stack) -> dict[str, Any]:
    target = stack.target
    outputs = [
        {"OutputKey": item.key, "OutputValue": item.value, "Description": item.description, "ExportName": item.export}
        for item in stack.outputs
    ]
    described = {key: value for key, value in _summary(stack).items() if key != "TemplateDescription"}
    return described | {
        "Description": target.template.get("Description"),
        "Parameters": _parameters(target),
        "Outputs": outputs,
        "Tags": [{"Key": key, "Value": value} for key, value in target.tags.items()],
        "Capabilities": target.capabilities,
        "NotificationARNs": target.notification_arns,
        "RoleARN": target.role_arn,
        "RollbackConfiguration": target.rollback_configuration,
        "DisableRollback": stack.disable_rollback,
        "EnableTerminationProtection": stack.termination_protection,
        "TimeoutInMinutes": stack.timeout,
    }


def _parameters(target: Target) -> list[dict[str, Any]]:
    declared = target.template.get("Parameters", {})
    found = []
    for name, value in target.given.items():
        entry = {"ParameterKey": name, "ParameterValue": value}
        if str(declared[name].get("NoEcho", "")).lower() == "true":
            entry["ParameterValue"] = "****"
        elif str(declared[name].get("Type", "")).startswith("AWS::SSM::Parameter::Value"):
            resolved = target.parameters[name]
            entry["ResolvedValue"] = ",".join(resolved) if isinstance(resolved, list) else resolved
        found.append(entry)
    return found


OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "create_stack": _create_stack,
    "update_stack": _update_stack,
    "delete_stack": _delete_stack,
    "rollback_stack": _roll_back,
    "continue_update_rollback": _roll_back,
    "update_termination_protection": _update_termination_protection,
    "describe_stacks": _describe_stacks,
    "list_stacks": _list_stacks,
}
