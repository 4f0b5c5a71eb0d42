"""``AWS::IAM::Role``."""

from __future__ import annotations

from .handler import Context, Handler, Props
from .iam import attach, retag, set_policies

__all__ = ["Role"]


class Role(Handler):
    """Who may do what."""

    type = "AWS::IAM::Role"
    known = frozenset(
        {
            "AssumeRolePolicyDocument",
            "Description",
            "ManagedPolicyArns",
            "MaxSessionDuration",
            "Path",
            "PermissionsBoundary",
            "Policies",
            "RoleName",
            "Tags",
        }
    )
    create_only = frozenset({"RoleName", "Path"})
    tags = "list"

    def create(self, context: Context, props: Props) -> None:
        """Create it with its policies."""
        name = props.get("RoleName") or context.name(64)
        context.call(
            "iam",
            "create_role",
            RoleName=name,
            Path=props.get("Path"),
            AssumeRolePolicyDocument=props.get("AssumeRolePolicyDocument"),
            Description=props.get("Description"),
            MaxSessionDuration=props.get("MaxSessionDuration"),
            PermissionsBoundary=props.get("PermissionsBoundary"),
            Tags=props.get("Tags"),
        )
        context.claim(name)
        self._set_policies(context, {}, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change its trust, policies, boundary and tags."""
        name = context.physical_id
        if old.get("AssumeRolePolicyDocument") != new.get("AssumeRolePolicyDocument"):
            document = new["AssumeRolePolicyDocument"]
            context.call("iam", "update_assume_role_policy", RoleName=name, PolicyDocument=document)
        described = [new.get("Description"), new.get("MaxSessionDuration")]
        if described != [old.get("Description"), old.get("MaxSessionDuration")]:
            context.call(
                "iam", "update_role", RoleName=name, Description=described[0] or "", MaxSessionDuration=described[1]
            )
        if old.get("PermissionsBoundary") != new.get("PermissionsBoundary"):
            self._set_boundary(context, new.get("PermissionsBoundary"))
        self._set_policies(context, old, new)
        retag(context, "role", {"RoleName": name}, old, new)

    def delete(self, context: Context, _props: Props) -> None:
        """Take its policies away and delete it."""
        name = context.physical_id
        attached = context.call("iam", "list_attached_role_policies", RoleName=name)["AttachedPolicies"]
        attach(context, "role", {"RoleName": name}, [item["PolicyArn"] for item in attached], [])
        inline = context.call("iam", "list_role_policies", RoleName=name)["PolicyNames"]
        for policy in inline:
            context.call("iam", "delete_role_policy", RoleName=name, PolicyName=policy)
        context.call("iam", "delete_role", RoleName=name)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN and id."""
        found = context.call("iam", "get_role", RoleName=context.physical_id)["Role"]
        return {"Arn": found["Arn"], "RoleId": found["RoleId"]}

    def _set_policies(self, context: Context, old: Props, new: Props) -> None:
        where = {"RoleName": context.physical_id}
        attach(context, "role", where, old.get("ManagedPolicyArns", []), new.get("ManagedPolicyArns", []))
        set_policies(context, "role", where, old.get("Policies", []), new.get("Policies", []))

    def _set_boundary(self, context: Context, boundary: str | None) -> None:
        name = context.physical_id
        if boundary is None:
            context.call("iam", "delete_role_permissions_boundary", RoleName=name)
        else:
            context.call("iam", "put_role_permissions_boundary", RoleName=name, PermissionsBoundary=boundary)
