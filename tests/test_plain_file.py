"""Every file that a user may name is read by one reader, which no device, pipe, folder or path can hold."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cdk_trainium.catalog.build import default
from cdk_trainium.catalog.overlay import read_overlay
from cdk_trainium.demand.sources import demands_of_paths, demands_of_request
from cdk_trainium.errors import InputError
from cdk_trainium.findings import Report
from cdk_trainium.plain_file import LARGEST_BY_HAND, read_plain, read_plain_text
from cdk_trainium.review import read_policy
from cdk_trainium.review.baseline import without_known
from cdk_trainium.review.guard import guard_rule
from cdk_trainium.sandbox.scenario import load as read_scenario
from cdk_trainium.spec import load_cluster
from cdk_trainium.template import load

CLUSTER = """
name: a
region: us-east-2
zone: us-east-2b
image: {id: ami-0123456789abcdef0}
groups: [{name: train, instance_type: trn2.48xlarge, capacity: {kind: on-demand}}]
"""
TEMPLATE = '{"Resources": {"Node": {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}}}}'


def template(path: Path) -> None:
    raise load([path]).errors[0]


READERS: list[tuple[Callable[[Path], object], str]] = [
    (read_policy, "TRN890"),
    (lambda path: without_known(Report(), path), "TRN893"),
    (lambda path: guard_rule([path]), "TRN896"),
    (read_overlay, "TRN050"),
    (demands_of_request, "TRN063"),
    (read_scenario, "TRN095"),
    (load_cluster, "TRN020"),
    (template, "TRN901"),
]


@pytest.mark.parametrize("read", [read_policy, read_overlay, read_scenario, load_cluster])
def test_what_somebody_writes_is_a_page_and_no_megabytes(tmp_path: Path, read: Callable[[Path], object]) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("#" * (LARGEST_BY_HAND + 1))
    with pytest.raises(InputError, match="1,000,000 bytes"):
        read(path)


def demand(path: Path) -> object:
    return demands_of_paths([path], region="us-east-2", catalog=default())


@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "absent", "long", "null", "surrogate"])
@pytest.mark.parametrize(("read", "code"), [*READERS, (demand, "TRN901")])
def test_what_is_no_plain_file_is_refused(tmp_path: Path, kind: str, read: Callable[[Path], object], code: str) -> None:
    if kind == "folder" and read in (demand, template):
        pytest.skip("a folder of templates is read")
    os.mkfifo(tmp_path / "pipe")
    other = {"device": Path("/dev/zero"), "folder": tmp_path, "long": tmp_path / ("x" * 300), "null": Path("a\0")}
    other["surrogate"] = Path("\ud800")
    with pytest.raises(InputError) as refused:
        read(other.get(kind, tmp_path / kind))
    assert refused.value.codes == [code]
    assert kind == "absent" or "no such file" not in str(refused.value)


READABLE = [
    (read_policy, "max_nodes: 9"),
    (lambda path: without_known(Report(), path), '{"schema_version": 1, "tool": {"verb": "review"}, "findings": []}'),
    (lambda path: guard_rule([path]), "rule A { Resources exists }"),
    (read_overlay, "{}"),
    (demands_of_request, '{"region": "us-east-2"}'),
    (read_scenario, "aws_defaults: true"),
    (load_cluster, CLUSTER),
    (lambda path: load([path]).templates[0], TEMPLATE),
    (demand, CLUSTER),
    (demand, TEMPLATE),
]


@pytest.mark.parametrize(("read", "text"), READABLE)
def test_a_pipe_that_the_shell_opened_is_read_also_twice(read: Callable[[Path], object], text: str) -> None:
    """As ``<(command)`` hands it over; a second reader finds the same."""
    reading, writing = os.pipe()
    os.write(writing, text.encode())
    os.close(writing)
    try:
        path = Path(f"/dev/fd/{reading}")
        assert read(path) is not None
        assert read_plain(path) == text.encode()
    finally:
        os.close(reading)


def test_a_pipe_that_the_shell_opened_has_a_largest_size_too() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"12345")
    os.close(writing)
    try:
        with pytest.raises(OSError, match="larger"):
            read_plain(f"/dev/fd/{reading}", 4)
    finally:
        os.close(reading)


def test_a_file_has_a_largest_size(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_plain(tmp_path / "file", 5) == b"12345"
    with pytest.raises(OSError, match="larger"):
        read_plain(tmp_path / "file", 4)


def test_text_is_read_as_an_editor_shows_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xef\xbb\xbfa\r\nb\n")
    assert read_plain_text(tmp_path / "file") == "a\nb\n"
