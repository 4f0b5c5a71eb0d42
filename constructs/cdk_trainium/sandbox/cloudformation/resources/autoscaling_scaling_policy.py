"""``AWS::AutoScaling::ScalingPolicy``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["ScalingPolicy"]


class ScalingPolicy(Handler):
    """A rule that changes a group's size; ``Ref`` gives its ARN."""

    type = "AWS::AutoScaling::ScalingPolicy"
    create_only = frozenset({"AutoScalingGroupName"})

    def create(self, context: Context, props: Props) -> None:
        """Put it under a name of its own."""
        name = context.name(255)
        context.call("autoscaling", "put_scaling_policy", PolicyName=name, **props)
        group = props["AutoScalingGroupName"]
        answer = context.call("autoscaling", "describe_policies", AutoScalingGroupName=group, PolicyNames=[name])
        context.claim(answer["ScalingPolicies"][0]["PolicyARN"])

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Put it again under its name."""
        name = self.attributes(context, new)["PolicyName"]
        context.call("autoscaling", "put_scaling_policy", PolicyName=name, **new)

    def delete(self, context: Context, props: Props) -> None:
        """Delete it."""
        name, group = self.attributes(context, props)["PolicyName"], props["AutoScalingGroupName"]
        answer = context.call("autoscaling", "describe_policies", AutoScalingGroupName=group)
        if any(item["PolicyName"] == name for item in answer["ScalingPolicies"]):
            context.call("autoscaling", "delete_policy", AutoScalingGroupName=group, PolicyName=name)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN and name."""
        return {"Arn": context.physical_id, "PolicyName": context.physical_id.rsplit("policyName/", 1)[-1]}
