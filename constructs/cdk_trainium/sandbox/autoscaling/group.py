"""How a group grows and shrinks: launches that may fail and are tried again, the oldest nodes go first."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from moto.autoscaling.models import AutoScalingBackend, FakeAutoScalingGroup, InstanceState, autoscaling_backends
from moto.core.exceptions import ServiceException

from ..ec2.launching import launch
from .activities import failed, note
from .launch import launch_for, subnets, types
from .request import state_of

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["converge", "install", "retry"]

_moto_launch = FakeAutoScalingGroup.replace_autoscaling_group_instances
_moto_desired = FakeAutoScalingGroup.set_desired_capacity


def install() -> None:
    """Replace moto's own growing, shrinking and replacing."""
    FakeAutoScalingGroup.replace_autoscaling_group_instances = _grow  # type: ignore[method-assign]
    FakeAutoScalingGroup.set_desired_capacity = _set_desired  # type: ignore[method-assign]
    FakeAutoScalingGroup.capacity_reservation_specification = None  # type: ignore[attr-defined]
    AutoScalingBackend.notify_terminate_instances = _terminated  # type: ignore[method-assign]
    InstanceState.launch_template = property(_template)  # type: ignore[assignment]


def converge(group: Any, cause: str = "") -> None:
    """Bring the group to its desired size, as far as EC2 lets it."""
    group.cause = cause or "At the group's request, to match its desired capacity."
    _set_desired(group, group.desired_capacity)


def retry(state: RegionState) -> None:
    """Let every group of the region that misses nodes try again, as Auto Scaling does all the time."""
    for group in list(autoscaling_backends[state.account_id][state.region_name].autoscaling_groups.values()):
        if len(group.active_instances()) < (group.desired_capacity or 0):
            converge(group, "the group tries again to reach its desired capacity.")


def _set_desired(self: Any, new_capacity: int | None) -> None:
    if self.ec2_launch_template is None:
        _moto_desired(self, new_capacity)
        return
    self.desired_capacity = self.min_size if new_capacity is None else new_capacity
    missing = (self.desired_capacity or 0) - len(self.active_instances())
    if missing > 0:
        self.replace_autoscaling_group_instances(missing, self.get_propagated_tags())
    elif missing < 0:
        _shrink(self, -missing)


def _grow(self: Any, count_needed: int, propagated_tags: dict[str, str]) -> None:
    if self.ec2_launch_template is None:
        _moto_launch(self, count_needed, propagated_tags)
        return
    if "Launch" in self._suspended_processes:
        return
    missing, error, request = count_needed, None, None
    # By price, EC2's own order, is nothing that the sandbox knows: the policy's order stands for it.
    for instance_type, subnet_id in product(types(self), subnets(self)):
        while missing:
            try:
                request = launch_for(self, missing, subnet_id, instance_type)
                missing -= _adopt(self, launch(request).instances)
            except ServiceException as refusal:
                error = refusal
                break
    if missing:
        failed(self, _cause(self), error, request.market if request else None)


def _adopt(group: Any, instances: list[Any]) -> int:
    for instance in instances:
        instance.autoscaling_group = group
        protected = group.new_instances_protected_from_scale_in
        group.instance_states.append(InstanceState(instance, protected_from_scale_in=protected))
        note(group, f"Launching a new EC2 instance: {instance.id}", _cause(group))
    return len(instances)


def _shrink(group: Any, count: int) -> None:
    # Auto Scaling's default policy: nodes of an older template version first, then the oldest.
    current = str(group.ec2_launch_template.get_version(group.launch_template_version).number)
    free = [item for item in group.instance_states if not item.protected_from_scale_in]
    chosen = sorted(free, key=lambda item: _template(item)["Version"] == current)[:count]
    group.instance_states = [item for item in group.instance_states if item not in chosen]
    for item in chosen:
        note(group, f"Terminating EC2 instance: {item.instance.id}", _cause(group))
        item.instance.terminate()


def _terminated(self: Any, instance_ids: list[str]) -> None:
    """Replace nodes that somebody else terminated, while the desired size stands."""
    for group in list(self.autoscaling_groups.values()):
        kept = [item for item in group.instance_states if item.instance.id not in instance_ids]
        if len(kept) < len(group.instance_states):
            group.instance_states = kept
            converge(group, "An instance was taken out of service in response to an EC2 health check.")
            self.update_attached_elbs(group.name)


def _cause(group: Any) -> str:
    now = state_of(group).settings.clock.now()
    return f"At {now:%Y-%m-%dT%H:%M:%SZ} {getattr(group, 'cause', 'a group was created or changed.')}"


def _template(self: Any) -> dict[str, Any]:
    group, tags = self.auto_scaling_group, {item["key"]: item["value"] for item in self.instance.get_tags()}
    template = group.ec2_launch_template
    if template is None:
        return {}
    version = tags.get("aws:ec2launchtemplate:version", str(template.default_version_number))
    return {"LaunchTemplateId": template.id, "LaunchTemplateName": template.name, "Version": version}
