"""Random lawful play of a Great War match, and what must hold after every order."""

import random
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice

from msgspec.structs import replace

from referee.engine import machine
from referee.engine.facts import Asked
from referee.systems.great_war.faces.advisor import GreatWarAdvisor
from referee.systems.great_war.facts import control, stacking
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import plans, production
from referee.systems.great_war.state.game import piece_id
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.orders import (
    Battle,
    Bonus,
    Done,
    GreatWarOrder,
    Lose,
    Move,
    Offensive,
    Play,
    React,
    Reroll,
    Retreat,
)
from schemas.great_war.plan_events import PieceArrived
from tests.great_war.campaigns.players import gathers
from tests.loose_dice import LooseDice
from tests.systems import system_of

PLANNED = {"reinforcements", "production"}
"""The questions that are answered by a plan of any length."""

SHIFTS = {"transfer", "anew"}
"""What changes a plan and adds nothing to it."""

DEPARTURES = {"retreat-after", "stand-or-retreat", "cavalry-retreat"}
"""The questions at which most players stay where they are."""

Step = tuple[Position, GreatWarOrder | None, tuple[GreatWarEvent, ...], Position]
"""One entry of a game: the position, the order, what came of it, and the position after."""


def attractions(rules: GreatWar, position: Position, order: GreatWarOrder) -> int:
    """What a bold player looks at first: enemy ground, then battles, then paying with pieces."""
    match order:
        case Move(path=path):
            return 4 if control.status(position.map, path[-1], order.side) != "friendly" else 1
        case Offensive() | Play() | Bonus() | React() | Reroll():
            return 3
        case Retreat() if gathers(position, order):
            return 5
        case Battle() | Lose():
            return 2
        case _:
            return 1


GLANCE = 24
"""How many answers a bold player compares before he takes the best."""


def lawful_choice(rules: GreatWar, position: Position, generator: random.Random) -> GreatWarOrder | None:
    """A lawful answer to the open question, from a player who is now bold, now tired, now erratic."""
    prompt = generator.choice(rules.prompts(position))
    answers = _considered(rules, position, prompt, generator)
    return next((order for order in answers if not any(rules.objections(position, order))), None)


@lru_cache(maxsize=4)
def _advise(rules: GreatWar) -> GreatWarAdvisor:
    """Return the advisor of these rules, the same for a whole war."""
    return system_of(rules).advisor


def _considered(
    rules: GreatWar, position: Position, prompt: Asked, generator: random.Random
) -> Iterator[GreatWarOrder]:
    """All answers, in the order in which the player thinks of them."""
    mood = generator.random()
    option_groups = _advise(rules).option_groups(position, prompt)
    enough = (Done(side=prompt.side),)
    if prompt.question in PLANNED:
        # A planner who never tires would shift pieces about for ever.
        answers = _drawn(option_groups, generator, last=SHIFTS if mood < 0.9 else ())
        return chain(enough, answers) if mood < 0.15 else answers
    answers = _drawn(option_groups, generator)
    if mood < 0.45:
        first = sorted(islice(answers, GLANCE), key=lambda order: -attractions(rules, position, order))
        return chain(first, answers)
    if mood < 0.6 or prompt.question in DEPARTURES:
        return chain(enough, answers)
    return answers


def _drawn(
    option_groups: Iterable[Iterator[GreatWarOrder]], generator: random.Random, last: Container[str] = ()
) -> Iterator[GreatWarOrder]:
    """Answers by the bunch, in an order of chance; what nobody gets to is never worked out."""
    left, set_aside = list(option_groups), list[Iterator[GreatWarOrder]]()
    generator.shuffle(left)
    for bunch in left:
        first = next(bunch, None)
        if first is None:
            continue
        if first.type in last:
            set_aside.append(chain((first,), bunch))
            continue
        answers = [first, *bunch]
        generator.shuffle(answers)
        yield from answers
    for bunch in set_aside:
        answers = list(bunch)
        generator.shuffle(answers)
        yield from answers


def late_arms(rules: GreatWar) -> Iterator[tuple[str, str, int]]:
    """What later years put on the map, for the nations of the set-up and as far as there are counters."""
    theatre = rules.theatre
    fighting = {placement.nation for placement in theatre.scenario.placements}
    for nation in theatre.pack.forces.nations:
        for unit in theatre.pack.forces.units if nation.id in fighting else ():
            if unit.buildable_from.get(nation.id) or unit.swapped_for or unit.kind == "artillery":
                yield nation.id, unit.kind, nation.counters.get(unit.kind, 0)


def later(rules: GreatWar, turn: int, generator: random.Random) -> Position:
    """A position of a later season: the set-up with later arms beside it, wherever there is room."""
    dice = LooseDice(generator)
    position = machine.run_on(rules, rules.start(), dice)[0].marking(turn=turn)
    theatre = rules.theatre
    joined = [one for one in theatre.pack.tables.events.joining if one.turn <= turn]
    owner = {a.id: one.side for one in joined for a in theatre.pack.map.areas if a.country in one.countries}
    position = position.marking(owner={**position.map.owner, **owner})
    for nation, kind, count in late_arms(rules):
        for number in range(1, count + 1):
            id = piece_id(nation, theatre.units[kind], number)
            if id not in position.map.pieces:
                side = theatre.nations[nation].side
                piece = Piece(id, nation, side, kind, "")
                position = position.put(_berth(rules, position, piece, generator))
    for side in theatre.sides:
        cards, rest = position.pile[:8], position.pile[8:]
        hand = position.hand(side)
        grown = replace(hand, size=hand.size + len(cards), cards=tuple(sorted((*hand.cards, *cards))))
        position = replace(position.holding(side, grown), pile=rest)
    return position


