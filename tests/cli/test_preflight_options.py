"""Options of ``trnctl preflight`` and its sisters: none is dropped silently, none is taken in a wrong form."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli import root
from cdk_trainium.errors import InputError

ROOT = Path(__file__).resolve().parents[2]
PLAN = str(ROOT / "clusters" / "trn2-on-demand.yaml")
BLOCK_PLAN = str(ROOT / "clusters" / "trn2-block.yaml")
ID = "0123456789abcdef0"
AD_HOC = {
    "--count": "2",
    "--capacity": "on-demand",
    "--zone": "us-east-2b",
    "--zone-id": "use2-az1",
    "--subnet": f"subnet-{ID}",
    "--security-group": f"sg-{ID}",
    "--image": f"ami-{ID}",
    "--layout": "efa",
    "--ultraserver": "u-trn2x64",
}
ONE = ("--instance-type", "trn2.48xlarge")


def preflight(*arguments: str, region: str = "us-east-2") -> Result:
    return CliRunner().invoke(root, ["preflight", *arguments, "--offline"], env={"AWS_REGION": region})


@pytest.mark.parametrize(("flag", "value"), AD_HOC.items())
@pytest.mark.parametrize("plan", [(PLAN,), ("--request", PLAN), ()])
def test_an_ad_hoc_option_beside_a_plan_is_a_mistake(plan: tuple[str, ...], flag: str, value: str) -> None:
    result = preflight(*plan, flag, value)
    assert result.exit_code == 2
    assert flag in result.output
    assert "--instance-type" in result.output


@pytest.mark.parametrize(("flag", "value"), AD_HOC.items())
def test_an_ad_hoc_option_describes_the_one_group(flag: str, value: str) -> None:
    assert preflight(*ONE, flag, value).exit_code in (1, 3)


@pytest.mark.parametrize(
    "arguments",
    [
        (*ONE, "--reservation", f"cr-{ID}", "--capacity-block", f"cr-{ID}"),
        (*ONE, "--reservation", f"cr-{ID}", "--capacity", "spot"),
        (*ONE, "--capacity-block", f"cr-{ID}", "--capacity", "reservation"),
        (BLOCK_PLAN, "--capacity-block", f"cr-{ID}"),
        (BLOCK_PLAN, "--reservation", f"cr-{ID}"),
    ],
)
def test_a_purchase_that_would_be_dropped_is_a_mistake(arguments: tuple[str, ...]) -> None:
    assert preflight(*arguments).exit_code == 2


def test_a_reservation_holds_for_a_request_as_for_a_file(tmp_path: Path) -> None:
    request = tmp_path / "demand.json"
    request.write_text('{"region": "us-east-2", "groups": [{"name": "a", "instance_type": "trn2.48xlarge"}]}', "utf-8")
    result = preflight("--request", str(request), "--reservation", f"cr-{ID}", "--checks", "reservation-state")
    assert result.exit_code == 3
    assert preflight("--request", str(request), "--checks", "reservation-state").exit_code == 0


WRONG = [
    ("--region", "us east"),
    ("--region", "mars-1"),
    ("--region", "us-east-2a"),
    ("--zone", "use2-az1"),
    ("--zone", "us-east-2"),
    ("--zone-id", "us-east-2a"),
    ("--zone-id", "az1"),
    ("--capacity-block", "cb-1"),
    ("--capacity-block", "cr-xyz"),
    ("--reservation", f"cb-{ID}"),
    ("--subnet", "10.0.0.0/16"),
    ("--subnet", f"vpc-{ID}"),
    ("--security-group", "default"),
    ("--image", "ubuntu"),
    ("--instance-type", "trn2"),
    ("--ultraserver", "trn2.48xlarge"),
]


@pytest.mark.parametrize(("flag", "value"), WRONG)
def test_a_wrong_form_is_a_mistake_with_what_is_allowed(flag: str, value: str) -> None:
    result = preflight(*(ONE if flag != "--instance-type" else ()), flag, value)
    assert result.exit_code == 2
    assert "TRN" in result.output
    assert value in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("demand", PLAN, "--region", "mars-1"),
        ("regions", *ONE, "--region", "us east"),
        ("regions", *ONE, "--image", f"ami-{ID}"),
        ("regions", "--instance-type", "trn2"),
        ("regions", "trn2"),
        ("regions",),
        ("regions", "trn1.32xlarge", "--instance-type", "trn2.48xlarge"),
        ("quota", "request", "--service", "ec2", "--code", "L-2C3B7624", "--value", "1", "--region", "mars-1"),
    ],
)
def test_the_sister_verbs_take_the_same_forms(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(root, list(arguments))
    assert result.exit_code == 2
    assert "allowed" in result.output


def test_the_environments_region_has_the_same_form() -> None:
    result = preflight(*ONE, region="us east")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN001"]


@pytest.mark.parametrize("arguments", [("--checks", ""), ("--checks", "identity", "--skip", "identity")])
def test_no_check_at_all_is_no_pass(arguments: tuple[str, ...]) -> None:
    result = preflight(*ONE, *arguments)
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN061"]


@pytest.mark.parametrize("arguments", [(PLAN, "--count", "2"), (*ONE, "--zone-id", "us-east-2a")])
def test_a_mistake_of_usage_ends_with_2_and_loads_nothing_heavy(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys; from cdk_trainium.cli import main\n"
        "try: main()\n"
        "finally: print('LOADED', *[n for n in ('boto3', 'botocore', 'aws_cdk', 'jsii') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "preflight", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": os.pathsep.join(sys.path), "PATH": os.environ["PATH"]},
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stdout.strip() == "LOADED"


def test_of_two_texts_to_print_one_is_named() -> None:
    assert preflight("--list-checks", "--print-iam-policy").exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("preflight", *ONE, "--region", "us-east-2", "--region", "us-west-2", "--offline"),
        ("preflight", *ONE, "--instance-type=trn1.32xlarge", "--region", "us-east-2", "--offline"),
        ("catalog", "trn2.48xlarge", "--format", "text", "--format", "json"),
        ("sandbox", "block", "--start", "+1h", "--start", "+2h", "--end", "+1d"),
    ],
)
def test_an_option_of_one_value_that_is_given_two_is_a_mistake(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(root, list(arguments))
    assert result.exit_code == 2
    assert "given twice" in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("--region", "us-east-2", "--region", "us-east-2"),
        ("--region", "us-east-2", "--subnet", f"subnet-{ID}", "--subnet", "subnet-00000001"),
        ("--region", "us-east-2", "--checks", "--region"),
    ],
)
def test_what_is_said_once_more_or_may_be_said_often_is_none(arguments: tuple[str, ...]) -> None:
    assert "given twice" not in preflight(*ONE, *arguments).output
