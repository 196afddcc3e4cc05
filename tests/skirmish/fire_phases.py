"""Random fire phases, thick with figures that may not be shot at, and every die that fell where it may not.

Whether it may is asked of a single aimed order by the same figure: the plainest order there is.
"""

import functools
import random
from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine import machine
from referee.engine.system import Accepted
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Contact, Figure, Melee, Position
from schemas.skirmish.events import Mark, Shot, SkirmishEvent
from schemas.skirmish.orders import BeatenZone, Done, Fire, Move, SkirmishOrder
from tests.loose_dice import LooseDice
from tests.systems import system_of

WEAPONS = ("pistol", "smg", "bar", "rifle", "lmg", "hmg")
FIELD = ((600, 1800), (1700, 2700))
"""A corner of the raid's table with a farm, a wall and some scrub."""


def stood(rules: Skirmish, generator: random.Random, phase: str) -> Position:
    """A few figures of each side close together, who have run, assaulted, fought and been pinned."""
    start = rules.start()
    figures: dict[str, Figure] = {}
    (west, east), (south, north) = FIELD
    taken: list[tuple[int, int]] = []
    for id, figure in start.figures.items():
        side = [one for one in figures.values() if one.side == figure.side and one.active]
        at = (generator.randrange(west, east), generator.randrange(south, north))
        free = all((at[0] - x) ** 2 + (at[1] - y) ** 2 >= 100 * 100 for x, y in taken)
        if len(side) >= 6 or not free or generator.random() < 0.4:
            figures[id] = replace(figure, status="killed", at=at)
            continue
        taken.append(at)
        moved = generator.choice(("halt", "halt", "manoeuvre", "assault")) if phase == "laying" else "halt"
        figures[id] = replace(
            figure, at=at, start=(at[0], at[1] - 100), mode=moved, weapons=(generator.choice(WEAPONS),),
            role=generator.choice(("squad-leader", "loader")), posture="open",
            was_fighting=generator.random() < 0.35, pins=int(generator.random() < 0.1),
        )  # fmt: skip
    state = replace(start, turn=2, phase=phase, light="day", first=rules.sides[0], figures=figures)
    return _fighting(rules, _known(rules, state, generator), generator)


def _known(rules: Skirmish, state: Position, generator: random.Random) -> Position:
    """What each side's units see: most of the enemy."""
    known: dict[str, dict[str, Contact]] = {}
    for side in rules.sides:
        units = sorted({one.unit for one in state.active(side)})
        known[side] = {}
        for number, enemy in enumerate(state.active(state.other(side)), 1):
            seen = tuple(unit for unit in units if generator.random() < 0.8)
            if seen:
                known[side][f"c{number:02d}"] = contact(f"c{number:02d}", enemy, seen)
    return replace(state, known=known)


def contact(alias: str, enemy: Figure, units: tuple[str, ...]) -> Contact:
    return Contact(alias, enemy.id, enemy.at, enemy.posture, enemy.mode, enemy.pins, "", "", "active", units)


def _fighting(rules: Skirmish, state: Position, generator: random.Random) -> Position:
    """Now and then two neighbours who came to grips."""
    mine, theirs = (list(state.active(side)) for side in rules.sides)
    if state.phase == "laying" and mine and theirs and generator.random() < 0.5:
        one, other = generator.choice(mine), generator.choice(theirs)
        names = (state.alias(other.side, one.id), state.alias(one.side, other.id))
        return replace(state, melees=(Melee(one.side, one.id, names[0], other.id, names[1]),))
    return state


def _orders(rules: Skirmish, state: Position, side: str, generator: random.Random) -> Iterator[SkirmishOrder]:
    """Something for every figure: what it may be refused is tried all the same."""
    aliases = list(state.contacts(side))
    enemies = list(state.active(state.other(side)))
    for figure in state.active(side):
        spot = generator.choice(enemies).at if enemies else figure.at
        if state.phase == "plotting" and aliases:
            alias = generator.choice(aliases)
            goal = state.contacts(side)[alias].at
            mode = generator.choice(("assault", "manoeuvre"))
            yield Move(side=side, figures=(figure.id,), mode=mode, path=(goal,), contact=alias)
            continue
        for _ in range(3):
            kind = generator.choice(("aimed", "unaimed"))
            match generator.randrange(4):
                case 0 if "hmg" in figure.weapons:
                    yield BeatenZone(side=side, figure=figure.id, centre=spot)
                case 1:
                    yield Fire(side=side, figures=(figure.id,), kind="unaimed", point=spot)
                case 2 if len(aliases) > 1:
                    yield _split(rules, figure, aliases, kind, generator)
                case _ if aliases:
                    yield Fire(side=side, figures=(figure.id,), kind=kind, target=generator.choice(aliases))
                case _:
                    pass


