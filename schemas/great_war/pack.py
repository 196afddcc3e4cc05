"""A theatre of the Great War family, as its folder of YAML gives it."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas import rulebook
from schemas.great_war import charts
from schemas.great_war.charts import Transit as Transit  # noqa: PLC0414 - a word of packs too
from schemas.great_war.clauses import Clause
from schemas.great_war.geography import Geography
from schemas.great_war.names import (
    CardKind,
    Kind,
)
from schemas.model import (
    Model,
    Name,
    Slug,
)
from schemas.record import Provenance
from schemas.rulebook import Option as Option  # noqa: PLC0414 - a shape of packs too
from schemas.rulebook import Rulings as Rulings  # noqa: PLC0414 - the same
from schemas.rulebook import SideEntry as SideEntry  # noqa: PLC0414 - the same
from schemas.rulebook import Sourced

Class = Literal["army", "infantry", "auxiliary", "fort"]
"""The four classes of military unit."""


class Game(rulebook.Game):
    """Identity of a pack of this family."""

    system: Literal["great-war"]
    sides: tuple[SideEntry, SideEntry]


class Area(Model):
    """An area of the map, or a box beside it: one that is reached by sea only, or the `transit` of one side.

    `at` is its label point on a square of 1000 by 1000, x to the east, y to the south. `fort` is the
    printed strength of its fort; 0 is a fort that hinders supply and nothing else. `supply` is the side whose
    source it is, perhaps only while the country `supply_while_apart` has not joined a side; a source with
    `supply_for` feeds pieces of those nations only, and strategic movement does not call there. `stacking` is
    its own limit, where it has one; pieces of the kinds that it `bars` never come there.
    """

    id: Slug
    name: Name
    names: tuple[Name, ...] = ()
    country: Slug
    at: tuple[int, int]
    borders: tuple[Slug, ...] = ()
    sea: tuple[Slug, ...] = ()
    rough: bool = False
    coastal: bool = False
    box: bool = False
    transit: Slug | None = None
    points: Annotated[int, Field(ge=0)] = 0
    supply: Slug | None = None
    supply_for: tuple[Slug, ...] = ()
    supply_while_apart: Slug | None = None
    fort: Annotated[int, Field(ge=0)] | None = None
    stacking: Annotated[int, Field(ge=1)] | None = None
    bars: tuple[Kind, ...] = ()


class Region(Model):
    """A sea or a country that the map shows and no piece may enter."""

    id: Slug
    name: Name
    names: tuple[Name, ...] = ()


class Map(Sourced):
    """Areas and borders, and what is out of play: `map.yaml`. Without `railways` every border has one."""

    countries: Mapping[Slug, str]
    areas: tuple[Area, ...]
    out_of_play: tuple[Region, ...] = ()
    railways: tuple[tuple[Slug, Slug], ...] | None = None


Corner = tuple[int, int]
"""A point of an outline on the square of the map."""


class Cell(Model):
    """The outline of an area, as corners on the square of the map."""

    area: Slug
    corners: Annotated[tuple[Corner, ...], Field(min_length=3)]


class Art(Sourced):
    """How the map is drawn: `art.yaml`. Two areas border on each other where their outlines share an edge.

    The exceptions are named: areas that are `linked` border on each other without a shared edge, and the map
    draws a line between them; those that are `closed` share an edge that nothing crosses, and the map draws a
    bar there.
    """

    cells: tuple[Cell, ...]
    linked: tuple[tuple[Slug, Slug], ...] = ()
    closed: tuple[tuple[Slug, Slug], ...] = ()


class Template(Sourced):
    """Spaces on an army's template, and where their numbers come from."""

    infantry: Annotated[int, Field(ge=0)]
    auxiliary: Annotated[int, Field(ge=0)]
    source: Provenance = "reconstruction"

    @property
    def in_short(self) -> str:
        """The spaces of infantry, and those of auxiliary units."""
        return f"{self.infantry} + {self.auxiliary}"


