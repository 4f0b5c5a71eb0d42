"""No address beyond this machine is accepted."""

from __future__ import annotations

import pytest

from cdk_trainium.errors import InputError
from cdk_trainium.sandbox.endpoint import environment, require_loopback


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
