"""A filter has a name that its operation knows; a misspelt one would find nothing, or everything."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from botocore import session as botocore_session

from ..refusal import Rule

__all__ = ["RULE", "check"]

RULE = Rule(
    id="filter-name",
    title="A filter that the operation does not know is refused.",
    code="InvalidParameterValue",
    source="EC2: \"The filter '…' is invalid\"; the names are those of the EC2 API's reference, as botocore holds it",
)
_NAME = re.compile(r"<code>([^<]+)</code>")
_TAG = ("tag:", "tag-key", "tag-value")
_CAPITAL = re.compile(r"([A-Z])")


def check(request: Any) -> None:
    """Refuse filters of EC2 that the reference of the operation does not list; one that lists none takes any."""
    known = _listed(request._get_action())
    for name in request._filters_from_querystring() if known else ():
        # AWS still takes the older spelling, isDefault for is-default.
        if _CAPITAL.sub(r"-\1", str(name)).lower() not in known and not str(name).startswith(_TAG):
            raise RULE.refuse(f"The filter '{name}' is invalid")


@cache
def _listed(action: str) -> frozenset[str]:
    """Return every name, and some words more, that the reference of an operation writes where it tells its filters."""
    model: Any = botocore_session.Session().get_service_model("ec2")
    shape = model.operation_model(action).input_shape
    members = dict(shape.members) if shape is not None else {}
    texts = [members[name].documentation for name in ("Filters", "Filter") if name in members]
    return frozenset(name for text in texts for name in _NAME.findall(text))
