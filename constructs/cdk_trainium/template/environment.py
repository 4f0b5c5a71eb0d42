"""Where a template goes."""

from __future__ import annotations

from typing import NamedTuple

from .partitions import of_region

__all__ = ["Environment"]


class Environment(NamedTuple):
    """What is known of where a template goes."""

    region: str = ""
    account: str = ""
    stack: str = ""
    """Name of the stack. Default: - unknown, a plain file."""
    protected: bool | None = None
    """Termination protection. Default: - unknown, a plain file."""

    @property
    def pseudo(self) -> dict[str, str]:
        """The pseudo parameters that are known."""
        known = {"AWS::Region": self.region, "AWS::AccountId": self.account, "AWS::StackName": self.stack}
        known |= of_region(self.region) if self.region else {}
        return {name: value for name, value in known.items() if value}
