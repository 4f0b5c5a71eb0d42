"""Read a template: JSON, or YAML with CloudFormation's short forms."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote, urlparse

import yaml
from botocore.exceptions import ClientError

from ....plain_yaml import PlaceLoader
from ..clients import call
from ..errors import ValidationError
from .limits import STORED_BYTES, check_size
from .shape import check_shape

__all__ = ["fetch", "parse"]

_BARE = {"Ref", "Condition"}


class _Loader(PlaceLoader):
    """YAML in which ``!Sub`` and its like are functions and dates stay strings."""


def _short_form(loader: _Loader, suffix: str, node: yaml.Node) -> dict[str, Any]:
    name = suffix if suffix in _BARE else f"Fn::{suffix}"
    if isinstance(node, yaml.ScalarNode):
        value: Any = loader.construct_scalar(node)
        if suffix == "GetAtt":
            value = value.split(".", 1)
    elif isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    else:
        value = loader.construct_mapping(node, deep=True)  # type: ignore[arg-type]
    return {name: value}


_Loader.add_multi_constructor("!", _short_form)
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def parse(body: str) -> dict[str, Any]:
    """Return the template.

    Raises:
        ValidationError: no JSON or YAML, no mapping, or a mapping without resources.
    """
    try:
        template = json.loads(body) if body.lstrip().startswith("{") else yaml.load(body, _Loader)
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise ValidationError(f"Template format error: not well-formed. ({error})") from None
    if not isinstance(template, dict):
        raise ValidationError("Template format error: unsupported structure.")
    resources = template.get("Resources")
    if not isinstance(resources, dict) or not resources:
        raise ValidationError("Template format error: At least one Resources member must be defined.")
    check_shape(template)
    return template


def fetch(url: str, account: str, region: str) -> str:
    """Return the body of a template in a bucket.

    Raises:
        ValidationError: the URL names no bucket and key, or nothing is there.
    """
    bucket, key = _locate(url)
    try:
        answer = call("s3", account, region, "get_object", {"Bucket": bucket, "Key": key})
    except ClientError as error:
        code = error.response["Error"]["Code"]
        raise ValidationError(f"S3 error: {code} for bucket {bucket}, key {key}") from None
    body: str = answer["Body"].read().decode()
    check_size(body, STORED_BYTES)
    return body


def _locate(url: str) -> tuple[str, str]:
    parts = urlparse(url)
    host, path = parts.hostname or "", unquote(parts.path.lstrip("/"))
    first, _, rest = host.partition(".")
    in_path = first == "s3" or first.startswith("s3-") or host in {"localhost", "127.0.0.1"}
    bucket, key = path.split("/", 1) if in_path and "/" in path else (first, path)
    if not key or not (rest or in_path):
        raise ValidationError(f"TemplateURL must reference a valid S3 object to which you have access: {url}")
    return bucket, key
