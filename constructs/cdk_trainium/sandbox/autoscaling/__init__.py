"""EC2 Auto Scaling of the simulated account: groups launch through the same rules as RunInstances."""

from __future__ import annotations


def install() -> None:
    """Replace how moto's groups launch, shrink, change and fire their scheduled actions."""
    from moto.autoscaling.responses import AutoScalingResponse

    from ..operations import add, guard
    from . import activities, group, groups, launch_configurations, notifications, schedule

    group.install()
    schedule.install()
    for module in (activities, groups, notifications):
        add("autoscaling", AutoScalingResponse, module.HANDLERS)
    guard("autoscaling", AutoScalingResponse, launch_configurations.HANDLERS)
