"""A folder of the user's that hides a package is named before an import fails for it (public case K6-01)."""

from pathlib import Path

import pytest

from cdk_trainium.errors import InputError
from cdk_trainium.shadows import refuse_shadows, shadows


def test_a_package_named_constructs_is_refused(tmp_path: Path) -> None:
    for name in ("constructs", "aws_cdk"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    with pytest.raises(InputError) as caught:
        refuse_shadows(tmp_path)
    assert caught.value.codes == ["TRN037", "TRN037"]
    assert "constructs" in str(caught.value)
    assert "rename" in str(caught.value)


def test_a_folder_without_init_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "constructs").mkdir()
    assert shadows(tmp_path) == []
    refuse_shadows(tmp_path)
