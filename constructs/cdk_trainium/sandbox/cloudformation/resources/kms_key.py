"""``AWS::KMS::Key``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["Key"]


class Key(Handler):
    """A key; its deletion is scheduled, as KMS asks."""

    type = "AWS::KMS::Key"
    known = frozenset(
        {
            "Description",
            "EnableKeyRotation",
            "Enabled",
            "KeyPolicy",
            "KeySpec",
            "KeyUsage",
            "PendingWindowInDays",
            "Tags",
        }
    )
    create_only = frozenset({"KeySpec", "KeyUsage", "MultiRegion", "Origin"})
    tags = "list"

    def create(self, context: Context, props: Props) -> None:
        """Create it, with rotation if asked."""
        answer = context.call(
            "kms",
            "create_key",
            Policy=props.get("KeyPolicy"),
            Description=props.get("Description"),
            KeySpec=props.get("KeySpec"),
            KeyUsage=props.get("KeyUsage"),
            Tags=[{"TagKey": item["Key"], "TagValue": item["Value"]} for item in props.get("Tags", [])] or None,
        )
        context.claim(answer["KeyMetadata"]["KeyId"])
        self._set_switches(context, {}, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change its policy, description, switches and tags."""
        key = context.physical_id
        if old.get("KeyPolicy") != new.get("KeyPolicy"):
            context.call("kms", "put_key_policy", KeyId=key, PolicyName="default", Policy=new.get("KeyPolicy"))
        if old.get("Description") != new.get("Description"):
            context.call("kms", "update_key_description", KeyId=key, Description=new.get("Description", ""))
        self._set_switches(context, old, new)
        keys = {item["Key"] for item in new.get("Tags", [])}
        gone = [item["Key"] for item in old.get("Tags", []) if item["Key"] not in keys]
        if gone:
            context.call("kms", "untag_resource", KeyId=key, TagKeys=gone)
        if new.get("Tags") and new["Tags"] != old.get("Tags"):
            tags = [{"TagKey": item["Key"], "TagValue": item["Value"]} for item in new["Tags"]]
            context.call("kms", "tag_resource", KeyId=key, Tags=tags)

    def delete(self, context: Context, props: Props) -> None:
        """Schedule its deletion."""
        days = props.get("PendingWindowInDays", 30)
        context.call("kms", "schedule_key_deletion", KeyId=context.physical_id, PendingWindowInDays=days)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN and id."""
        found = context.call("kms", "describe_key", KeyId=context.physical_id)["KeyMetadata"]
        return {"Arn": found["Arn"], "KeyId": context.physical_id}

    def _set_switches(self, context: Context, old: Props, new: Props) -> None:
        for name, on, off, default in (
            ("EnableKeyRotation", "enable_key_rotation", "disable_key_rotation", "false"),
            ("Enabled", "enable_key", "disable_key", "true"),
        ):
            before, after = (str(props.get(name, default)).lower() for props in (old, new))
            if before != after:
                context.call("kms", on if after == "true" else off, KeyId=context.physical_id)
