"""Modules that are read when they are first used: no command uses all that its imports name."""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType

_OURS = ("referee.", "schemas.")

_AT_ONCE = "referee.platform."
"""The package that starts threads is read at once: two threads must not read a module together."""


class _LateFinder:
    """Finds our modules as any other, and lets each wait until something of it is asked for."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(_OURS) or name.startswith(_AT_ONCE):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None and spec.submodule_search_locations is None:
            spec.loader = LazyLoader(spec.loader)
        return spec


def postpone() -> None:
    """Let modules of the program that are imported from now on wait for their first use."""
    sys.meta_path.insert(0, _LateFinder)
