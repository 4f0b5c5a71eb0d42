"""Region and credentials of the verbs that ask an account; nothing is assumed."""

from __future__ import annotations

import configparser
import os
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ..constraints.identifiers import check_region
from ..errors import InputError, Problem
from ..wording import nearest, without_password
from .alarm import TooLateError, ends_within

if TYPE_CHECKING:
    import botocore.credentials
    import botocore.session

__all__ = ["region_of", "required_profile", "required_region", "session_of"]

_CONFIG = ("AWS_CONFIG_FILE", "~/.aws/config")
_KEY = re.compile(r"[!-~]+")
"""What an HTTP header can carry without blanks."""


def region_of(flag: str | None, profile: str | None) -> str:
    """Return the region of the flag, else of AWS_REGION, AWS_DEFAULT_REGION, the profile; empty when none says."""
    named = flag or os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")
    return named or _of_profile(profile or os.environ.get("AWS_PROFILE") or "default")


def _of_profile(profile: str) -> str:
    """Read the profile's region without boto3: a missing region is a mistake of usage and must be told fast."""
    section = profile if profile == "default" else f"profile {profile}"
    return _sections(*_CONFIG).get(section, {}).get("region", "")


def _sections(variable: str, usual: str) -> dict[str, dict[str, str]]:
    """Return name -> keys of what the file of ``variable`` holds, found as botocore does: without a home, nothing.

    Nothing either of a file that cannot be read, botocore tells why; or of a pipe or device, which botocore passes by.
    """
    config = configparser.RawConfigParser()
    path = os.path.expanduser(os.environ.get(variable) or usual)
    try:
        if os.path.isfile(path):
            config.read(path, encoding="utf-8")
    except (configparser.Error, OSError, UnicodeDecodeError):
        return {}
    return {name.replace('"', "").replace("'", ""): dict(config[name]) for name in config.sections()}


def required_profile(profile: str) -> None:
    """Raise `InputError` when no AWS configuration has ``profile``; for runs that make no session, which would."""
    configured = {name.removeprefix("profile ") for name in _sections(*_CONFIG)}
    known = {"default", *configured, *_sections("AWS_SHARED_CREDENTIALS_FILE", "~/.aws/credentials")}
    if profile not in known:
        problem = Problem("TRN065", "there is no such profile", "--profile", profile, hint=nearest(profile, known))
        raise InputError("credentials", [problem])


def required_region(region: str) -> str:
    """Return ``region``; raises `InputError` when it is empty or no region's name, wherever it came from."""
    if not region:
        hint = "say --region or set AWS_REGION; there is no default, Trn2 is in few regions"
        raise InputError("trnctl", [Problem("TRN060", "region required", "--region", hint=hint)])
    problem = check_region(region)
    if problem is not None:
        raise InputError("trnctl", [replace(problem, prop="region")])
    return region


def session_of(profile: str | None, seconds: float, offline: str = "") -> botocore.session.Session:
    """Return a session with credentials.

    Args:
        profile: the profile to use. Default: - what botocore chooses.
        seconds: how long the credentials may take: a helper of the profile's may never end, or ask for a code.
        offline: what ``--offline`` of the verb does, for the hint. Default: - the verb has none.

    Raises:
        InputError: ``TRN065`` the profile does not exist, there are no credentials in time, or the AWS configuration or
            environment is such that no client can be made.
    """
    try:
        with ends_within(seconds):
            session, found = _made(profile)
    except TooLateError:
        raise InputError("credentials", [_late(profile, seconds)]) from None
    except InputError:
        raise
    except Exception as error:  # whatever a variable, a profile or a helper of it makes botocore raise
        raise InputError("credentials", [_unusable(profile, error)]) from None
    if not found:
        ways = ["set AWS_PROFILE or sign in (aws sso login)", *([f"--offline {offline}"] if offline else [])]
        raise InputError("credentials", [Problem("TRN065", "no AWS credentials found", hint="; ".join(ways))])
    return session


def _made(profile: str | None) -> tuple[botocore.session.Session, bool]:
    """Return a session that has made one client, which tells a broken environment once, and if it has credentials."""
    import botocore.session

    session = botocore.session.Session(profile=profile)
    credentials = session.get_credentials()
    if credentials is None:
        return session, False
    _check(credentials.get_frozen_credentials())  # those of a role or a helper are fetched on use
    session.create_client("sts", region_name="us-east-1")  # everybody asks it: no client is made in vain
    return session, True


def _check(credentials: botocore.credentials.ReadOnlyCredentials) -> None:
    """Refuse what no request can carry, without showing it: the error of the first request would.

    Raises:
        InputError: ``TRN065``: names what holds a blank, a line break or a letter beyond ASCII.
    """
    named = {
        "AWS_ACCESS_KEY_ID": credentials.access_key,
        "AWS_SECRET_ACCESS_KEY": credentials.secret_key,
        "AWS_SESSION_TOKEN": credentials.token,
    }
    text = "holds a character that no credential has, such as a line break at its end"
    hint = "write the value without it, in the variable or wherever the profile takes it from"
    wrong = [name for name, value in named.items() if value and not _KEY.fullmatch(value)]
    if wrong:
        raise InputError("credentials", [Problem("TRN065", text, name, hint=hint) for name in wrong])


def _late(profile: str | None, seconds: float) -> Problem:
    text = f"no credentials within {round(seconds, 1)} s, what is left of the deadline"
    hint = "see what the profile in the AWS configuration calls, such as credential_process; or raise --deadline"
    return Problem("TRN065", text, "--profile" if profile else "", profile or "", hint=hint)


def _unusable(profile: str | None, error: Exception) -> Problem:
    from botocore.exceptions import BotoCoreError

    said = without_password(" ".join(str(error).split()))[:300]
    text = said if isinstance(error, BotoCoreError) else f"no session can be made: {type(error).__name__}: {said}"
    hint = "look at the AWS_… variables, and at the profile in the AWS configuration with what it calls"
    return Problem("TRN065", text, "--profile" if profile else "", profile or "", hint=hint)
