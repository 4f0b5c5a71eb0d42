"""Security groups of another VPC than the nodes: one serves a further VPC while it is associated with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .check import Outcome, fail, ok
from .engine import no_answer
from .question import Answer, Question, UnansweredError, question

__all__ = ["associations", "judged"]

_STATES = (
    "associating",
    "associated",
    "association-failed",
    "disassociating",
    "disassociated",
    "disassociation-failed",
)
"""States of an association; in the second alone a group serves the VPC."""


def associations(groups: Iterable[str]) -> Question:
    """Ask for the VPCs that ``groups`` are associated with."""
    filters = [{"Name": "group-id", "Values": list(groups)}]
    return question("ec2", "DescribeSecurityGroupVpcAssociations", "SecurityGroupVpcAssociations", Filters=filters)


def judged(homes: Mapping[str, str], vpc: str, answer: Answer) -> list[Outcome]:
    """Judge security groups (``homes``: id -> their own VPC) of nodes in ``vpc`` by their associations with it."""
    try:
        rows = [row for row in answer if row.text("VpcId") == vpc]
        states = {row.text("GroupId"): row.known("State", _STATES) for row in rows}
    except UnansweredError as error:
        where = "; ".join(f"{key} is in {home}" for key, home in homes.items())
        return no_answer(error, f"{where}, the nodes are in {vpc}, and whether they serve it is unknown")
    left = {key: home for key, home in homes.items() if states.get(key) != "associated"}
    if not left:
        return ok(f"all serve {vpc}")
    said = {key: f", its association with {vpc} is {states[key]}" for key in left if key in states}
    text = "; ".join(f"{key} is in {home}{said.get(key, '')}" for key, home in left.items())
    return fail(f"{text}, the nodes are in {vpc}", _hint([states.get(key, "") for key in left], vpc))


def _hint(states: Sequence[str], vpc: str) -> str:
    if set(states) == {"associating"}:
        return "wait until it is associated"
    return f"name a security group of {vpc}, or associate it with {vpc}"
