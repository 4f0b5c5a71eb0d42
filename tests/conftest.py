"""What every test process needs: a current Node, no real account."""

import os

import pytest
from hypothesis import settings

from cdk_trainium.node import use_packaged_node

use_packaged_node()
os.environ.setdefault("CDK_VALIDATION", "false")
"""CDK's own template engine costs seconds at a process's first synth; the end-to-end tests leave it on."""
os.environ.update(
    AWS_ACCESS_KEY_ID="testing",
    AWS_SECRET_ACCESS_KEY="testing",
    AWS_SESSION_TOKEN="testing",
    AWS_CONFIG_FILE="/dev/null",
    AWS_SHARED_CREDENTIALS_FILE="/dev/null",
    AWS_EC2_METADATA_DISABLED="true",
    JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION="1",
    # From the day on which Node's release line ends jsii writes a banner to stderr: that is no property of the code.
    JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION="1",
    JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION="20,22,24",
)
for _name in ("AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL"):
    os.environ.pop(_name, None)

# A machine with other work to do is slow, and that is no property of the code.
settings.register_profile("any-machine", deadline=None)
settings.load_profile("any-machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew; read the diff")
