"""The families of games that other packages bring, by the entry points of one group.

A package with a family declares it in its `pyproject.toml`; the entry point is a function without arguments
that returns a `referee.packs.families.Family`:

    [project.entry-points."referee.systems"]
    trafalgar = "trafalgar.family:describe"

Its packs are declared in another group, each by the package that is its folder:

    [project.entry-points."referee.packs"]
    trafalgar = "trafalgar.pack"
"""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec

GROUP = "referee.systems"
"""The group of entry points. Its names are the values of `system` in `game.yaml`."""


def list_names() -> tuple[str, ...]:
    """Return the names of the installed families, ours included, in alphabetical order."""
    return tuple(sorted(entry_points(group=GROUP).names))


PACKS = "referee.packs"
"""The group of entry points for packs. Its names are those of the packs."""


def list_pack_folders() -> Iterator[tuple[str, str]]:
    """Yield the name and the folder of each installed pack."""
    for entry_point in entry_points(group=PACKS):
        spec = find_spec(entry_point.value)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            yield entry_point.name, folder


def find(name: str) -> EntryPoint | None:
    """Return the entry point of an installed family; None if no package brings it."""
    return next(iter(entry_points(group=GROUP, name=name)), None)
