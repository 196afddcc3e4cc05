"""The families of games: the files of their packs, and the systems that play them.

Each family is described by a module of its own. Another package registers its family by an entry point, as
`referee.systems.families` describes. Our families have the same entry points, but are listed here as well,
because reading the installed entry points takes too long for a short command.
"""

import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from referee.faults import Complaint, DataFault, PackProblem
from referee.packs.faults import PackFault
from schemas.model import Model, ModelUnion
from schemas.record import Shape, Value
from schemas.rulebook import AnyPack, PackNames, Scenario

GAME = "game.yaml"
"""File that makes a folder a pack, and names its system."""

LANGUAGES = "languages"
"""Folder of a pack's names in other languages."""

SCENARIOS = "scenarios"
"""Folder of a pack's set-ups."""

GEOGRAPHY = "geography.yaml"
"""File of the land under a map. It decides nothing, so that no digest covers it."""

LABELS = "labels.yaml"
"""Labels of single figures; they decide nothing."""

GEOGRAPHY_SHOWS = ("map.yaml", "art.yaml")
"""Files that the geography shows. A pack with its own does not inherit the geography of another."""

MOST_BYTES = 2 * 1024 * 1024
"""Highest number of bytes in one file of a pack."""

OURS: Mapping[str, str] = {
    "great-war": "referee.packs.great_war:describe",
    "skirmish": "referee.packs.skirmish:describe",
}
"""The entry points of our families, by the names in `game.yaml`."""

SYSTEMS = tuple(OURS)

if TYPE_CHECKING:
    from referee.systems.faces import Game

Language = tuple[ModelUnion[Any], Shape[Any]]
"""Shapes of the orders and of the events of a family."""


Nameable = Mapping[str, Callable[[], Collection[str]]]
"""Names that language files can translate, by table."""


def _nothing(_: AnyPack) -> Nameable:
    return {}


class Family(Value):
    """The packs of a family and the system that plays them.

    `bind` returns the system of a pack, a scenario and the options in force; `language` returns the shapes of
    orders and events. `casework` returns a `Casework` for conformance cases, `touching` a `Touching` for
    pairs of clauses, both of `referee.packs.conformance.case_files`; a family may lack them. All four import
    the code that they need when they are called.

    `files` are the shapes of the files of a folder; `optional` ones may be absent. `scenario` is the shape
    of each file in `scenarios/`, and `pack` contains them all. `names` is the shape of the files in
    `languages/`, which translate names and decide nothing; None if a family has no such files. `nameable`
    lists the names that can be translated, by table. `misfits` yields the contradictions between parts of a
    pack. `code` names files of another package that decide whether a pack is sound: when they change, packs
    are checked again, as they are when the code of the referee changes.
    """

    pack: type[AnyPack]
    files: Mapping[str, type[Model]]
    scenario: type[Scenario]
    bind: "Callable[[AnyPack, str, Mapping[str, str]], Game]"
    language: Callable[[], Language]
    misfits: Callable[[AnyPack], Iterator[PackProblem]]
    code: tuple[str, ...] = ()
    optional: frozenset[str] = frozenset()
    names: type[PackNames] | None = None
    nameable: Callable[[AnyPack], Nameable] = _nothing
    casework: Callable[[], object] | None = None
    touching: Callable[[], object] | None = None


def family(system: str) -> Family:
    """Return a family by its name in `game.yaml`; raise `LookupError` if no package brings it."""
    if system not in OURS:
        return _load(system)
    describe: Callable[[], Family] = resolve_name(OURS[system])
    return describe()


def list_systems() -> tuple[str, ...]:
    """Return the names of all families: ours, then those of other packages."""
    from referee.systems import families  # noqa: PLC0415 - for names that are not ours

    return tuple(dict.fromkeys((*SYSTEMS, *families.list_names())))


@lru_cache(maxsize=8)
def _load(system: str) -> Family:
    """Return the family of another package; raise `DataFault` if its code does not work."""
    from referee.systems import families  # noqa: PLC0415 - for names that are not ours

    if (entry_point := families.find(system)) is None:
        raise LookupError(f"no rule system is called {system!r}")
    try:
        result = entry_point.load()()
    except Exception as error:
        reason = _describe_error(error)
        raise DataFault(Complaint.of(PackFault.SYSTEM_BROKEN, name=system, reason=reason)) from error
    if not isinstance(result, Family):
        reason = f"{entry_point.value} returns no Family"
        raise DataFault(Complaint.of(PackFault.SYSTEM_BROKEN, name=system, reason=reason))
    return result


def _describe_error(error: Exception) -> str:
    """Return the text of an error, with its class and place unless it names the contradictions of tables."""
    if type(error) is ValueError:
        return str(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}, line {place.lineno})"
