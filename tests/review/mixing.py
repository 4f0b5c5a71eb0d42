"""One template out of two: what differs between them depends on a condition."""

from __future__ import annotations

from typing import Any

from tests.review.build import Data

GONE = {"Ref": "AWS::NoValue"}
_MISSING: Any = object()


def mixed(bad: Data, good: Data, default: str = "good") -> Data | None:
    """Return a template that is ``bad`` when condition Bad is true, else ``good``; None when none can be written."""
    if _others(bad) != _others(good) or not (_written_out(bad) and _written_out(good)) or _retyped(bad, good):
        return None
    names = dict.fromkeys([*good["Resources"], *bad["Resources"]])
    resources = {name: _resource(bad["Resources"].get(name), good["Resources"].get(name)) for name in names}
    data = {**_others(bad), "Resources": resources}
    data["Parameters"] = {**data.get("Parameters", {}), "Mode": {"Type": "String", "Default": default}}
    is_bad = {"Fn::Equals": [{"Ref": "Mode"}, "bad"]}
    data["Conditions"] = {"Bad": is_bad, "Good": {"Fn::Not": [{"Condition": "Bad"}]}}
    return data


def _written_out(data: Data) -> bool:
    return all(isinstance(item, dict) and "Type" in item for item in data["Resources"].values())


def _retyped(bad: Data, good: Data) -> bool:
    shared = bad["Resources"].keys() & good["Resources"].keys()
    return any(bad["Resources"][name]["Type"] != good["Resources"][name]["Type"] for name in shared)


def _others(data: Data) -> Data:
    return {name: value for name, value in data.items() if name != "Resources"}


def _resource(bad: Data | None, good: Data | None) -> Data:
    if bad is None or good is None:
        return {**(bad or good or {}), "Condition": "Good" if bad is None else "Bad"}
    made = dict(good)
    for section in ("Properties", "UpdatePolicy"):
        if section in bad or section in good:
            made[section] = _value(bad.get(section, {}), good.get(section, {}))
    return made


def _value(bad: Any, good: Any) -> Any:
    if bad == good and type(bad) is type(good):
        return bad
    if isinstance(bad, dict) and isinstance(good, dict) and not (_function(bad) or _function(good)):
        return {name: _value(bad.get(name, _MISSING), good.get(name, _MISSING)) for name in {**good, **bad}}
    if isinstance(bad, list) and isinstance(good, list) and len(bad) == len(good):
        return [_value(one, other) for one, other in zip(bad, good, strict=True)]
    return {"Fn::If": ["Bad", *(GONE if item is _MISSING else item for item in (bad, good))]}


def _function(value: Data) -> bool:
    return len(value) == 1 and next(iter(value)).startswith(("Ref", "Fn::"))
