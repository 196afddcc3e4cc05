"""The skirmish bots `raider` and `garrison`: movement, fire and orders by phase."""

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from random import Random
from typing import cast

from msgspec import convert

from referee.analysis import skirmish_players
from referee.analysis.families import find_skirmish
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
"""Distance that a march has to bring its figures closer in total, in hundredths of an inch."""

NEAR_MARCHING = 1100
"""Distance from the objective at which figures stop rushing, so that they may fire."""


class Marcher:
    """Chooses marches for one side from its view."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._own = {figure.id: figure for figure in post.own}

    def choose(self, options: Sequence[Option]) -> Option | None:
        """Return the march that brings most figures closest, or None if no march brings any closer."""
        marches = [one for one in options if one.verb == "move"]
        scores = [(self._weigh(one), -number, one) for number, one in enumerate(marches)]
        gain, _, best = max(scores, key=lambda one: one[:2], default=(0.0, 0, None))
        return best if gain > LEAST else None

    def _weigh(self, option: Option) -> float:
        """Return the distance gained by figures that should move; figures in place or in a melee stay."""
        figures = [self._own[id] for id in cast(Sequence[str], option.order["figures"]) if id in self._own]
        if not figures or any(self._stays(figure) for figure in figures):
            return 0.0
        first, to = figures[0].at, cast(Spot, option.to)
        step = to[0] - first[0], to[1] - first[1]
        gains = (self._gain(one, (one.at[0] + step[0], one.at[1] + step[1])) for one in figures)
        return fsum(gains) * self._like(figures[0], str(option.order.get("mode")))

    def _stays(self, figure: FigureView) -> bool:
        heavy = self._post.weapons(figure, "heavy")
        return bool(heavy) or self._post.there(figure) or figure.id in self._post.engaged

    def _gain(self, figure: FigureView, to: Spot) -> float:
        slot = self._post.slot(figure)
        return self._measure(figure, figure.at, slot) - self._measure(figure, to, slot)

    def _measure(self, figure: FigureView, start: Spot, slot: Spot) -> float:
        """Return the distance to a place in the objective, round the wire if it is in the way."""
        straight = geometry.length(start, slot)
        if not paths.crosses(self._post.table, (start, slot), "wire"):
            return straight
        round_about = (
            geometry.length(start, gap) + geometry.length(gap, slot) for gap in self._post.gaps(figure)
        )
        return max(straight, min(round_about, default=straight))

    def _like(self, figure: FigureView, mode: str) -> float:
        """Return the preference for a mode: rush over distant ground, but keep fire near the enemy."""
        far = not geometry.within(figure.at, self._post.slot(figure), NEAR_MARCHING)
        match mode:
            case "rush":
                return 1.0 if far and self._post.nearest(figure) is None else 0.5
            case "manoeuvre":
                return 1.0
            case _:
                return 0.6


FACES = 20
"""Number of sides of the dice for fire."""

KILL, PIN = 3.0, 1.0
"""Worth of an enemy put out of action, and of a pinned one."""

BLAST = 300
"""Radius within which a grenade counts figures, in hundredths of an inch."""

BURN = 150
"""Distance from its line within which a flame counts figures, in hundredths of an inch."""

ZONE = 500
"""Radius within which a beaten zone counts figures, in hundredths of an inch."""

BURST, HURT = 1.5, 2.5
"""Worth of an enemy near a burst, and cost of an own figure near it."""

LEAST_SHOOTING = 0.1
"""Worth that fire needs."""


class Gunnery:
    """Chooses the fire of one side from its view."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._sights: Mapping[tuple[str, str], SightView] = {
            (sight.figure, sight.enemy): sight for sight in post.view.sight
        }
        self._at = {figure.id: figure.at for figure in post.own}

    def choose(self, options: Sequence[Option]) -> Option | None:
        """Return the fire with the highest worth, or None if none is worth it."""
        scores = [(self._weigh(one), -number, one) for number, one in enumerate(options)]
        worth, _, best = max(scores, key=lambda one: one[:2], default=(0.0, 0, None))
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
        """Return the worth of aimed fire by its dice; unaimed fire can only pin."""
        target, figures = option.order.get("target"), cast(Sequence[str], option.order["figures"])
        sights = (self._sights.get((figure, cast(str, target))) for figure in figures if target)
        is_aimed = option.order.get("kind") == "aimed"
        return fsum(_weigh_sight(sight, is_aimed=is_aimed) for sight in sights if sight is not None)

    def _weigh_burst(self, spot: Spot, reach: int) -> float:
        foes = sum(geometry.within(one.at, spot, reach) for one in self._post.seen)
        friends = sum(geometry.within(one.at, spot, reach) for one in self._post.own)
        return BURST * foes - HURT * friends

    def _weigh_flame(self, start: Spot, to: Spot) -> float:
        foes = sum(geometry.near_line(one.at, start, to, BURN) for one in self._post.seen)
        friends = sum(geometry.near_line(one.at, start, to, BURN) for one in self._post.own) - 1
        return KILL * foes - HURT * friends


