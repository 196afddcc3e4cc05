"""Things of a pack by the names of another language, as far as the packs of every family have them."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from schemas.record import Record
from schemas.rulebook import PageNames, Rulebook, SideEntry, SideNames

Thing = TypeVar("Thing", bound=Record)
Book = TypeVar("Book", bound=Rulebook)


def update(thing: Thing, **fields: object) -> Thing:
    """A thing with some fields as a language has them."""
    return replace(thing, **fields)


def sides(entries: Iterable[SideEntry], called: Mapping[str, SideNames]) -> tuple[SideEntry, ...]:
    """The sides by their names in a language."""
    return tuple(
        update(side, name=called[side.id].name, adjective=called[side.id].adjective)
        if side.id in called
        else side
        for side in entries
    )


def numbers(book: Rulebook) -> set[str]:
    """The numbers of a rulebook that may have titles: of its sections, and of its clauses."""
    return {*book.sections, *(clause.number for clause in book.citations)}


def clauses(book: Book, names: PageNames) -> Book:
    """A rulebook with the titles of a language."""
    titles = names.clauses
    return update(
        book,
        sections={**book.sections, **{n: titles[n] for n in book.sections if n in titles}},
        citations=tuple(
            update(clause, title=names.clause(clause.number) or clause.title) for clause in book.citations
        ),
    )
