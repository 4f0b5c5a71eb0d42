"""``AWS::CloudFormation::Stack``: a nested stack."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["NestedStack"]


class NestedStack(Handler):
    """A stack inside a stack; ``Ref`` gives its id."""

    type = "AWS::CloudFormation::Stack"
    known = frozenset({"NotificationARNs", "Parameters", "Tags", "TemplateURL", "TimeoutInMinutes"})
    tags = "list"
    moving = frozenset({"Outputs"})

    def create(self, context: Context, props: Props) -> None:
        """Create it."""
        self.required(props, "TemplateURL")
        context.nested.create(context, props)

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Update it."""
        context.nested.update(context, new)

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.nested.delete(context)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its outputs."""
        return context.nested.outputs(context)
