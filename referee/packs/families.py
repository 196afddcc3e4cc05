"""The families of games: the files of their packs, and the systems that play them.

Our families are listed here. Another package registers a family by an entry point, as
`referee.systems.families` describes. Entry points are read only for a name that is not ours, because they
take too long for a short command.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

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

SYSTEMS = ("great-war", "skirmish")
"""Our families, as `game.yaml` names them."""

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
    pack. `code` names the files that decide whether a pack is sound: when they change, packs are checked
    again.
    """

    pack: type[AnyPack]
    files: Mapping[str, type[Model]]
    scenario: type[Scenario]
    bind: "Callable[[AnyPack, str, Mapping[str, str]], Game]"
    language: Callable[[], Language]
    misfits: Callable[[AnyPack], Iterator[PackProblem]]
    code: tuple[str, ...]
    optional: frozenset[str] = frozenset()
    names: type[PackNames] | None = None
    nameable: Callable[[AnyPack], Nameable] = _nothing
    casework: Callable[[], object] | None = None
    touching: Callable[[], object] | None = None


def family(system: str) -> Family:
    """Return a family by its name in `game.yaml`; raise `LookupError` if no package brings it."""
    match system:
        case "great-war":
            return great_war()
        case "skirmish":
            return skirmish()
        case _:
            return _load(system)


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
        raise DataFault(Complaint.of(PackFault.SYSTEM_BROKEN, name=system, reason=str(error))) from error
    if not isinstance(result, Family):
        reason = f"{entry_point.value} returns no Family"
        raise DataFault(Complaint.of(PackFault.SYSTEM_BROKEN, name=system, reason=reason))
    return result


def great_war() -> Family:
    """Return the Great War family."""
    from schemas.great_war import names, pack  # noqa: PLC0415 - one family at a time

    return Family(
        pack=pack.Pack,
        files=pack.FILES,
        scenario=pack.Scenario,
        bind=_bind_great_war,
        language=_read_great_war,
        misfits=_great_war,
        code=_GREAT_WAR_CODE,
        optional=frozenset({"geography"}),
        names=names.Names,
        nameable=_of_the_front,
        casework=_check_great_war,
        touching=_check_great_war,
    )


def skirmish() -> Family:
    """Return the skirmish family."""
    from schemas.skirmish import names, pack  # noqa: PLC0415 - one family at a time

    return Family(
        pack=pack.Pack,
        files=pack.FILES,
        scenario=pack.Scenario,
        bind=_bind_skirmish,
        language=_read_skirmish,
        misfits=_skirmish,
        code=_SKIRMISH_CODE,
        names=names.Names,
        nameable=_of_the_table,
        casework=_check_skirmish,
    )


def _bind_great_war(pack: AnyPack, scenario: str, options: Mapping[str, str]) -> "Game":
    from referee.systems.great_war.system import GreatWarSystem  # noqa: PLC0415 - one family at a time
    from schemas.great_war.pack import Pack  # noqa: PLC0415 - the same

    return cast("Game", GreatWarSystem.bind(cast(Pack, pack), scenario, options))


def _bind_skirmish(pack: AnyPack, scenario: str, options: Mapping[str, str]) -> "Game":
    from referee.systems.skirmish.system import SkirmishSystem  # noqa: PLC0415 - one family at a time
    from schemas.skirmish.pack import Pack  # noqa: PLC0415 - the same

    return cast("Game", SkirmishSystem.bind(cast(Pack, pack), scenario, options))


def _read_great_war() -> Language:
    from schemas.great_war.events import EVENTS  # noqa: PLC0415 - one family at a time
    from schemas.great_war.orders import ORDERS  # noqa: PLC0415 - the same

    return ORDERS, EVENTS


def _read_skirmish() -> Language:
    from schemas.skirmish.events import EVENTS  # noqa: PLC0415 - one family at a time
    from schemas.skirmish.orders import ORDERS  # noqa: PLC0415 - the same

    return ORDERS, EVENTS


def _check_great_war() -> object:
    from referee.packs.conformance.great_war import results  # noqa: PLC0415 - few run cases

    return results


def _check_skirmish() -> object:
    from referee.packs.conformance.skirmish import results  # noqa: PLC0415 - few run cases

    return results


_OPTION_MODULES = (
    "combat/air",
    "combat/battles",
    "combat/cards",
    "combat/fire",
    "combat/forced_retreats",
    "combat/losses",
    "combat/removals",
    "events/battle_events",
    "events/combat_events",
    "events/movement_events",
    "facts/control",
    "facts/turn_sequence",
    "flow/planning",
    "movement/movement",
    "movement/reorganisation",
    "movement/transport",
    "season/production",
    "season/victory",
    "state/game",
)
"""Modules of rules that declare an option."""

_GREAT_WAR_CODE = (
    "schemas/rulebook.py",
    "schemas/great_war/charts.py",
    "schemas/great_war/clauses.py",
    "schemas/great_war/pack.py",
    "schemas/great_war/geography.py",
    "schemas/great_war/names.py",
    "referee/packs/checks/great_war/pack_check.py",
    "referee/packs/checks/great_war/start_check.py",
    "referee/systems/great_war/state/outlines.py",
    "referee/packs/checks/great_war/map_check.py",
    "referee/packs/checks/great_war/set_up_check.py",
    "referee/packs/checks/great_war/pack_index.py",
    "referee/systems/great_war/flow/rule_options.py",
    *(f"referee/systems/great_war/{module}.py" for module in _OPTION_MODULES),
)


_SKIRMISH_CODE = (
    "schemas/rulebook.py",
    "schemas/skirmish/clauses.py",
    "schemas/skirmish/pack.py",
    "schemas/skirmish/parameters.py",
    "schemas/skirmish/names.py",
    "referee/systems/skirmish/facts/geometry.py",
    "referee/packs/checks/skirmish.py",
)


def _of_the_front(pack: AnyPack) -> Nameable:
    from referee.systems.great_war.language import localised_pack  # noqa: PLC0415 - only those who check a pack ask
    from schemas.great_war.pack import Pack  # noqa: PLC0415 - the same

    return localised_pack.nameable(cast(Pack, pack))


def _of_the_table(pack: AnyPack) -> Nameable:
    from referee.systems.skirmish.language import localised_pack  # noqa: PLC0415 - only those who check a pack ask
    from schemas.skirmish.pack import Pack  # noqa: PLC0415 - the same

    return localised_pack.nameable(cast(Pack, pack))


def _great_war(pack: AnyPack) -> Iterator[PackProblem]:
    from referee.packs.checks.great_war import pack_check  # noqa: PLC0415 - a pack that is kept is not judged again
    from schemas.great_war.pack import Pack  # noqa: PLC0415 - the same

    return pack_check.complaints(cast(Pack, pack))


def _skirmish(pack: AnyPack) -> Iterator[PackProblem]:
    from referee.packs.checks import skirmish  # noqa: PLC0415 - a pack that is kept is not judged again
    from schemas.skirmish.pack import Pack  # noqa: PLC0415 - the same

    return skirmish.complaints(cast(Pack, pack))
