"""A skirmish pack, read from its folder of YAML files."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas import rulebook
from schemas.model import Model, Name, Slug
from schemas.record import Provenance
from schemas.rulebook import Option, Rulings, SideEntry, Sourced
from schemas.skirmish.clauses import Clause
from schemas.skirmish.names import Inches, Light, Point, Posture, Quality, Role, Status, TerrainKind, UnitKind
from schemas.skirmish.parameters import Parameters

Trait = Literal["bomber", "marksman", "sniper", "british-1914"]
"""Special skill of a figure."""

Item = Literal["gas-mask", "body-armour"]
"""Equipment of a figure other than weapons."""


class Choice(Option):
    """An optional rule that is chosen at the start of a match; `sets` is the parameter that it changes."""

    sets: Name


class Game(rulebook.Game):
    """Identity of a pack of this family."""

    system: Literal["skirmish"]
    sides: tuple[SideEntry, SideEntry]
    options: tuple[Choice, ...] = ()


class Weapon(Model):
    """A row of the weapon table.

    `dice` are shared out within `radius` of the target; `served` is the number of dice of a halted weapon
    with a loader. A `blast` or a `lane` gives every figure in it the full number of `dice`.
    """

    id: Slug
    name: Name
    names: tuple[Name, ...] = ()
    reach: Inches
    dice: Annotated[int, Field(ge=1)]
    served: int | None = None
    radius: Inches = 0
    automatic: bool = False
    area: bool = False
    heavy: bool = False
    rifle: bool = False
    blast: Inches | None = None
    lane: Inches | None = None
    zone: bool = False


class Weapons(Sourced):
    """The weapon table: `weapons.yaml`."""

    weapons: tuple[Weapon, ...]


class Troops(Model):
    """Scores and abilities of a class of troops; `source` is the origin of figures that the sheet lacks."""

    id: Quality
    name: Name
    spot: Annotated[int, Field(ge=2, le=6)]
    unaimed: Annotated[int, Field(ge=1, le=21)]
    unaimed_advancing: int = 0
    aimed: int = 0
    melee: int = 0
    morale: Annotated[int, Field(ge=2, le=6)]
    morale_advancing: int | None = None
    morale_defending: int | None = None
    rally: Annotated[int, Field(ge=2, le=6)]
    unpin: Annotated[int, Field(ge=0, le=6)]
    ignores_pin_attacking: bool = False
    never_surrenders: bool = False
    source: Provenance = "rulebook"


class Classes(Sourced):
    """The classes of troops: `troops.yaml`."""

    troops: tuple[Troops, ...]


class Clauses(rulebook.Clauses):
    """The rulebook by number, and the number of every meaning that this family knows."""

    meanings: Mapping[Clause, str]  # type: ignore[assignment]  # a clause is a word


class Feature(Model):
    """A piece of ground on the table, by its corners."""

    id: Slug
    kind: TerrainKind
    name: Name = ""
    corners: Annotated[tuple[Point, ...], Field(min_length=3)]


class FigureEntry(Model):
    """A figure of a scenario; `supply` counts the items that run out."""

    id: Slug
    role: Role = "trooper"
    at: Point
    weapons: tuple[Slug, ...] = ()
    traits: tuple[Trait, ...] = ()
    items: tuple[Item, ...] = ()
    supply: Mapping[Slug, int] = {}
    posture: Posture = "open"


class UnitEntry(Model):
    """A section, a command figure, or a heavy weapon with its crew."""

    id: Slug
    name: Name
    names: tuple[Name, ...] = ()
    kind: UnitKind
    quality: Quality
    figures: Annotated[tuple[FigureEntry, ...], Field(min_length=1)]


class MissionEntry(Model):
    """A battery off the table, with its number of missions and of shells in each."""

    id: Slug
    kind: Literal["he", "smoke"]
    missions: Annotated[int, Field(ge=0)]
    shells: Annotated[int, Field(ge=1)]


class Force(Model):
    """The units of a side, its own table edge, and its deployment zone."""

    edge: Literal["north", "south", "east", "west"]
    units: Annotated[tuple[UnitEntry, ...], Field(min_length=1)]
    off_table: tuple[MissionEntry, ...] = ()
    zone: tuple[Point, ...] = ()
    zone_terrain: tuple[Slug, ...] = ()


class Weather(Model):
    """Light and rain from a turn on."""

    from_turn: Annotated[int, Field(ge=1)]
    light: Light
    rain: bool = False


class TokenStep(Model):
    """Move of a token in a turn."""

    turn: Annotated[int, Field(ge=1)]
    at: Point
    shooting: bool = False


class TokenEntry(Model):
    """A thing that only the scenario moves, such as a tank."""

    id: Slug
    side: Slug
    at: Point
    steps: tuple[TokenStep, ...] = ()


class Reward(Model):
    """Victory points and their condition.

    `inside` counts unpinned figures of a side in a feature; `lost-units` and `dispersed-units` count units,
    `figures` counts figures of a status; `never-inside` pays if no figure was ever in the feature.
    """

    title: Name
    points: Annotated[int, Field(ge=1)]
    when: Literal["turn-end", "game-end"]
    test: Literal["inside", "never-inside", "lost-units", "dispersed-units", "figures"]
    side: Slug
    terrain: Slug | None = None
    at_least: Annotated[int, Field(ge=1)] = 1
    kinds: tuple[UnitKind, ...] = ("section", "heavy-weapon", "command")
    statuses: tuple[Status, ...] = ()


class Scenario(rulebook.Scenario):
    """A set-up: `scenarios/<id>.yaml`."""

    width: Annotated[Inches, Field(ge=600)]
    depth: Annotated[Inches, Field(ge=600)]
    turns: Annotated[int, Field(ge=1)]
    first: Slug
    weather: Annotated[tuple[Weather, ...], Field(min_length=1)]
    terrain: tuple[Feature, ...]
    forces: Mapping[Slug, Force]
    tokens: tuple[TokenEntry, ...] = ()
    victory: Mapping[Slug, tuple[Reward, ...]]
    draw_margin: Annotated[int, Field(ge=0)] = 0


class Pack(rulebook.AnyPack):
    """A complete skirmish pack."""

    game: Game
    weapons: Weapons
    troops: Classes
    parameters: Parameters
    clauses: Clauses
    rulings: Rulings
    scenarios: tuple[Scenario, ...]


FILES: Mapping[str, type[Model]] = {
    "game": Game,
    "weapons": Weapons,
    "troops": Classes,
    "parameters": Parameters,
    "clauses": Clauses,
    "rulings": Rulings,
}
"""The files of a pack folder beside `scenarios/`, with their models."""