class Nation(Model):
    """A belligerent: its counters, its templates, its home.

    Armies of a nation of the sea arrive in its box; all pieces of one that `arrives_at_home` do so there. It
    has pieces from the season turn on in which it `enters`. An army has its number for a name, or one of
    `army_names`. Modern forces may retreat after combat.
    """

    id: Slug
    name: Name
    adjective: Name
    names: tuple[Name, ...] = ()
    side: Slug
    home: tuple[Slug, ...]
    template: Template
    artillery_per_army: Mapping[int, int] = {}
    counters: Mapping[Kind, int]
    armies: tuple[Name, ...] = ()
    army_names: Mapping[Name, Name] = {}
    guests: tuple[Slug, ...] = ()
    sea: bool = False
    arrives_at_home: bool = False
    modern: bool = True
    enters: Annotated[int, Field(ge=1)] = 1


class UnitType(Model):
    """What a kind of piece can do. Firepower is the highest face that hits; 0 does not fire.

    `barrage` fires in the artillery phase as well; `forts_only` fires only where an enemy fort stands;
    `raids` fires offensively only where no enemy infantry type stands; `alone` says which enemies kill it
    when no friendly infantry type is with it. `flies` fights its own kind first and answers the fire of
    infantry; `drives_back` makes an army leave for every hit of its attack; `rough` says that it fires in
    rough terrain. `terror` are the points it is worth in or next to the capital.
    `printed_years` are the years on the counters of a nation, in their order: none comes before its own.
    A kind that is `swapped_for` another enters by taking its
    place, and is built only when it was lost; `substitute` comes as a reinforcement where the force pool has
    no more of a kind; a piece of the kind `upgrades` may become one of this kind for `upgrade_cost`.
    Pieces carry the `letter` in their ids, where it is another than the symbol.
    """

    kind: Kind
    symbol: Name
    letter: Name = ""
    name: Name
    plural: Name
    names: tuple[Name, ...] = ()
    group: Class
    attack: Annotated[int, Field(ge=0, le=6)]
    defence: Annotated[int, Field(ge=0, le=6)]
    entrenched: Annotated[int, Field(ge=0, le=6)] = 0
    moves: Annotated[int, Field(ge=0)]
    cost: Annotated[int, Field(ge=0)] = 1
    per_army: int | None = None
    conquers: bool = True
    barrage: bool = False
    forts_only: bool = False
    raids: bool = False
    retreats: bool = True
    removable: bool = True
    rides: bool = False
    flies: bool = False
    drives_back: bool = False
    rough: bool = True
    terror: Annotated[int, Field(ge=0)] = 0
    alone: Literal["lives", "dies-among-infantry", "dies-among-units"] = "lives"
    buildable_from: Mapping[Slug, int] = {}
    printed_years: Mapping[Slug, tuple[int, ...]] = {}
    swapped_for: Kind | None = None
    substitute: Kind | None = None
    upgrades: Kind | None = None
    upgrade_cost: Annotated[int, Field(ge=0)] = 1


class Forces(Sourced):
    """Nations and unit types: `forces.yaml`."""

    nations: tuple[Nation, ...]
    units: tuple[UnitType, ...]


class Deck(Sourced):
    """The cards, numbered from one in this order: `cards.yaml`."""

    kinds: tuple[CardKind, ...]


class Turn(Model):
    """One season on the track."""

    number: Annotated[int, Field(ge=1)]
    season: Literal["SPRING", "SUMMER", "AUTUMN", "WINTER"]
    year: int
    title: Name
    reshuffle: bool = False


class Track(Sourced):
    """The season turns."""

    turns: tuple[Turn, ...]


class Level(Model):
    """A band of the victory chart, both ends included; an open end is left out."""

    name: Name
    side: Slug | None = None
    decisive: bool = False
    least: int | None = None
    most: int | None = None


class VictoryChart(Sourced):
    """Who is winning at which total.

    The total counts the areas friendly to `counts_for`, and guns that reach the `capital`.
    """

    counts_for: Slug
    capital: Slug | None = None
    levels: tuple[Level, ...]


