"""The rules, one package per family of games."""

from collections.abc import Mapping
from typing import cast

from referee.engine.system import Rules
from schemas.rulebook import AnyPack


def rules(system: str, pack: AnyPack, scenario: str, options: Mapping[str, str]) -> Rules:
    """The rules of a family, bound to a pack; the family's code is imported only when it is played."""
    match system:
        case "great-war":
            from referee.systems.great_war.rules import GreatWar  # noqa: PLC0415 - one family at a time
            from schemas.great_war.pack import Pack as WarPack  # noqa: PLC0415 - one family at a time

            return cast(Rules, GreatWar(cast(WarPack, pack), scenario, options))
        case "skirmish":
            from referee.systems.skirmish.rules import Skirmish  # noqa: PLC0415 - one family at a time
            from schemas.skirmish.pack import Pack as TablePack  # noqa: PLC0415 - one family at a time

            return cast(Rules, Skirmish(cast(TablePack, pack), scenario, options))
        case _:
            raise LookupError(f"no rule system is called {system!r}")
