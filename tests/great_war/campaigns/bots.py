"""The entries of a campaign that bots play: each is asked as a match asks it."""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import cast

from msgspec.json import decode, encode

from referee.analysis.bots.stdio import PLAYERS
from referee.engine.facts import OpenQuestion
from referee.engine.system import Rules, State
from referee.reports import legal_orders
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.answers.orders import Option
from schemas.bots import MOST_OPTIONS, Turn
from schemas.great_war.orders import GreatWarOrder
from schemas.record import to_data
from tests.great_war.campaigns.campaign import BrokenError, Step, follow
from tests.loose_dice import LooseDice
from tests.systems import system_of


def steps(rules: GreatWar, seed: int, bot: str, think: float) -> Iterator[Step]:
    """A campaign of a bot against itself; raises `BrokenError` for a letter that holds no order."""
    dice = LooseDice(Random(seed))
    players = {side: PLAYERS[bot]() for side in rules.sides}
    numbers = count(1)

    def answer(position: Position, prompts: Sequence[OpenQuestion]) -> GreatWarOrder:
        number = next(numbers)
        turn = decode(encode(_show(rules, position, prompts[0], number, think)), type=Turn)
        return _read(rules, position, turn, players[turn.side](turn, Random(f"{seed} {number}")))

    return follow(rules, dice, answer)


def _show(rules: GreatWar, position: Position, prompt: OpenQuestion, number: int, think: float) -> Turn:
    loose, state = cast(Rules, rules), cast(State, position)
    orders = loose.lawful(state, prompt)
    options = [legal_orders.take_apart(system_of(loose), state, prompt, order) for order in orders]
    theatre = rules.theatre
    return Turn(
        side=prompt.side,
        system="great-war",
        pack=theatre.pack.game.id,
        scenario=theatre.scenario.id,
        chosen=theatre.options,
        entry=number,
        prompts=(system_of(rules).language.ask(prompt),),
        options=tuple(options[:MOST_OPTIONS]),
        view=to_data(system_of(rules).secrecy.view(position, prompt.side)),
        think=think,
        seconds=think,
    )


def _read(rules: GreatWar, position: Position, turn: Turn, letter: str) -> GreatWarOrder:
    known: list[Option] = [one for one in turn.options if one.text == letter]
    if not known:
        raise BrokenError(f"{letter!r} is none of the orders that were shown")
    (order,) = system_of(rules).notation.read(position, turn.side, letter)
    return order
