"""Parts of packs that every system shares: sides, options, rulings."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from pydantic import Field

from schemas.model import Model, Name, Prose, Slug
from schemas.record import Provenance

ScenarioId = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
"""Id of a scenario, which may be a year: `1914`."""

COLOUR = "#[0-9a-fA-F]{6}|[a-z]+"

Colour = Annotated[str, Meta(pattern=rf"^({COLOUR})\Z"), Field(pattern=f"^({COLOUR})$")]
"""Six hexadecimal digits, or a name that browsers know."""


class Sourced(Model):
    """A table with the source of its figures, and their place in the printed game (`printed`)."""

    source: Provenance
    note: Prose = ""
    printed: Prose = ""

    @property
    def in_short(self) -> str:
        """The figures of a table that is shorter than a note about it, or ""."""
        return ""


Label = Literal["documented", "inferred", "invented"]
"""Label of a figure."""


class Labels(Model):
    """Labels of single figures, by file and by the path of a figure: `labels.yaml`.

    A path has the keys to the figure, and the names of items of lists, with dots between; `*` is any of them.
    """

    figures: Mapping[str, Mapping[str, Label]]


class Citation(Model):
    """A clause of a rulebook: its number there, and title and rule in our words."""

    number: Annotated[Name, Field(min_length=1)]
    title: Name
    rule: Prose


class Option(Model):
    """An option of a match.

    `earlier` is the value in matches that were opened before the option existed. It cannot be chosen.
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
    """A side in another language: its name, its adjective, and its label in a table."""

    name: Name
    adjective: Name
    label: Name


class Rulebook(Model):
    """A rulebook by number. Systems add the meanings of its clauses."""

    book: Name
    sections: Mapping[Name, Name] = {}
    citations: tuple[Citation, ...]


class Ruling(Model):
    """The ruling on a gap or a contradiction of the book."""

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
    """Words for every pack in one language. Missing words are those of the pack.

    `words` are names in scenarios and charts. `clauses` are titles by number; a clause without one uses that
    of its section. `options` are titles by id, and `notes` are notes on sources, by table.
    """

    words: Mapping[Name, Name] = {}
    clauses: Mapping[Name, Name] = {}
    options: Mapping[Name, Name] = {}
    notes: Mapping[Prose, Prose] = {}

    def clause(self, number: str) -> str:
        """Return the title of a clause, or of its section."""
        return self.clauses.get(number) or self.clauses.get(number.rpartition("-")[0], "")


class PackNames(PageNames):
    """The names of a pack in one language: `languages/<code>.yaml`. Systems add their own fields."""

    language: Name
    sides: Mapping[Slug, SideNames]


class Game(Model):
    """Identity of a pack: `game.yaml`. Files that the folder lacks come from the pack that it `extends`.

    A pack that lists its `scenarios` has no others, even if the base pack does.
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
    """The rulebook by number, and the number of each meaning: `clauses.yaml`.

    A meaning has the number of a clause, or of a section if several clauses share it.
    """

    meanings: Mapping[str, str]


class Scenario(Sourced):
    """A set-up: `scenarios/<id>.yaml`. Systems add its content."""

    id: ScenarioId
    name: Name


class AnyPack(Model):
    """Parts of a pack that every system shares. The other files belong to its system."""

    game: Game
    clauses: Clauses
    rulings: Rulings
    scenarios: tuple[Scenario, ...]
