"""Every enumeration of faults in the house."""

from importlib import import_module

from referee.engine.facts import Fact
from tests.languages.templates import ROOT


def of_faults() -> tuple[type[Fact], ...]:
    """The enumerations that stand in the rooms, one for each kind of thing that can be wrong."""
    for path in (ROOT / "referee").rglob("faults.py"):
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return tuple(kind for kind in Fact.__subclasses__() if kind.__module__.endswith(".faults"))
