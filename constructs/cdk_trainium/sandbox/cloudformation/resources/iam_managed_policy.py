"""``AWS::IAM::ManagedPolicy``."""

from __future__ import annotations

from .handler import Context, Handler, Props
from .iam import attach

__all__ = ["ManagedPolicy"]

_KINDS = (("role", "Roles", "RoleName"), ("user", "Users", "UserName"), ("group", "Groups", "GroupName"))


class ManagedPolicy(Handler):
    """A policy of its own; ``Ref`` gives its ARN."""

    type = "AWS::IAM::ManagedPolicy"
    known = frozenset({"Description", "Groups", "ManagedPolicyName", "Path", "PolicyDocument", "Roles", "Users"})
    create_only = frozenset({"ManagedPolicyName", "Path", "Description"})

    def create(self, context: Context, props: Props) -> None:
        """Create it and attach it."""
        answer = context.call(
            "iam",
            "create_policy",
            PolicyName=props.get("ManagedPolicyName") or context.name(128),
            PolicyDocument=props.get("PolicyDocument"),
            Path=props.get("Path"),
            Description=props.get("Description"),
        )
        context.claim(answer["Policy"]["Arn"])
        self._attach(context, {}, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Add a version in place of the old one and attach it elsewhere."""
        arn = context.physical_id
        if old.get("PolicyDocument") != new.get("PolicyDocument"):
            context.call(
                "iam", "create_policy_version", PolicyArn=arn, PolicyDocument=new["PolicyDocument"], SetAsDefault=True
            )
            self._drop_versions(context)
        self._attach(context, old, new)

    def delete(self, context: Context, props: Props) -> None:
        """Detach and delete it."""
        self._attach(context, props, {})
        self._drop_versions(context)
        context.call("iam", "delete_policy", PolicyArn=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN and id."""
        found = context.call("iam", "get_policy", PolicyArn=context.physical_id)["Policy"]
        return {"PolicyArn": found["Arn"], "PolicyId": found["PolicyId"]}

    def _attach(self, context: Context, old: Props, new: Props) -> None:
        arn = context.physical_id
        for kind, list_name, key in _KINDS:
            before, after = old.get(list_name, []), new.get(list_name, [])
            for holder in dict.fromkeys([*before, *after]):
                had, has = ([arn] if holder in names else [] for names in (before, after))
                attach(context, kind, {key: holder}, had, has)

    def _drop_versions(self, context: Context) -> None:
        arn = context.physical_id
        for item in context.call("iam", "list_policy_versions", PolicyArn=arn)["Versions"]:
            if not item["IsDefaultVersion"]:
                context.call("iam", "delete_policy_version", PolicyArn=arn, VersionId=item["VersionId"])
