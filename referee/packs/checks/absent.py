"""Parts of a pack that could not be read: checks that need one are skipped, all others are made."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Never

from referee.faults import PackProblem


class PartAbsentError(Exception):
    """A check needs a part that could not be read."""


class AbsentPart:
    """A part that could not be read, in its place in the pack."""

    def __getattr__(self, name: str) -> Never:
        """Stop a check that reads an attribute of the part."""
        raise PartAbsentError(name)

    def __iter__(self) -> Never:
        """Stop a check that iterates over the part."""
        raise PartAbsentError


def make(checks: Iterable[Iterator[PackProblem]]) -> Iterator[PackProblem]:
    """Yield the problems of each check, up to the place where it needs an absent part."""
    for check in checks:
        with suppress(PartAbsentError):
            yield from check
