"""The layout of the repository and of the wheel: no package of ours shadows another's."""

import zipfile

import pytest

from .archives import ROOT, build_wheel


def test_source_root_is_no_package() -> None:
    assert not (ROOT / "constructs" / "__init__.py").exists()
    assert not (ROOT / "tests" / "constructs").exists()


def test_there_is_no_attic() -> None:
    names = {path.stem for path in (ROOT / "constructs").rglob("*.py")}
    assert names.isdisjoint({"utils", "util", "helpers", "misc", "common"})


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return zipfile.ZipFile(build_wheel(ROOT, tmp_path_factory.mktemp("wheel")))


def test_wheel_brings_one_package_and_no_constructs_or_stacks(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"cdk_trainium"}


def test_wheel_carries_types_data_and_licence(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert "cdk_trainium/py.typed" in names
    assert "cdk_trainium/catalog/data/instance_types.json" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_metadata_has_version_and_command(wheel: zipfile.ZipFile) -> None:
    from cdk_trainium import __version__

    metadata = next(name for name in wheel.namelist() if name.endswith("METADATA"))
    assert f"Version: {__version__}" in wheel.read(metadata).decode()
    points = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "trnctl = cdk_trainium.cli:main" in wheel.read(points).decode()
