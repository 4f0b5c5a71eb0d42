"""The sandbox's process: one at a time, on loopback, with nothing real in reach."""

from __future__ import annotations

import json
import os
import signal
import socket
import socketserver
import subprocess
import sys
import time
import urllib.error
from pathlib import Path
from threading import Thread, Timer
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from cdk_trainium.errors import InputError
from cdk_trainium.sandbox import process
from cdk_trainium.sandbox.server import _given

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cdk_trainium.sandbox.state_file import Running

TOKEN = "0" * 32
VPC = {"Resources": {"Vpc": {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}}}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sandbox")


@pytest.fixture(scope="module")
def running(place: Path) -> Iterator[Running]:
    real = {"AWS_ACCESS_KEY_ID": "AKIAREAL", "AWS_PROFILE": "real", "AWS_ENDPOINT_URL": "https://example.com"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in real.items():
            patch.setenv(name, value)
        started = process.start(place)
    yield started
    process.stop(place)


def client(running: Running, service: str) -> Any:
    config = Config(retries={"max_attempts": 1, "mode": "standard"})
    return boto3.client(service, region_name="us-east-2", endpoint_url=running.url, config=config)  # type: ignore[call-overload]


def test_it_is_found_by_its_state_file(place: Path, running: Running) -> None:
    assert process.find(place) == running


def test_a_second_one_is_refused(place: Path, running: Running) -> None:
    with pytest.raises(InputError) as caught:
        process.start(place)
    assert caught.value.codes == ["TRN091"]
    assert process.find(place) == running


def test_it_listens_on_loopback_only(running: Running) -> None:
    with pytest.raises(OSError, match=r"refused|unreachable|timed out"):
        socket.create_connection(("127.0.0.2", running.port), timeout=2).close()


def test_a_stack_is_deployed_in_the_background(running: Running) -> None:
    stacks = client(running, "cloudformation")
    stacks.create_stack(StackName="one", TemplateBody=json.dumps(VPC))
    stacks.get_waiter("stack_create_complete").wait(StackName="one", WaiterConfig={"Delay": 1, "MaxAttempts": 30})
    vpcs = client(running, "ec2").describe_vpcs()["Vpcs"]
    assert "10.0.0.0/16" in [item["CidrBlock"] for item in vpcs]
    stacks.delete_stack(StackName="one")
    stacks.get_waiter("stack_delete_complete").wait(StackName="one", WaiterConfig={"Delay": 1, "MaxAttempts": 30})


def test_it_has_the_extensions_of_the_simulated_account(running: Running) -> None:
    ec2 = client(running, "ec2")
    ec2.create_placement_group(GroupName="near", Strategy="cluster")
    assert ec2.describe_placement_groups()["PlacementGroups"][0]["GroupName"] == "near"


def test_an_operation_that_nobody_has_is_refused_at_once(running: Running) -> None:
    with pytest.raises(ClientError) as caught:
        client(running, "ec2").describe_fpga_images()
    assert caught.value.response["Error"]["Code"] == "InvalidAction"


def test_an_unknown_control_answers_404(running: Running) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        process.control(running, "none")
    with caught.value as error:
        assert error.code == 404


def test_a_state_file_of_a_dead_process_counts_as_none(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "sandbox.json").write_text(json.dumps({"pid": os.getpid(), "port": port, "token": TOKEN}))
    assert process.find(tmp_path) is None
    assert process.stop(tmp_path) is None
    assert not (tmp_path / "sandbox.json").exists()


def test_a_state_file_that_names_another_process_stops_nothing(tmp_path: Path, running: Running) -> None:
    (tmp_path / "sandbox.json").write_text(json.dumps({"pid": os.getpid(), "port": running.port, "token": TOKEN}))
    assert process.stop(tmp_path) is None


def test_a_state_file_with_its_very_pid_and_port_is_not_its_own(tmp_path: Path, place: Path, running: Running) -> None:
    (tmp_path / "sandbox.json").write_text(json.dumps({"pid": running.pid, "port": running.port, "token": TOKEN}))
    assert process.find(tmp_path) is None
    assert process.stop(tmp_path) is None
    assert process.find(place) == running


def test_a_file_of_another_program_with_its_pid_and_port_is_left_alone(tmp_path: Path, running: Running) -> None:
    kept = json.dumps({"pid": running.pid, "port": running.port})
    (tmp_path / "sandbox.json").write_text(kept)
    assert process.find(tmp_path) is None
    with pytest.raises(InputError):
        process.stop(tmp_path)
    assert (tmp_path / "sandbox.json").read_text() == kept


def test_one_that_has_no_processor_for_a_while_is_not_gone(place: Path, running: Running) -> None:
    os.kill(running.pid, signal.SIGSTOP)
    Timer(3, os.kill, (running.pid, signal.SIGCONT)).start()
    assert process.find(place) == running


@pytest.mark.parametrize("verb", [process.find, process.stop, process.start])
def test_one_that_lives_and_does_not_answer_is_told_and_kept(
    place: Path, running: Running, verb: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its state file would be taken away, and the next start would begin another beside it."""
    monkeypatch.setattr(process, "_HEALTH_SECONDS", 0.2)
    os.kill(running.pid, signal.SIGSTOP)
    try:
        with pytest.raises(InputError) as caught:
            verb(place)
    finally:
        os.kill(running.pid, signal.SIGCONT)
    assert caught.value.codes == ["TRN093"]
    monkeypatch.undo()
    assert process.find(place) == running


@pytest.mark.parametrize("pid", [10**30, 2**22 + 1])
def test_a_silent_port_of_a_process_that_is_gone_counts_as_none(
    tmp_path: Path, pid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_HEALTH_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        kept = {"pid": pid, "port": silent.getsockname()[1], "token": TOKEN}
        (tmp_path / "sandbox.json").write_text(json.dumps(kept))
        assert process.find(tmp_path) is None


def test_a_start_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_READY_SECONDS", 0.2)
    with pytest.raises(InputError) as caught:
        process.start(tmp_path)
    assert (caught.value.codes, "no answer" in str(caught.value)) == (["TRN092"], True)
    assert process.find(tmp_path) is None


@pytest.mark.parametrize(
    "kept",
    [
        "[" * 100_000,
        "[]",
        *(
            f'{{{numbers}, "token": "{TOKEN}"}}'
            for numbers in (
                '"pid": 1, "port": 1' + "0" * 30,
                '"pid": 1, "port": Infinity',
                '"pid": 1, "port": true',
                '"pid": 0, "port": 80',
                '"pid": "1", "port": 80',
            )
        ),
        '{"pid": 1, "port": 80, "token": 1}',
        '{"pid": 1, "port": 80, "token": ""}',
        '{"pid": 1, "port": 80}',
    ],
)
def test_a_state_file_of_another_program_counts_as_none(tmp_path: Path, kept: str) -> None:
    (tmp_path / "sandbox.json").write_text(kept)
    assert process.find(tmp_path) is None


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\n{}",
        b"HTTP/1.0 200 OK\r\n\r\n[]",
        b"HTTP/1.0 200 OK\r\n\r\nnull",
        b"HTTP/1.0 200 OK\r\n\r\n" + b"[" * 9_000,
        b"HTTP/1.0 500 No\r\n\r\n",
        b"HTTP/1.0 200 OK\r\n\r\n\xff",
        b"",
    ],
)
def test_another_program_on_the_port_is_no_sandbox_and_is_left_alone(tmp_path: Path, answer: bytes) -> None:
    class Foreign(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(10_000)
            self.request.sendall(answer)

    with socketserver.TCPServer(("127.0.0.1", 0), Foreign) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        kept = json.dumps({"pid": os.getpid(), "port": server.server_address[1], "token": TOKEN})
        (tmp_path / "sandbox.json").write_text(kept)
        assert process.stop(tmp_path) is None
        server.shutdown()


def test_a_port_in_use_is_told(tmp_path: Path, running: Running) -> None:
    with pytest.raises(InputError) as caught:
        process.start(tmp_path, running.port)
    assert caught.value.codes == ["TRN092"]
    assert f"port {running.port} " in str(caught.value)


@pytest.mark.parametrize("size", ["abc", "-5", "1.5", "\u0661"])
def test_a_request_of_no_size_is_told(running: Running, size: str) -> None:
    with pytest.raises(InputError) as caught:
        _given({"CONTENT_LENGTH": size})
    assert caught.value.codes == ["TRN095"]


@pytest.mark.parametrize("kept", ["", "{}", "[1]", '{"name": "other"}', '{"pid": 1, "port": 80, "name": "other"}'])
@pytest.mark.parametrize("verb", [process.stop, process.start])
def test_a_file_of_another_program_is_left_alone(tmp_path: Path, kept: str, verb: Any) -> None:
    (tmp_path / "sandbox.json").write_text(kept)
    (tmp_path / "sandbox.lock").write_text("theirs")
    with pytest.raises(InputError) as caught:
        verb(tmp_path)
    assert caught.value.codes == ["TRN093" if verb is process.stop else "TRN092"]
    assert (tmp_path / "sandbox.json").read_text() == kept
    assert (tmp_path / "sandbox.lock").read_text() == "theirs"


_START = """
import os, signal, sys
from pathlib import Path
from cdk_trainium.sandbox import process
from cdk_trainium.sandbox.server import _given
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests by nohup ignores it
begun = process.subprocess.Popen
def tell(*args, **kwargs):
    child = begun(*args, **kwargs)
    print(child.pid, flush=True)
    return child
process.subprocess.Popen = tell
process.start(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_start_that_is_ended_leaves_no_sandbox(tmp_path: Path, kind: signal.Signals) -> None:
    command = [sys.executable, "-c", _START, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as starting:
        assert starting.stdout is not None
        child = int(starting.stdout.readline())
        starting.send_signal(kind)
        assert starting.wait(20) != 0
    deadline = time.monotonic() + 20
    while _lives(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _lives(child)
    assert process.find(tmp_path) is None
    assert not (tmp_path / "sandbox.json").exists()


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # ended, and not yet collected by whoever took it over


@pytest.mark.parametrize(
    ("service", "body", "code"),
    [
        ("ec2", "Action=RunInstances&MinCount=x&MaxCount=1", "InvalidParameterValue"),
        ("ec2", "Action=DescribeInstances&MaxResults=abc", "InvalidParameterValue"),
        ("ec2", "Action=DescribeCapacityBlockOfferings&StartDateRange=x", "InvalidParameterValue"),
        ("ec2", "Action=Nope", "InvalidAction"),
        ("autoscaling", "Action=Nope", "InvalidAction"),
        ("cloudformation", "Action=Nope", "InvalidAction"),
    ],
)
def test_what_cannot_be_read_is_answered_in_the_form_of_aws(
    running: Running, service: str, body: str, code: str
) -> None:
    signed = (
        f"AWS4-HMAC-SHA256 Credential=testing/20261201/us-east-2/{service}/aws4_request, SignedHeaders=h, Signature=s"
    )
    headers = {"Authorization": signed, "Content-Type": "application/x-www-form-urlencoded"}
    asked = urllib.request.Request(running.url, data=body.encode(), headers=headers)
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(asked)
    assert caught.value.code == 400
    assert f"<Code>{code}</Code>" in caught.value.read().decode()
