"""The skirmish family: the files of its packs, and the system that plays them."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from referee.faults import PackProblem
from referee.packs.families import Family, Language, Nameable
from schemas.rulebook import AnyPack
from schemas.skirmish import names, pack

if TYPE_CHECKING:
    from referee.systems.faces import Game


def describe() -> Family:
    """Return the family."""
    return Family(
        pack=pack.Pack,
        files=pack.FILES,
        scenario=pack.Scenario,
        bind=_bind,
        language=_read_language,
        misfits=_find_misfits,
        names=names.Names,
        nameable=_list_nameable,
        casework=_load_casework,
    )


def _bind(bound: AnyPack, scenario: str, options: Mapping[str, str]) -> "Game":
    from referee.systems.skirmish.system import SkirmishSystem  # noqa: PLC0415 - a pack may only be listed

    return cast("Game", SkirmishSystem.bind(cast(pack.Pack, bound), scenario, options))


def _read_language() -> Language:
    from schemas.skirmish.events import EVENTS  # noqa: PLC0415 - a pack may only be listed
    from schemas.skirmish.orders import ORDERS  # noqa: PLC0415 - the same

    return ORDERS, EVENTS


def _load_casework() -> object:
    from referee.packs.conformance.skirmish import results  # noqa: PLC0415 - few run cases

    return results


def _list_nameable(named: AnyPack) -> Nameable:
    from referee.systems.skirmish.language import localised_pack  # noqa: PLC0415 - only checks of a pack ask

    return localised_pack.nameable(cast(pack.Pack, named))


def _find_misfits(checked: AnyPack) -> Iterator[PackProblem]:
    from referee.packs.checks import skirmish  # noqa: PLC0415 - a cached pack is not checked again

    return skirmish.complaints(cast(pack.Pack, checked))