def _split(
    rules: Skirmish, figure: Figure, aliases: list[str], kind: str, generator: random.Random
) -> SkirmishOrder:
    """Dice shared out by hand among a few enemies."""
    weapon = rules.table.weapons[figure.weapons[0]]
    count = weapon.served if weapon.served is not None and generator.random() < 0.5 else weapon.dice
    named = generator.sample(aliases, min(len(aliases), 3))
    dice = dict.fromkeys(named[:1], 1)
    for _ in range(count - 1):
        alias = generator.choice(named)
        dice[alias] = dice.get(alias, 0) + 1
    fire = Fire(side=figure.side, figures=(figure.id,), kind="aimed", target=named[0], dice=dice)
    return fire.replace(kind=kind)


def phase(rules: Skirmish, seed: int) -> Iterator[tuple[Position, Shot]]:
    """The shots of one random phase, each with the position in which its tier began to fire."""
    generator = random.Random(seed)
    dice = LooseDice(generator)
    state = stood(rules, generator, "plotting" if seed % 4 == 0 else "laying")
    for side in rules.sides:
        for order in (*_orders(rules, state, side, generator), Done(side=side)):
            verdict = machine.decide(rules, state, order, dice)
            if isinstance(verdict, Accepted):
                state = functools.reduce(rules.evolve, verdict.events, state)
    while state.phase in {"plotting", "movement", "laying", "firing"} and not rules.prompts(state):
        events = rules.advance(state, dice).events
        yield from shots(rules, state, events)
        state = functools.reduce(rules.evolve, events, state)


def shots(
    rules: Skirmish, began: Position, events: tuple[SkirmishEvent, ...]
) -> Iterator[tuple[Position, Shot]]:
    """The shots of one piece of work: a tier fires as things stood when it began, others as they stand."""
    state = began
    for event in events:
        if isinstance(event, Shot):
            yield (state if event.reaction else began), event
        state = rules.evolve(state, event)


def misplaced(rules: Skirmish, standing: Position, shot: Shot) -> Iterator[str]:
    """The dice of a shot that fell on somebody whom a single aimed order would be refused."""
    if rules.table.weapons[shot.weapon].area:
        return
    for mark in shot.marks:
        state, order = _single(standing, shot, mark)
        for objection in rules.objections(state, order):
            text = system_of(rules).language.word(objection).text
            yield f"{shot.figure} hits {mark.figure} with his {shot.weapon}: {text}"


def _single(standing: Position, shot: Shot, mark: Mark) -> tuple[Position, Fire]:
    """A single aimed order at one of those under fire, and where it would be written.

    What an order needs that is no protection of the target is granted to fire that needs it not: unaimed fire
    may follow a manoeuvre and fall on a friend or on somebody unseen, an attacker is seen as he comes.
    """
    side, firer, target = shot.side, standing.figures[shot.figure], standing.figures[mark.figure]
    state = replace(standing, phase="laying", plans={})
    if shot.kind == "unaimed" or shot.reaction:
        alias = state.alias(side, target.id) or "c99"
        state = state.with_figure(replace(target, side=state.other(side)))
        mode = "halt" if firer.mode == "manoeuvre" else firer.mode
        state = state.with_figure(replace(firer, mode=mode))
        known = {**state.contacts(side), alias: contact(alias, target, (firer.unit,))}
        state = replace(state, known={**state.known, side: known})
    alias = state.alias(side, target.id) or None
    return state, Fire(side=side, figures=(firer.id,), kind="aimed", target=alias, weapon=shot.weapon)
