"""The ``Parameters`` section and the pseudo parameters of a template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .unknown import Blank, OneId, SsmValue, Unknown
from .values import Reference, Value, known_text

__all__ = ["Parameters", "as_text", "handed_text"]

_LIST = "AWS::NotificationARNs"
_PSEUDO = ("AWS::AccountId", _LIST, "AWS::Partition", "AWS::Region", "AWS::StackId")
_NAMES = ("AWS::StackName", "AWS::URLSuffix")
_FEW = 16
_FROM_SSM = "AWS::SSM::Parameter::Value<"
_ONE_ID = "AWS::EC2::"
_HANDED = (Reference, Blank)
"""What a parent hands over that is no text or number, and yet known."""


def as_text(value: Any) -> str:
    """Return a scalar as CloudFormation compares it: ``true``, ``16``, ``name``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def handed_text(value: Any) -> str:
    """Return what stands for a text, a number or a reference to a resource that a parent stack hands over."""
    return known_text(value) if isinstance(value, _HANDED) else as_text(value)


class Parameters:
    """What is known of each parameter."""

    def __init__(self, section: Any, pseudo: Mapping[str, str]) -> None:
        """Keep the section, and the pseudo parameters that are known: ``AWS::Region`` -> its value."""
        self._section: Mapping[str, Any] = section if isinstance(section, dict) else {}
        self._pseudo = pseudo
        self._varied: dict[str, dict[str, Any]] = {}
        self._values: dict[str, dict[str, Value]] = {}
        self.given: Mapping[str, Value] = {}
        """Values that a parent stack hands over. Default: - none, the template is a root."""
        self.together: Sequence[tuple[Mapping[str, str], bool]] = ()
        """What of the varied ones a parent hands over at once, in each of its branches, and whether by default."""
        self.closed = False
        """Whether nobody but the parent stack can give values, so that what it leaves out has its default."""

    def vary(self, name: str, values: Sequence[tuple[Value, bool]]) -> bool:
        """Take each of ``values``, with whether a parent hands it over by default, as one that ``name`` may have.

        Returns False, and keeps what is given, when they are too many or one of them is hidden.
        """
        if not all(isinstance(value, (str, int, float, *_HANDED)) for value, _ in values):
            return False
        texts = {handed_text(value): value for value, _ in values}
        if len(texts) > _FEW:
            return False
        defaults = {handed_text(value) for value, default in values if default}
        self.given = {key: value for key, value in self.given.items() if key != name}
        self._varied[name] = {"Type": self._entry(name).get("Type"), "AllowedValues": list(texts)}
        self._values[name] = {text: value for text, value in texts.items() if isinstance(value, _HANDED)}
        self._varied[name] |= {"Default": defaults.pop()} if len(defaults) == 1 else {}
        return True

    def __contains__(self, name: object) -> bool:
        """Return whether ``name`` is a parameter or a pseudo parameter."""
        return name in self._section or name in _PSEUDO or name in _NAMES

    def _entry(self, name: str) -> Mapping[str, Any]:
        entry = self._varied.get(name, self._section.get(name))
        return entry if isinstance(entry, dict) else {}

    def fixed(self, name: str) -> str | None:
        """Return the one value ``name`` can have: a known pseudo parameter or a parent's literal."""
        if name in self._pseudo:
            return self._pseudo[name]
        given = None if self._is_from_ssm(name) else self.given.get(name)
        if isinstance(given, str | int | float | Blank):
            return handed_text(given)
        return self.default(name) if self._left_out(name) else None

    def default(self, name: str) -> str | None:
        """Return the default of ``name`` as text, or the only value it may have; None: a parent or SSM holds it."""
        entry = self._entry(name)
        hidden = name in self.given or self._is_from_ssm(name)
        default = None if hidden else entry.get("Default", self._only(name))
        return None if default is None or isinstance(default, dict | list) else as_text(default)

    def _only(self, name: str) -> Any:
        """Return the value that CloudFormation takes alone; of a list it takes several times the same."""
        entry = self._entry(name)
        values, kind = entry.get("AllowedValues"), str(entry.get("Type", ""))
        is_list = kind == "CommaDelimitedList" or kind.startswith("List<")
        if not isinstance(values, list) or len(values) != 1 or is_list or name in self._varied:
            return None
        return values[0]

    def is_one_text(self, name: str) -> bool:
        """Return whether ``Ref`` of the parameter is one text or number, no list."""
        kind = "" if name == _LIST else str(self._entry(name).get("Type", "String" if name in self else ""))
        return bool(kind) and "List" not in kind

    def allowed(self, name: str) -> list[str] | None:
        """Return the values that ``name`` may have, None when any."""
        values = self._entry(name).get("AllowedValues")
        return [as_text(item) for item in values] if isinstance(values, list) and values else None

    def handed_over(self, name: str) -> list[Value] | None:
        """Return the texts and numbers that a parent hands over as ``name``, None when none hands over anything."""
        if name in self._varied:
            return [item for item in self._varied[name]["AllowedValues"] if item not in self._values[name]]
        if name not in self.given:
            return None
        return [self.given[name]] if isinstance(self.given[name], str | int | float) else []

    def likely(self, name: str) -> list[str]:
        """Return values that ``name`` can have: the few allowed ones, the default, the parent's."""
        allowed = self.allowed(name) or []
        known = (self.fixed(name), self.default(name), *(allowed if len(allowed) <= _FEW else ()))
        return [item for item in known if item is not None]

    def few(self, name: str) -> bool:
        """Return whether the template lists so few values for ``name`` that each is judged."""
        allowed = self.allowed(name)
        return allowed is not None and 1 < len(allowed) <= _FEW and not self._settled(name)

    def many(self, name: str) -> bool:
        """Return whether the default is one of too many allowed values: it is judged, and the rest as not known."""
        allowed = self.allowed(name)
        return (
            allowed is not None and len(allowed) > _FEW and self.default(name) is not None and not self._settled(name)
        )

    def varies(self, name: str) -> bool:
        """Return whether a parent hands over different values of ``name`` in its branches."""
        return name in self._varied

    def _settled(self, name: str) -> bool:
        return name in self.given or self._left_out(name)

    def _left_out(self, name: str) -> bool:
        free = name in self._varied or name in self.given
        return self.closed and not free and self.default(name) is not None

    def value(self, name: str, assigned: Mapping[str, str]) -> Value:
        """Return what ``Ref`` of the parameter gives when conditions assigned ``assigned``."""
        if self._is_from_ssm(name):
            path = self.given.get(name, self._entry(name).get("Default"))
            told = "" if isinstance(path, Unknown | Reference) else as_text(path)
            return SsmValue(f"parameter {name} is read from SSM at deployment", f"${{{name}}}", told)
        if name in self.given:
            return self.given[name]
        if name in self._pseudo:
            return self._pseudo[name]
        kind = str(self._entry(name).get("Type", ""))
        text = assigned.get(name, self.default(name))
        if text is None or text.startswith("\0"):
            found = OneId if kind.startswith(_ONE_ID) else Unknown
            return found(self._reason(name, text), f"${{{name}}}")
        if not text and self._to_be_filled_in(name):
            return Blank(f"the default of parameter {name} is empty", f"${{{name}}}")
        return self._values.get(name, {}).get(text, _typed(kind, text))

    def _is_from_ssm(self, name: str) -> bool:
        """Return whether ``name`` has what SSM holds under the name that somebody gives."""
        return str(self._entry(name).get("Type", "")).startswith(_FROM_SSM)

    def _to_be_filled_in(self, name: str) -> bool:
        return self.default(name) == "" and self.allowed(name) is None and not self._left_out(name)

    def _reason(self, name: str, text: str | None) -> str:
        if name.startswith("AWS::"):
            return f"{name} is not known before deployment"
        return f"parameter {name} has no default" if text is None else f"parameter {name} may have other values"


def _typed(kind: str, text: str) -> Value:
    if kind == "CommaDelimitedList" or kind.startswith("List<"):
        items = [item.strip() for item in text.split(",")]
        return [_number(item) for item in items] if kind == "List<Number>" else items
    return _number(text) if kind == "Number" else text


def _number(text: str) -> Value:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
