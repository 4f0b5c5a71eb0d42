"""``trnctl preflight``, ``demand``, ``quota``, ``regions``: usage, exit codes, outputs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from botocore.awsrequest import AWSResponse
from botocore.exceptions import ConnectionClosedError, EndpointConnectionError
from click.testing import CliRunner, Result

from cdk_trainium.cli import root
from cdk_trainium.cli.ending import INTERRUPTED
from cdk_trainium.errors import InputError, SeveralInputsError

from . import wire
from .account import ANSWERS, answer
from .replay import Replay

pytestmark = pytest.mark.usefixtures("no_waiting")
ROOT = Path(__file__).resolve().parents[2]
CASES = Path(__file__).parent / "cases"
AD_HOC = ("preflight", "--instance-type", "trn2.48xlarge", "--count", "16", "--capacity", "on-demand")


class Account(Replay):
    """An account with large quotas."""

    quota = 100_000.0
    changed: Mapping[str, Any] = MappingProxyType({})
    pending: tuple[dict[str, Any], ...] = ()

    def _find(self, service: str, name: str, params: Any) -> Any:
        if name in ("GetServiceQuota", "GetAWSDefaultServiceQuota") or f"{service}:{name}" in ANSWERS:
            data = dict(answer(service, name, dict(params)))
        if name in self.changed:
            data = dict(self.changed[name])
        if name == "GetServiceQuota":
            data["Quota"] = {**data["Quota"], "Value": self.quota}
        if name == "ListRequestedServiceQuotaChangeHistoryByQuota":
            data = {"RequestedQuotas": list(self.pending)}
        if name == "RequestServiceQuotaIncrease":
            data = {"RequestedQuota": {"Id": "r-1", "Status": "PENDING", **params}}
        return {"response": data}


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Account:
    made = Account([])
    monkeypatch.setattr("cdk_trainium.cli.session.session_of", lambda *_: made.session())
    return made


def trnctl(*arguments: str, region: str = "us-east-2", typed: str | None = None) -> Result:
    env = {"AWS_REGION": region} if region else {}
    return CliRunner().invoke(root, list(arguments), env=env, input=typed)


def loaded(*arguments: str) -> tuple[int, set[str]]:
    """Return exit code and heavy modules of ``trnctl`` in a process of its own."""
    code = (
        "import sys; from cdk_trainium.cli import main\n"
        "try: main()\n"
        "finally: print('LOADED', *[n for n in ('boto3', 'botocore', 'aws_cdk', 'jsii') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT / "constructs",
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "AWS_CONFIG_FILE": "/dev/null", "HOME": "/nonexistent"},
    )
    assert "Traceback" not in done.stderr
    return done.returncode, set(done.stdout.rpartition("LOADED")[2].split())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("preflight", "--help"), 0),
        (("quota", "request", "--help"), 0),
        (("regions", "--help"), 0),
        (("demand", "--help"), 0),
        (("preflight", "--instance-type", "trn2.48xlarge", "--count", "0"), 2),
        (("preflight", "--instance-type", "trn2.48xlarge", "--capacity", "cheap"), 2),
        (("preflight", "--instance-type", "trn2.48xlarge"), 2),
        (("preflight", "cluster.yaml", "--request", "x.json"), 2),
        (("preflight", "--list-checks"), 0),
    ],
)
def test_help_and_mistakes_load_neither_boto3_nor_the_cdk(arguments: tuple[str, ...], code: int) -> None:
    assert loaded(*arguments) == (code, set())


def test_no_region_is_a_mistake_of_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")
    result = trnctl(*AD_HOC, region="")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN060"]
    assert "region" in str(result.exception)


@pytest.mark.parametrize("name", ["AWS_REGION", "AWS_DEFAULT_REGION"])
def test_the_environment_names_the_region_and_the_flag_wins(
    name: str, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "us-west-2")
    CliRunner().invoke(root, [*AD_HOC, "--checks", "quota-on-demand"])
    assert set(account.regions) == {"us-west-2"}
    account.regions.clear()
    CliRunner().invoke(root, [*AD_HOC, "--checks", "quota-on-demand", "--region", "us-east-2"])
    assert set(account.regions) == {"us-east-2"}


def test_the_profile_names_the_region(account: Account, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "config"
    config.write_text("[profile team]\nregion = ap-south-2\n", encoding="utf-8")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(config))
    CliRunner().invoke(root, [*AD_HOC, "--checks", "quota-on-demand", "--profile", "team"])
    assert set(account.regions) == {"ap-south-2"}


@pytest.mark.parametrize(("quota", "code"), [(100_000.0, 0), (0.0, 1)])
def test_the_exit_code_is_the_verdict(account: Account, quota: float, code: int) -> None:
    account.quota = quota
    assert trnctl(*AD_HOC, "--checks", "quota-on-demand").exit_code == code


def test_an_unknown_ends_with_3(account: Account) -> None:
    account.hook = lambda name, _params: broken if name == "DescribeInstances" else None
    assert trnctl(*AD_HOC, "--checks", "quota-on-demand").exit_code == 3


def broken(_model: Any) -> Any:
    raise NotImplementedError("not here")


def refused(model: Any) -> Any:
    return wire.error(model, "AuthFailure", "AWS was not able to validate the provided access credentials", 401)


def test_credentials_that_nobody_accepts_end_with_a_mistake(account: Account) -> None:
    account.hook = lambda _name, _params: refused
    result = trnctl(*AD_HOC)
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN065"]


def test_a_region_that_is_not_enabled_is_not_called_bad_credentials(account: Account) -> None:
    def hook(name: str, _params: Any) -> Any:
        return None if name == "DescribeRegions" and account.sent[name] > 1 else refused

    account.hook = hook
    disabled = {"Regions": [{"RegionName": "ap-south-2", "OptInStatus": "not-opted-in", "Endpoint": "e"}]}
    account.changed = {"DescribeRegions": disabled}
    result = trnctl(*AD_HOC, "--region", "ap-south-2", "--format", "json")
    data = json.loads(result.output)
    assert result.exit_code == 1
    assert [item["id"] for item in data["findings"] if item["level"] != "info"] == ["region-enabled"]
    assert "not enabled" in next(item["message"] for item in data["findings"] if item["id"] == "region-enabled")


def test_strict_lets_warnings_fail(account: Account) -> None:
    arguments = ("preflight", "--instance-type", "trn2u.48xlarge", "--count", "3", "--checks", "ultraserver-multiple")
    assert trnctl(*arguments).exit_code == 0
    assert trnctl(*arguments, "--strict").exit_code == 1


def test_json_has_the_documented_members(account: Account, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    result = trnctl(*AD_HOC, "--format", "json", "--output", str(report))
    assert result.output == ""
    data = json.loads(report.read_text(encoding="utf-8"))
    assert data["schema_version"] == 1
    assert {"tool", "verdict", "summary", "results", "reviewed", "not_reviewed", "findings"} <= set(data)
    assert {item["status"] for item in data["results"]} <= {"pass", "warning", "fail", "unknown", "skipped"}


def test_a_request_is_a_demand(account: Account, tmp_path: Path) -> None:
    shown = trnctl("demand", str(ROOT / "clusters" / "trn2-on-demand.yaml"), "--format", "json")
    request = tmp_path / "demand.json"
    request.write_text(shown.output, encoding="utf-8")
    result = trnctl("preflight", "--request", str(request), "--checks", "quota-on-demand", "--format", "json")
    (only,) = json.loads(result.output)["results"]
    assert only["status"] == "pass"


def test_every_mistake_of_a_request_is_named(tmp_path: Path) -> None:
    request = tmp_path / "demand.json"
    request.write_text('{"groups": [{"name": "a", "count": -1, "colour": "red"}]}', encoding="utf-8")
    result = trnctl("preflight", "--request", str(request))
    assert isinstance(result.exception, InputError)
    assert {problem.prop for problem in result.exception.problems} == {"groups.0.count", "groups.0.colour"}


def test_a_plan_of_another_region_is_refused() -> None:
    result = trnctl("preflight", str(ROOT / "clusters" / "trn2-block.yaml"), "--region", "us-west-2", "--offline")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN062"]


def test_offline_passes_nothing_that_the_account_decides() -> None:
    result = trnctl(*AD_HOC, "--offline", "--format", "json")
    statuses = {item["id"]: item["status"] for item in json.loads(result.output)["results"]}
    assert result.exit_code == 3
    assert {name for name, status in statuses.items() if status == "pass"} == {
        "documented-limits",
        "group-sizes",
        "type-sold",
    }


def test_a_reservation_given_beside_a_template_is_the_one_that_is_meant(account: Account) -> None:
    template = str(next(CASES.glob("K2-09-*.json")))
    result = trnctl("preflight", template, "--reservation", "cr-0bbbbbbbbbbbbbbb2", "--checks", "reservation-targeted")
    assert result.exit_code == 1
    assert "CapacityReservationTarget" in result.output


@pytest.mark.parametrize(("state", "code"), [("scheduled", 1), (None, 2)])
def test_a_block_that_waits_is_told_apart_from_none_at_all(account: Account, state: str | None, code: int) -> None:
    key = "cr-0aaaaaaaaaaaaaaa1"
    row = {"CapacityReservationId": key, "InstanceType": "trn2.48xlarge", "State": state}
    account.changed = {"DescribeCapacityReservations": {"CapacityReservations": [row] if state else []}}
    arguments = ("preflight", "--instance-type", "trn2.48xlarge", "--capacity-block", key)
    result = trnctl(*arguments, "--checks", "reservation-state", "--format", "json")
    assert result.exit_code == code
    assert json.loads(result.output)["verdict"] == "fail"


def test_an_unknown_check_is_named() -> None:
    result = trnctl(*AD_HOC, "--offline", "--checks", "quota-on-demand,nonsense")
    assert isinstance(result.exception, InputError)
    assert result.exception.problems[0].got == "nonsense"


REQUEST = ("quota", "request", "--service", "ec2", "--code", "L-2C3B7624", "--value", "3072")


def test_an_increase_is_filed_once_it_is_confirmed(account: Account) -> None:
    account.quota = 0.0
    result = trnctl(*REQUEST, "--yes")
    assert result.exit_code == 0
    assert account.sent["RequestServiceQuotaIncrease"] == 1
    assert "PENDING" in result.output


def test_an_increase_is_never_filed_while_one_is_open(account: Account) -> None:
    account.quota = 0.0
    account.pending = ({"Status": "CASE_OPENED", "DesiredValue": 3072.0},)
    result = trnctl(*REQUEST, "--yes")
    assert account.sent["RequestServiceQuotaIncrease"] == 0
    assert "CASE_OPENED" in result.output


@pytest.mark.parametrize("state", [{}, {"Status": "UNDER_REVIEW"}, {"Status": "pending"}])
def test_nothing_is_filed_beside_a_request_whose_state_is_not_known(account: Account, state: dict[str, str]) -> None:
    account.quota = 0.0
    account.pending = ({"Status": "DENIED", "DesiredValue": 1.0}, {"DesiredValue": 3072.0, **state})
    result = trnctl(*REQUEST, "--yes")
    assert account.sent["RequestServiceQuotaIncrease"] == 0
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN072"]


@pytest.mark.parametrize("state", ["APPROVED", "DENIED", "CASE_CLOSED", "NOT_APPROVED", "INVALID_REQUEST"])
def test_a_closed_request_stands_in_no_way(account: Account, state: str) -> None:
    account.quota = 0.0
    account.pending = ({"Status": state, "DesiredValue": 3072.0},)
    assert trnctl(*REQUEST, "--yes").exit_code == 0
    assert account.sent["RequestServiceQuotaIncrease"] == 1


def closed(_model: Any) -> AWSResponse:
    raise ConnectionClosedError(endpoint_url="https://replay.invalid")


def unreachable(_model: Any) -> AWSResponse:
    raise EndpointConnectionError(endpoint_url="https://replay.invalid")


@pytest.mark.parametrize(
    ("answered", "exit_code", "code"),
    [
        (closed, 3, "TRN076"),
        (lambda model: wire.error(model, "ServiceException", "", 500), 3, "TRN076"),
        (lambda _model: wire.garbage(), 3, "TRN076"),
        (lambda model: wire.answer(model, {"RequestedQuota": {}}), 3, "TRN076"),
        (lambda model: wire.error(model, "ResourceAlreadyExistsException", "", 400), 0, "list-requested"),
        (lambda model: wire.error(model, "QuotaExceededException", "", 400), 1, "TRN073"),
        (lambda model: wire.error(model, "TooManyRequestsException", "", 429), 1, "TRN073"),
        (unreachable, 1, "TRN073"),
    ],
)
def test_an_increase_is_sent_once_and_an_unclear_answer_is_unknown(
    account: Account, answered: Callable[[Any], AWSResponse], exit_code: int, code: str
) -> None:
    account.quota = 0.0
    account.hook = lambda name, _params: answered if name == "RequestServiceQuotaIncrease" else None
    result = trnctl(*REQUEST, "--yes")
    assert account.sent["RequestServiceQuotaIncrease"] == 1
    assert result.exit_code == exit_code
    assert code in f"{result.output}{result.exception}"
    assert "none was filed" not in result.output


def interrupted(_model: Any) -> AWSResponse:
    raise KeyboardInterrupt


def test_ctrl_c_while_an_increase_is_filed_says_that_it_may_have_been(account: Account) -> None:
    account.quota = 0.0
    account.hook = lambda name, _params: interrupted if name == "RequestServiceQuotaIncrease" else None
    result = trnctl(*REQUEST, "--yes")
    assert (result.exit_code, "TRN076" in result.output) == (INTERRUPTED, True)


def test_ctrl_c_before_that_says_nothing_of_it(account: Account) -> None:
    account.hook = lambda name, _params: interrupted if name == "GetServiceQuota" else None
    result = trnctl(*REQUEST, "--yes")
    assert (result.exit_code, "TRN076" in result.output) == (INTERRUPTED, False)


def test_an_increase_that_is_not_needed_is_not_filed(account: Account) -> None:
    assert trnctl(*REQUEST, "--yes").exit_code == 0
    assert account.sent["RequestServiceQuotaIncrease"] == 0


def test_scripts_must_say_yes(account: Account) -> None:
    assert trnctl(*REQUEST).exit_code == 2
    assert account.sent["RequestServiceQuotaIncrease"] == 0


@pytest.mark.parametrize(("typed", "filed"), [("L-2C3B7624\n", 1), ("yes\n", 0)])
def test_the_confirmation_is_typed(account: Account, monkeypatch: pytest.MonkeyPatch, typed: str, filed: int) -> None:
    account.quota = 0.0
    monkeypatch.setattr("cdk_trainium.cli.quota.on_a_terminal", lambda: True)
    trnctl(*REQUEST, typed=typed)
    assert account.sent["RequestServiceQuotaIncrease"] == filed


def test_regions_are_asked_side_by_side_and_ranked(account: Account) -> None:
    result = trnctl("regions", "--instance-type", "trn2.48xlarge", "--region", "us-east-2", "--region", "ap-south-2")
    assert result.exit_code == 0
    assert set(account.regions) == {"us-east-2", "ap-south-2"}
    assert "not capacity" in result.output


def test_a_region_that_does_not_answer_is_unknown(account: Account) -> None:
    account.hook = lambda name, _params: broken if name == "DescribeInstanceTypeOfferings" else None
    result = trnctl("regions", "--instance-type", "trn2.48xlarge", "--region", "us-east-2", "--format", "json")
    assert result.exit_code == 3
    assert "us-east-2" in json.loads(result.output)["failed"]


def limited(model: Any) -> Any:
    return wire.error(model, "CapacityBlockDescribeLimitExceeded", "You have reached the limit", 400)


@pytest.mark.parametrize(("kind", "code"), [("block", 3), ("on-demand", 0)])
def test_a_block_quota_of_0_is_told_as_the_cause(account: Account, kind: str, code: int) -> None:
    """EC2's own code reads like throttling, and blocks that nobody could list are unknown, no pass."""
    account.quota = 0.0
    account.hook = lambda name, _params: limited if name == "DescribeCapacityBlockOfferings" else None
    asked = ("regions", "--instance-type", "trn2.48xlarge", "--count", "2", "--region", "us-east-2")
    result = trnctl(*asked, "--capacity", kind)
    assert result.exit_code == code
    assert "quota ec2/L-64569A79 is 0" in result.output
    assert "trnctl quota request --service ec2 --code L-64569A79 --value 384 --region us-east-2" in result.output


