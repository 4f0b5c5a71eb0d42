"""What no client of AWS's sends, but a shell does: it is answered in AWS's form, not with a web page."""

from __future__ import annotations

import pytest

from cdk_trainium.sandbox.query import check
from cdk_trainium.sandbox.refusal import Refusal


@pytest.mark.parametrize("service", ["ec2", "autoscaling", "cloudformation", "iam", "sts", "sns"])
def test_an_action_that_is_none_is_refused(service: str) -> None:
    with pytest.raises(Refusal) as caught:
        check(service, "Nope", {})
    assert caught.value.code == "InvalidAction"


@pytest.mark.parametrize("service", ["ssm", "service-quotas", "pricing", "a-name-of-motos"])
def test_other_protocols_are_left_to_moto(service: str) -> None:
    check(service, "Nope", {})


@pytest.mark.parametrize(
    ("action", "name", "value"),
    [
        ("RunInstances", "MinCount", "x"),
        ("RunInstances", "MinCount", "1.5"),
        ("RunInstances", "MinCount", ""),
        ("RunInstances", "NetworkInterface.2.DeviceIndex", "x"),
        ("RunInstances", "BlockDeviceMapping.1.Ebs.VolumeSize", "big"),
        ("RunInstances", "BlockDeviceMapping.1.Ebs.Encrypted", "yes"),
        ("DescribeInstances", "MaxResults", "abc"),
        ("DescribeInstances", "DryRun", "maybe"),
        ("DescribeCapacityBlockOfferings", "StartDateRange", "x"),
        ("CreateCapacityReservation", "EndDate", ""),
        ("CreateFleet", "ValidUntil", "2027-13-45"),
    ],
)
def test_what_is_no_number_or_truth_value_is_refused(action: str, name: str, value: str) -> None:
    with pytest.raises(Refusal) as caught:
        check("ec2", action, {name: [value]})
    assert caught.value.code == "InvalidParameterValue"
    assert name in caught.value.message


def test_a_request_as_clients_write_it_is_taken() -> None:
    given = {
        "Action": ["RunInstances"],
        "MinCount": ["1"],
        "MaxCount": ["16"],
        "DryRun": ["true"],
        "ImageId": ["ami-1"],
        "NetworkInterface.1.DeviceIndex": ["0"],
        "NetworkInterface.1.DeleteOnTermination": ["False"],
        "NetworkInterface.1.SecurityGroupId.1": ["sg-1"],
        "NoSuchParameter.1": ["x"],
    }
    check("ec2", "RunInstances", given)