def _weigh_sight(sight: SightView, *, is_aimed: bool) -> float:
    if is_aimed:
        return max(1, sight.dice) * (KILL * _chance(sight.kill) + PIN * _chance(sight.pin))
    return 0.7 * max(1, sight.dice) * PIN * _chance(sight.unaimed[1] if sight.unaimed else None)


def _chance(least: int | None) -> float:
    """Return the chance of rolling this face or higher."""
    return max(0, FACES + 1 - least) / FACES if least is not None else 0.0


def _spot(option: Option) -> Spot:
    return cast(Spot, option.to)


SAFE = 1400
"""Distance that shells keep from own figures, in hundredths of an inch."""

NEAR = 700
"""Distance from an enemy within which shells have to land, in hundredths of an inch."""

Template = Callable[[Post, Sequence[Option]], Option | None]
"""Function that chooses an order for figures that may move, or None if they stay as they are."""


class Templates:
    """A bot of the skirmish; between turns it keeps only the rules."""

    def __init__(self, move: Template) -> None:
        self._rules: Skirmish | None = None
        self._move = move

    def answer(self, turn: Turn, rng: Random) -> str:  # noqa: ARG002 - templates leave nothing to chance
        """Return a letter with one order."""
        if self._rules is None:
            bound = rulesets.bind(turn.pack, turn.scenario, turn.chosen, is_opened=True)
            self._rules = find_skirmish(bound.system)
            assert self._rules is not None, "the table of bots names another family"
        post = Post(self._rules.table, convert(turn.view, View, dec_hook=read_order))
        quiet = next((one for one in turn.options if one.default), turn.options[0])
        match turn.options[0].question:
            case "deployment":
                option = look_out(post, turn.options)
            case "movement":
                option = shell(post, turn.options) or self._move(post, turn.options)
            case "fire":
                option = Gunnery(post).choose(turn.options)
            case _:
                option = None
        return (option or quiet).text


def raid(post: Post, options: Sequence[Option]) -> Option | None:
    """Return the march towards the ground that scores points."""
    return Marcher(post).choose(options)


def guard(post: Post, options: Sequence[Option]) -> Option | None:
    """Return a march to scoring ground if the side attacks, otherwise an order to observe."""
    going = raid(post, options) if skirmish_players.attacks(post.table, post.side) else None
    return going or look_out(post, options)


def look_out(post: Post, options: Sequence[Option]) -> Option | None:
    """Return the order for a hidden figure to observe from its place, or None."""
    figures = {figure.id: figure for figure in post.own}
    for option in options:
        figure = figures.get(option.piece)
        if option.order.get("posture") == "observe" and figure is not None and figure.posture == "hidden":
            stays = option.verb == "posture" or option.to == figure.at
            if stays and not _is_ordered(post, option):
                return option
    return None


def shell(post: Post, options: Sequence[Option]) -> Option | None:
    """Return a barrage on a visible enemy, far from own figures, or None."""
    for option in options:
        if option.verb == "barrage":
            aim = cast(Spot, option.to)
            if _is_hit(post, aim) and not any(geometry.within(one.at, aim, SAFE) for one in post.own):
                return option
    return None


def _is_hit(post: Post, aim: Spot) -> bool:
    return any(geometry.within(one.at, aim, NEAR) for one in post.seen)


def _is_ordered(post: Post, option: Option) -> bool:
    """Return True if an order for the figure is already plotted."""
    return any(option.piece in _list_figures(plot) for plot in post.view.plots)


def _list_figures(plot: object) -> Sequence[str]:
    one: str | None = getattr(plot, "figure", None)
    return (one,) if one is not None else cast(Sequence[str], getattr(plot, "figures", ()))
