"""Another partition is refused by name: its account is another, and so are its quotas and images."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from cdk_trainium.cli import root
from cdk_trainium.demand import Demand
from cdk_trainium.errors import InputError
from cdk_trainium.preflight import run

FOREIGN = ("cn-north-1", "cn-northwest-1", "us-gov-west-1", "us-iso-east-1", "us-isob-east-1", "eusc-de-east-1")


@pytest.mark.parametrize("region", FOREIGN)
def test_no_verdict_is_given_for_another_partition(region: str) -> None:
    demand = Demand.model_validate({"region": region, "groups": [{"name": "g", "instance_type": "trn2.48xlarge"}]})
    with pytest.raises(InputError) as caught:
        run(demand, session=None)
    assert caught.value.codes == ["TRN074"]


@pytest.mark.parametrize("verb", ["preflight", "regions"])
def test_the_verbs_say_so(verb: str) -> None:
    arguments = [verb, "--instance-type", "trn2.48xlarge", "--region", "cn-north-1"]
    result = CliRunner().invoke(root, arguments)
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN074"]


@pytest.mark.parametrize("region", ["us-east-2", "eu-central-2", "ap-south-2", "me-central-1", "ca-west-1"])
def test_commercial_regions_are_judged(region: str) -> None:
    demand = Demand.model_validate({"region": region, "groups": [{"name": "g", "instance_type": "trn2.48xlarge"}]})
    assert run(demand, session=None, checks=["quota-value"]).results
