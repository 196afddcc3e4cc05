"""The Great War family: the files of its packs, and the system that plays them."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from referee.faults import PackProblem
from referee.packs.families import Family, Language, Nameable
from schemas.great_war import names, pack
from schemas.rulebook import AnyPack

if TYPE_CHECKING:
    from referee.systems.faces import Game

_OPTION_MODULES = (
    "combat/air",
    "combat/battles",
    "combat/card_effects",
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

CODE = (
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
    "referee/packs/checks/problems.py",
    "referee/systems/great_war/flow/rule_options.py",
    *(f"referee/systems/great_war/{module}.py" for module in _OPTION_MODULES),
)
"""Files that decide whether a pack is sound."""


def describe() -> Family:
    """Return the family."""
    return Family(
        pack=pack.Pack,
        files=pack.FILES,
        scenario=pack.Scenario,
        bind=_bind,
        language=_read_language,
        misfits=_find_misfits,
        code=CODE,
        optional=frozenset({"geography"}),
        names=names.Names,
        nameable=_list_nameable,
        casework=_load_casework,
        touching=_load_casework,
    )


def _bind(bound: AnyPack, scenario: str, options: Mapping[str, str]) -> "Game":
    from referee.systems.great_war.system import GreatWarSystem  # noqa: PLC0415 - a pack may only be listed

    return cast("Game", GreatWarSystem.bind(cast(pack.Pack, bound), scenario, options))


def _read_language() -> Language:
    from schemas.great_war.events import EVENTS  # noqa: PLC0415 - a pack may only be listed
    from schemas.great_war.orders import ORDERS  # noqa: PLC0415 - the same

    return ORDERS, EVENTS


def _load_casework() -> object:
    from referee.packs.conformance.great_war import results  # noqa: PLC0415 - few run cases

    return results


def _list_nameable(named: AnyPack) -> Nameable:
    from referee.systems.great_war.language import localised_pack  # noqa: PLC0415 - only checks of a pack ask

    return localised_pack.nameable(cast(pack.Pack, named))


def _find_misfits(checked: AnyPack) -> Iterator[PackProblem]:
    from referee.packs.checks.great_war import pack_check  # noqa: PLC0415 - a cached pack is not checked again

    return pack_check.complaints(cast(pack.Pack, checked))
