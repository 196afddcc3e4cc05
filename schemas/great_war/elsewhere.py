"""Charts of what happens far away, and of rules that are chosen for a match."""

from pydantic import Field

from schemas.great_war.words import Kind, Slug
from schemas.record import Sourced


class Transit(Sourced):
    """What a transit box is worth and costs, and how much it takes, by the build points of what is in it.

    One die for each `points_per_die`, and for a rest, loses a piece on a 1; up to the end of `counts_until`
    every full `points_per_victory_point` add one to the total. Where the other theatre is played as well
    there is neither, and the deck is `linked_without` these kinds of card. The box has `room` for so many.
    """

    points_per_die: int = Field(ge=1)
    points_per_victory_point: int = Field(ge=1)
    counts_until: int
    room: int = Field(default=999, ge=0)
    linked_without: tuple[Slug, ...] = ()


class Superiority(Sourced):
    """Guns of one nation that defend better from a season turn on, and better still with a card."""

    nation: Slug
    kind: Kind
    first: int
    defence: int = Field(ge=1, le=6)
    with_card: int = Field(ge=1, le=6)


class Stronghold(Sourced):
    """A port that one side may supply by sea while a `garrison` army is in it, and that an army may leave so.

    It feeds what stands in it and nothing else. The army is one of the nation `evacuated`.
    """

    area: Slug
    side: Slug
    garrison: tuple[Slug, ...]
    evacuated: Slug
