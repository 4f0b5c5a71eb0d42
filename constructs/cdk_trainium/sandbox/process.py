"""Start, find and stop the sandbox's process."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from http.client import HTTPException
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .state_file import Running, command_line, path_of, problem, read, reason, take_away

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["control", "find", "start", "stop"]

_READY_SECONDS = 300.0
"""A start that fails is seen at once, whatever this is; it bounds one that hangs, on a machine of any load."""
_HEALTH_SECONDS = 15.0
"""A sandbox that is gone refuses at once; one that has no processor for a while is no sandbox that is gone."""
_STOP_SECONDS = 5.0
_HEALTH_BYTES = 10_000
_children: dict[int, subprocess.Popen[bytes]] = {}
"""Sandboxes that this process started; they outlive it, which is why nobody waits for them."""


def find(state_dir: Path) -> Running | None:
    """Return the sandbox that runs, or None; a state file whose process is gone counts as none.

    Raises:
        InputError: ``TRN093`` the state file is there and cannot be read, or its folder is closed; or the sandbox
            lives and does not answer.
    """
    running = read(state_dir)
    if running is None:
        return None
    answers = _answers(running)
    if answers is None and _lives(running.pid):
        hint = f"try again; kill {running.pid} ends it, if that process is a sandbox"
        raise problem("TRN093", f"the sandbox of pid {running.pid} does not answer", hint)
    return running if answers else None


def _answers(running: Running) -> bool | None:
    """Return whether ``running`` is there; None where its port takes what is asked and nothing comes back."""
    try:
        return _is_it(control(running, "health", timeout=_HEALTH_SECONDS, most=_HEALTH_BYTES), running)
    except (OSError, ValueError) as error:  # gone, or another program that has its port now
        return None if isinstance(getattr(error, "reason", error), TimeoutError) else False


def _is_it(told: dict[str, Any], running: Running) -> bool:
    """Whether who answers is ``running``; its process id and port may stand in the file of another program."""
    return (told.get("pid"), told.get("token")) == (running.pid, running.token)


def start(state_dir: Path, port: int = 0, extra: tuple[str, ...] = ()) -> Running:
    """Start a sandbox and wait until it answers. Port 0 takes a free one.

    Raises:
        InputError: ``TRN091`` one runs already; ``TRN092`` the port is taken, or it did not start: the log or the
            message says why;
            ``TRN096`` moto, of the extra ``sandbox``, is not installed.
    """
    _require_moto()
    _make(state_dir)
    with _alone(state_dir):
        running = find(state_dir)
        if running:
            text = f"a sandbox runs already: pid {running.pid}, {running.url}"
            raise problem("TRN091", text, command_line(state_dir, "stop"))
        take_away(state_dir, "TRN092")
        _require_port(port)
        log = state_dir / "sandbox.log"
        command = [sys.executable, "-m", "cdk_trainium.sandbox.server", "--port", str(port)]
        command += ["--until-told", "--state", str(path_of(state_dir)), *extra]
        with log.open("ab") as output:
            child = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                env=_environment(),
                start_new_session=True,
            )
        _children[child.pid] = child
        return _wait(child, state_dir, log)


def _require_moto() -> None:
    """Refuse before the child process would end in a traceback in its log."""
    if find_spec("moto") is None:
        hint = "pip install 'cdk-trainium[sandbox]', from the wheel's path: the package is on no public index"
        raise problem("TRN096", "the simulated account needs moto, which is not installed", hint)


def _require_port(port: int) -> None:
    """Refuse a port that cannot be taken, as the child process would in its log; 0 is any."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server does
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            hint = "name another with --port, or none for a free one; ss -ltnp shows who has it"
            raise problem("TRN092", f"port {port} cannot be taken: {reason(error)}", hint) from None


def _make(state_dir: Path) -> None:
    try:
        state_dir.mkdir(parents=True, exist_ok=True)
        for name in ("sandbox.lock", "sandbox.log"):  # a pipe that nobody reads would hold us for ever
            os.close(os.open(state_dir / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK, 0o666))
    except (OSError, ValueError) as error:
        message = f"the state directory cannot be written: {reason(error) if isinstance(error, OSError) else error}"
        raise problem("TRN092", message, "name another with --state-dir") from None


def stop(state_dir: Path) -> Running | None:
    """Stop the sandbox and return which it was; None if none runs.

    Raises:
        InputError: ``TRN093`` it is another user's, or its state file cannot be read or taken away, or is none.
    """
    running = find(state_dir)
    try:
        if running:
            _end(running.pid)
        take_away(state_dir, "TRN093")
    except OSError as error:
        raise problem("TRN093", f"the sandbox cannot be stopped: {reason(error)}", "stop it as its own user") from None
    return running


def control(
    running: Running,
    name: str,
    given: dict[str, Any] | None = None,
    timeout: float = 60.0,
    most: int | None = None,
) -> dict[str, Any]:
    """Ask the sandbox itself, not one of its services.

    Args:
        running: which sandbox.
        name: the command, such as ``time``.
        given: its parameters. Default: - none.
        timeout: seconds to wait for each part of the answer.
        most: bytes of the answer to read. Default: - all.

    Raises:
        OSError: nothing answers on its port, or what answers is no web server.
        ValueError: the answer is no JSON object.
    """
    data = json.dumps(given).encode() if given is not None else None
    request = urllib.request.Request(f"http://127.0.0.1:{running.port}/_sandbox/{name}", data=data)
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(request, timeout=timeout) as answer:
            found = json.loads(answer.read(most))
    except HTTPException as error:
        raise ConnectionError(f"no answer of a sandbox: {type(error).__name__}") from None
    except RecursionError:
        raise ValueError("the answer is nested without end") from None
    if not isinstance(found, dict):
        raise ValueError(f"the answer is {type(found).__name__}, no object")
    return found


def _wait(child: subprocess.Popen[bytes], state_dir: Path, log: Path) -> Running:
    """Return the sandbox once it answers; it ends by itself when this process ends before, by whatever signal."""
    assert child.stdin is not None
    with child.stdin as told:
        try:
            if running := _answering(child, state_dir):
                told.write(b"1")  # it may outlive this process, see --until-told of the server
                return running
            late = child.poll() is None
        except BrokenPipeError:  # it ended in this moment; a broken pipe of ours would end us without a word
            late = False
        except BaseException:  # Ctrl-C as well: nobody would know of it
            _end(child.pid)
            raise
    _end(child.pid)
    why = f"no answer within {_READY_SECONDS:g} s" if late else "it ended by itself"
    raise problem("TRN092", f"the sandbox did not start: {why}", f"read {log}")


def _answering(child: subprocess.Popen[bytes], state_dir: Path) -> Running | None:
    deadline = time.monotonic() + _READY_SECONDS
    while time.monotonic() < deadline and child.poll() is None:
        running = read(state_dir)
        if running and running.pid == child.pid and _answers(running):
            return running
        time.sleep(0.1)
    return None


def _end(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + _STOP_SECONDS
        while time.monotonic() < deadline and _lives(pid):
            time.sleep(0.05)
        if _lives(pid):
            os.kill(pid, signal.SIGKILL)
    if pid in _children:
        _children.pop(pid).wait()


def _lives(pid: int) -> bool:
    if pid in _children:
        return _children[pid].poll() is None
    try:
        os.kill(pid, 0)
    except PermissionError:  # another user's
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True


@contextlib.contextmanager
def _alone(state_dir: Path) -> Iterator[None]:
    with (state_dir / "sandbox.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _environment() -> dict[str, str]:
    root = str(Path(__file__).resolve().parents[2])
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([root, path] if path else [root])}
