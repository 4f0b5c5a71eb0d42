"""``trnctl completion``: the script of each shell calls this program."""

import pytest
from click.testing import CliRunner

from cdk_trainium.cli import root


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_trnctl(shell: str) -> None:
    result = CliRunner().invoke(root, ["completion", shell])
    assert result.exit_code == 0
    assert f"_TRNCTL_COMPLETE={shell}_complete" in result.output


def test_verbs_and_options_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_WORDS", "trnctl rev")
    monkeypatch.setenv("COMP_CWORD", "1")
    result = CliRunner().invoke(root, [], prog_name="trnctl", env={"_TRNCTL_COMPLETE": "bash_complete"})
    assert result.output.split() == ["plain,review"]
