"""``AWS::IAM::InstanceProfile``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["InstanceProfile"]


class InstanceProfile(Handler):
    """How a node gets its role."""

    type = "AWS::IAM::InstanceProfile"
    known = frozenset({"InstanceProfileName", "Path", "Roles"})
    create_only = frozenset({"InstanceProfileName", "Path"})

    def create(self, context: Context, props: Props) -> None:
        """Create it and put the role in."""
        name = props.get("InstanceProfileName") or context.name(128)
        context.call("iam", "create_instance_profile", InstanceProfileName=name, Path=props.get("Path"))
        context.claim(name)
        self._set_roles(context, [], props.get("Roles", []))

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Put another role in."""
        self._set_roles(context, old.get("Roles", []), new.get("Roles", []))

    def delete(self, context: Context, _props: Props) -> None:
        """Take the role out and delete it."""
        answer = context.call("iam", "get_instance_profile", InstanceProfileName=context.physical_id)
        self._set_roles(context, [role["RoleName"] for role in answer["InstanceProfile"]["Roles"]], [])
        context.call("iam", "delete_instance_profile", InstanceProfileName=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN."""
        answer = context.call("iam", "get_instance_profile", InstanceProfileName=context.physical_id)
        return {"Arn": answer["InstanceProfile"]["Arn"]}

    def _set_roles(self, context: Context, old: list[str], new: list[str]) -> None:
        name = context.physical_id
        for role in old:
            if role not in new:
                context.call("iam", "remove_role_from_instance_profile", InstanceProfileName=name, RoleName=role)
        for role in new:
            if role not in old:
                context.call("iam", "add_role_to_instance_profile", InstanceProfileName=name, RoleName=role)
