"""The state file in the user's directory, which says where the sandbox is."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..errors import InputError, Problem
from ..plain_file import read_plain
from .endpoint import endpoint_url

__all__ = [
    "Running",
    "absent",
    "command_line",
    "default_state_dir",
    "is_other",
    "path_of",
    "problem",
    "read",
    "reason",
    "take_away",
    "write",
]

_LAST_PORT = 65_535
_TOKEN = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Running:
    """A sandbox that answers."""

    pid: int
    port: int
    token: str = ""
    """What it answers when it is asked who it is. Default: - nobody asks."""

    @property
    def url(self) -> str:
        """The address for ``AWS_ENDPOINT_URL``."""
        return endpoint_url(self.port)


def default_state_dir() -> Path:
    """Return the user's directory for the state file and the log (XDG).

    Raises:
        InputError: ``TRN097`` this user has no home.
    """
    try:
        given = Path(os.environ.get("XDG_STATE_HOME", ""))  # a relative one counts for nothing, as XDG says
        base = given if given.is_absolute() else Path.home() / ".local" / "state"
    except RuntimeError:  # neither HOME nor an entry of the user, as in many containers
        hint = "name a folder with --state-dir, or set HOME"
        raise problem("TRN097", "no folder for the sandbox's state is known: the user has no home", hint) from None
    return base / "cdk-trainium"


def command_line(state_dir: Path, verb: str) -> str:
    """Return how a hint writes a verb of ``trnctl sandbox``: without its folder it would reach another sandbox."""
    try:
        own = state_dir == default_state_dir()
    except InputError:
        own = False
    return f"trnctl sandbox {verb}" + ("" if own else f" --state-dir {shlex.quote(str(state_dir))}")


def path_of(state_dir: Path) -> Path:
    """Return where the file is in its folder."""
    return state_dir / "sandbox.json"


def write(file: Path, running: Running) -> None:
    """Write ``running`` so that nobody reads half of it."""
    partial = file.with_suffix(f".{running.pid}.partial")
    partial.write_text(json.dumps(asdict(running)))
    partial.replace(file)


def read(state_dir: Path) -> Running | None:
    """Return what the state file holds; None without one, or when it is none of ours."""
    try:
        kept = json.loads(read_plain(path_of(state_dir)))
    except (FileNotFoundError, NotADirectoryError, ValueError, RecursionError):
        return None
    except OSError as error:
        hint = "name another folder with --state-dir"
        raise problem("TRN093", f"the state file cannot be read: {reason(error)}", hint) from None
    return _running(kept)


def _running(kept: Any) -> Running | None:
    if not isinstance(kept, dict) or set(kept) != {"pid", "port", "token"}:
        return None
    pid, port, token = kept["pid"], kept["port"], kept["token"]
    if type(pid) is not int or type(port) is not int or pid <= 0 or not 0 < port <= _LAST_PORT:
        return None
    return Running(pid, port, token) if isinstance(token, str) and _TOKEN.fullmatch(token) else None


def take_away(state_dir: Path, code: str) -> None:
    """Delete the state file of a sandbox that is gone; a file of another program's is refused and left alone."""
    file = path_of(state_dir)
    if error := _other(state_dir, code):
        raise error
    with contextlib.suppress(NotADirectoryError):
        file.unlink(missing_ok=True)


def absent(state_dir: Path) -> InputError:
    """Return the error of a verb that needs a sandbox where none is found: ``TRN093``."""
    return _other(state_dir, "TRN093") or problem("TRN093", "no sandbox runs", command_line(state_dir, "start"))


def is_other(state_dir: Path) -> bool:
    """Whether the state file is there and is none of ours, so that nobody can tell whether a sandbox runs."""
    return os.path.lexists(path_of(state_dir)) and read(state_dir) is None


def _other(state_dir: Path, code: str) -> InputError | None:
    hint = "name another folder with --state-dir, or move the file away"
    text = f"{path_of(state_dir)} is no state file of a sandbox"
    return problem(code, text, hint) if is_other(state_dir) else None


def reason(error: OSError) -> str:
    """Return in the words of a message why something could not be done."""
    return (error.strerror or str(error)).lower()


def problem(code: str, message: str, hint: str) -> InputError:
    """Return the error of one thing that is wrong."""
    return InputError("sandbox", [Problem(code, message, hint=hint)])
