"""How the simulated account says no: EC2's code, EC2's message, and whether a source names the code."""

from __future__ import annotations

from dataclasses import dataclass

from moto.core.exceptions import ServiceException

__all__ = ["Refusal", "Rule"]


class Refusal(ServiceException):
    """An error answer of a simulated service, with the HTTP status that the real one sends."""

    def __init__(self, code: str, message: str, *, http_status: int = 400, sourced: bool = True) -> None:
        super().__init__(code, message)
        self.http_status = http_status
        self.sourced = sourced


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that the real service refuses; the files in ``rules/`` hold one each."""

    id: str
    """Kebab-case name of the rule."""
    title: str
    """What is refused, in one sentence."""
    code: str
    """Error code of the answer."""
    source: str
    """Where code or behaviour is documented or was seen."""
    sourced: bool = True
    """False: no source publishes the code, ``code`` is a stand-in of ours."""
    http_status: int = 400

    def refuse(self, message: str) -> Refusal:
        """Return the refusal to raise, with the service's message."""
        return Refusal(self.code, message, http_status=self.http_status, sourced=self.sourced)
