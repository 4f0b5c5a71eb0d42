"""Groups on one subnet: what each of them takes is worked out once, however many ask."""

from __future__ import annotations

import copy

import pytest

from cdk_trainium.review.model import address_need
from tests.review.build import Data, changed, cluster, findings


def with_groups(count: int) -> Data:
    def change(data: Data) -> None:
        group = data["Resources"]["Asg"]
        data["Resources"] |= {f"Asg{at}": copy.deepcopy(group) for at in range(1, count)}

    return changed(cluster(), change)


def test_each_need_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    own = address_need._need_of

    def counting(group: object, world: object) -> object:
        asked.append(id(group))
        return own(group, world)  # type: ignore[arg-type]

    monkeypatch.setattr(address_need, "_need_of", counting)
    told = [item for item in findings(with_groups(300)) if item.id == "TRN124"]
    assert told
    assert len(asked) == len(set(asked)) == 300
