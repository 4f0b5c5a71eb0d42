"""No address beyond this machine is accepted."""

from __future__ import annotations

from urllib.request import proxy_bypass_environment

import boto3
import pytest

from cdk_trainium.errors import InputError
from cdk_trainium.sandbox.endpoint import environment, require_loopback, steered


@pytest.mark.parametrize(
    "url",
    [
        "https://ec2.us-east-2.amazonaws.com",
        "http://localhost.example.com:5000",
        "http://10.0.0.1:5000",
        "http://0.0.0.0:5000",
        "localhost:5000",
        "",
    ],
)
def test_anything_else_is_refused(url: str) -> None:
    with pytest.raises(InputError) as caught:
        require_loopback(url)
    assert caught.value.codes == ["TRN090"]


@pytest.mark.parametrize("url", ["http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", "http://b.localhost:1"])
def test_loopback_is_accepted(url: str) -> None:
    assert require_loopback(url) == url


def test_the_environment_holds_dummy_credentials_and_no_configuration() -> None:
    made = environment("http://localhost:1")
    assert made["AWS_CONFIG_FILE"] == made["AWS_SHARED_CREDENTIALS_FILE"] == "/dev/null"
    assert made["AWS_ACCESS_KEY_ID"] == made["AWS_SECRET_ACCESS_KEY"] == "testing"
    assert made["AWS_EC2_METADATA_DISABLED"] == "true"


def test_the_environment_of_a_real_endpoint_is_refused() -> None:
    with pytest.raises(InputError):
        environment("https://ec2.us-east-2.amazonaws.com")


ELSEWHERE = {
    "AWS_ENDPOINT_URL_S3": "https://s3.us-east-2.amazonaws.com",
    "AWS_ENDPOINT_URL_CLOUDFORMATION": "https://x",
    "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true",
    "AWS_USE_FIPS_ENDPOINT": "true",
    "AWS_USE_DUALSTACK_ENDPOINT": "true",
    "AWS_PROFILE": "mine",
}


def test_nothing_of_the_environment_leads_elsewhere() -> None:
    made = steered({**ELSEWHERE, "PATH": "/bin"}, "http://localhost:1")
    assert not set(made) & set(ELSEWHERE)
    assert (made["PATH"], made["AWS_ENDPOINT_URL"]) == ("/bin", "http://localhost:1")


@pytest.mark.parametrize("name", ELSEWHERE)
def test_no_client_goes_elsewhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What botocore makes of the variable without us, and with us."""
    wanted = "http://localhost:1"
    with monkeypatch.context() as patch:
        for key, value in steered({name: ELSEWHERE[name]}, wanted).items():
            patch.setenv(key, value)
        session = boto3.Session()
        assert {session.client(one).meta.endpoint_url for one in ("s3", "cloudformation", "ec2")} == {wanted}


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({}, None),
        ({"https_proxy": "http://p:1"}, None),
        ({"http_proxy": ""}, None),
        ({"http_proxy": "http://p:1"}, "localhost,127.0.0.1"),
        ({"HTTP_PROXY": "http://p:1", "NO_PROXY": "a.b, localhost"}, "a.b,localhost,127.0.0.1"),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": "upper", "no_proxy": "lower"}, "lower,localhost,127.0.0.1"),
    ],
)
def test_a_proxy_is_kept_out(given: dict[str, str], named: str | None) -> None:
    made = steered(given, "http://localhost:1")
    assert {made.get("NO_PROXY"), made.get("no_proxy")} == {named}
    if named:
        assert proxy_bypass_environment("localhost:1", {"no": made["no_proxy"]})
