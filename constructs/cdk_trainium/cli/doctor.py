"""``trnctl doctor``: is this machine, and this account, ready to deploy?"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..wording import counted, install_hint, without_password
from .contradictions import dropped, refuse, written
from .params import DEADLINE, PROFILE, REGION

if TYPE_CHECKING:
    import botocore.session

    from ..findings import Report, Result, Status
    from ..preflight.pool import Deadline

_OLDEST_NODE = 20
_VERSION = re.compile(rb"(?<!\d)\d{1,9}\.\d{1,9}\.\d{1,9}")
"""What any program may print is no text yet, nor a number that Python reads."""
_SECONDS = 30
_BOOTSTRAP = "/cdk-bootstrap/hnb659fds/version"
"""Where the bootstrap stack of the default qualifier writes its version."""
_BOOTSTRAP_VERSION = 6
"""What CDK's default synthesizer needs."""
_CHECKS = ("identity", "region-enabled", "bootstrap-version")
_MARKS = {"pass": "ok", "fail": "fail", "unknown": "unknown", "skipped": "skipped", "warning": "warning"}
_HINTS = {
    "identity": "aws sts get-caller-identity says whom AWS sees",
    "bootstrap": "cdk bootstrap aws://ACCOUNT/REGION",
    "node": "install Node 22 or newer and put it on PATH, or " + install_hint("node"),
    "cdk-cli": "npm install aws-cdk and put its node_modules/.bin on PATH; or npm install --global aws-cdk",
    "aws-cdk-lib": install_hint(),
    "folders": "rename the folder or file, or remove the __init__.py of the folder",
    "sandbox": "for the simulated account, " + install_hint("sandbox"),
}


@click.command("doctor")
@click.option("--region", type=REGION, help="Region.  [default: AWS_REGION, AWS_DEFAULT_REGION, the profile's]")
@click.option("--profile", type=PROFILE, metavar="TEXT", help="Profile of the AWS configuration.")
@DEADLINE
@click.option("--offline", is_flag=True, help="Look at this machine only.")
def command(region: str | None, profile: str | None, deadline: int, offline: bool) -> None:
    """Check Python, Node, CDK CLI, packages, region, credentials and bootstrap; say how to mend what is missing.

    Exit codes: 0 ready, 1 something is missing, 3 something could not be determined.
    """
    from ..findings import Report

    if offline:
        refuse(dropped("--offline", "no account is asked", written(("region", "profile", "deadline"))))
    results: list[Result] = []
    for result in (*machine(), *(() if offline else account(region, profile, deadline))):
        results.append(result)
        _tell(result)
    click.echo(_closing(Report(results=tuple(results))))
    states = {str(result.status) for result in results}
    sys.exit(1 if "fail" in states else 3 if "unknown" in states else 0)


def machine() -> Iterator[Result]:
    """Look at this machine."""
    from ..findings import Result, Status

    yield Result("python", Status.PASS, reason=f"{'.'.join(map(str, sys.version_info[:3]))}, {sys.executable}")
    yield _package("aws-cdk-lib", Status.FAIL)
    yield _package("moto", Status.WARNING, "sandbox")
    yield _node()
    yield _cdk_cli()
    yield _folders()


def account(region: str | None, profile: str | None, deadline: int) -> Iterator[Result]:
    """Ask the account with three checks of preflight, which have ``deadline`` seconds together."""
    from ..errors import InputError
    from ..findings import Result, Status
    from ..preflight.pool import Deadline
    from .session import region_of, session_of

    found = region_of(region, profile)
    endpoint = os.environ.get("AWS_ENDPOINT_URL", "")
    if endpoint:
        yield Result("endpoint", Status.WARNING, reason=f"{_shown(endpoint)}: {_what_answers(endpoint)}")
    if not found:
        yield Result("region", Status.FAIL, reason="none; say --region or set AWS_REGION")
        return
    yield Result("region", Status.PASS, reason=found)
    try:
        end = Deadline(deadline)
        session = session_of(profile, end.left, "looks at this machine only")
    except InputError as error:
        yield Result("credentials", Status.FAIL, reason="; ".join(f"{p.message}: {p.hint}" for p in error.problems))
        return
    yield from _asked(found, session, end)