def _berth(rules: GreatWar, position: Position, piece: Piece, generator: random.Random) -> Piece:
    """The piece in an army of its nation, else loose where there is room."""
    theatre = rules.theatre
    armies = [army for army in position.map.pieces.values() if army.kind == "army"]
    for army in generator.sample(armies, len(armies)):
        if army.nation == piece.nation and not any(stacking.entry(theatre, position.map, (piece,), army)):
            return replace(piece, area=army.area, army=army.id)
    owned = [area for area, side in position.map.owner.items() if side == piece.side]
    land = [area for area in owned if not theatre.areas[area].box]
    room = [area for area in land if not stacking.full(theatre, position.map, area, piece.side)]
    return replace(piece, area=generator.choice(room))


def play(rules: GreatWar, seed: int, *, seasons: int, turn: int | None = None) -> Iterator[Step]:
    """The entries of one random game, until so many seasons are over or the match ends."""
    generator = random.Random(seed)
    dice = LooseDice(generator)
    before = rules.start()
    position, events = machine.run_on(rules, before, dice)
    if turn is None:
        yield before, None, events, position
    else:
        position = later(rules, turn, generator)
    last = position.map.turn + seasons
    while rules.prompts(position) and position.map.turn < last:
        order = lawful_choice(rules, position, generator)
        assert order is not None, f"dead end in game {seed}: {rules.prompts(position)}"
        before = position
        position, accepted = machine.carry_out(rules, before, order, dice)
        yield before, order, accepted.events, position


def broken_invariants(rules: GreatWar, position: Position) -> Iterator[str]:
    """Everything about a position that can never be."""
    theatre = rules.theatre
    yield from _counters(rules, position)
    cards = Counter((*position.pile, *position.discards, *position.removed))
    for side, hand in position.hands.items():
        cards.update(hand.cards)
        if len(hand.cards) != hand.size:
            yield f"the {side} hand has {len(hand.cards)} cards and says {hand.size}"
    deck = Counter(range(1, len(theatre.cards) + 1))
    if position.shuffles and cards != deck:
        yield f"cards are missing or double: {cards - deck}"
    for id, area in theatre.areas.items():
        if position.map.owner.get(id) not in theatre.sides and not _apart(rules, position, id):
            yield f"{id} has no owner"
        for side in theatre.sides:
            if area.transit is None and stacking.count_stacked(position.map, id, side) > theatre.stacking(id):
                yield f"{id} holds too many {side} pieces"
    yield from _plans(rules, position)
    index = {(area, id) for area, ids in position.map.stacks.items() for id in ids}
    if index != {(piece.area, piece.id) for piece in position.map.pieces.values()}:
        yield "the index of areas disagrees with the pieces"


def _apart(rules: GreatWar, position: Position, area: str) -> bool:
    """Whether an area belongs to a country that joins a side later, and nobody has entered it."""
    country, chart = rules.theatre.areas[area].country, rules.theatre.pack.tables.events
    turn = position.map.turn
    later = any(country in joining.countries and joining.turn >= turn for joining in chart.joining)
    return later and all(piece.kind == "fort" for piece in position.map.at(area))


def _plans(rules: GreatWar, position: Position) -> Iterator[str]:
    """What a plan may never be, though nobody but its side has seen it."""
    theatre = rules.theatre
    for side in theatre.sides:
        if production.leave(theatre, position, side) < 0 and position.task == MakePlans("production"):
            yield f"the {side} plan costs more than its build points"
        lines = control.Lines(theatre, position.map, side)
        for event in position.plan(side).planned:
            if isinstance(event, PieceArrived) and not lines.feed(event.area, event.nation):
                yield f"{event.piece} comes to {event.area}, which is out of supply"
        # Where nothing is planned the draft is the position itself, and counted.
        if (draft := plans.draft(theatre, position, side)) is not position:
            yield from _counters(rules, draft)
    if position.plans and not isinstance(position.task, MakePlans):
        yield "plans lie about after their phase"


def _counters(rules: GreatWar, position: Position) -> Iterator[str]:
    theatre = rules.theatre
    mix = Counter((piece.nation, piece.kind) for piece in position.map.pieces.values())
    for (nation, kind), count in mix.items():
        if count > theatre.nations[nation].counters.get(kind, 0):
            yield f"{nation} has {count} {kind}, more than there are counters"
    for piece in position.map.pieces.values():
        if piece.army is not None:
            army = position.map.pieces.get(piece.army)
            if army is None or army.area != piece.area:
                yield f"{piece.id} is inside {piece.army}, which is not there"
        if piece.kind == "fort" and piece.strength < 0:
            yield f"{piece.id} has strength {piece.strength}"
    for id in {piece.army for piece in position.map.pieces.values()} & position.map.pieces.keys():
        if any(stacking.entry(theatre, position.map, (), position.map.pieces[id])):
            yield f"{id} holds more than its template"
