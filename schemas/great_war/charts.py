"""Numbers of the core rules that a theatre may change, and charts that only some theatres have."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas.great_war.names import FirePhase, Kind
from schemas.model import Model, Name, Prose, Slug
from schemas.rulebook import Sourced


class Limits(Sourced):
    """Numbers and switches of the core rules that a theatre may change.

    `entrench_points` caps the build points of a side's trenches on the season turns that it names. Ships call
    at sources on the coast only, or with `ports` `any` at every source. The marker of a piece that is out of
    supply comes off at the end of the season, or stays until a check finds the piece in supply. Where
    the rule of fortification is chosen armies may be `fortified`, and single infantry if the theatre says so.
    """

    stacking: int
    rail_areas: int
    rail_per_turn: int
    strategic_side: Slug
    strategic_per_turn: tuple[int, ...]
    sea_per_turn: int
    card_cost: Annotated[int, Field(ge=1)] = 1
    entrenched_per_point: Annotated[int, Field(ge=1)] = 4
    entrench_points: Mapping[int, int] = {}
    ports: Literal["coastal", "any"] = "coastal"
    supply_marker: Literal["for-the-season", "until-supplied"] = "for-the-season"
    fortify_cost: Annotated[int, Field(ge=0)] = 1
    fortified: tuple[Literal["army", "infantry"], ...] = ("army",)


class BuildPoints(Sourced):
    """The build points of each season turn, of a side as one sum or of each of its nations by itself.

    A nation with points of its own spends them on its own pieces and trenches; all buy cards for the one hand
    of their side, a nation in `cards` so many in a season at most.
    """

    figures: Mapping[Slug, tuple[int, ...]]
    cards: Mapping[Slug, int] = {}


class Blockade(Sourced):
    """Victory points lost to the blockade, by season turn."""

    figures: tuple[int, ...]


class Transit(Sourced):
    """What a transit box is worth and costs, and how much it takes, by the build points of what is in it.

    One die for each `points_per_die`, and for a rest, loses a piece on a 1; up to the end of `counts_until`
    every full `points_per_victory_point` add one to the total. Where the other theatre is played as well
    there is neither, and the deck is `linked_without` these kinds of card. The box has `room` for so many.
    """

    points_per_die: Annotated[int, Field(ge=1)]
    points_per_victory_point: Annotated[int, Field(ge=1)]
    counts_until: int
    room: Annotated[int, Field(ge=0)] = 999
    linked_without: tuple[Slug, ...] = ()


class Bidding(Sourced):
    """How many cards a side may bid at `most` for the first player turn of a season."""

    most: Annotated[int, Field(ge=1, le=9)]


class Superiority(Sourced):
    """Guns of one nation that defend better from a season turn on, and better still with a card."""

    nation: Slug
    kind: Kind
    first: int
    defence: Annotated[int, Field(ge=1, le=6)]
    with_card: Annotated[int, Field(ge=1, le=6)]


class Stronghold(Sourced):
    """A port that one side may supply by sea while a `garrison` army is in it, and that an army may leave so.

    It feeds what stands in it and nothing else. The army is one of the nation `evacuated`.
    """

    area: Slug
    side: Slug
    garrison: tuple[Slug, ...]
    evacuated: Slug


Season = Literal["SPRING", "SUMMER", "AUTUMN", "WINTER"]


class Modifier(Model):
    """An effect of a feature of terrain, in some seasons or in all, on some kinds of pieces or on all.

    `spares` are kinds that it does not concern.
    """

    feature: Slug
    seasons: tuple[Season, ...] = ()
    kinds: tuple[Kind, ...] = ()
    spares: tuple[Kind, ...] = ()


class FireModifier(Modifier):
    """A change of the highest face that hits, for pieces that fire in areas of the feature.

    `phases` are the phases of fire (default: all). A piece that fires hits with a 1 at least, and with no
    face above 6. A change to 0 (`silent`) lets it roll no die.
    """

    phases: tuple[FirePhase, ...] = ()
    change: Annotated[int, Field(ge=-5, le=5)] = 0
    silent: bool = False


class River(Model):
    """A feature between areas: the borders that it runs along."""

    name: Name
    borders: Annotated[tuple[tuple[Slug, Slug], ...], Field(min_length=1)]


class Terrain(Sourced):
    """Features of terrain and their effects on fire and marches.

    `features` have areas, `rivers` have borders, and `ruling` gives the reason.

    A march ends in an area of a feature of `halts`, or behind a border along which its river runs.
    """

    ruling: Name
    features: Mapping[Slug, tuple[Slug, ...]] = {}
    rivers: Mapping[Slug, River] = {}
    fire: tuple[FireModifier, ...] = ()
    halts: tuple[Modifier, ...] = ()


class Early(Model):
    """A season turn in which countries join if all these areas are friendly to their side as it opens."""

    turn: int
    holding: Annotated[tuple[Slug, ...], Field(min_length=1)]


class Joining(Model):
    """Countries that stand apart until a season turn, or an early one, and then belong to a side."""

    turn: int
    side: Slug
    countries: Annotated[tuple[Slug, ...], Field(min_length=1)]
    early: Early | None = None


class Withdrawal(Model):
    """Pieces that must leave the theatre; each that is missing moves the victory points by `shift`.

    `armies` leave with all that they hold, which counts as far as it is of the `kinds`. They are not
    eliminated, and never come back.
    """

    turn: int
    name: Name
    nation: Slug
    armies: tuple[Slug, ...] = ()
    kinds: Annotated[tuple[Kind, ...], Field(min_length=1)]
    count: Annotated[int, Field(ge=1)]
    shift: int


class Restraint(Model):
    """What pieces of a nation may not do from one season turn to another, in some areas or everywhere.

    With `cards` it is lifted for a player turn in which the side discards so many beside its offensive, or
    whose offensive is one of the special ones that are `free` of this.
    """

    first: int
    last: int
    nation: Slug
    forbids: Literal["leave", "enter-enemy-areas", "attack", "build"]
    because: Prose
    areas: tuple[Slug, ...] = ()
    kinds: tuple[Kind, ...] = ()
    cards: Annotated[int, Field(ge=0)] = 0
    free: tuple[Slug, ...] = ()


class GameEvents(Sourced):
    """The rest of the game events chart; the phase `events` reads it."""

    joining: tuple[Joining, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    restraints: tuple[Restraint, ...] = ()
