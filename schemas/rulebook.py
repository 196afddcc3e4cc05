"""What the packs of every family have in common: sides, options, rulings."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from pydantic import Field

from schemas.model import Model, Name, Prose, Slug
from schemas.record import Provenance

ScenarioId = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
"""The id of a scenario, which may be a year: `1914`."""

COLOUR = "#[0-9a-fA-F]{6}|[a-z]+"

Colour = Annotated[str, Meta(pattern=rf"^({COLOUR})\Z"), Field(pattern=f"^({COLOUR})$")]
"""Six hexadecimal digits, or a name that browsers know."""


class Sourced(Model):
    """A table that says where its figures come from, and where the printed game has them (`printed`)."""

    source: Provenance
    note: Prose = ""
    printed: Prose = ""

    @property
    def in_short(self) -> str:
        """The figures of a table that is shorter than any note about it; nothing for all others."""
        return ""


class Citation(Model):
    """A clause of a rulebook: its number there, and title and rule in our words."""

    number: Annotated[Name, Field(min_length=1)]
    title: Name
    rule: Prose


class Option(Model):
    """A rule that may be chosen when a match is opened.

    `earlier` is what holds in matches that were opened before there was the option; it cannot be chosen.
    """

    id: Slug
    title: Name
    choices: Annotated[tuple[Name, ...], Field(min_length=2)]
    default: Name
    ruling: Name = ""
    earlier: Name = ""


class SideEntry(Model):
    """One of the two players."""

    id: Slug
    name: Name
    adjective: Name
    colour: Colour
    names: tuple[Name, ...] = ()


class SideNames(Model):
    """A side in another language: by itself, behind the word for a player, and in the cell of a table."""

    name: Name
    adjective: Name
    label: Name


class Rulebook(Model):
    """A rulebook by number; the systems add which of its clauses mean what."""

    book: Name
    sections: Mapping[Name, Name] = {}
    citations: tuple[Citation, ...]


class Ruling(Model):
    """How a gap or a contradiction of the book is settled."""

    id: Name
    title: Name
    impact: Literal["high", "medium", "low"]
    text: Prose
    because: Prose
    option: Name | None = None


class Rulings(Model):
    """Rulings: `rulings.yaml`."""

    rulings: tuple[Ruling, ...]


class PageNames(Model):
    """The words for every pack, in one language; what is left out keeps the words of the pack.

    `words` are what the scenarios and charts call things, by their names there. `clauses` are titles by
    number; a clause without one has that of its section. `options` are titles by id, and `notes` are what is
    said of the source of figures, by the table that they stand in.
    """

    words: Mapping[Name, Name] = {}
    clauses: Mapping[Name, Name] = {}
    options: Mapping[Name, Name] = {}
    notes: Mapping[Prose, Prose] = {}

    def clause(self, number: str) -> str:
        """The title of a clause, or that of the section it stands in."""
        return self.clauses.get(number) or self.clauses.get(number.rpartition("-")[0], "")


class PackNames(PageNames):
    """The names of a pack in one language: `languages/<code>.yaml`; each family adds what its things are."""

    language: Name
    sides: Mapping[Slug, SideNames]


class Game(Model):
    """Identity of a pack: `game.yaml`. Files that the folder lacks are taken from the pack it `extends`.

    A pack that names its `scenarios` has these and no others, whatever the pack below it has.
    """

    id: Slug
    extends: Name | None = None
    scenarios: tuple[ScenarioId, ...] | None = None
    name: Name
    version: Name
    system: Name
    sides: Annotated[tuple[SideEntry, ...], Field(min_length=2)]
    options: tuple[Option, ...] = ()
    history: tuple[Prose, ...] = ()


class Clauses(Rulebook):
    """The rulebook by number, and the number of every meaning: `clauses.yaml`.

    A meaning has the number of a clause, or of a section where several of its clauses share it.
    """

    meanings: Mapping[str, str]


class Scenario(Sourced):
    """A set-up: `scenarios/<id>.yaml`; each family adds what stands in it."""

    id: ScenarioId
    name: Name


class AnyPack(Model):
    """What the packs of every family have; the rest is for the system that a pack is made for."""

    game: Game
    clauses: Clauses
    rulings: Rulings
    scenarios: tuple[Scenario, ...]