def test_an_increase_is_data_in_json(account: Account) -> None:
    account.quota = 0.0
    account.hook = lambda name, _params: limited if name == "DescribeCapacityBlockOfferings" else None
    asked = ("regions", "--instance-type", "trn2.48xlarge", "--count", "2", "--region", "us-east-2")
    found = json.loads(trnctl(*asked, "--format", "json").output)["increases"]
    wanted = {"service_code": "ec2", "quota_code": "L-64569A79", "desired_value": 384}
    assert found == [{"region": "us-east-2", **wanted}]


def test_a_limit_with_another_cause_is_told_as_ec2_said_it(account: Account) -> None:
    account.hook = lambda name, _params: limited if name == "DescribeCapacityBlockOfferings" else None
    result = trnctl("regions", "--instance-type", "trn2.48xlarge", "--region", "us-east-2", "--capacity", "block")
    assert result.exit_code == 3
    assert "quota request" not in result.output


@pytest.mark.parametrize("endpoint", ["", "http://localhost:1", "http://localhost:2"])
def test_no_connection_at_all_is_told_once(account: Account, monkeypatch: pytest.MonkeyPatch, endpoint: str) -> None:
    """After `sandbox stop` its variables still stand: one cause, with the way back, not a line for every check."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    account.hook = lambda _name, _params: unreachable
    result = trnctl(*AD_HOC)
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN069"]
    assert ("sandbox env --unset" in result.exception.problems[0].hint) == endpoint.endswith("1")


def unreachable(_model: Any) -> Any:
    raise EndpointConnectionError(endpoint_url="http://localhost:1")


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1", "0", "many"])
def test_a_quota_is_raised_to_a_number_above_0(value: str, account: Account) -> None:
    result = trnctl(*REQUEST[:-1], value, "--yes")
    assert result.exit_code == 2
    assert not account.sent


@pytest.mark.parametrize(
    ("operation", "answered", "code"),
    [
        ("GetServiceQuota", {"Quota": {}}, "TRN070"),
        ("GetServiceQuota", {"Quota": {"Value": -1.0}}, "TRN070"),
        ("ListRequestedServiceQuotaChangeHistoryByQuota", {"RequestedQuotas": [{"Status": "PENDING"}]}, "TRN072"),
    ],
)
def test_an_answer_that_makes_no_sense_is_no_traceback(
    operation: str, answered: dict[str, Any], code: str, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    account.quota = 0.0
    usual = account._find
    monkeypatch.setattr(
        account, "_find", lambda *asked: {"response": answered} if asked[1] == operation else usual(*asked)
    )
    result = trnctl(*REQUEST, "--yes")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == [code]


def no_such_quota(model: Any) -> AWSResponse:
    return wire.error(model, "NoSuchResourceException", "there is no such quota", 400)


@pytest.mark.parametrize(("said", "prop"), [(unreachable, ""), (no_such_quota, "--code")])
def test_the_code_is_to_blame_only_where_service_quotas_says_so(
    said: Callable[[Any], AWSResponse], prop: str, account: Account
) -> None:
    account.hook = lambda _name, _params: said
    result = trnctl(*REQUEST, "--yes")
    assert isinstance(result.exception, InputError)
    assert [(one.code, one.prop) for one in result.exception.problems] == [("TRN070", prop)]


PLANS = ("clusters/trn2-block.yaml", "clusters/trn2-odcr.yaml")


def test_what_demand_prints_of_several_plans_is_one_document_that_preflight_reads(tmp_path: Path) -> None:
    files = [str(ROOT / name) for name in PLANS]
    (tmp_path / "demand.json").write_text(trnctl("demand", *files, "--format", "json").stdout, encoding="utf-8")
    asked = trnctl("preflight", "--request", str(tmp_path / "demand.json"), "--offline", "--format", "json")
    given = trnctl("preflight", *files, "--offline", "--format", "json")
    assert (asked.exit_code, json.loads(asked.stdout)) == (given.exit_code, json.loads(given.stdout))


ON_DEMAND = """\
name: {0}
region: us-east-2
zone_id: use2-az1
image: {{floating: true}}
groups:
  - {{name: train, instance_type: trn2.48xlarge, node_count: 16, capacity: {{kind: on-demand}}}}
