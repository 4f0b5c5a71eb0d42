from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore import xform_name
from botocore.exceptions import ClientError

from cdk_trainium.sandbox.state import AccountState
from tests.tools.script import script

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_on_the_sandbox_is_what_the_code_says() -> None:
    ran = subprocess.run([sys.executable, ROOT / "tools" / "sandbox_table.py", "--check"], cwd=ROOT, check=False)
    assert ran.returncode == 0, "run: python tools/sandbox_table.py"


def rows() -> list[tuple[str, str, str]]:
    """Return the rows of the table, as the tool makes them."""
    tool = script("sandbox_table")
    return list(tool.operations())


@pytest.mark.parametrize("service", ["ec2", "autoscaling", "service-quotas", "resource-groups", "pricing"])
def test_an_absent_operation_is_no_made_up_answer(account: AccountState, service: str) -> None:
    client: Any = boto3.client(service)  # type: ignore[call-overload]
    absent = [name for kind, name, whose in rows() if (kind, whose) == (service, "absent")]
    assert absent
    free = [name for name in absent if not required(client, name)]
    for name in free[::5]:
        with pytest.raises((NotImplementedError, ClientError), match=r"(?i)not (been|yet) implemented"):
            getattr(client, xform_name(name))()


def required(client: Any, name: str) -> list[str]:
    shape = client.meta.service_model.operation_model(name).input_shape
    return list(shape.required_members) if shape else []


def test_every_operation_has_one_row() -> None:
    found = [(service, name) for service, name, _ in rows()]
    assert len(found) == len(set(found))
    assert ("ec2", "RunInstances", "ours instead of moto's") in rows()
    assert ("ec2", "PurchaseCapacityBlock", "ours, moto has none") in rows()
    assert ("ec2", "DescribeVpcs", "moto's own") in rows()
    assert ("ec2", "StartInstances", "moto's own, behind our rules") in rows()
    assert ("ec2", "DescribeFpgaImages", "absent") in rows()


def test_the_readme_leads_to_the_table_and_to_the_stand_ins() -> None:
    readme, page = ((ROOT / name).read_text("utf-8") for name in ("README.md", "docs/sandbox.md"))
    for title in ("Operations", "Codes that no source publishes"):
        assert f"# {title}\n" in page
        assert f"docs/sandbox.md#{title.lower().replace(' ', '-')}" in readme
