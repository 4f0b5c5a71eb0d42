"""GetTemplate, GetTemplateSummary and ValidateTemplate."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult

from ..engine.target import check_capabilities
from ..errors import InsufficientCapabilitiesError
from ..template.load import parse
from .request import Response, body_of, param, store_for

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["OPERATIONS"]


def _get_template(response: Response) -> ActionResult:
    store, change_set = store_for(response), param(response, "ChangeSetName")
    if change_set:
        target = store.change_set(change_set, param(response, "StackName")).target
    else:
        target = store.get(param(response, "StackName")).target
    processed = param(response, "TemplateStage") == "Processed"
    body = json.dumps(target.template) if processed else target.body
    return ActionResult({"TemplateBody": body, "StagesAvailable": ["Original", "Processed"]})


def _get_template_summary(response: Response) -> ActionResult:
    name = param(response, "StackName")
    template = store_for(response).get(name).target.template if name else parse(body_of(response))
    types = sorted({entry["Type"] for entry in template.get("Resources", {}).values()})
    return ActionResult(
        _described(template) | {"ResourceTypes": types, "Version": template.get("AWSTemplateFormatVersion")}
    )


def _validate_template(response: Response) -> ActionResult:
    template = parse(body_of(response))
    described = _described(template)
    for item in described["Parameters"]:
        item.pop("ParameterType")
        item.pop("ParameterConstraints")
    return ActionResult(described)


def _described(template: dict[str, Any]) -> dict[str, Any]:
    parameters = [
        {
            "ParameterKey": name,
            "DefaultValue": entry.get("Default"),
            "ParameterType": entry.get("Type", "String"),
            "NoEcho": bool(entry.get("NoEcho", False)),
            "Description": entry.get("Description"),
            "ParameterConstraints": {"AllowedValues": entry.get("AllowedValues", [])},
        }
        for name, entry in template.get("Parameters", {}).items()
    ]
    wanted = _capabilities(template)
    return {"Description": template.get("Description"), "Parameters": parameters, "Capabilities": wanted}


def _capabilities(template: dict[str, Any]) -> list[str]:
    for given in ([], ["CAPABILITY_IAM"]):
        try:
            check_capabilities(template, given)
        except InsufficientCapabilitiesError:
            continue
        return given
    return ["CAPABILITY_NAMED_IAM"]


OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "get_template": _get_template,
    "get_template_summary": _get_template_summary,
    "validate_template": _validate_template,
}
