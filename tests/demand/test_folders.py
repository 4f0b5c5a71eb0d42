"""Several folders of one account: each stack is made once, and nothing that is named is left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.demand.sources import demands_of_paths
from cdk_trainium.errors import InputError

HERE, THERE = "aws://111122223333/us-east-2", "aws://444455556666/us-east-2"
Data = dict[str, Any]


def made(vpcs: int = 1, qualifier: str = "") -> Data:
    data: Data = {"Resources": {f"Vpc{at}": {"Type": "AWS::EC2::VPC"} for at in range(vpcs)}}
    if qualifier:
        name = f"/cdk-bootstrap/{qualifier}/version"
        refused = {"Fn::Not": [{"Fn::Contains": [["1"], {"Ref": "BootstrapVersion"}]}]}
        data["Parameters"] = {"BootstrapVersion": {"Type": "AWS::SSM::Parameter::Value<String>", "Default": name}}
        data["Rules"] = {"CheckBootstrapVersion": {"Assertions": [{"Assert": refused}]}}
    return data


def assembly(folder: Path, **stacks: tuple[str, Data]) -> Path:
    folder.mkdir()
    artifacts: Data = {}
    for name, (environment, data) in stacks.items():
        (folder / f"{name}.template.json").write_text(json.dumps(data), encoding="utf-8")
        properties = {"templateFile": f"{name}.template.json", "stackName": name}
        artifacts[name] = {"type": "aws:cloudformation:stack", "environment": environment, "properties": properties}
    (folder / "manifest.json").write_text(json.dumps({"version": "50.0.0", "artifacts": artifacts}), encoding="utf-8")
    (folder / "cdk.out").write_text("{}", encoding="utf-8")
    return folder


def demands(*paths: Path) -> list[Demand]:
    return demands_of_paths(paths, region="", catalog=default())[0]


def test_stacks_of_several_accounts_are_several_demands(tmp_path: Path) -> None:
    one = assembly(tmp_path / "one", A=(HERE, made(1)), B=(THERE, made(2)))
    found = {demand.account: (demand.counts.vpcs, demand.stacks) for demand in demands(one)}
    assert found == {"111122223333": (1, ("A",)), "444455556666": (2, ("B",))}


def test_a_stack_that_two_folders_hold_is_made_once(tmp_path: Path) -> None:
    one = assembly(tmp_path / "one", Shared=(HERE, made(1)), A=(HERE, made(2)))
    two = assembly(tmp_path / "two", Shared=(HERE, made(1)), B=(HERE, made(3)))
    (found,) = demands(one, two)
    assert (found.counts.vpcs, found.stacks, found.not_determined) == (6, ("A", "B", "Shared"), ())


def test_a_stack_that_differs_between_folders_is_open(tmp_path: Path) -> None:
    one, two = (assembly(tmp_path / name, Shared=(HERE, made(vpcs))) for name, vpcs in (("one", 1), ("two", 2)))
    (found,) = demands(one, two)
    assert found.counts.vpcs == 1
    assert [item.where for item in found.not_determined] == [str(two / "Shared.template.json")]


def test_templates_of_no_named_stack_are_all_counted(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(json.dumps(made(1)), encoding="utf-8")
    (found,) = demands_of_paths([tmp_path], region="us-east-2", catalog=default())[0]
    assert found.counts.vpcs == 2


def test_every_bootstrap_stack_is_asked_for(tmp_path: Path) -> None:
    one = assembly(tmp_path / "one", A=(HERE, made(1, "aaaa")), B=(HERE, made(1, "bbbb")))
    (found,) = demands(one)
    assert [item.parameter for item in found.bootstraps] == [
        "/cdk-bootstrap/aaaa/version",
        "/cdk-bootstrap/bbbb/version",
    ]


@pytest.mark.parametrize("beside", [False, True])
def test_a_named_path_that_holds_no_plan_is_refused(tmp_path: Path, beside: bool) -> None:
    one = assembly(tmp_path / "one", A=(HERE, made()))
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    empty = tmp_path / "empty.json"
    empty.write_text('{"Resources": {}}', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        demands(nothing, empty, *([one] if beside else []))
    assert [(item.code, item.got) for item in caught.value.problems] == [
        ("TRN066", str(nothing)),
        ("TRN066", str(empty)),
    ]
