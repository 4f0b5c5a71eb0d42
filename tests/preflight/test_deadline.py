"""An account that answers too slowly, or never: the run ends in time, and Ctrl-C ends it at once."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import IO

import pytest
from botocore.awsrequest import AWSResponse
from botocore.exceptions import EndpointConnectionError

from cdk_trainium.catalog import default
from cdk_trainium.errors import InputError
from cdk_trainium.findings import Status
from cdk_trainium.preflight.check import all_checks
from cdk_trainium.preflight.engine import Run, worst
from cdk_trainium.preflight.increase import Increase, UnclearError
from cdk_trainium.preflight.plan import Plan
from cdk_trainium.preflight.pool import Deadline, Pool
from cdk_trainium.preflight.question import Answer, Question, Trouble, question
from cdk_trainium.preflight.survey import enabled_regions, survey

from .account import DEMAND, NOW
from .replay import Replay
from .test_pairs import World

AD_HOC = ("--instance-type", "trn2.48xlarge")


@pytest.fixture
def never() -> Iterator[threading.Event]:
    """Nothing is answered until the test is over."""
    over = threading.Event()
    yield over
    over.set()


def test_what_is_not_answered_in_time_is_unknown_and_the_rest_is_judged(never: threading.Event) -> None:
    world = World()

    def ask(asked: Question) -> Answer:
        if asked.operation == "DescribeSubnets":
            never.wait()
        return world.reply(asked)

    plan = Plan(DEMAND, default(), NOW)
    checks = [check for check in all_checks() if check.id in ("subnet-zone", "subnet-addresses", "identity")]
    began = time.monotonic()
    done = Run(plan, checks, ask, lambda _name: None, Deadline(0.5)).execute()
    assert time.monotonic() - began < 5
    ended = {(one.check.id, worst(one.outcomes)) for one in done}
    assert ended == {
        ("identity", Status.PASS),
        ("subnet-zone", Status.UNKNOWN),
        ("subnet-addresses", Status.UNKNOWN),
    }
    troubles = {outcome.evidence.get("trouble") for one in done for outcome in one.outcomes} - {None}
    assert troubles == {str(Trouble.TIMED_OUT)}


def test_nothing_is_asked_after_the_deadline() -> None:
    asked: list[str] = []

    def ask(one: Question) -> Answer:
        asked.append(one.name)
        return World().reply(one)

    checks = [check for check in all_checks() if check.id == "identity"]
    (done,) = Run(Plan(DEMAND, default(), NOW), checks, ask, lambda _name: None, Deadline(0)).execute()
    assert worst(done.outcomes) is Status.UNKNOWN
    assert asked == []


class Silent:
    """Clients whose account tells its regions and nothing else."""

    def __init__(self, over: threading.Event) -> None:
        self._over = over

    def ask(self, asked: Question) -> Answer:
        if asked.operation == "DescribeRegions":
            return World().reply(asked)
        self._over.wait()
        return World().reply(asked)


def test_a_region_that_is_too_slow_is_told(never: threading.Event) -> None:
    clients, end = Silent(never), Deadline(0.5)
    regions = enabled_regions(clients, end)  # type: ignore[arg-type]
    found = survey(clients, regions, "trn2.48xlarge", default(), image="", hours=24, deadline=end)  # type: ignore[arg-type]
    assert found[0] == []
    assert set(found[1]) == {"us-east-2"}


def test_the_threads_of_a_pool_hold_up_no_end(never: threading.Event) -> None:
    pool = Pool(2, "test-pool")
    for _ in range(4):
        pool.submit(Silent(never).ask, question("ec2", "DescribeSubnets"))
    mine = [one for one in threading.enumerate() if one.name == "test-pool"]
    assert len(mine) == 2
    assert all(one.daemon for one in mine)
    pool.close()
    never.set()
    for one in mine:
        one.join(5)
    assert not [one for one in mine if one.is_alive()]


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port that accepts every connection and answers none."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(200)
        yield listening.getsockname()[1]


@pytest.mark.parametrize("silent", ["GetServiceQuota", "ListRequestedServiceQuotaChangeHistoryByQuota"])
def test_a_quota_that_is_not_told_in_time_files_nothing(never: threading.Event, silent: str) -> None:
    asked = Asked(never, silent)
    with pytest.raises(InputError) as caught:
        increase(asked)
    assert not isinstance(caught.value, UnclearError)
    assert "RequestServiceQuotaIncrease" not in asked.sent


def test_a_request_that_is_not_answered_in_time_is_unclear(never: threading.Event) -> None:
    asked = Asked(never, "RequestServiceQuotaIncrease")
    with pytest.raises(UnclearError):
        increase(asked)
    assert asked.sent["RequestServiceQuotaIncrease"] == 1


def increase(asked: Asked) -> str:
    made = Increase(asked.session(), "us-east-2", "ec2", "L-2C3B7624", seconds=0.5)
    return made.needless(192) or made.file(192)


class Asked(Replay):
    """Service Quotas, one operation of which answers nothing until the test is over."""

    def __init__(self, over: threading.Event, silent: str) -> None:
        quota = {"QuotaName": "Trn", "Value": 0.0, "Adjustable": True}
        answers = {
            "GetServiceQuota": {"Quota": quota},
            "ListRequestedServiceQuotaChangeHistoryByQuota": {"RequestedQuotas": []},
            "RequestServiceQuotaIncrease": {"RequestedQuota": {"Id": "r", "Status": "PENDING"}},
        }
        super().__init__(
            {"service": "service-quotas", "operation": name, "response": data} for name, data in answers.items()
        )
        self.hook = lambda name, _params: (lambda _model: hold(over)) if name == silent else None


def hold(over: threading.Event) -> AWSResponse:
    over.wait()
    raise EndpointConnectionError(endpoint_url="x")


QUOTA = ("quota", "request", "--service", "ec2", "--code", "L-2C3B7624", "--value", "192", "--yes")


@pytest.mark.parametrize("verb", [("preflight", *AD_HOC), ("regions", "trn2.48xlarge"), ("doctor",), QUOTA])
def test_ctrl_c_ends_a_run_that_waits(silent_port: int, verb: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", _RUN, *verb]
    with subprocess.Popen(
        command, env=reaching(silent_port), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        _wait_for(process.stdout, "asking")
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in told


def reaching(port: int) -> dict[str, str]:
    return {
        **os.environ,
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_REGION": "us-east-2",
    }


@pytest.mark.parametrize("verb", [("preflight", *AD_HOC, "--checks", "identity"), ("doctor",)])
def test_a_deadline_on_the_command_line_ends_a_run_that_waits(silent_port: int, verb: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", _RUN, *verb, "--deadline", "1"]
    done = subprocess.run(command, env=reaching(silent_port), capture_output=True, text=True, timeout=60, check=False)
    assert "the deadline of the whole run" in done.stdout
    assert done.returncode in (1, 3)  # 1 where this machine lacks something
    assert "Traceback" not in done.stderr


_RUN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from cdk_trainium.preflight import clients
whole = clients.Clients.ask
def ask(self, asked):
    print("asking", flush=True)
    return whole(self, asked)
clients.Clients.ask = ask
from cdk_trainium.cli import main
main()
"""


def _wait_for(stream: IO[str] | None, word: str) -> None:
    assert stream is not None
    assert any(word in line for line in iter(stream.readline, ""))
    time.sleep(0.5)  # the call itself begins after it is told
