"""The rules, one package per family of games."""

from collections.abc import Mapping
from typing import cast

from referee.systems.faces import Game
from schemas.rulebook import AnyPack


def bind(system: str, pack: AnyPack, scenario: str, options: Mapping[str, str]) -> Game:
    """Return the system of a family, bound to a pack; only the code of this family is imported."""
    match system:
        case "great-war":
            from referee.systems.great_war.system import GreatWarSystem  # noqa: PLC0415 - one family at a time
            from schemas.great_war.pack import Pack as WarPack  # noqa: PLC0415 - one family at a time

            return cast(Game, GreatWarSystem.bind(cast(WarPack, pack), scenario, options))
        case "skirmish":
            from referee.systems.skirmish.system import SkirmishSystem  # noqa: PLC0415 - one family at a time
            from schemas.skirmish.pack import Pack as TablePack  # noqa: PLC0415 - one family at a time

            return cast(Game, SkirmishSystem.bind(cast(TablePack, pack), scenario, options))
        case _:
            raise LookupError(f"no rule system is called {system!r}")
