"""Random lawful play of a skirmish, and what must hold after every order."""

import random
from collections.abc import Iterator, Sequence

from referee.engine import machine
from referee.engine.system import Accepted
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.skirmish.close_events import FellBack, MeleeFought, Pinned, Unpinned
from schemas.skirmish.events import FigureMoved, Looked, PostureTaken, Shot, SkirmishEvent
from schemas.skirmish.orders import Done, Fire, Look, Move, SkirmishOrder, Throw
from tests.loose_dice import LooseDice

Step = tuple[Position, SkirmishOrder | None, tuple[SkirmishEvent, ...], Position]
"""One entry of a game: the position, the order, what came of it, and the position after."""


def lawful_choice(rules: Skirmish, position: Position, generator: random.Random) -> SkirmishOrder | None:
    """A lawful answer to an open question, from a player who is now bold and now tired."""
    prompt = generator.choice(rules.prompts(position))
    options = list(rules.options(position, prompt))
    generator.shuffle(options)
    if generator.random() < 0.12:
        options.sort(key=lambda order: not isinstance(order, Done))
    elif generator.random() < 0.6:
        options.sort(key=_boldness)
    return next((order for order in options if not any(rules.objections(position, order))), None)


def _boldness(order: SkirmishOrder) -> int:
    """Contact and aimed fire first, then moves of whole units, then the rest."""
    match order:
        case Move(contact=str()):
            return 0
        case Fire(kind="aimed") | Throw():
            return 1
        case Move(figures=figures) if len(figures) > 1:
            return 2
        case Look() | Done():
            return 4
        case _:
            return 3


def play(rules: Skirmish, seed: int) -> Iterator[Step]:
    """The entries of one random game, to its end."""
    return play_on(rules, rules.start(), seed)


def play_on(rules: Skirmish, before: Position, seed: int) -> Iterator[Step]:
    """The entries of a random game from a position to its end."""
    generator = random.Random(seed)
    dice = LooseDice(generator)
    position, events = machine.run_on(rules, before, dice)
    yield before, None, events, position
    while rules.prompts(position):
        order = lawful_choice(rules, position, generator)
        assert order is not None, f"dead end in game {seed}: {rules.prompts(position)}"
        before = position
        position, verdict = machine.play(rules, before, order, dice)
        assert isinstance(verdict, Accepted)
        yield before, order, verdict.events, position


def broken_invariants(rules: Skirmish, position: Position) -> Iterator[str]:
    """Everything about a position that can never be."""
    yield from _crowds(rules, position)
    yield from _melees(rules, position)
    for figure in position.figures.values():
        if figure.active and not rules.table.on_table(figure.at):
            yield f"{figure.id} is off the table, at {figure.at}"
        if figure.pins < 0 or any(count < 0 for count in figure.supply.values()):
            yield f"{figure.id} has less than nothing"
    for unit in position.units.values():
        if unit.markers > 3 or (unit.markers == 3 and not unit.dispersed):
            yield f"{unit.id} has {unit.markers} markers and stands"
    for side in position.sides:
        for contact in position.contacts(side).values():
            if contact.units and not position.figures[contact.figure].active:
                yield f"{contact.alias} is seen and is no more"


def _crowds(rules: Skirmish, position: Position) -> Iterator[str]:
    """Figures inside each other; bases in contact may touch, to a rounded hundredth of an inch."""
    base = rules.table.parameters.measuring.base_diameter
    active = [one for one in position.figures.values() if one.active]
    for number, one in enumerate(active):
        for other in active[number + 1 :]:
            gap = geometry.apart(one.at, other.at)
            if gap < base - 2 or (one.side == other.side and geometry.closer(one.at, other.at, base)):
                yield f"{one.id} and {other.id} are {gap} apart"


def _melees(rules: Skirmish, position: Position) -> Iterator[str]:
    base = rules.table.parameters.measuring.base_diameter
    for melee in position.melees:
        pair = (position.figures[melee.attacker], position.figures[melee.defender])
        if not all(figure.active for figure in pair):
            yield f"a melee goes on without one of its men: {melee}"
        if not geometry.within(pair[0].at, pair[1].at, base):
            yield f"a melee is fought at a distance: {melee}"


ACTS = (FigureMoved, Shot, Looked, PostureTaken, FellBack, Pinned, Unpinned)


def _actors(event: SkirmishEvent) -> tuple[str, ...]:
    if isinstance(event, MeleeFought):
        return (*event.attackers, event.defender)
    return (event.figure,) if isinstance(event, ACTS) else ()


def dead_men_acting(before: Position, rules: Skirmish, events: Sequence[SkirmishEvent]) -> Iterator[str]:
    """Events in which somebody acts who is no longer there."""
    position = before
    fallen_together: set[str] = set()
    for event in events:
        if event.type == "tier-fired":
            fallen_together.clear()
        for id in _actors(event):
            figure = position.figures[id]
            if not figure.active and not (isinstance(event, Shot) and figure.id in fallen_together):
                yield f"{figure.id} is {figure.status}: {event}"
        if event.type == "killed" and position.phase == "firing":
            # Troops of one tier fire at the same time: who falls in it has fired.
            fallen_together.add(event.figure)
        position = rules.evolve(position, event)
