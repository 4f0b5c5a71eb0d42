"""Filters that no operation of EC2 knows, and those that it does."""

from __future__ import annotations

from typing import Any

import boto3
import pytest
from botocore.config import Config
from moto.core.utils import camelcase_to_underscores, method_names_from_class
from moto.ec2.responses import EC2Response

from cdk_trainium.sandbox.state import AccountState

from .codes import refused

RAW = Config(retries={"max_attempts": 0}, parameter_validation=False)
WRONG = [{"Name": "colour", "Values": ["red"]}]


def served(ec2: Any) -> list[tuple[str, str]]:
    """Every operation of EC2 that the sandbox answers and that has filters, with their parameter's name."""
    model, methods = ec2.meta.service_model, set(method_names_from_class(EC2Response))
    members = {name: model.operation_model(name).input_shape for name in model.operation_names}
    return [
        (method, next(one for one in ("Filters", "Filter") if one in shape.members))
        for name, shape in members.items()
        if (method := camelcase_to_underscores(name)) in methods
        and name.startswith("Describe")
        and shape is not None
        and {"Filters", "Filter"} & set(shape.members)
    ]


def test_no_describe_call_takes_a_filter_that_it_does_not_know(account: AccountState) -> None:
    ec2 = boto3.client("ec2", config=RAW)
    calls = served(ec2)
    assert len(calls) > 50
    for method, parameter in calls:
        with refused("InvalidParameterValue"):
            getattr(ec2, method)(**{parameter: WRONG})


def test_it_is_refused_with_nodes_as_without(network: Any, ec2: Any) -> None:
    network.launch()
    with refused("InvalidParameterValue"):
        ec2.describe_instances(Filters=WRONG)


@pytest.mark.parametrize("name", ["is-default", "isDefault", "tag:a", "tag-key", "vpc-id"])
def test_a_name_that_it_knows_is_taken(ec2: Any, name: str) -> None:
    ec2.describe_vpcs(Filters=[{"Name": name, "Values": ["true"]}])
