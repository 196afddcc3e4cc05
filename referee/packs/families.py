"""What the referee must know of a family of games to read its packs."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, cast

from referee.engine.faults import PackProblem
from referee.values.value import Value
from schemas.model import ModelUnion
from schemas.record import Record
from schemas.rulebook import AnyPack, PackNames
from schemas.shape import Shape

GAME = "game.yaml"
"""The file that makes a folder a pack, and names its system."""

LANGUAGES = "languages"
"""The folder of a pack's names in other languages."""

SCENARIOS = "scenarios"
"""The folder of a pack's set-ups."""

MOST_BYTES = 2 * 1024 * 1024
"""The most bytes of one file of a pack."""

SYSTEMS = ("great-war", "skirmish")
"""The systems whose packs can be read, as `game.yaml` names them."""


def _nothing(_: AnyPack) -> Mapping[str, Collection[str]]:
    return {}


class Family(Value):
    """The shapes of a family's packs.

    `files` are the shapes of the files of a folder, `scenario` that of each file in `scenarios/`, and `pack`
    holds them all. `names` is the shape of the files in `languages/`, which call things by other names and
    decide nothing; a family without it has none. `nameable` is what they can be of, table by table. `misfits`
    gives what in a pack does not fit together. `code` names the files that decide whether a pack is sound:
    when they change, packs are judged anew.
    """

    pack: type[AnyPack]
    files: Mapping[str, type[Record]]
    scenario: type[Record]
    misfits: Callable[[AnyPack], Iterator[PackProblem]]
    code: tuple[str, ...]
    names: type[PackNames] | None = None
    nameable: Callable[[AnyPack], Mapping[str, Collection[str]]] = _nothing


def family(system: str) -> Family:
    """The family of a system; raises `LookupError` where there is none."""
    match system:
        case "great-war":
            from schemas.great_war import names, pack  # noqa: PLC0415 - one family at a time

            return Family(
                pack.Pack,
                pack.FILES,
                pack.Scenario,
                _great_war,
                _GREAT_WAR_CODE,
                names.Names,
                _of_the_front,
            )
        case "skirmish":
            from schemas.skirmish import names as called  # noqa: PLC0415 - one family at a time
            from schemas.skirmish import pack as table  # noqa: PLC0415 - one family at a time

            return Family(
                table.Pack,
                table.FILES,
                table.Scenario,
                _skirmish,
                _SKIRMISH_CODE,
                called.Names,
                _of_the_table,
            )
        case _:
            raise LookupError(f"no rule system is called {system!r}")


def language(system: str) -> tuple[ModelUnion[Any], Shape[Any]]:
    """How the orders and the events of a system are written down."""
    match system:
        case "great-war":
            from schemas.great_war.events import EVENTS  # noqa: PLC0415 - one family at a time
            from schemas.great_war.orders import ORDERS  # noqa: PLC0415 - one family at a time

            return ORDERS, EVENTS
        case "skirmish":
            from schemas.skirmish import events, orders  # noqa: PLC0415 - one family at a time

            return orders.ORDERS, events.EVENTS
        case _:
            raise LookupError(f"no rule system is called {system!r}")


_OPTION_MODULES = (
    "combat/air",
    "combat/battles",
    "combat/combat_cards",
    "combat/crises",
    "combat/driven",
    "combat/fire",
    "combat/losses",
    "combat/special",
    "combat/units",
    "events/of_combat",
    "events/of_movement",
    "events/of_retreats",
    "facts/sequence",
    "facts/supply",
    "flow/planning",
    "movement/movement",
    "movement/reorganisation",
    "movement/transport",
    "season/production",
    "season/trenches",
    "season/victory",
    "state/theatre",
)
"""The modules of rules that declare an option."""

_GREAT_WAR_CODE = (
    "schemas/rulebook.py",
    "schemas/great_war/cards.py",
    "schemas/great_war/charts.py",
    "schemas/great_war/clauses.py",
    "schemas/great_war/pack.py",
    "schemas/great_war/words.py",
    "referee/packs/checks/great_war/pack_check.py",
    "referee/packs/checks/great_war/events_check.py",
    "referee/systems/great_war/state/outlines.py",
    "referee/packs/checks/great_war/map_check.py",
    "referee/packs/checks/great_war/outline_check.py",
    "referee/packs/checks/great_war/set_up_check.py",
    "referee/packs/checks/great_war/roll_call.py",
    "referee/systems/great_war/flow/rule_options.py",
    *(f"referee/systems/great_war/{module}.py" for module in _OPTION_MODULES),
)


_SKIRMISH_CODE = (
    "schemas/rulebook.py",
    "schemas/skirmish/clauses.py",
    "schemas/skirmish/pack.py",
    "schemas/skirmish/parameters.py",
    "schemas/skirmish/words.py",
    "referee/systems/skirmish/facts/geometry.py",
    "referee/packs/checks/skirmish/pack_check.py",
)


def _of_the_front(pack: AnyPack) -> Mapping[str, Collection[str]]:
    from referee.systems.great_war.state import renaming  # noqa: PLC0415 - only those who check a pack ask
    from schemas.great_war.pack import Pack  # noqa: PLC0415 - the same

    return renaming.nameable(cast(Pack, pack))


def _of_the_table(pack: AnyPack) -> Mapping[str, Collection[str]]:
    from referee.systems.skirmish.state import renaming  # noqa: PLC0415 - only those who check a pack ask
    from schemas.skirmish.pack import Pack  # noqa: PLC0415 - the same

    return renaming.nameable(cast(Pack, pack))


def _great_war(pack: AnyPack) -> Iterator[PackProblem]:
    from referee.packs.checks.great_war import pack_check  # noqa: PLC0415 - a pack that is kept is not judged again
    from schemas.great_war.pack import Pack  # noqa: PLC0415 - the same

    return pack_check.complaints(cast(Pack, pack))


def _skirmish(pack: AnyPack) -> Iterator[PackProblem]:
    from referee.packs.checks.skirmish import pack_check  # noqa: PLC0415 - a pack that is kept is not judged again
    from schemas.skirmish.pack import Pack  # noqa: PLC0415 - the same

    return pack_check.complaints(cast(Pack, pack))
