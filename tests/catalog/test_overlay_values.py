"""Overlays that have the right form and impossible content."""

import json
from pathlib import Path

import pytest

from cdk_trainium import catalog
from cdk_trainium.errors import CatalogError


def codes(path: Path, text: str) -> list[str]:
    """Return the codes of what is wrong with the overlay ``text``, none for a good one."""
    path.write_text(text, encoding="utf-8")
    try:
        catalog.overlaid(catalog.default(), path)
    except CatalogError as error:
        return error.codes
    return []


@pytest.mark.parametrize("name", ["overlay.json", "overlay.yaml"])
def test_deep_nesting_is_one_clear_error(tmp_path: Path, name: str) -> None:
    text = json.dumps({"instance_types": {"x": {"vcpus": "@"}}}).replace('"@"', '{"a": ' * 20_000 + "1" + "}" * 20_000)
    assert codes(tmp_path / name, text) == ["TRN056"]
