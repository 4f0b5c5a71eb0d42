"""What is published: metadata that an index accepts, the right files in wheel and sdist, and nothing else."""

from __future__ import annotations

import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata

from cdk_trainium import __version__

from .archives import ROOT, build_sdist, build_wheel

PACKAGE = ROOT / "constructs" / "cdk_trainium"
LEFT_OUT = {"bench", ".ci", ".npmrc"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return zipfile.ZipFile(build_wheel(ROOT, tmp_path_factory.mktemp("wheel")))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_sdist(tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def packed(sdist: Path) -> set[str]:
    """Paths in the sdist, below its one folder."""
    with tarfile.open(sdist) as archive:
        names = [member.name.partition("/") for member in archive if member.isfile()]
    assert {top for top, _, _ in names} == {f"cdk_trainium-{__version__}"}
    return {rest for _, _, rest in names}


def metadata_of(wheel: zipfile.ZipFile) -> Metadata:
    (name,) = [name for name in wheel.namelist() if name.endswith("METADATA")]
    return Metadata.from_email(wheel.read(name), validate=True)


def shipped() -> set[str]:
    return {
        f"cdk_trainium/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_is_the_package_and_no_more(wheel: zipfile.ZipFile) -> None:
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == shipped()


def test_an_index_accepts_the_metadata(wheel: zipfile.ZipFile) -> None:
    found = metadata_of(wheel)
    assert (found.name, str(found.version)) == ("cdk-trainium", __version__)
    assert found.description_content_type == "text/markdown"
    assert found.description == (ROOT / "README.md").read_text(encoding="utf-8")
    assert (found.license_expression, found.license_files) == ("Apache-2.0", ["LICENSE"])
    assert str(found.requires_python) == ">=3.11"
    assert {"sandbox", "guard", "node"} == set(found.provides_extra or ())


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a checkout tells what is a source; an sdist does not")
def test_the_sdist_has_the_sources_and_nothing_that_is_made(packed: set[str]) -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    assert packed - {"PKG-INFO"} == {name for name in listed if name.partition("/")[0] not in LEFT_OUT}


def test_the_sdist_makes_the_wheel_of_the_checkout(sdist: Path, tmp_path: Path, wheel: zipfile.ZipFile) -> None:
    again = zipfile.ZipFile(build_wheel(sdist, tmp_path))
    assert {item.filename: item.CRC for item in again.infolist()} == {
        item.filename: item.CRC for item in wheel.infolist()
    }
