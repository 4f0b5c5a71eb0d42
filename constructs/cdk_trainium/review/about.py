"""Findings about a review itself rather than about a rule's subject, and which of them somebody may accept."""

from __future__ import annotations

from .given import UNUSED_ID
from .missed import NOT_REVIEWED

__all__ = ["ACCEPTABLE", "NEVER", "NOT_ALL_CASES", "RULE_FAILED"]

RULE_FAILED = "TRN990"
NOT_ALL_CASES = "TRN992"
ACCEPTABLE = (UNUSED_ID, NOT_REVIEWED, NOT_ALL_CASES)
"""What a person can know better than the templates tell: who gives a reason may accept them as any rule's finding."""
NEVER = ("TRN980", "TRN981", "TRN982", "TRN983", "TRN985", RULE_FAILED)
"""A faulty acknowledgement, and a rule that could not judge: to accept them would accept whatever they hide."""
