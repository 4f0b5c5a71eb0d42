"""CPU credits for nodes that have none."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.burstable import is_burstable
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare ``CreditSpecification`` with the instance types."""
    written = launch.node.data.get("CreditSpecification")
    if not written or not launch.types:
        return
    path = launch.node.at("CreditSpecification")
    other = next((kind for kind in launch.types if isinstance(kind, str) and not is_burstable(kind)), None)
    hidden = written if isinstance(written, Unknown) else launch.hidden_type
    if other is not None and not isinstance(written, Unknown):
        yield Hit(f"CreditSpecification for {other}: only T types have CPU credits", path)
    elif hidden is not None:
        yield cannot_tell("whether CreditSpecification is for a T type", hidden, path)


RULE = Rule(
    id="TRN382",
    title="CPU credits are for burstable types",
    level=Level.WARNING,
    why="They mean nothing to other types, of which EC2 has refused launches that ask for them.",
    source="EC2 API of botocore 1.44.8, RequestLaunchTemplateData: valid only for T instances; terraform-provider-aws "
    "issue 5067",
    on="launch",
    check=check,
    fix="remove CreditSpecification",
)
