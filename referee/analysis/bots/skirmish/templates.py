"""The raider and the garrison: what each asks of its figures in the phases of a turn."""

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from msgspec import convert

from referee.analysis import posts
from referee.analysis.bots.skirmish.marching import Marcher
from referee.analysis.bots.skirmish.shooting import Gunnery
from referee.analysis.posts import Post
from referee.packs import binding
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.rules import Skirmish
from schemas.answers.options import Option
from schemas.bots import Turn
from schemas.skirmish.events import read_order
from schemas.skirmish.view import View
from schemas.skirmish.words import Spot

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
            bound = binding.bind(turn.pack, turn.scenario, turn.chosen, opened=True)
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
    going = raid(post, options) if posts.attacks(post.table, post.side) else None
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
