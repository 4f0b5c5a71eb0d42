"""Resources whose attributes may be any value."""

from __future__ import annotations

__all__ = ["is_any_value"]

_AWS = "AWS::"
_CDK_CLUSTER = "Custom::AWSCDK-EKS-Cluster"
"""What CDK makes an EKS cluster by; its attributes are those of the cluster."""
_CUSTOM = "AWS::CloudFormation::CustomResource"
_ANY_VALUE = {
    ("AWS::CloudFormation::Stack", "Outputs"),
    ("AWS::CloudFormation::WaitCondition", "Data"),
    ("AWS::SSM::Parameter", "Value"),
}
"""Type and attribute of what is no id but any text."""


def is_any_value(kind: str, attribute: str) -> bool:
    """Return whether ``Ref`` or ``Fn::GetAtt`` of a resource of type ``kind`` may be any value, and no id of it.

    Source: CloudFormation Template Reference: what runs behind a custom resource, a type of others than AWS, a nested
    stack's outputs, a wait condition or an SSM parameter decides what it is.
    """
    if kind == _CUSTOM or not kind.startswith((_AWS, _CDK_CLUSTER)):
        return True
    return (kind, attribute.partition(".")[0]) in _ANY_VALUE
