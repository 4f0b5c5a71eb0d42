"""What is loaded to stay: no collection meanwhile, none walks it later, and the collector is as it was before."""

import gc
from collections.abc import Iterator

import pytest

from cdk_trainium.lasting import lasting


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    before = gc.isenabled()
    yield
    gc.unfreeze()
    (gc.enable if before else gc.disable)()


def test_what_is_loaded_meanwhile_is_walked_no_more() -> None:
    gc.enable()
    with lasting():
        assert not gc.isenabled()
        made = [[] for _ in range(100)]
    assert gc.isenabled()
    assert not any(item is made for item in gc.get_objects())
    later = [made]
    assert any(item is later for item in gc.get_objects())


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    with lasting():
        pass
    assert not gc.isenabled()


def test_it_is_on_again_after_an_error() -> None:
    gc.enable()
    with pytest.raises(KeyError), lasting():
        raise KeyError
    assert gc.isenabled()
