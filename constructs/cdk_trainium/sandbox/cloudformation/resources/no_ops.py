"""Types that a template may hold and that make nothing here: the CDK's metadata and wait conditions."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["CdkMetadata", "WaitCondition", "WaitConditionHandle"]


class _NoOp(Handler):
    def create(self, context: Context, _props: Props) -> None:
        """Give it an id."""
        context.claim(context.name(64))

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Nothing is there to change."""

    def delete(self, context: Context, props: Props) -> None:
        """Nothing is there to delete."""


class CdkMetadata(_NoOp):
    """What the CDK says about an app."""

    type = "AWS::CDK::Metadata"


class WaitCondition(_NoOp):
    """Waits for nothing here: no node can signal."""

    type = "AWS::CloudFormation::WaitCondition"

    def attributes(self, _context: Context, _props: Props) -> Props:
        """Return the signals: none."""
        return {"Data": "{}"}


class WaitConditionHandle(_NoOp):
    """The address for signals."""

    type = "AWS::CloudFormation::WaitConditionHandle"
