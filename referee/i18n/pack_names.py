"""Translated names of packs of any system: sides, sections and clauses."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from referee.i18n.translator import Translator
from schemas.model import Model
from schemas.record import Side
from schemas.rulebook import PackNames, PageNames, Rulebook, SideEntry, SideNames

Thing = TypeVar("Thing", bound=Model)
Book = TypeVar("Book", bound=Rulebook)


def update(thing: Thing, **fields: object) -> Thing:
    """Return a thing with other values in some fields. The names were validated with their file."""
    return thing.model_copy(update=fields)


def sides(entries: Iterable[SideEntry], names: Mapping[str, SideNames]) -> tuple[SideEntry, ...]:
    """Return the sides with their names in a language."""
    return tuple(
        update(side, name=names[side.id].name, adjective=names[side.id].adjective)
        if side.id in names
        else side
        for side in entries
    )


def numbers(book: Rulebook) -> set[str]:
    """Return the numbers of a rulebook that can have titles: sections and clauses."""
    return {*book.sections, *(clause.number for clause in book.citations)}


def clauses(book: Book, names: PageNames) -> Book:
    """Return a rulebook with the titles of a language."""
    titles = names.clauses
    return update(
        book,
        sections={**book.sections, **{n: titles[n] for n in book.sections if n in titles}},
        citations=tuple(
            update(clause, title=names.clause(clause.number) or clause.title) for clause in book.citations
        ),
    )


class Teller:
    """Names of a pack in a language, with the pack's own names as a fallback."""

    def __init__(self, tongue: Translator, names: PackNames | None, sides: Iterable[SideEntry]) -> None:
        self.tongue = tongue
        self.say, self.sentence, self.paragraph, self.told = (
            tongue.say, tongue.sentence, tongue.paragraph, tongue.told,
        )  # fmt: skip
        self.listed, self.choice, self.series = tongue.listed, tongue.choice, tongue.series
        self.chain = tongue.chain
        self._labels = {side: side_names.label for side, side_names in names.sides.items()} if names else {}
        self._adjectives = {side.id: side.adjective for side in sides}

    def side_name(self, side: Side) -> str:
        """Return the name of a side for a table cell: `German`."""
        return self._labels.get(side) or self.side_adjective(side)

    def side_adjective(self, side: Side) -> str:
        """Return the adjective of a side, as in the `German` side."""
        return self._adjectives.get(side, side)
