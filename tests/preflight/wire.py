"""Writes an answer as AWS would send it, from the operation's botocore model, so that the real parser reads it."""

from __future__ import annotations

import json
from typing import Any
from xml.sax.saxutils import escape

from botocore.awsrequest import AWSResponse


def answer(model: Any, data: dict[str, Any]) -> AWSResponse:
    """Return ``data`` as the HTTP response of the operation ``model``."""
    protocol = model.service_model.resolved_protocol
    if protocol == "ec2":
        inner = _members(model.output_shape, data)
        return _response(200, f"<{model.name}Response>{inner}<requestId>replay</requestId></{model.name}Response>")
    if protocol == "query":
        wrapper = (model.output_shape.serialization or {}).get("resultWrapper", f"{model.name}Result")
        inner = f"<{wrapper}>{_members(model.output_shape, data)}</{wrapper}>"
        return _response(200, f"<{model.name}Response>{inner}</{model.name}Response>")
    return _response(200, json.dumps(data))


def error(model: Any, code: str, message: str, status: int) -> AWSResponse:
    """Return an error of the operation ``model``."""
    protocol = model.service_model.resolved_protocol
    body = f"<Code>{code}</Code><Message>{escape(message)}</Message>"
    if protocol == "ec2":
        return _response(status, f"<Response><Errors><Error>{body}</Error></Errors></Response>")
    if protocol == "query":
        return _response(status, f"<ErrorResponse><Error>{body}</Error></ErrorResponse>")
    return _response(status, json.dumps({"__type": code, "message": message}), {"x-amzn-errortype": code})


def garbage(status: int = 200) -> AWSResponse:
    """Return what a broken proxy may send."""
    return _response(status, "<html><body>it works")


def _response(status: int, body: str, headers: dict[str, str] | None = None) -> AWSResponse:
    response = AWSResponse("https://replay.invalid", status, headers or {}, None)
    response._content = body.encode()
    return response


def _members(shape: Any, data: dict[str, Any]) -> str:
    return "".join(
        _element(shape.members[key].serialization.get("name", key), shape.members[key], value)
        for key, value in data.items()
        if key in shape.members and value is not None
    )


def _element(tag: str, shape: Any, value: Any) -> str:
    if shape.type_name == "structure":
        return f"<{tag}>{_members(shape, value)}</{tag}>"
    if shape.type_name == "list":
        item = shape.member.serialization.get("name", "member")
        inner = "".join(_element(item, shape.member, one) for one in value)
        return f"<{tag}>{inner}</{tag}>"
    if shape.type_name == "map":
        inner = "".join(
            f"<entry><key>{key}</key><value>{escape(str(one))}</value></entry>" for key, one in value.items()
        )
        return f"<{tag}>{inner}</{tag}>"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"<{tag}>{escape(text)}</{tag}>"