class PerTurn(Sourced):
    """A figure for each side on each season turn, the first entry being turn one."""

    figures: Mapping[Slug, tuple[int, ...]]


class Arrival(Model):
    """What the game events chart brings one nation on one season turn; or when a country joins before it."""

    turn: int
    comes_with: Slug | None = None
    nation: Slug
    armies: tuple[Slug, ...] = ()
    units: Mapping[Kind, int] = {}


class Arrivals(Sourced):
    """The game events chart."""

    entries: tuple[Arrival, ...]


class Tables(Model):
    """Charts: `tables.yaml`."""

    limits: charts.Limits
    track: Track
    victory: VictoryChart
    build_points: charts.BuildPoints
    card_limits: PerTurn
    blockade: charts.Blockade
    arrivals: Arrivals
    # Made when it is needed: an instance builds the validator of its model, and every command would pay.
    events: charts.GameEvents = Field(default_factory=lambda: charts.GameEvents(source="rulebook"))
    transit: Transit | None = None
    superiority: charts.Superiority | None = None
    stronghold: charts.Stronghold | None = None
    terrain: charts.Terrain | None = None


Phase = Literal["initiative", "events", "reinforcements", "player-turns", "production", "advance-season"]
"""The phases of a season turn that the system knows."""


class Sequence(Sourced):
    """The phases of a season turn, in order: `sequence.yaml`.

    `first` has the first player turn; where sides are agreed to bid for it, that of the first season.
    """

    first: Slug
    bidding: charts.Bidding | None = None
    phases: tuple[Phase, ...]


class Clauses(rulebook.Clauses):
    """The rulebook by number, and the number of every meaning that this family knows."""

    meanings: Mapping[Clause, str]  # type: ignore[assignment]  # a clause is a word


class Placement(Model):
    """Pieces that start in one area: an army with what it holds, or loose pieces of a nation.

    Pieces of another nation than the army they are placed in are its guests; the army is placed by itself.
    """

    area: Slug
    nation: Slug
    army: Slug | None = None
    holds: Mapping[Kind, int] = {}
    entrenched: bool = False


class Scenario(rulebook.Scenario):
    """A set-up: `scenarios/<id>.yaml`. Forts stand at printed strength unless named here.

    `levels` are its own bands of victory, where they are other than those of the theatre. Areas of countries
    that join a side later belong to none, and neither do those of `neutral` countries, which join no side.
    `points` is the total it opens with, for the check to compare; `eliminated` are armies that were lost
    before it opens and may be rebuilt. One card of the kind `guaranteed` is in each opening hand.
    """

    turn: int
    last: int
    points: int | None = None
    hands: Mapping[Slug, int]
    guaranteed: Slug | None = None
    control: Mapping[Slug, tuple[Slug, ...]]
    levels: tuple[Level, ...] = ()
    forts: Mapping[Slug, int] = {}
    placements: tuple[Placement, ...]
    kept_apart: tuple[Slug, ...] = ()
    eliminated: tuple[Slug, ...] = ()
    without_cards: tuple[int, ...] = ()
    neutral: tuple[Slug, ...] = ()


class Pack(rulebook.AnyPack):
    """One theatre, whole. Cards are numbered from one in the order of the deck."""

    game: Game
    map: Map
    art: Art
    forces: Forces
    cards: Deck
    tables: Tables
    sequence: Sequence
    clauses: Clauses
    rulings: Rulings
    scenarios: tuple[Scenario, ...]
    geography: Geography | None = None


FILES: Mapping[str, type[Model]] = {
    "game": Game,
    "map": Map,
    "art": Art,
    "forces": Forces,
    "cards": Deck,
    "tables": Tables,
    "sequence": Sequence,
    "clauses": Clauses,
    "rulings": Rulings,
    "geography": Geography,
}
"""The files of a pack folder beside `scenarios/`, and what each holds."""
