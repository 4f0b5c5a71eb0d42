"""Which types cluster placement groups take."""

from __future__ import annotations

import pytest

from cdk_trainium.constraints.burstable import takes_cluster_group


@pytest.mark.parametrize("kind", ["t2.micro", "t3.xlarge", "t3a.large", "t4g.nano", "mac1.metal", "m7i-flex.large"])
def test_types_that_no_cluster_group_takes(kind: str) -> None:
    assert not takes_cluster_group(kind)


@pytest.mark.parametrize("kind", ["trn2.48xlarge", "trn1.2xlarge", "m7i.large", "mac2.metal", "p5.48xlarge"])
def test_types_that_it_takes(kind: str) -> None:
    assert takes_cluster_group(kind)
