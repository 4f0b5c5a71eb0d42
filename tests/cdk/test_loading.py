"""What ``import cdk_trainium.cdk`` loads while Node starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SETTLED = """
import sys, threading
import cdk_trainium.cdk
print("aws_cdk" in sys.modules, "cdk_trainium.spec" in sys.modules)
print(*(one.name for one in threading.enumerate() if one.name.startswith("ThreadPool")))
"""


STARTED_FIRST = """
import sys
import cdk_trainium.cdk
loaded = list(sys.modules)
print(loaded.index("jsii._runtime") < loaded.index("pydantic"))
"""
BODY_FAILS = """
from cdk_trainium.node import cdk_beside
with cdk_beside():
    raise SystemExit("the body's own")
"""


def python(code: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([*map(str, folders), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=120, check=False
    )


def test_the_cdk_and_the_specs_are_there_and_nothing_goes_on_in_the_background() -> None:
    assert python(SETTLED).stdout == "True True\n\n"


@pytest.mark.parametrize("module", ["aws_cdk", "pydantic"])
def test_a_package_that_cannot_be_loaded_is_told_once(tmp_path: Path, module: str) -> None:
    (tmp_path / f"{module}.py").write_text("raise ImportError('none of it')\n")
    done = python("import cdk_trainium.cdk", tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("ImportError: none of it") == 1


def test_node_does_not_wait_for_the_specs() -> None:
    assert python(STARTED_FIRST).stdout == "True\n"


def test_what_the_body_raises_is_told_and_ends_the_app() -> None:
    done = python(BODY_FAILS)
    assert done.returncode == 1
    assert done.stderr == "the body's own\n"
