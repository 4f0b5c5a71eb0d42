"""``AWS::SSM::Parameter``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["Parameter"]


class Parameter(Handler):
    """A stored value; its tags are a map."""

    type = "AWS::SSM::Parameter"
    create_only = frozenset({"Name"})
    tags = "map"

    def create(self, context: Context, props: Props) -> None:
        """Put it."""
        name = props.get("Name") or context.name(128)
        rest = {key: value for key, value in props.items() if key != "Tags"}
        tags = [{"Key": key, "Value": value} for key, value in props.get("Tags", {}).items()]
        context.call("ssm", "put_parameter", **{**rest, "Name": name}, Tags=tags or None)
        context.claim(name)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Put it again and change its tags."""
        name = context.physical_id
        rest = {key: value for key, value in new.items() if key != "Tags"}
        context.call("ssm", "put_parameter", **{**rest, "Name": name, "Overwrite": True})
        before, after = old.get("Tags", {}), new.get("Tags", {})
        where = {"ResourceType": "Parameter", "ResourceId": name}
        gone = [key for key in before if key not in after]
        if gone:
            context.call("ssm", "remove_tags_from_resource", TagKeys=gone, **where)
        if after and after != before:
            tags = [{"Key": key, "Value": value} for key, value in after.items()]
            context.call("ssm", "add_tags_to_resource", Tags=tags, **where)

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ssm", "delete_parameter", Name=context.physical_id)

    def attributes(self, _context: Context, props: Props) -> Props:
        """Return its type and value."""
        return {"Type": props.get("Type", "String"), "Value": props.get("Value", "")}
