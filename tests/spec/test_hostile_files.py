"""What a cluster file may not say, although it has the right types."""

from collections.abc import Callable

import pytest

from cdk_trainium.spec import ClusterFileError, parse_cluster

Codes = Callable[[str], list[str]]
HEAD = "name: llama\nregion: us-east-2\n"
ZONE = "zone: us-east-2b\n"
IMAGE = "image: {family: neuron-multi-framework, floating: true}\n"
TRN2 = "name: train, instance_type: trn2.48xlarge"
GROUP = f"groups: [{{{TRN2}, capacity: {{kind: spot}}}}]\n"
GOOD = HEAD + ZONE + IMAGE + GROUP.replace("trn2.48xlarge", "trn1.32xlarge")


def codes(text: str) -> list[str]:
    """Return the codes of what is wrong with ``text``, none for a good file."""
    try:
        parse_cluster(text, where="x.yaml")
    except ClusterFileError as error:
        return error.codes
    return []


def test_the_base_of_these_tests_is_good() -> None:
    assert codes(GOOD) == []


@pytest.mark.parametrize("depth", [60, 900, 5000])
@pytest.mark.parametrize(("opening", "closing"), [("{a: ", "}"), ("[", "]")])
def test_deep_nesting_is_one_clear_error(depth: int, opening: str, closing: str) -> None:
    text = "x: " + opening * depth + "1" + closing * depth
    assert codes(text) in (["TRN025"], ["TRN022"])
