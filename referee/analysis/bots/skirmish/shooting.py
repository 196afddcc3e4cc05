"""What fire is worth: the shots, throws and flames that are offered, by what they do to enemies in sight."""

from collections.abc import Mapping, Sequence
from typing import cast

from referee.analysis.posts import Post
from referee.systems.skirmish.facts import geometry
from schemas.answers.options import Option
from schemas.skirmish.view import SightView
from schemas.skirmish.words import Spot

FACES = 20
"""The sides of the dice that fire throws."""

KILL, PIN = 3.0, 1.0
"""What an enemy is worth who is put out of action, and one who is pinned."""

BLAST = 300
"""How near to its burst a grenade is reckoned with, in hundredths of an inch."""

BURN = 150
"""How near to its line a flame is."""

ZONE = 500
"""How near to its centre a beaten zone is reckoned with."""

BURST, HURT = 1.5, 2.5
"""What an enemy near a burst is worth, and what an own figure costs."""

LEAST = 0.1
"""What fire has to be worth."""


class Gunnery:
    """The fire of one side, from its post."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._sights: Mapping[tuple[str, str], SightView] = {
            (sight.figure, sight.enemy): sight for sight in post.view.sight
        }
        self._at = {figure.id: figure.at for figure in post.own}

    def choose(self, options: Sequence[Option]) -> Option | None:
        """The fire that is worth most; nothing where none is worth its noise."""
        weighed = [(self._weigh(one), -number, one) for number, one in enumerate(options)]
        worth, _, best = max(weighed, key=lambda one: one[:2], default=(0.0, 0, None))
        return best if worth > LEAST else None

    def _weigh(self, option: Option) -> float:
        match option.verb:
            case "fire":
                return self._weigh_shots(option)
            case "throw":
                return self._weigh_burst(_spot(option), BLAST)
            case "flame":
                return self._weigh_flame(self._at[option.piece], _spot(option))
            case "beaten-zone":
                near = sum(geometry.within(one.at, _spot(option), ZONE) for one in self._post.seen)
                return PIN * near
            case _:
                return 0.0

    def _weigh_shots(self, option: Option) -> float:
        """Aimed fire by what its dice do; unaimed fire pins at best."""
        target, figures = option.order.get("target"), cast(Sequence[str], option.order["figures"])
        sights = (self._sights.get((figure, cast(str, target))) for figure in figures if target)
        aimed = option.order.get("kind") == "aimed"
        return sum(_weigh_sight(sight, aimed=aimed) for sight in sights if sight is not None)

    def _weigh_burst(self, spot: Spot, reach: int) -> float:
        foes = sum(geometry.within(one.at, spot, reach) for one in self._post.seen)
        friends = sum(geometry.within(one.at, spot, reach) for one in self._post.own)
        return BURST * foes - HURT * friends

    def _weigh_flame(self, start: Spot, to: Spot) -> float:
        foes = sum(geometry.near_line(one.at, start, to, BURN) for one in self._post.seen)
        friends = sum(geometry.near_line(one.at, start, to, BURN) for one in self._post.own) - 1
        return KILL * foes - HURT * friends


def _weigh_sight(sight: SightView, *, aimed: bool) -> float:
    if aimed:
        return max(1, sight.dice) * (KILL * _chance(sight.kill) + PIN * _chance(sight.pin))
    return 0.7 * max(1, sight.dice) * PIN * _chance(sight.unaimed[1] if sight.unaimed else None)


def _chance(least: int | None) -> float:
    """The chance of a face and all above it."""
    return max(0, FACES + 1 - least) / FACES if least is not None else 0.0


def _spot(option: Option) -> Spot:
    return cast(Spot, option.to)
