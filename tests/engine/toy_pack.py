"""The pack of the toy game, and a desk that knows it beside the packs that come with the referee."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from msgspec import field

from referee.faults import Misuse, NotFound, declare
from referee.packs.faults import PackFault
from referee.packs.loading import LoadedPack
from referee.packs.rulesets import Ruleset
from referee.systems.faces import Game
from schemas.record import Record
from schemas.rulebook import Citation
from tests.engine.toy import RULES, Toy, ToySystem


class ToySide(Record):
    id: str
    name: str
    adjective: str
    names: tuple[str, ...] = ()


class ToyGame(Record):
    id: str = "toy"
    name: str = "Toy"
    version: str = "1.0"
    system: str = "toy"
    options: tuple[()] = ()
    sides: tuple[ToySide, ...] = (
        ToySide(id="red", name="Red", adjective="red"),
        ToySide(id="blue", name="Blue", adjective="blue"),
    )


class ToyClauses(Record):
    book: str = "The rules of the toy"
    meanings: Mapping[str, str] = field(
        default_factory=lambda: {meaning: citation.number for meaning, citation in RULES.items()}
    )
    citations: tuple[Citation, ...] = tuple(RULES.values())


class ToyRuling(Record):
    id: str = "T-1"
    title: str = "Loaded dice"
    text: str = "Loaded dice are not thrown."
    because: str = "3.1, which speaks of dice."


class ToyRulings(Record):
    rulings: tuple[ToyRuling, ...] = (ToyRuling(),)


class ToyPack(Record):
    game: ToyGame = ToyGame()
    clauses: ToyClauses = ToyClauses()
    rulings: ToyRulings = ToyRulings()


def load(name: str) -> LoadedPack:
    """What `packs.load` gives for the toy game."""
    if name != "toy":
        raise NotFound(declare(PackFault.PACK_UNKNOWN, name=name))
    return LoadedPack(name="toy", folder=Path("toy"), digest="0" * 64, pack=ToyPack())


def bind(
    pack: str,
    scenario: str | None,
    options: Mapping[str, str],
    *,
    is_opened: bool = False,
) -> Ruleset:
    """What `binding.bind` gives for the toy game."""
    loaded = load(pack)
    if options:
        raise Misuse(declare(PackFault.OPTION_UNKNOWN, name=", ".join(options)))
    if scenario not in (None, "first"):
        raise Misuse(declare(PackFault.SCENARIO_UNKNOWN, name=scenario))
    return Ruleset(loaded, "toy", "first", dict(options), cast(Game, ToySystem(Toy())))
