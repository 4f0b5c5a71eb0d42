"""A file that is written anew is the old one or the new one, whole, whatever stops the writing."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from cdk_trainium.plain_write import write_whole

ROOT = Path(__file__).parents[1]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "report"
    path.write_text("old")
    return path


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # it would end Python before the error
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
"""
KILLED = """
import os
os.fsync = lambda _: os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize(("how", "left"), [(FULL, 1), (KILLED, 2)], ids=["full disk", "kill"])
def test_what_stops_the_writing_leaves_the_old_file(report: Path, how: str, left: int) -> None:
    done = written_by_another(how, report)
    assert done.returncode != 0
    assert (report.read_text(), len(names(report.parent))) == ("old", left)


def written_by_another(how: str, path: Path, **given: Any) -> subprocess.CompletedProcess[bytes]:
    code = (
        f"{how}\nimport sys; from cdk_trainium.plain_write import write_whole\nwrite_whole(sys.argv[1], 'new ' * 9999)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "constructs")}
    return subprocess.run([sys.executable, "-c", code, str(path)], env=environment, check=False, **given)


def test_ctrl_c_leaves_the_old_file(report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ctrl_c(*_: Any) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        write_whole(report, "new")
    assert (report.read_text(), names(report.parent)) == ("old", {"report"})


def test_text_that_cannot_be_written_leaves_the_old_file(report: Path) -> None:
    with pytest.raises(ValueError, match="surrogates"):
        write_whole(report, "\ud800")
    assert report.read_text() == "old"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_the_mode_stays(report: Path, mode: int) -> None:
    report.chmod(mode)
    write_whole(report, "new")
    assert (report.read_text(), stat.S_IMODE(report.stat().st_mode)) == ("new", mode)


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_whole(tmp_path / "made", "new")
    assert (tmp_path / "made").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_one(report: Path, there: bool) -> None:
    (report.parent / "far").mkdir()
    target = report.parent / "far" / "target"
    if there:
        target.write_text("old")
    link = report.parent / "link"
    link.symlink_to("far/target")
    write_whole(link, "new")
    assert (os.readlink(link), target.read_text()) == ("far/target", "new")


def test_every_name_of_a_file_shows_the_new_text(report: Path) -> None:
    other = report.parent / "other"
    other.hardlink_to(report)
    write_whole(report, "new")
    assert other.read_text() == "new"


@pytest.mark.parametrize("refusal", [errno.EBUSY, errno.EPERM, errno.EROFS])
def test_a_file_that_cannot_be_replaced_is_written(report: Path, monkeypatch: pytest.MonkeyPatch, refusal: int) -> None:
    """As one that is mounted alone into a container."""

    def refused(*_: Any) -> NoReturn:
        raise OSError(refusal, "no")

    monkeypatch.setattr(Path, "replace", refused)
    write_whole(report, "new")
    assert (report.read_text(), names(report.parent)) == ("new", {"report"})


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_nobody_may_write_is_refused(report: Path) -> None:
    report.chmod(0o444)
    with pytest.raises(PermissionError):
        write_whole(report, "new")
    assert report.read_text() == "old"


def test_a_file_that_the_process_prints_to_keeps_what_it_prints(report: Path) -> None:
    with report.open("a") as stdout:
        written_by_another("import atexit; atexit.register(print, '!')", report, stdout=stdout)
    assert report.read_text() == "new " * 9999 + "!\n"


def test_a_pipe_that_is_open_is_written_to() -> None:
    reading, writing = os.pipe()
    write_whole(f"/dev/fd/{writing}", "new")
    os.close(writing)
    with os.fdopen(reading) as received:
        assert received.read() == "new"


@pytest.mark.parametrize("name", ["no/report", "x" * 300, "folder", "a\0b"])
def test_what_cannot_be_written_is_an_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises((OSError, ValueError)):
        write_whole(tmp_path / name, "new")
    assert names(tmp_path) == {"folder"}
