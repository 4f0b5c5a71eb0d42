"""A group that waits for signals which its user data does not send."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Level
from ....launches.values import counted
from ....template import Unknown
from ...model import Group, Launch
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Path, Rule

_MAY_SIGNAL = re.compile(r"signal|cfn-init|://|base64|aws s3")
"""What signals, or fetches or hides something that may."""
_SIGNALS_NOT = {
    *("cat", "cd", "chmod", "chown", "cp", "echo", "exit", "export", "hostnamectl", "ln", "mkdir", "modprobe", "mv"),
    *("printf", "rm", "sed", "set", "sleep", "swapoff", "sysctl", "tee", "touch", "true", "ulimit"),
    "/etc/eks/bootstrap.sh",
}
"""Commands that tell CloudFormation nothing; the script of EKS images is one. Any other may start what does."""
_ENDS = re.compile(r"\n|;|&&|\|\|")
_INSIDE = ("`", "$(", "|", "&")
_SIGNAL = re.compile(r"signal|cfn-init|://|base64|aws s3")
"""What signals, or fetches or hides something that may."""
_RUNS = re.compile(
    r"\||\b(?:ansible|apt|aws|chef|ctr|curl|dnf|docker|eval|mount|nerdctl|perl|podman|puppet|python|salt|service|source"
    r"|systemctl|wget|yum)|(?:^|[;&(]|\b(?:bash|exec|sh|sudo|then|do))[ \t]*[./~]",
    re.MULTILINE,
)
"""What starts something that may: a program, a service, an image's own script."""
_RUNS_NOT = re.compile(r"#!.*|/etc/eks/bootstrap\.sh")
"""The first line of a script; the script of EKS images, which tells CloudFormation nothing."""
_SIGNAL = re.compile(r"cfn-signal\b[^\n;|&]*?\s--resource[= ]+[\"']?(\w+)[\"']?(?=\s|$)[^\n;|&]*")
"""A call whose resource is a plain word."""
_HOLE = re.compile(r"\$\{(?!AWS::)|\{\{")
"""What hides a part; pseudo parameters bring no command."""
_UPDATE = ("UpdatePolicy", "AutoScalingRollingUpdate")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Judge user data of which all that may signal is readable; without any, the image may have what signals."""
    group = launch.group
    where = _waits(group) if group is not None and group.kind == "asg" else None
    data = launch.node.boots if where is not None else None
    if group is None or where is None or data is None or not data.read.whole:
        return
    text = data.text.replace("\\\n", " ")
    named = {call[1] for call in _SIGNAL.finditer(text)}
    rest = _SIGNAL.sub("", text)
    hidden = not data.known and (not named or _HOLE.search(rest))
    if hidden or not text.strip() or group.resource.id in named or _may_signal(rest, alone=not named):
        return
    sends = f"signals {', '.join(sorted(named))} only" if named else "sends none"
    yield Hit(f"{where[-1]} waits for signals, and the user data {sends}", where, resource=group.resource)


def _may_signal(text: str, *, alone: bool) -> bool:
    """Return whether ``text`` may; what signals for one resource starts nothing that does for another."""
    found = _MAY_SIGNAL.search(text.lower()) is not None
    return found or (alone and not all(map(_is_harmless, _ENDS.split(text))))


def _is_harmless(command: str) -> bool:
    """Return whether ``command`` of a script starts nothing that may signal."""
    first, *_ = (*command.split(), "#")
    known = first.startswith("#") or first in _SIGNALS_NOT or re.fullmatch(r"\w+=\S*", command.strip()) is not None
    return known and (first.startswith("#") or not any(mark in command for mark in _INSIDE))


def _waits(group: Group) -> Path | None:
    """Return where ``group`` says that it waits for its nodes, None where it does not, or nobody knows."""
    signal = group.branch.creation_policy.get("ResourceSignal")
    if signal is not None and not isinstance(signal, Unknown) and counted(as_map(signal).get("Count", 1), 1) != 0:
        return ("CreationPolicy", "ResourceSignal")
    update = as_map(group.branch.update_policy.get(_UPDATE[-1]))
    return (*_UPDATE, "WaitOnResourceSignals") if update.get("WaitOnResourceSignals") in (True, "true") else None


RULE = Rule(
    id="TRN383",
    title="A group that waits for signals has nodes that send them",
    level=Level.WARNING,
    why="Nobody signals: the creation or update waits for its whole timeout, then the stack rolls back.",
    source="CloudFormation, CreationPolicy and UpdatePolicy attributes; cfn-signal",
    on="launch",
    check=check,
    fix="call cfn-signal at the end of the user data, or remove the policy",
)
