"""``AWS::Events::Rule``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["Rule"]


class Rule(Handler):
    """What is done when something happens."""

    type = "AWS::Events::Rule"
    known = frozenset(
        {
            "Description",
            "EventBusName",
            "EventPattern",
            "Name",
            "RoleArn",
            "ScheduleExpression",
            "State",
            "Tags",
            "Targets",
        }
    )
    create_only = frozenset({"Name", "EventBusName"})
    tags = "list"

    def create(self, context: Context, props: Props) -> None:
        """Put it with its targets."""
        name = props.get("Name") or context.name(64)
        self._put(context, name, props, tags=True)
        context.claim(name)
        self._set_targets(context, {}, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Put it again."""
        self._put(context, context.physical_id, new, tags=False)
        self._set_targets(context, old, new)

    def delete(self, context: Context, props: Props) -> None:
        """Take its targets away and delete it."""
        self._set_targets(context, props, {**props, "Targets": []})
        context.call("events", "delete_rule", Name=context.physical_id, EventBusName=props.get("EventBusName"))

    def attributes(self, context: Context, props: Props) -> Props:
        """Return its ARN."""
        bus = props.get("EventBusName")
        found = context.call("events", "describe_rule", Name=context.physical_id, EventBusName=bus)
        return {"Arn": found["Arn"]}

    def _put(self, context: Context, name: str, props: Props, *, tags: bool) -> None:
        context.call(
            "events",
            "put_rule",
            Name=name,
            EventPattern=props.get("EventPattern"),
            ScheduleExpression=props.get("ScheduleExpression"),
            State=props.get("State"),
            Description=props.get("Description"),
            RoleArn=props.get("RoleArn"),
            EventBusName=props.get("EventBusName"),
            Tags=props.get("Tags") if tags else None,
        )

    def _set_targets(self, context: Context, old: Props, new: Props) -> None:
        where = {"Rule": context.physical_id, "EventBusName": (new or old).get("EventBusName")}
        kept = {item["Id"] for item in new.get("Targets", [])}
        gone = [item["Id"] for item in old.get("Targets", []) if item["Id"] not in kept]
        if gone:
            context.call("events", "remove_targets", Ids=gone, **where)
        if new.get("Targets"):
            context.call("events", "put_targets", Targets=new["Targets"], **where)
