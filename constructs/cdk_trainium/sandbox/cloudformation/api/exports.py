"""ListExports and ListImports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult

from ..errors import ValidationError
from .request import Response, page, param, store_for

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["OPERATIONS"]


def _list_exports(response: Response) -> ActionResult:
    found = store_for(response).exports()
    items, token = page(response, list(found.items()))
    exports = [{"ExportingStackId": item[0].id, "Name": name, "Value": item[1].value} for name, item in items]
    return ActionResult({"Exports": exports, "NextToken": token})


def _list_imports(response: Response) -> ActionResult:
    name = param(response, "ExportName")
    found = store_for(response).importers(name)
    if not found:
        raise ValidationError(f"Export '{name}' is not imported by any stack.")
    items, token = page(response, found)
    return ActionResult({"Imports": items, "NextToken": token})


OPERATIONS: dict[str, Callable[[Any], Any]] = {"list_exports": _list_exports, "list_imports": _list_imports}
