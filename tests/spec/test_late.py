"""The token guard agrees with the CDK, without importing it."""

import pytest
from aws_cdk import CfnParameter, Fn, Stack, Token

from cdk_trainium.errors import PropsError
from cdk_trainium.spec import Capacity, NodeGroupSpec, checked, is_late


def tokens() -> dict[str, object]:
    stack = Stack()
    number = CfnParameter(stack, "N", type="Number")
    return {
        "string": CfnParameter(stack, "S").value_as_string,
        "list": CfnParameter(stack, "L", type="List<String>").value_as_list,
        "number": number.value_as_number,
        "joined": "a-" + Fn.ref("X"),
        "text": "trn2.48xlarge",
        "int": 16,
        "float": 1.5,
        "none": None,
        "texts": ["a", "b"],
        "negative": -1.0,
    }


@pytest.mark.parametrize("name", list(tokens()))
def test_agrees_with_the_cdk(name: str) -> None:
    value = tokens()[name]
    assert is_late(value) == Token.is_unresolved(value)


def test_a_token_as_node_count_is_refused() -> None:
    count = tokens()["number"]
    props = {"instance_type": "trn2.48xlarge", "node_count": count, "capacity": Capacity.spot()}
    with pytest.raises(PropsError) as caught:
        checked("Stack/Group", NodeGroupSpec, props)
    assert caught.value.codes == ["TRN004"]


def test_a_token_as_reservation_is_let_through() -> None:
    late = str(tokens()["string"])
    assert Capacity.reservation(late).reservation_id == late
