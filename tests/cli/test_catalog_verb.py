import json
import re
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
    assert (
        default().sources[default().types["trn2.48xlarge"].facts["vcpus"].source[0]]["title"]
        in facts["vcpus"]["source"][0]
    )


@pytest.mark.parametrize("name", [*default().types, *default().ultraservers])
def test_text_shows_words_and_sources_and_no_keys(name: str) -> None:
    output = _run(name)
    item = default().find(name) or default().ultraservers[name]
    keys = {source for fact in item.facts.values() for source in fact.source}
    lines = output.partition("  sources:")[0].splitlines()
    shorts = "|".join(key.rpartition(".")[2] for key in default().sources if key.startswith("hw."))
    assert (
        re.findall(rf"\b(?:{shorts})\b|seen in code|not recorded[^)]", output.replace("address not recorded", "")) == []
    )
    assert [line for line in lines for key in keys if f"{key}," in line or f"[{key}" in line] == []
    assert [line for line in lines if re.search(r"[{}]|True|False|None|\w+_\w+:", line.split("  (")[0])] == []
    assert all(re.sub(r"\bS\d+\b.*", "", default().sources[key]["title"]) in output for key in keys)


def test_cards_that_differ_are_told_apart() -> None:
    (line,) = [line for line in _run("p6-b300.48xlarge").splitlines() if "network cards:" in line]
    assert line.count("card") > 2
    assert "1 card," in line
    assert "16 cards," in line


def test_shows_unknown_as_unknown() -> None:
    assert "EC2 name: unknown" in _run("trn3-gen1")


def test_overlay_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "overlay.yaml"
    path.write_text(
        "instance_types:\n  trn3-gen1:\n    ec2_name: {value: trn9.48xlarge, source: me, date: 2026-12-05}\n"
    )
    assert "EC2 name: trn9.48xlarge" in _run("trn9.48xlarge", "--overlay", str(path)).replace("trn3-gen1", "")


def test_unknown_type_is_an_error() -> None:
    with pytest.raises(InputError) as caught:
        CliRunner().invoke(command, ["trn9", "trn8"], catch_exceptions=False)
    assert caught.value.codes == ["TRN010", "TRN010"]
