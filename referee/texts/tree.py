"""What a text says and where it says it, before anybody asks whether it makes sense."""

from collections.abc import Mapping
from typing import TypeAlias

from referee.engine.tongue import Saying, saying
from referee.values.value import Value
from schemas.record import Place

Trail: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys of mappings, and positions in lists counted from nought."""

Spot: TypeAlias = tuple[int, int]
"""Line and column, counted from one."""

Node: TypeAlias = "str | int | float | bool | list[Node] | dict[str, Node] | None"
"""A value that was read. YAML gives texts only; JSON gives numbers and truth values as well."""


class Tree(Value):
    """A text that was read.

    `values` and `keys` say where each value and each key stands; what they do not know stands at the nearest
    thing around it, and in the end at `start`.
    """

    name: str
    value: Node
    values: Mapping[Trail, Spot] = {}
    keys: Mapping[Trail, Spot] = {}
    start: Spot = (1, 1)

    def at(self, trail: Trail) -> Place:
        """The place of a value, or of the nearest thing around it."""
        while trail and trail not in self.values:
            trail = trail[:-1]
        line, column = self.values.get(trail, self.start)
        return Place(file=self.name, line=line, column=column)

    def at_key(self, trail: Trail) -> Place:
        """The place of the key that a value belongs to, or of the nearest thing around it."""
        if trail not in self.keys:
            return self.at(trail)
        line, column = self.keys[trail]
        return Place(file=self.name, line=line, column=column)

    def get(self, trail: Trail) -> Node:
        """The value at the end of a trail; `None` where there is none."""
        node = self.value
        for step in trail:
            node = inside(node, step)
        return node


def inside(node: Node, step: str | int) -> Node:
    """What stands under a key or at a position; `None` where nothing does."""
    match node, step:
        case dict(), str():
            return node.get(step)
        case list(), int() if step < len(node):
            return node[step]
        case _:
            return None


def quote(node: Node) -> Saying | str:
    """A value as a complaint quotes it: short, on one line, and with nothing a terminal would obey."""
    match node:
        case None:
            return saying("nothing")
        case dict():
            return saying("a mapping")
        case list():
            return saying("a list")
        case bool():
            return f"`{str(node).lower()}`"
        case _:
            text = str(node)
            short = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
            return f"`{short if short.isprintable() else ascii(short)[1:-1]}`"


LONGEST_SHOWN = 40
"""How much of a text a complaint repeats."""
