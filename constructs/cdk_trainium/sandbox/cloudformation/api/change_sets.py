"""Change sets: create, describe, execute, delete, list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult, EmptyResult

from ..engine.create import create
from ..engine.events import record_stack
from ..engine.plan import plan, same
from ..engine.run import start
from ..engine.target import check_capabilities, fill_target
from ..engine.update import Update
from ..errors import AlreadyExistsError, ChangeSetNotFoundError, InvalidChangeSetStatusError, ValidationError
from ..model import ChangeSet, Stack, Target, now
from .request import Response, body_of, nested_of, page, param, rest_of_target, store_for
from .stacks import new_stack, refuse_unless_updatable

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..store import Store

__all__ = ["OPERATIONS"]

_NO_CHANGES = "The submitted information didn't contain changes. Submit different information to create a change set."


def _create_change_set(response: Response) -> ActionResult:
    store, kind = store_for(response), param(response, "ChangeSetType") or "UPDATE"
    stack = _stack_for(store, param(response, "StackName"), kind)
    name = param(response, "ChangeSetName")
    if any(item.name == name and item.stack_id == stack.id for item in store.change_sets.values()):
        raise AlreadyExistsError(f"ChangeSet {name} cannot be created due to a mismatch with existing attribute Name")
    rest = rest_of_target(response)
    if param(response, "Tags") is None:
        rest["tags"] = stack.target.tags
    parameters = param(response, "Parameters") or []
    body = body_of(response, stack.target.body)
    target = fill_target(store, stack, nested_of(store, stack), body, parameters, **rest)
    check_capabilities(target.template, target.capabilities)
    made = _planned(store, stack, target, name, kind)
    made.description = param(response, "Description")
    made.include_nested = param(response, "IncludeNestedStacks") in (True, "true")
    made.on_failure = param(response, "OnStackFailure")
    if stack.id not in store.stacks:
        store.stacks[stack.id] = stack
        record_stack(stack, "REVIEW_IN_PROGRESS", "User Initiated")
    store.change_sets[made.id] = made
    return ActionResult({"Id": made.id, "StackId": stack.id})


def _stack_for(store: Store, name: str, kind: str) -> Stack:
    stack = store.find(name)
    if kind == "CREATE":
        if stack is None or stack.gone:
            return new_stack(store, name)
        if stack.status != "REVIEW_IN_PROGRESS":
            raise ValidationError(
                f"Stack [{name}] already exists and cannot be created again with the changeSet [CREATE]."
            )
        return stack
    if kind != "UPDATE":
        raise ValidationError(f"The sandbox has no change sets of type {kind}; allowed: CREATE, UPDATE")
    if stack is None:
        raise ValidationError(f"Stack [{name}] does not exist")
    refuse_unless_updatable(stack)
    return stack


def _planned(store: Store, stack: Stack, target: Target, name: str, kind: str) -> ChangeSet:
    status, reason, execution = "CREATE_COMPLETE", None, "AVAILABLE"
    try:
        changes = plan(store, stack, target, nested_of(store, stack))
    except ValidationError as error:
        changes, status, reason, execution = [], "FAILED", str(error.message), "UNAVAILABLE"
    else:
        if kind == "UPDATE" and not changes and same(stack, target):
            status, reason, execution = "FAILED", _NO_CHANGES, "UNAVAILABLE"
    key = store.arn("changeSet", name)
    return ChangeSet(key, name, stack.id, stack.name, kind, target, status, reason, execution, changes)


def _found(response: Response) -> ChangeSet:
    return store_for(response).change_set(param(response, "ChangeSetName"), param(response, "StackName"))


def _describe_change_set(response: Response) -> ActionResult:
    found = _found(response)
    items, token = page(response, found.changes)
    if param(response, "IncludePropertyValues") not in (True, "true"):
        items = [_without_values(item) for item in items]
    target = found.target
    given = [{"ParameterKey": key, "ParameterValue": value} for key, value in target.given.items()]
    return ActionResult(
        _summary(found)
        | {
            "Changes": items,
            "NextToken": token,
            "Parameters": given,
            "Tags": [{"Key": key, "Value": value} for key, value in target.tags.items()],
            "Capabilities": target.capabilities,
            "NotificationARNs": target.notification_arns,
            "RollbackConfiguration": target.rollback_configuration,
            "OnStackFailure": found.on_failure,
        }
    )


def _without_values(change: dict[str, Any]) -> dict[str, Any]:
    inner = {key: value for key, value in change["ResourceChange"].items() if not key.endswith("Context")}
    return {**change, "ResourceChange": inner}


def _summary(found: ChangeSet) -> dict[str, Any]:
    return {
        "ChangeSetId": found.id,
        "ChangeSetName": found.name,
        "StackId": found.stack_id,
        "StackName": found.stack_name,
        "Status": found.status,
        "StatusReason": found.reason,
        "ExecutionStatus": found.execution_status,
        "Description": found.description,
        "CreationTime": found.created,
        "IncludeNestedStacks": found.include_nested,
    }


def _execute_change_set(response: Response) -> ActionResult:
    store, found = store_for(response), _found(response)
    if found.execution_status != "AVAILABLE":
        raise InvalidChangeSetStatusError(
            f"ChangeSet [{found.id}] cannot be executed in its current execution status of [{found.execution_status}]"
        )
    stack = store.get(found.stack_id)
    if stack.busy:
        raise ValidationError(f"Stack:{stack.id} is in {stack.status} state and can not be updated.")
    for key in [key for key, item in store.change_sets.items() if item.stack_id == stack.id]:
        del store.change_sets[key]
    disabled = param(response, "DisableRollback") in (True, "true")
    token = param(response, "ClientRequestToken")
    if found.kind == "CREATE":
        _execute_creation(store, stack, found, disabled=disabled, token=token)
    else:
        operation = Update(store, stack, nested_of(store, stack))
        stack.updated = now()
        start(stack, "UPDATE_IN_PROGRESS", lambda: operation.run(found.target, disable_rollback=disabled), token)
    return EmptyResult()


def _execute_creation(store: Store, stack: Stack, found: ChangeSet, *, disabled: bool, token: str | None) -> None:
    stack.target, stack.disable_rollback = found.target, disabled
    on_failure = "DO_NOTHING" if disabled else found.on_failure or "ROLLBACK"
    start(stack, "CREATE_IN_PROGRESS", lambda: create(store, stack, nested_of(store, stack), on_failure), token)


def _delete_change_set(response: Response) -> ActionResult:
    try:
        found = _found(response)
    except ChangeSetNotFoundError:
        return EmptyResult()
    del store_for(response).change_sets[found.id]
    return EmptyResult()


def _list_change_sets(response: Response) -> ActionResult:
    store = store_for(response)
    stack = store.get(param(response, "StackName"))
    found = [_summary(item) for item in list(store.change_sets.values()) if item.stack_id == stack.id]
    items, token = page(response, found)
    return ActionResult({"Summaries": items, "NextToken": token})


OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "create_change_set": _create_change_set,
    "describe_change_set": _describe_change_set,
    "execute_change_set": _execute_change_set,
    "delete_change_set": _delete_change_set,
    "list_change_sets": _list_change_sets,
}
