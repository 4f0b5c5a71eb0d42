"""Region and credentials of the verbs that ask an account; nothing is assumed."""

from __future__ import annotations

import configparser
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..constraints.identifiers import check_region
from ..errors import InputError, Problem

if TYPE_CHECKING:
    import botocore.session

__all__ = ["region_of", "required_region", "session_of"]


def region_of(flag: str | None, profile: str | None) -> str:
    """Return the region of the flag, else of AWS_REGION, AWS_DEFAULT_REGION, the profile; empty when none says."""
    named = flag or os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")
    return named or _of_profile(profile or os.environ.get("AWS_PROFILE") or "default")


def _of_profile(profile: str) -> str:
    """Read the profile's region without boto3: a missing region is a mistake of usage and must be told fast."""
    path = Path(os.environ.get("AWS_CONFIG_FILE") or "~/.aws/config").expanduser()
    config = configparser.ConfigParser()
    try:
        config.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        return ""
    section = profile if profile == "default" else f"profile {profile}"
    return config.get(section, "region", fallback="")


def required_region(region: str) -> str:
    """Return ``region``; raises `InputError` when it is empty or no region's name, wherever it came from."""
    if not region:
        hint = "say --region or set AWS_REGION; there is no default, Trn2 is in few regions"
        raise InputError("trnctl", [Problem("TRN060", "region required", "--region", hint=hint)])
    problem = check_region(region)
    if problem is not None:
        raise InputError("trnctl", [replace(problem, prop="region")])
    return region


def session_of(profile: str | None, offline: str = "") -> botocore.session.Session:
    """Return a session with credentials.

    Args:
        profile: the profile to use. Default: - what botocore chooses.
        offline: what ``--offline`` of the verb does, for the hint. Default: - the verb has none.

    Raises:
        InputError: the profile does not exist, or there are no credentials.
    """
    import botocore.session
    from botocore.exceptions import BotoCoreError

    try:
        session = botocore.session.Session(profile=profile)
        found = session.get_credentials()
    except BotoCoreError as error:
        raise InputError("credentials", [Problem("TRN065", str(error), "--profile", profile or "")]) from None
    if found is None:
        ways = ["set AWS_PROFILE or sign in (aws sso login)", *([f"--offline {offline}"] if offline else [])]
        raise InputError("credentials", [Problem("TRN065", "no AWS credentials found", hint="; ".join(ways))])
    return session
