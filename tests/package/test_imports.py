"""Importing is cheap and harmless: no Node, no client, no socket, and only what a part needs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "constructs" / "cdk_trainium"
HEAVY = ("aws_cdk", "jsii", "boto3", "botocore", "moto", "pydantic")


def _loaded(code: str) -> set[str]:
    """Return the top-level names that are in ``sys.modules`` after ``code`` ran in a process of its own."""
    show = "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{show}"],
        cwd=ROOT / "constructs",
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("cdk_trainium", HEAVY),
        ("cdk_trainium.errors, cdk_trainium.findings", HEAVY),
        ("cdk_trainium.catalog", (*HEAVY, "yaml")),
        ("cdk_trainium.constraints", (*HEAVY, "yaml")),
        ("cdk_trainium.cli", HEAVY),
        ("cdk_trainium.template, cdk_trainium.review, cdk_trainium.formats", HEAVY),
        ("cdk_trainium.spec", ("aws_cdk", "jsii", "boto3", "botocore", "moto")),
        ("cdk_trainium.demand", ("aws_cdk", "jsii", "boto3", "botocore", "moto")),
        ("cdk_trainium.preflight", ("aws_cdk", "jsii", "moto")),
        ("cdk_trainium.sandbox", ("aws_cdk", "jsii")),
    ],
)
def test_importing_loads_no_more_than_needed(module: str, forbidden: tuple[str, ...]) -> None:
    assert _loaded(f"import {module}").isdisjoint(forbidden)


def test_the_help_loads_nothing_beyond_click() -> None:
    ending = "(['--help'], prog_name='x', standalone_mode=False)"
    click = _loaded(f"import click; click.group()(lambda: None){ending}")
    run = "import sys; sys.argv = ['x', '--help']\nfrom cdk_trainium.cli import main"
    ours = _loaded(f"{run}\ntry: main()\nexcept SystemExit: pass")
    assert ours - click == {"cdk_trainium"}


def test_importing_everything_opens_no_socket_and_makes_no_client() -> None:
    code = """
import importlib, pkgutil, socket
import boto3, botocore.session
def refuse(*args, **kwargs):
    raise AssertionError("client or socket at import time")
boto3.client = boto3.resource = botocore.session.Session.create_client = refuse
socket.socket.connect = refuse
import cdk_trainium
for info in pkgutil.walk_packages(cdk_trainium.__path__, "cdk_trainium."):
    importlib.import_module(info.name)
"""
    assert "cdk_trainium" in _loaded(code)


def test_no_source_imports_the_package_by_its_folder() -> None:
    text = "constructs." + "cdk_trainium"
    users = [path for path in ROOT.rglob("*.py") if ".venv" not in path.parts and text in path.read_text("utf-8")]
    assert users == []
