"""``trnctl init``: a small CDK app around one cluster file."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from .paths import GIVEN_FOLDER

_APP = '''"""The cluster of cluster.yaml as a CDK app."""

import sys
from pathlib import Path

from cdk_trainium.errors import TrainiumError
from cdk_trainium.node import use_packaged_node
from cdk_trainium.shadows import refuse_shadows

use_packaged_node()  # the Node of the extra "node", unless JSII_NODE names another
try:
    refuse_shadows(Path(__file__).parent)  # a folder named constructs would hide the package
except TrainiumError as error:
    sys.exit(f"error: {error}")

import aws_cdk as cdk

from cdk_trainium import TrainingCluster, TrainiumReview
from cdk_trainium.spec import load_cluster

app = cdk.App()
try:
    cluster = load_cluster(Path(__file__).parent / "cluster.yaml")
    env = cdk.Environment(account=cluster.account, region=cluster.region)
    stack = cdk.Stack(app, cluster.name, env=env, termination_protection=cluster.termination_protection)
    TrainingCluster(stack, "Cluster", cluster=cluster)
except TrainiumError as error:
    sys.exit(f"error: {error}")
# Judges what was synthesized, also what you add to it, offline; an error finding fails cdk synth.
cdk.Validations.of(app).add_plugins(TrainiumReview())
app.synth()
'''

_CLUSTER = """\
# Two trn2.48xlarge in a cluster placement group, on an On-Demand Capacity Reservation that is made with the stack.
# In a real account the reservation bills from its creation, used or not, and EC2 refuses it at once when there is
# no capacity. For a Capacity Block write kind: capacity-block; `trnctl schema` says all that can stand here.
name: "{name}"
region: us-east-2
zone: us-east-2b
image:
  family: neuron-multi-framework
  floating: true  # follows AWS's newest image; pin an id before you depend on the cluster
groups:
  - name: train
    instance_type: trn2.48xlarge
    node_count: 2
    capacity:
      kind: reservation
tags:
  project: "{name}"
"""

_CDK_JSON = """\
{
  "app": "python3 app.py",
  "context": {
    "@aws-cdk/aws-ec2:restrictDefaultSecurityGroup": false,
    "@aws-cdk/aws-iam:minimizePolicies": true
  }
}
"""

_REQUIREMENTS = """\
# cdk-trainium is on no public index, and its bare name could bring a stranger's package. Build the wheel in a checkout
# (pip wheel --no-deps --wheel-dir dist .), then take the "#" from the next line and write the wheel's path or address:
# cdk-trainium[node,sandbox] @ file:///PATH/OF/WHEEL
"""
_IGNORED = ".venv/\ncdk.out/\nnode_modules/\n__pycache__/\n"

_NEXT = """\
next, without an AWS account:
  cd {folder}
  trnctl sandbox start
  eval "$(trnctl sandbox env)"
  cdk bootstrap aws://123456789012/us-east-2
  trnctl preflight cluster.yaml
  cdk deploy --require-approval never"""


@click.command("init")
@click.argument("folder", type=GIVEN_FOLDER)
@click.option("--name", help="Name of cluster and stack.  [default: the folder's]")
def command(folder: Path, name: str | None) -> None:
    """Write a small CDK app around a cluster file into FOLDER; nothing is overwritten."""
    used = _name_of(folder) if name is None else name
    files = contents(used, "" if name else "the folder's name is none; say --name")
    _refuse_existing(folder, files)
    _write(folder, files)
    for file in files:
        click.echo(folder / file)
    if name is None and used != folder.resolve().name:
        click.echo(
            f"note: cluster and stack are named {used}: a stack's name has letters, digits and hyphens", err=True
        )
    click.echo(_NEXT.format(folder=_quoted(folder)), err=True)


def _quoted(folder: Path) -> str:
    """Return ``folder`` for a shell, which takes what begins with a hyphen for options."""
    text = str(folder)
    return shlex.quote(f"./{text}" if text.startswith("-") else text)


def contents(name: str, hint: str = "") -> dict[str, str]:
    """Return the files of the app of the cluster ``name``; ``hint`` goes with the error.

    Raises:
        InputError: CloudFormation takes no such stack name.
    """
    from ..errors import InputError, Problem

    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]{0,99}", name):
        allowed = "a letter, then letters, digits and hyphens, at most 100 in all"
        raise InputError(
            "trnctl init", [Problem("TRN005", "is no name for a stack", "--name", name or repr(name), allowed, hint)]
        )
    return {
        "app.py": _APP,
        "cluster.yaml": _CLUSTER.format(name=name),
        "cdk.json": _CDK_JSON,
        "requirements.txt": _REQUIREMENTS,
        ".gitignore": _IGNORED,
    }


def _name_of(folder: Path) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", folder.resolve().name).strip("-")


def _refuse_existing(folder: Path, files: dict[str, str]) -> None:
    from ..errors import InputError, Problem

    hint = "choose another folder, or move the file away"
    found = [
        Problem("TRN031", "exists already", str(folder / file), hint=hint) for file in files if _taken(folder / file)
    ]
    if found:
        raise InputError("trnctl init", found)


def _taken(path: Path) -> bool:
    """Return whether something has the name ``path``, also a link to nothing."""
    from ..errors import InputError, Problem

    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:  # a closed folder, a name that is too long
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(str(path.parent), [Problem("TRN032", f"cannot be written: {why.lower()}")]) from None
    return True


def _write(folder: Path, files: dict[str, str]) -> None:
    from ..errors import InputError, Problem

    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_new({folder / file: text for file, text in files.items()})
    except FileExistsError as error:  # somebody was quicker
        hint = "choose another folder, or move the file away"
        raise InputError("trnctl init", [Problem("TRN031", "exists already", str(error.filename), hint=hint)]) from None
    except OSError as error:
        raise InputError(str(folder), [Problem("TRN032", f"cannot be written: {error.strerror}")]) from None


def _write_new(files: dict[Path, str]) -> None:
    """Write all files or none: halves on a full disk would be refused at the next try."""
    made: list[Path] = []
    try:
        for path, text in files.items():
            with path.open("x", encoding="utf-8") as file:
                made.append(path)
                file.write(text)
    except BaseException:
        for path in made:
            path.unlink(missing_ok=True)
        raise
