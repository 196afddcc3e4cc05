"""Fronts where everything meets: disputed areas side by side, armies that retreat into battles to come."""

import random

from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import Dice
from referee.systems.great_war.facts import turn_sequence
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Position
from tests.great_war.second_opinion.checkpoints import same_war

FRONT = ("namur", "ardennes", "liege", "sedan", "longwy")
"""Neighbours of each other."""

ARMIES = 3
"""How many armies a side sends to an area at most: the stacking limit."""


def gathered(rules: GreatWar, generator: random.Random, dice: Dice) -> Position:
    """The first player turn of a scenario, with armies of both sides crowded in areas that are neighbours."""
    position, _ = machine.run_on(rules, rules.start(), dice)
    for side in position.map.sides:
        room = {area: ARMIES - len(_units(position, area, side)) for area in FRONT}
        mine = position.map.owned(side)
        armies = [piece for piece in mine if piece.kind == "army" and piece.area not in FRONT]
        for army in generator.sample(armies, len(armies)):
            open_areas = [area for area in FRONT if room[area] > 0]
            contents = tuple(position.map.contents(army.id))
            if open_areas and contents and not rules.theatre.areas[army.area].box:
                area = generator.choice(open_areas)
                room[area] -= 1
                position = position.put(*(replace(piece, area=area) for piece in (army, *contents)))
    return _armed(rules, _owned(rules, position))


def _units(position: Position, area: str, side: str) -> set[str]:
    return {piece.army or piece.id for piece in position.map.standing(area, side) if piece.kind != "fort"}


def _owned(rules: GreatWar, position: Position) -> Position:
    """Areas where one side alone stands are its own."""
    war = same_war(rules, position)
    war.settle()
    settled = position.marking(owner=war.field.owner)
    if settled.now is None:
        return settled
    # The turn opens with these owners: what is friendly from its start follows from them.
    return replace(settled, now=turn_sequence.open_turn(settled, settled.now.side))


def _armed(rules: GreatWar, position: Position) -> Position:
    """Each side with an Offensive in hand, so that there is a battle."""
    offensives = [
        card for card in position.pile if getattr(rules.theatre.card(card), "id", "") == "offensive"
    ]
    for side, card in zip(position.map.sides, offensives, strict=False):
        hand = position.hand(side)
        held = tuple(sorted((*hand.cards, card)))
        pile = tuple(one for one in position.pile if one != card)
        position = replace(position.holding(side, Hand(len(held), held)), pile=pile)
    return position
