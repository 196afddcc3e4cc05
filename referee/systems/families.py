"""The families of games that other packages bring, by the entry points of one group.

A package with a family declares it in its `pyproject.toml`; the entry point is a function without arguments
that returns a `referee.packs.families.Family`:

    [project.entry-points."referee.systems"]
    trafalgar = "trafalgar.family:describe"
"""

from importlib.metadata import EntryPoint, entry_points

GROUP = "referee.systems"
"""The group of entry points. Its names are the values of `system` in `game.yaml`."""


def list_names() -> tuple[str, ...]:
    """Return the names of the installed families, ours included, in alphabetical order."""
    return tuple(sorted(entry_points(group=GROUP).names))


def find(name: str) -> EntryPoint | None:
    """Return the entry point of an installed family; None if no package brings it."""
    return next(iter(entry_points(group=GROUP, name=name)), None)
