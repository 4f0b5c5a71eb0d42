"""Calls to a region that the account has not opted into are refused as if its keys were wrong."""

from __future__ import annotations

from moto.ec2.models.availability_zones_and_regions import RegionsAndZonesBackend

from ..refusal import Refusal, Rule
from ..settings import Settings

RULE = Rule(
    id="region-opt-in",
    title="EC2 refuses every call in a region that the account has not opted into.",
    code="AuthFailure",
    source="EC2 API error codes: AuthFailure; AWS knowledge base on opt-in regions",
    http_status=401,
)
JSON = Rule(
    id="region-opt-in-json",
    title="Services that speak JSON refuse every call in a region that the account has not opted into.",
    code="UnrecognizedClientException",
    source="AWS knowledge base on opt-in regions",
)
QUERY = Rule(
    id="region-opt-in-query",
    title="Services that speak the query protocol refuse every call in such a region.",
    code="InvalidClientTokenId",
    source="AWS knowledge base on opt-in regions",
    http_status=403,
)
WITHOUT = {
    *("us-east-1", "us-east-2", "us-west-1", "us-west-2", "ca-central-1", "sa-east-1"),
    *("eu-central-1", "eu-north-1", "eu-west-1", "eu-west-2", "eu-west-3"),
    *("ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-southeast-1", "ap-southeast-2"),
}
"""Regions that every account has."""
_KNOWN = {item.name for item in RegionsAndZonesBackend.regions}
_PSEUDO = ("aws-global", "global", "")
"""What a client signs with where a service has no regions."""
_JSON_SERVICES = {"ssm", "service-quotas", "kms", "logs", "pricing", "events"}


def status(settings: Settings, region: str) -> str:
    """Return the region's OptInStatus; no account has opted into one that does not exist."""
    if region not in _KNOWN and region not in _PSEUDO:
        return "not-opted-in"
    if region in WITHOUT:
        return "opt-in-not-required"
    return "opted-in" if settings.opted_in is None or region in settings.opted_in else "not-opted-in"


def refusal(service: str) -> Refusal:
    """Return the refusal in the words of ``service``."""
    if service == "ec2":
        return RULE.refuse("AWS was not able to validate the provided access credentials")
    rule = JSON if service in _JSON_SERVICES else QUERY
    return rule.refuse("The security token included in the request is invalid.")
