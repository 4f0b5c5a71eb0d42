"""Which code a call is refused with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from botocore.exceptions import ClientError


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Pass when the block raises a ClientError with exactly this code."""
    with pytest.raises(ClientError) as caught:
        yield
    assert caught.value.response["Error"]["Code"] == code
