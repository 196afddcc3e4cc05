"""The skirmish bots `raider` and `garrison`: movement, fire and orders by phase."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import cast

from msgspec import convert

from referee.analysis import skirmish_players
from referee.analysis.skirmish_players import Post
from referee.packs import rulesets
from referee.systems.skirmish.facts import geometry, paths
from referee.systems.skirmish.rules import Skirmish
from schemas.answers.orders import Option
from schemas.bots import Turn
from schemas.skirmish.events import read_order
from schemas.skirmish.names import Spot
from schemas.skirmish.view import FigureView, SightView, View

LEAST = 100.0
"""How much nearer a march has to bring figures, all together, in hundredths of an inch."""

NEAR_MARCHING = 1100
"""From here on figures go without rushing, so that they may fire."""


class Marcher:
    """Chooses marches for one side, from its post."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._own = {figure.id: figure for figure in post.own}

    def choose(self, options: Sequence[Option]) -> Option | None:
        """The march that brings most figures nearest; nothing where none brings any nearer."""
        marches = [one for one in options if one.verb == "move"]
        weighed = [(self._weigh(one), -number, one) for number, one in enumerate(marches)]
        gain, _, best = max(weighed, key=lambda one: one[:2], default=(0.0, 0, None))
        return best if gain > LEAST else None

    def _weigh(self, option: Option) -> float:
        """How much nearer the figures come that have to go; those who are there or fire well stay."""
        figures = [self._own[id] for id in cast(Sequence[str], option.order["figures"]) if id in self._own]
        if not figures or any(self._stays(figure) for figure in figures):
            return 0.0
        first, to = figures[0].at, cast(Spot, option.to)
        step = to[0] - first[0], to[1] - first[1]
        gained = sum(
            self._gain(figure, (figure.at[0] + step[0], figure.at[1] + step[1])) for figure in figures
        )
        return gained * self._like(figures[0], str(option.order.get("mode")))

    def _stays(self, figure: FigureView) -> bool:
        heavy = self._post.weapons(figure, "heavy")
        return bool(heavy) or self._post.there(figure) or figure.id in self._post.engaged

    def _gain(self, figure: FigureView, to: Spot) -> float:
        slot = self._post.slot(figure)
        return self._measure(figure, figure.at, slot) - self._measure(figure, to, slot)

    def _measure(self, figure: FigureView, start: Spot, slot: Spot) -> float:
        """How far it is to a place in the objective, round the wire where that is in the way."""
        straight = geometry.length(start, slot)
        if not paths.crosses(self._post.table, (start, slot), "wire"):
            return straight
        round_about = (
            geometry.length(start, gap) + geometry.length(gap, slot) for gap in self._post.gaps(figure)
        )
        return max(straight, min(round_about, default=straight))

    def _like(self, figure: FigureView, mode: str) -> float:
        """Rushes are for the far ground; near the enemy figures keep their fire."""
        far = not geometry.within(figure.at, self._post.slot(figure), NEAR_MARCHING)
        match mode:
            case "rush":
                return 1.0 if far and self._post.nearest(figure) is None else 0.5
            case "manoeuvre":
                return 1.0
            case _:
                return 0.6


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

LEAST_SHOOTING = 0.1
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
        return best if worth > LEAST_SHOOTING else None

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


SAFE = 1400
"""How far shells have to fall from one's own figures, in hundredths of an inch."""

NEAR = 700
"""How near to an enemy shells have to fall."""

Template = Callable[[Post, Sequence[Option]], Option | None]
"""What a player does about figures that may move; nothing where they stay as they are."""


class Templates:
    """A player of the skirmish; it keeps nothing from one question to the next but the rules."""

    def __init__(self, move: Template) -> None:
        self._rules: Skirmish | None = None
        self._move = move

    def answer(self, turn: Turn, lots: Random) -> str:  # noqa: ARG002 - templates leave nothing to lots
        """A letter with one order."""
        if self._rules is None:
            bound = rulesets.bind(turn.pack, turn.scenario, turn.chosen, opened=True)
            self._rules = cast(Skirmish, bound.rules)
        post = Post(self._rules.table, convert(turn.view, View, dec_hook=read_order))
        quiet = next((one for one in turn.options if one.default), turn.options[0])
        match turn.options[0].question:
            case "deployment":
                chosen = look_out(post, turn.options)
            case "movement":
                chosen = shell(post, turn.options) or self._move(post, turn.options)
            case "fire":
                chosen = Gunnery(post).choose(turn.options)
            case _:
                chosen = None
        return (chosen or quiet).text


def raid(post: Post, options: Sequence[Option]) -> Option | None:
    """All go for the ground that the points are about."""
    return Marcher(post).choose(options)


def guard(post: Post, options: Sequence[Option]) -> Option | None:
    """Figures look out; they go where they are paid for being, and stay everywhere beside."""
    going = raid(post, options) if skirmish_players.attacks(post.table, post.side) else None
    return going or look_out(post, options)


def look_out(post: Post, options: Sequence[Option]) -> Option | None:
    """A figure that hides looks out from where it is."""
    figures = {figure.id: figure for figure in post.own}
    for option in options:
        figure = figures.get(option.piece)
        if option.order.get("posture") == "observe" and figure is not None and figure.posture == "hidden":
            stays = option.verb == "posture" or option.to == figure.at
            if stays and not _is_ordered(post, option):
                return option
    return None


def shell(post: Post, options: Sequence[Option]) -> Option | None:
    """Shells on an enemy in sight, far from one's own figures."""
    for option in options:
        if option.verb == "barrage":
            aim = cast(Spot, option.to)
            if _is_hit(post, aim) and not any(geometry.within(one.at, aim, SAFE) for one in post.own):
                return option
    return None


def _is_hit(post: Post, aim: Spot) -> bool:
    return any(geometry.within(one.at, aim, NEAR) for one in post.seen)


def _is_ordered(post: Post, option: Option) -> bool:
    """Whether the figure has such an order already."""
    return any(option.piece in _list_figures(plot) for plot in post.view.plots)


def _list_figures(plot: object) -> Sequence[str]:
    one: str | None = getattr(plot, "figure", None)
    return (one,) if one is not None else cast(Sequence[str], getattr(plot, "figures", ()))
