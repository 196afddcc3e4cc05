"""Families of games that are described by tables."""

from collections.abc import Iterator, Mapping
from typing import cast

from referee.faults import PackProblem
from referee.i18n import pack_names
from referee.packs.families import Family, Language, Nameable
from referee.systems.faces import Game
from referee.systems.tabular.rules import TabularRules
from referee.systems.tabular.system import TabularLanguage, TabularSystem
from referee.systems.tabular.tables import GameTables, StateT
from referee.texts.canonical import Uncanonical, canonical
from schemas.model import ModelUnion
from schemas.record import Shape
from schemas.rulebook import AnyPack, Clauses, PackNames, Rulings, Scenario
from schemas.rulebook import Game as GameFile


def make_family(tables: GameTables[StateT]) -> Family:
    """Return the family of a game of tables, for the entry point group `referee.systems`.

    Its packs consist of `game.yaml`, `clauses.yaml`, `rulings.yaml` and files in `scenarios`; files in
    `languages` translate the names of sides and clauses.
    Raises ValueError with every contradiction between the entries of the tables.
    """
    if faults := "; ".join(tables.list_faults()):
        raise ValueError(faults)

    def bind(pack: AnyPack, scenario: str, options: Mapping[str, str]) -> Game:  # noqa: ARG001 - the tables have none
        system = TabularSystem(TabularRules(tables, pack, _can_hold), TabularLanguage(tables, pack))
        return cast(Game, system)

    def find_misfits(pack: AnyPack) -> Iterator[PackProblem]:
        from referee.packs.checks import problems  # noqa: PLC0415 - a cached pack is not checked again

        yield from problems.check_sides(pack.game.sides)
        meanings = dict.fromkeys(question.clause for question in tables.questions)
        numbers = [citation.number for citation in pack.clauses.citations]
        yield from problems.check_meanings(pack.clauses, meanings, numbers)

    def read_language() -> Language:
        return ModelUnion(tables.order_union), Shape(tables.event_union)

    return Family(
        pack=AnyPack,
        files={"game": GameFile, "clauses": Clauses, "rulings": Rulings},
        scenario=Scenario,
        bind=bind,
        language=read_language,
        misfits=find_misfits,
        names=PackNames,
        nameable=_list_nameable,
    )


def _list_nameable(pack: AnyPack) -> Nameable:
    """Return functions that list the things that can have names in other languages."""
    return {
        "sides": lambda: {side.id for side in pack.game.sides},
        "clauses": lambda: pack_names.numbers(pack.clauses),
    }


def _can_hold(value: object) -> bool:
    try:
        canonical(value)
    except Uncanonical:
        return False
    return True
