"""Names of questions that a plan cuts short: `cavalry: stay` below its head is `cavalry-retreat: stay`."""

import re
from collections.abc import Iterable, Iterator, Set

from msgspec.structs import replace

from referee.engine.system import State
from referee.faults import Unreadable
from referee.i18n.name_matching import Index
from referee.matches.judging.reading_lines import STANDING_VERB, is_plan_line
from referee.systems.faces import Game
from schemas.letter import LetterLine, LetterOrder
from schemas.record import Side

SHORTEST = 4
"""Fewest letters of a name that is completed: `Re: our match` is text."""

_NAME = re.compile(r"\s*([^\s:]+)(?=(?:\s[^:]*)?:\s*\S)")


def complete_names(
    game: Game, state: State, side: Side, orders: Iterable[LetterOrder], refused: Set[int] = frozenset()
) -> Iterator[LetterOrder]:
    """Yield the orders of a letter, with whole names of questions in the lines right below a plan's head.

    A name of at least four letters is completed if one question of a battle begins with it, and its line is
    not an order. The `refused` lines of a filed letter do not change: older versions did not complete them.
    """
    is_in_plan = False
    for order in orders:
        line = order
        if is_in_plan and isinstance(order, LetterLine) and order.line not in refused:
            line = _complete(game, state, side, order)
        is_in_plan = isinstance(line, LetterLine) and (
            _begins_plan(line.text) or (is_in_plan and is_plan_line(game.rules, line))
        )
        yield line


def _begins_plan(text: str) -> bool:
    """Return True for the head of a plan or a doctrine, unlike a standing order of its own."""
    match = STANDING_VERB.match(text)
    return match is not None and match["verb"].lower() in {"plan", "doctrine"}


def _complete(game: Game, state: State, side: Side, line: LetterLine) -> LetterLine:
    match = _NAME.match(line.text)
    if match is None or len(match[1]) < SHORTEST or is_plan_line(game.rules, line):
        return line
    questions = Index(dict.fromkeys(game.advisor.plans, ())).find(match[1])
    if len(questions) != 1 or _is_order(game, state, side, line.text):
        return line
    start, end = match.span(1)
    places = (*range(start), *[start] * len(questions[0]), *range(end, len(line.text)))
    text = f"{line.text[:start]}{questions[0]}{line.text[end:]}"
    return replace(line, text=text, columns=tuple(line.at(place + 1) for place in places))


def _is_order(game: Game, state: State, side: Side, text: str) -> bool:
    try:
        return bool(game.notation.read(state, side, text))
    except Unreadable:
        return False
