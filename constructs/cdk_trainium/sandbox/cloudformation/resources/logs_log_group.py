"""``AWS::Logs::LogGroup``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["LogGroup"]


class LogGroup(Handler):
    """Where logs are kept."""

    type = "AWS::Logs::LogGroup"
    known = frozenset({"KmsKeyId", "LogGroupClass", "LogGroupName", "RetentionInDays", "Tags"})
    create_only = frozenset({"LogGroupName"})
    tags = "list"

    def create(self, context: Context, props: Props) -> None:
        """Create it and say how long logs stay."""
        name = props.get("LogGroupName") or context.name(512)
        context.call(
            "logs",
            "create_log_group",
            logGroupName=name,
            kmsKeyId=props.get("KmsKeyId"),
            logGroupClass=props.get("LogGroupClass"),
            tags=_map(props) or None,
        )
        context.claim(name)
        self._set_retention(context, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change the retention, key and tags."""
        name = context.physical_id
        if old.get("RetentionInDays") != new.get("RetentionInDays"):
            self._set_retention(context, new)
        if old.get("KmsKeyId") != new.get("KmsKeyId") and "KmsKeyId" in new:
            context.call("logs", "associate_kms_key", logGroupName=name, kmsKeyId=new["KmsKeyId"])
        gone = [key for key in _map(old) if key not in _map(new)]
        if gone:
            context.call("logs", "untag_log_group", logGroupName=name, tags=gone)
        if _map(new) and _map(new) != _map(old):
            context.call("logs", "tag_log_group", logGroupName=name, tags=_map(new))

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("logs", "delete_log_group", logGroupName=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN, with the ``:*`` that CloudFormation adds."""
        name = context.physical_id
        arn = f"arn:{context.partition}:logs:{context.region}:{context.account}:log-group:{name}"
        return {"Arn": f"{arn}:*"}

    def _set_retention(self, context: Context, props: Props) -> None:
        name, days = context.physical_id, props.get("RetentionInDays")
        if days is None:
            context.call("logs", "delete_retention_policy", logGroupName=name)
        else:
            context.call("logs", "put_retention_policy", logGroupName=name, retentionInDays=days)


def _map(props: Props) -> dict[str, str]:
    return {item["Key"]: item["Value"] for item in props.get("Tags", [])}