"""


@pytest.mark.parametrize("names", [("one",), ("one", "two"), ("one", "one")])
def test_what_plans_of_one_call_ask_is_added_up(names: tuple[str, ...], account: Account, tmp_path: Path) -> None:
    """The same plan once more is no second one."""
    account.quota = 3_072.0
    files = [tmp_path / f"{at}.yaml" for at, _ in enumerate(names)]
    for file, name in zip(files, names, strict=True):
        file.write_text(ON_DEMAND.format(name), encoding="utf-8")
    (tmp_path / "demand.json").write_text(
        trnctl("demand", *map(str, files), "--format", "json").stdout, encoding="utf-8"
    )
    fits = len({*names}) == 1
    for plan in (map(str, files), ("--request", str(tmp_path / "demand.json"))):
        result = trnctl("preflight", *plan, "--checks", "quota-value", "--format", "json")
        report = json.loads(result.stdout)
        assert result.exit_code == (0 if fits else 1)
        assert [item["evidence"]["need"] for item in report["findings"]] == ([] if fits else [6_144])
        assert (len(report["notes"]) > 1) == (len(names) > 1)


def test_every_mistake_in_a_list_of_requests_has_its_place(tmp_path: Path) -> None:
    request = tmp_path / "demand.json"
    request.write_text('[{"region": 1}, {"region": "us-east-2"}, 7]', encoding="utf-8")
    result = trnctl("preflight", "--request", str(request), "--offline")
    assert isinstance(result.exception, SeveralInputsError)
    assert [(one.where, one.codes) for one in result.exception.errors] == [
        (f"{request}[0]", ["TRN064"]),
        (f"{request}[2]", ["TRN064"]),
    ]


@pytest.mark.parametrize("got", ["", "x", "sg-1", "subnet-xyz"])
@pytest.mark.parametrize(
    ("place", "group"),
    [
        ("subnet_ids.0", lambda got: {"subnet_ids": [got]}),
        ("block_devices.0.snapshot_id", lambda got: {"block_devices": [{"snapshot_id": got or "snap-"}]}),
        ("security_group_ids.0", lambda got: {"security_group_ids": [got]}),
        ("capacity.ids.0", lambda got: {"capacity": {"kind": "block", "ids": [got]}}),
        ("image_id", lambda got: {"image_id": got or "ami-"}),
        ("vpc", lambda got: {"vpc": f"vpc-{got}"}),
    ],
)
def test_ids_of_a_request_have_a_form(
    place: str, group: Callable[[str], dict[str, Any]], got: str, tmp_path: Path
) -> None:
    request = tmp_path / "demand.json"
    request.write_text(json.dumps({"region": "us-east-2", "groups": [{"name": "g", **group(got)}]}), encoding="utf-8")
    result = trnctl("preflight", "--request", str(request), "--offline")
    assert isinstance(result.exception, InputError)
    assert [(item.code, item.prop) for item in result.exception.problems] == [("TRN001", f"groups.0.{place}")]


def nested(path: str, parent: str) -> dict[str, Any]:
    return {"path": path, "resources": 1, "bytes": 1, "parent": parent}


def test_templates_may_be_nested_as_deep_as_a_request_says(tmp_path: Path) -> None:
    deep = [nested(f"t{number}", f"t{number - 1}" if number else "") for number in range(3000)]
    (tmp_path / "demand.json").write_text(json.dumps({"region": "us-east-2", "templates": deep}), encoding="utf-8")
    arguments = ("--request", str(tmp_path / "demand.json"), "--checks", "documented-limits", "--offline")
    result = trnctl("preflight", *arguments)
    assert (result.exit_code, "resources of a stack with its nested stacks" in result.output) == (1, True)


@pytest.mark.parametrize(
    ("text", "code", "prop"),
    [
        ('{"region": "us-east-2", "region": "us-west-2"}', "TRN075", "region"),
        ('{"groups": [{"name": "a", "count": 1, "count": 99}]}', "TRN075", "count"),
        ('{"new_subnets": [{"name": "s", "cidr": "10.0.0.0/99"}]}', "TRN064", "new_subnets.0.cidr"),
        ('{"new_subnets": [{"name": "s", "cidr": "fd00::/64"}]}', "TRN064", "new_subnets.0.cidr"),
        ('{"templates": [{"path": "", "resources": 1, "bytes": 1}]}', "TRN064", "templates.0.path"),
        (json.dumps({"templates": [nested("a", "c"), nested("b", "a"), nested("c", "b")]}), "TRN064", ""),
        ("[" * 100_000, "TRN064", ""),
        ('[{"region": "us-east-2", "region": "us-west-2"}]', "TRN075", "region"),
        ("[]", "TRN066", ""),
    ],
)
def test_a_request_that_says_nothing_clear_is_refused(text: str, code: str, prop: str, tmp_path: Path) -> None:
    request = tmp_path / "demand.json"
    request.write_text(text, encoding="utf-8")
    result = trnctl("preflight", "--request", str(request), "--offline")
    assert isinstance(result.exception, InputError)
    assert [(item.code, item.prop) for item in result.exception.problems] == [(code, prop)]
