"""Exports, imports and outputs of other stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError

from .shapes import VPC, log_group

if TYPE_CHECKING:
    from .conftest import Stacks


def exporting(value: Any = "first", name: str = "shared") -> dict[str, Any]:
    return {"Out": {"Value": value, "Export": {"Name": name}}}


def importing(how: dict[str, Any]) -> dict[str, Any]:
    return {"Par": {"Type": "AWS::SSM::Parameter", "Properties": {"Type": "String", "Value": how}}}


IMPORT = {"Fn::ImportValue": "shared"}
READ = {"Fn::GetStackOutput": {"StackName": "one", "OutputName": "Out", "Region": {"Ref": "AWS::Region"}}}


@pytest.mark.parametrize("how", [IMPORT, READ])
def test_a_value_reaches_another_stack(stacks: Stacks, how: dict[str, Any]) -> None:
    stacks.create({"Vpc": VPC}, outputs=exporting({"Ref": "Vpc"}))
    stacks.create(importing(how), name="two", outputs={"Got": {"Value": {"Fn::GetAtt": ["Par", "Value"]}}})
    assert stacks.outputs("two") == {"Got": stacks.physical("Vpc")}


def test_an_export_in_use_cannot_be_deleted(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC}, outputs=exporting())
    stacks.create(importing(IMPORT), name="two")
    found = stacks.delete()
    assert found["StackStatus"] == "CREATE_COMPLETE"
    assert "in use by two" in found["StackStatusReason"]
    assert stacks.physical("Vpc")
    stacks.delete("two")
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE"


@pytest.mark.parametrize("outputs", [exporting("second"), {}])
def test_an_export_in_use_cannot_be_changed_or_dropped(stacks: Stacks, outputs: dict[str, Any]) -> None:
    stacks.create({"Vpc": VPC}, outputs=exporting())
    stacks.create(importing(IMPORT), name="two")
    stacks.update({"Vpc": VPC, "Logs": log_group()}, outputs=outputs)
    assert stacks.status() == "UPDATE_ROLLBACK_COMPLETE"
    assert stacks.outputs() == {"Out": "first"}


def test_a_read_output_may_change(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC}, outputs=exporting())
    stacks.create(importing(READ), name="two")
    assert stacks.update({"Vpc": VPC}, outputs=exporting("second"))["StackStatus"] == "UPDATE_COMPLETE"
    assert stacks.changes(importing(READ), name="two") == {"Par": ("Modify", "False")}


def test_a_name_can_be_exported_once(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC}, outputs=exporting())
    stacks.create({"Logs": log_group()}, name="two", outputs=exporting())
    assert stacks.status("two") == "ROLLBACK_COMPLETE"


def test_a_missing_export_stops_the_change_set(stacks: Stacks) -> None:
    found = stacks.change_set(importing(IMPORT), kind="CREATE")
    assert found["Status"] == "FAILED"
    assert "No export named shared" in found["StatusReason"]


def test_exports_and_imports_are_listed(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC}, outputs=exporting())
    with pytest.raises(ClientError, match="not imported"):
        stacks.client.list_imports(ExportName="shared")
    stacks.create(importing(IMPORT), name="two")
    assert [item["Value"] for item in stacks.client.list_exports()["Exports"]] == ["first"]
    assert stacks.client.list_imports(ExportName="shared")["Imports"] == ["two"]
