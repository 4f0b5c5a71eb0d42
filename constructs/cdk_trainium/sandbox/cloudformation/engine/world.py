"""What a template's values may look at: the stack's own resources, other stacks, SSM, zones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from ..clients import call
from ..errors import ValidationError, reason_of
from ..resources.handler import Context, Nested
from ..resources.registry import handler_for
from ..store import Store, store_of
from ..template.values import UNKNOWN, text

if TYPE_CHECKING:
    from ..model import Resource, Stack

__all__ = ["LiveWorld", "PlannedWorld", "context_for", "pseudo_parameters", "read_ssm"]


def context_for(store: Store, stack: Stack, resource: Resource, nested: Nested) -> Context:
    """Return the context in which a handler sees ``resource``."""
    return Context(
        account=store.account,
        region=store.region,
        partition=store.partition,
        stack_name=stack.name,
        stack_id=stack.id,
        logical_id=resource.logical_id,
        nested=nested,
        physical_id=resource.physical_id,
        definition=resource.definition,
    )


def pseudo_parameters(store: Store, stack: Stack) -> dict[str, Any]:
    """Return the parameters that every template has."""
    suffix = "amazonaws.com.cn" if store.partition == "aws-cn" else "amazonaws.com"
    return {
        "AWS::AccountId": store.account,
        "AWS::Region": store.region,
        "AWS::Partition": store.partition,
        "AWS::URLSuffix": suffix,
        "AWS::StackName": stack.name,
        "AWS::StackId": stack.id,
        "AWS::NotificationARNs": stack.target.notification_arns,
    }


def read_ssm(store: Store, name: str, *, decrypt: bool = False) -> str | None:
    """Return the value of an SSM parameter, or None if there is none."""
    try:
        params = {"Name": name, "WithDecryption": decrypt}
        value = call("ssm", store.account, store.region, "get_parameter", params)["Parameter"]["Value"]
    except ClientError as error:
        if error.response["Error"]["Code"] == "ParameterNotFound":
            return None
        raise
    return str(value)


class LiveWorld:
    """The world while a stack is deployed: everything asked for exists."""

    def __init__(self, store: Store, stack: Stack, nested: Nested) -> None:
        """Look at ``stack`` and at the other stacks of ``store``."""
        self.store, self.stack, self.nested = store, stack, nested
        self.imports: set[str] = set()

    def ref(self, name: str) -> Any:
        """Return the physical id of a resource."""
        return self._resource(name).physical_id

    def attribute(self, name: str, attribute: str) -> Any:
        """Return an attribute of a resource, asked from the service once per change."""
        resource = self._resource(name)
        if attribute not in resource.attributes:
            context = context_for(self.store, self.stack, resource, self.nested)
            try:
                resource.attributes = handler_for(resource.type).attributes(context, resource.properties)
            except ClientError as error:
                raise ValidationError(f"{name}: {reason_of(error)}") from None
        if attribute not in resource.attributes:
            raise ValidationError(
                f"Template error: resource {name} does not support attribute type {attribute} in Fn::GetAtt"
            )
        return resource.attributes[attribute]

    def imported(self, export: str) -> Any:
        """Return the value of another stack's export and remember that it is in use."""
        found = self.store.exports().get(export)
        if found is None:
            raise ValidationError(f"No export named {export} found.")
        self.imports.add(export)
        return found[1].value

    def stack_output(self, stack: str, output: str, region: str) -> Any:
        """Return the value of another stack's output; it is read, not locked."""
        found = store_of(self.store.account, region).get(stack)
        for item in found.outputs:
            if item.key == output:
                return item.value
        raise ValidationError(f"Output {output} not found in stack {stack}")

    def zones(self, region: str) -> list[str]:
        """Return the names of a region's zones."""
        answer = call("ec2", self.store.account, region, "describe_availability_zones", {})
        return [zone["ZoneName"] for zone in answer["AvailabilityZones"]]

    def secret(self, service: str, reference: str) -> str:
        """Return the value of a dynamic reference to an SSM parameter."""
        if service == "secretsmanager":
            raise ValidationError("The sandbox resolves no dynamic references to Secrets Manager")
        value = read_ssm(self.store, reference, decrypt=service == "ssm-secure")
        if value is None:
            raise ValidationError(f"Parameter {reference} referenced by the template does not exist")
        return value

    def _resource(self, name: str) -> Resource:
        found = self.stack.resources.get(name)
        if found is None or not found.physical_id:
            raise ValidationError(f"Unresolved resource dependencies [{name}] in the Resources block of the template")
        return found


class PlannedWorld(LiveWorld):
    """The world while a change set is made: what will be new is unknown."""

    def __init__(self, store: Store, stack: Stack, nested: Nested, active: set[str]) -> None:
        """Let the planner mark resources in ``new`` and ``updated`` as it goes."""
        super().__init__(store, stack, nested)
        self.active = active
        self.new: set[str] = set()
        self.updated: set[str] = set()

    def ref(self, name: str) -> Any:
        """Return the physical id of a resource that stays."""
        self._check(name)
        return UNKNOWN if name in self.new else super().ref(name)

    def attribute(self, name: str, attribute: str) -> Any:
        """Return an attribute that will stay."""
        self._check(name)
        if name in self.new or (name in self.updated and self._moves(name, attribute)):
            return UNKNOWN
        return super().attribute(name, attribute)

    def _moves(self, name: str, attribute: str) -> bool:
        moving = handler_for(self.stack.resources[name].type).moving
        return attribute in moving or text(attribute).split(".")[0] in moving

    def _check(self, name: str) -> None:
        if name not in self.active:
            raise ValidationError(f"Unresolved resource dependencies [{name}] in the Resources block of the template")
