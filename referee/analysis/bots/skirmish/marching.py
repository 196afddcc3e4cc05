"""Ways to the ground that the points are about, among the marches that are offered."""

from collections.abc import Sequence
from typing import cast

from referee.analysis.posts import Post
from referee.systems.skirmish.facts import geometry, walking
from schemas.answers.options import Option
from schemas.skirmish.view import FigureView
from schemas.skirmish.words import Spot

LEAST = 100.0
"""How much nearer a march has to bring figures, all together, in hundredths of an inch."""

NEAR = 1100
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
        if not walking.crosses(self._post.table, (start, slot), "wire"):
            return straight
        round_about = (
            geometry.length(start, gap) + geometry.length(gap, slot) for gap in self._post.gaps(figure)
        )
        return max(straight, min(round_about, default=straight))

    def _like(self, figure: FigureView, mode: str) -> float:
        """Rushes are for the far ground; near the enemy figures keep their fire."""
        far = not geometry.within(figure.at, self._post.slot(figure), NEAR)
        match mode:
            case "rush":
                return 1.0 if far and self._post.nearest(figure) is None else 0.5
            case "manoeuvre":
                return 1.0
            case _:
                return 0.6
