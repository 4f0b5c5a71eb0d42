"""Answers a real boto3 session from recorded calls, on botocore's event system; anything else fails."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import boto3
import botocore.session
from botocore.awsrequest import AWSResponse

from . import wire

Call = Mapping[str, Any]
SUMMARY_PAGE = 1000
_LOADER = botocore.session.Session().get_component("data_loader")
"""One for all sessions: reading the models is most of the time of a test."""


class UnexpectedCallError(AssertionError):
    """A call that the recording does not hold."""


class Replay:
    """A recording: ``calls`` in order per operation (the last repeats); ``denied`` are refused."""

    def __init__(self, calls: Iterable[Call], *, denied: Iterable[str] = (), region: str | None = None) -> None:
        self.calls = [dict(call) for call in calls]
        self.denied, self.region = set(denied), region
        self.recorded: list[tuple[str, str, dict[str, Any]]] = []
        self.unexpected: list[str] = []
        self.regions: list[str] = []
        self._used: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.hook: Callable[[str, Mapping[str, Any]], Callable[[Any], AWSResponse] | None] = lambda _name, _params: None
        """Replaces the answer to a request; may raise."""
        self.sent: Counter[str] = Counter()
        self._here = threading.local()

    def session(self) -> boto3.Session:
        """Return a session of its own whose every call this recording answers."""
        inner = botocore.session.Session()
        inner.register_component("data_loader", _LOADER)
        session = boto3.Session(
            botocore_session=inner,
            aws_access_key_id="testing",
            aws_secret_access_key="testing",
            aws_session_token="testing",
            region_name="eu-central-2",
        )
        session.events.register("provide-client-params.*.*", self._remember)
        session.events.register("before-send.*.*", self._answer)
        return session

    def _remember(self, params: dict[str, Any], model: Any, context: dict[str, Any], **_: Any) -> None:
        with self._lock:
            self.recorded.append((model.service_model.service_name, model.name, dict(params)))
            self.regions.append(context["client_region"])
        self._here.asked = (model, dict(params))

    def _answer(self, request: Any, **_: Any) -> AWSResponse:
        """Answer the request that this thread sends, retries included."""
        model, params = self._here.asked
        service, name = model.service_model.service_name, model.name
        self.sent[name] += 1
        injected = self.hook(name, params)
        if injected is not None:
            return injected(model)
        with self._lock:
            call = self._find(service, name, params)
        if call is None and name in self.denied:
            return wire.error(model, "AccessDenied", f"not authorized to perform {name}", 403)
        if call is None:
            self.unexpected.append(f"{service}:{name} {params}")
            raise UnexpectedCallError(self.unexpected[-1])
        return self._reply(model, call, params)

    def _reply(self, model: Any, call: Call, params: Mapping[str, Any]) -> AWSResponse:
        if "error" in call:
            said = call["error"]
            return wire.error(model, said["Code"], said["Message"], said.get("HTTPStatusCode", 400))
        response = call["response"]
        if "summary_count" in response:
            response = _summary(model.name, response["summary_count"], params)
        return wire.answer(model, response)

    def _find(self, service: str, name: str, params: Mapping[str, Any]) -> Call | None:
        fitting = [
            call
            for call in self.calls
            if call["service"] == service and call["operation"] == name and _fits(call.get("params"), params)
        ]
        if not fitting:
            return self._equivalent(service, name, params)
        at = min(self._used[name], len(fitting) - 1) if len(fitting) > 1 else 0
        self._used[name] += 1
        return fitting[at]

    def _equivalent(self, service: str, name: str, params: Mapping[str, Any]) -> Call | None:
        """GetServiceQuota from a row of ListServiceQuotas: the same data, no further permission of another kind."""
        if name != "GetServiceQuota":
            return None
        for call in self.calls:
            if call["operation"] == "ListServiceQuotas":
                for row in call["response"]["Quotas"]:
                    if row["QuotaCode"] == params["QuotaCode"] and row["ServiceCode"] == params["ServiceCode"]:
                        return {"response": {"Quota": row}}
        return None


def _fits(wanted: Mapping[str, Any] | None, params: Mapping[str, Any]) -> bool:
    return wanted is None or all(params.get(key) == value for key, value in wanted.items())


def _summary(name: str, count: int, params: Mapping[str, Any]) -> dict[str, Any]:
    key = name.removeprefix("Describe")
    start = int(params.get("NextToken") or 0)
    rows = [{"NetworkInterfaceId": f"eni-{at}"} for at in range(start, min(count, start + SUMMARY_PAGE))]
    more = {"NextToken": str(start + SUMMARY_PAGE)} if start + SUMMARY_PAGE < count else {}
    return {key: rows, **more}
