"""Syntax trees that the tests of the architecture share."""

from collections.abc import Iterator

import pytest

from tests.architecture.test_layers import parsed


@pytest.fixture(scope="package", autouse=True)
def trees_are_forgotten() -> Iterator[None]:
    """Forget the trees of all files: each full collection would search their millions of objects."""
    yield
    parsed.cache_clear()