def _shown(endpoint: str) -> str:
    return f"AWS_ENDPOINT_URL is {without_password(endpoint)}"


def _what_answers(endpoint: str) -> str:
    from ..errors import InputError
    from ..sandbox.process import find
    from ..sandbox.state_file import default_state_dir

    try:
        running = find(Path(os.environ.get("TRNCTL_STATE_DIR") or default_state_dir()))
    except InputError:  # no folder of this user's, or a closed one: nothing says that it is the sandbox
        running = None
    return "the sandbox, a simulated account" if running and running.url == endpoint else "this is not AWS itself"


def _asked(region: str, session: botocore.session.Session, end: Deadline) -> Iterator[Result]:
    from ..demand.model import Bootstrap, Demand
    from ..preflight.runner import run

    plan = Demand(region=region, bootstraps=(Bootstrap(parameter=_BOOTSTRAP, version=_BOOTSTRAP_VERSION),))
    report = run(plan, session=session, checks=_CHECKS, deadline=end)
    yield from (_with_message(result, report) for result in report.results)


def _with_message(result: Result, report: Report) -> Result:

    said = [f"{item.message}; {item.hint}".removesuffix("; ") for item in report.findings if item.id == result.id]
    return result._replace(reason="; ".join(said) or result.reason)


def _package(name: str, otherwise: Status, id: str = "") -> Result:
    from ..findings import Result, Status

    shown = id or name
    try:
        return Result(shown, Status.PASS, reason=f"{name} {version(name)}")
    except PackageNotFoundError:
        return Result(shown, otherwise, reason=f"{name} is not installed")


def _folders() -> Result:
    from ..findings import Result, Status
    from ..shadows import shadows

    found = ", ".join(map(str, shadows(Path.cwd())))
    if found:
        return Result("folders", Status.FAIL, reason=f"{found} hides the package that an app here imports")
    return Result("folders", Status.PASS, reason="none here hides constructs or aws_cdk")


def _node() -> Result:
    from ..findings import Result, Status
    from ..node import use_packaged_node

    use_packaged_node()
    path = os.environ.get("JSII_NODE") or shutil.which("node")
    text = _version_of(path)
    if not path or text is None:
        return Result("node", Status.FAIL, reason=f"{path} does not run" if path else "not found")
    old = int(text.split(".")[0]) < _OLDEST_NODE
    return Result("node", Status.FAIL if old else Status.PASS, reason=f"{text}, {path}" + ", too old" * old)


def _cdk_cli() -> Result:
    from ..findings import Result, Status

    local = [folder / "node_modules/.bin/cdk" for folder in (Path.cwd(), *Path.cwd().parents)]
    path = next((str(file) for file in local if os.path.exists(file)), None) or shutil.which("cdk")
    text = _version_of(path)
    if not path or text is None:
        return Result("cdk-cli", Status.FAIL, reason=f"{path} does not run" if path else "not found")
    return Result("cdk-cli", Status.PASS, reason=f"{text}, {path}")


def _version_of(path: str | None) -> str | None:
    """Return the version that a program prints; None when it does not run or prints none."""
    if path is None:
        return None
    env = {**os.environ, "CDK_DISABLE_VERSION_CHECK": "true", "CDK_DISABLE_CLI_TELEMETRY": "true"}
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=_SECONDS, env=env, check=True)
    except (OSError, ValueError, subprocess.SubprocessError):  # ValueError: no program has such a name
        return None
    found = _VERSION.search(done.stdout)
    return found.group().decode() if found else None


def _tell(result: Result) -> None:
    click.echo(f"{_MARKS[result.status]:<8} {result.id:<18} {result.reason}")
    hint = _HINTS.get(result.id)
    if hint and result.status in ("fail", "warning"):
        click.echo(f"         hint: {hint}")


def _closing(report: Report) -> str:
    found = [item.status.value for item in report.results]
    nouns = {"fail": ("failure", ""), "warning": ("warning", ""), "unknown": ("unknown", "unknown")}
    said = ", ".join(counted(found.count(name), *noun) for name, noun in nouns.items() if name in found)
    return f"doctor: {said}" if said else "doctor: ready"
