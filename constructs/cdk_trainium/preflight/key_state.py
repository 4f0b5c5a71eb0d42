"""Whether the state and the kind of a KMS key let EBS use it."""

from __future__ import annotations

from collections.abc import Mapping

from ..constraints.key_policy import SYMMETRIC
from .check import Outcome, fail, warn
from .question import Row

__all__ = ["unfit_key"]

_USABLE = ("Enabled", "Updating")
"""``Updating`` is that of a multi-Region key for some seconds. Source: KMS Developer Guide, multi-region-update."""
_CREATING = "Creating"
_REMEDIES: Mapping[str, str] = {
    "Disabled": "enable the key",
    "PendingDeletion": "cancel its deletion and enable it, or take another key",
    "PendingReplicaDeletion": "cancel its deletion and enable it, or take another key",
    "PendingImport": "import its key material",
    "Unavailable": "connect its custom key store",
}
"""State in which KMS refuses to use a key -> what to do. Source: KMS Developer Guide, Key states."""


def unfit_key(key: str, metadata: Row) -> list[Outcome]:
    """Return why EBS cannot use ``key``, nothing where it can; a state of a newer KMS raises `UnansweredError`."""
    state = metadata.known("KeyState", (*_USABLE, _CREATING, *_REMEDIES))
    if state == _CREATING:
        return warn(f"{key} is {state}", "wait until it is enabled before you deploy")
    if state in _REMEDIES:
        return fail(f"{key} is {state}", _REMEDIES[state])
    if metadata.text("KeySpec", SYMMETRIC) != SYMMETRIC:
        return fail(f"{key} is of {metadata.text('KeySpec')}: EBS supports symmetric keys only", "take another key")
    return []
