import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cdk_trainium.catalog import default
from cdk_trainium.cli.catalog import command
from cdk_trainium.errors import InputError


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_compares_every_type_and_ultraserver() -> None:
    output = _run()
    assert all(name in output for name in (*default().types, *default().ultraservers))


def test_json_gives_every_fact_with_its_source() -> None:
    facts = json.loads(_run("trn2.48xlarge", "--format", "json"))["trn2.48xlarge"]
    assert facts["vcpus"]["value"] == 192
    assert facts["vcpus"]["source"]


def test_shows_unknown_as_unknown() -> None:
    assert "ec2_name: unknown" in _run("trn3-gen1")


def test_overlay_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "overlay.yaml"
    path.write_text(
        "instance_types:\n  trn3-gen1:\n    ec2_name: {value: trn9.48xlarge, source: me, date: 2026-12-05}\n"
    )
    assert "ec2_name: trn9.48xlarge" in _run("trn9.48xlarge", "--overlay", str(path)).replace("trn3-gen1", "")


def test_unknown_type_is_an_error() -> None:
    with pytest.raises(InputError) as caught:
        CliRunner().invoke(command, ["trn9", "trn8"], catch_exceptions=False)
    assert caught.value.codes == ["TRN010", "TRN010"]
