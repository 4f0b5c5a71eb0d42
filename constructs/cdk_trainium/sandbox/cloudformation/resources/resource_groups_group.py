"""``AWS::ResourceGroups::Group``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["Group"]


class Group(Handler):
    """Resources under one name, such as several capacity reservations."""

    type = "AWS::ResourceGroups::Group"
    known = frozenset({"Configuration", "Description", "Name", "ResourceQuery", "Resources", "Tags"})
    create_only = frozenset({"Name"})
    tags = "list"

    def create(self, context: Context, props: Props) -> None:
        """Create it and put its members in."""
        name = self.required(props, "Name")[0]
        context.call(
            "resource-groups",
            "create_group",
            Name=name,
            Description=props.get("Description"),
            ResourceQuery=props.get("ResourceQuery"),
            Configuration=props.get("Configuration"),
            Tags={item["Key"]: item["Value"] for item in props.get("Tags", [])} or None,
        )
        context.claim(name)
        if props.get("Resources"):
            context.call("resource-groups", "group_resources", Group=name, ResourceArns=props["Resources"])

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change its members and words."""
        name = context.physical_id
        if old.get("Description") != new.get("Description"):
            context.call("resource-groups", "update_group", GroupName=name, Description=new.get("Description", ""))
        before, after = set(old.get("Resources", [])), set(new.get("Resources", []))
        if after - before:
            arns = sorted(after - before)
            context.call("resource-groups", "group_resources", Group=name, ResourceArns=arns)
        if before - after:
            arns = sorted(before - after)
            context.call("resource-groups", "ungroup_resources", Group=name, ResourceArns=arns)

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("resource-groups", "delete_group", Group=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN."""
        place = f"{context.region}:{context.account}"
        return {"Arn": f"arn:{context.partition}:resource-groups:{place}:group/{context.physical_id}"}
