"""A campaign from its first season to its end, held to the books after each event."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import cast

from referee.engine import machine
from referee.engine.facts import OpenQuestion
from referee.engine.system import Accepted, State
from referee.i18n.name_matching import strip_comment
from referee.matches.judging import standing_order_lines
from referee.reports.formats import plain_text
from referee.systems.faces import Game
from referee.systems.great_war.notation import templates
from referee.systems.great_war.notation.plans import plan_templates
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import BattleDeclared, CampaignEnded, GreatWarEvent, PieceLost
from schemas.great_war.orders import GreatWarOrder
from schemas.letter import LetterLine
from schemas.record import REFEREE, Side
from schemas.reports import Document, Verbatim
from tests.great_war.campaigns.coverage import marks
from tests.great_war.campaigns.ledger import Ledger
from tests.great_war.campaigns.players import Player, Temper
from tests.great_war.campaigns.retreat_marks import RetreatMarks
from tests.great_war.random_play import broken_invariants
from tests.loose_dice import LooseDice
from tests.systems import system_of

WIDTH = 72

LOOKED_AT = 25
"""One entry in so many is told to both sides."""


@dataclass
class Campaign:
    """What became of a campaign: how it ended, how long it was, and what it met."""

    seed: int
    entries: int = 0
    turn: int = 0
    level: str = ""
    reason: str = ""
    points: int = 0
    met: Counter[str] = field(default_factory=Counter[str])


class BrokenError(AssertionError):
    """Something that must hold, and does not."""


def campaign(rules: GreatWar, seed: int, *, parley: float = 1.0, gather: float = 1.0) -> Campaign:
    """A whole campaign of chance, audited; raises `BrokenError` with the seed and the entry."""
    return audit(rules, seed, steps(rules, seed, parley=parley, gather=gather))


def audit(rules: GreatWar, seed: int, entries: "Iterator[Step]") -> Campaign:
    """A whole campaign, audited order by order; raises `BrokenError` with the seed and the entry."""
    record = Campaign(seed)
    books = Ledger(rules.theatre.pack, rules.theatre.scenario, set(rules.start().map.pieces))
    retreated = RetreatMarks()
    last: GreatWarEvent | None = None
    for before, order, events, after in entries:
        faults = [
            *_walk(rules, books, retreated, before, events, after),
            *books.unsettled(after),
            *_asked(rules, books, after),
            *(_looked_at(rules, books, after) if not record.entries % LOOKED_AT else ()),
            *_judged(rules, before, order, events),
        ]
        if faults:
            raise BrokenError(f"game {seed}, entry {record.entries}, {order!r}: {faults[:4]}")
        record.entries += 1
        record.met.update(marks(rules.theatre, before, order, events))
        last = events[-1] if events else last
    if not isinstance(last, CampaignEnded):
        raise BrokenError(f"game {seed} ended with {last}")
    record.met.update(retreated.met)
    record.turn, record.level, record.reason, record.points = books.turn, last.level, last.reason, last.points
    return record


Step = tuple[Position, GreatWarOrder | None, tuple[GreatWarEvent, ...], Position]


def steps(rules: GreatWar, seed: int, *, parley: float = 1.0, gather: float = 1.0) -> Iterator[Step]:
    """The entries of a campaign between two players of chance."""
    generator = Random(seed)
    dice = LooseDice(generator)
    players = {
        side: Player(rules, side, Temper.drawn(generator, parley=parley, gather=gather), generator)
        for side in rules.sides
    }

    def answer(position: Position, prompts: Sequence[OpenQuestion]) -> GreatWarOrder:
        prompt = generator.choice(prompts)
        order = players[prompt.side].answer(position, prompt)
        if order is None:
            raise BrokenError(f"dead end in game {seed}: {prompt}")
        return order

    return follow(rules, dice, answer)


def follow(
    rules: GreatWar, dice: LooseDice, answer: Callable[[Position, Sequence[OpenQuestion]], GreatWarOrder]
) -> Iterator[Step]:
    """The entries of a campaign; raises `BrokenError` where an answer is refused."""
    before = rules.start()
    position, events = machine.run_on(rules, before, dice)
    yield before, None, events, position
    while prompts := rules.prompts(position):
        order = answer(position, prompts)
        before = position
        position, verdict = machine.play(rules, before, order, dice)
        if not isinstance(verdict, Accepted):
            raise BrokenError(f"{order} was offered, and refused: {verdict}")
        yield before, order, verdict.events, position


def _walk(
    rules: GreatWar,
    books: Ledger,
    retreated: RetreatMarks,
    position: Position,
    events: tuple[GreatWarEvent, ...],
    after: Position,
) -> Iterator[str]:
    """The events one by one; what they make must be the position that the machine gave."""
    for event in events:
        if isinstance(event, PieceLost):
            books.lost(event, position.map.pieces[event.piece])
        if isinstance(event, BattleDeclared):
            yield from books.attacked(position, event.area)
        yield from books.enter(event)
        yield from retreated.enter(position, event)
        position = rules.evolve(position, event)
        if position.shuffles:
            yield from books.disagreements(position)
        if not position.agenda and position.result is None:
            yield f"nothing is left to do after {event.type}, and the match is not over"
    if position != after:
        yield "the events do not make the position"


def _asked(rules: GreatWar, books: Ledger, position: Position) -> Iterator[str]:
    """What must hold where a side is asked, or the match is over."""
    asked = rules.prompts(position)
    if bool(asked) == (position.result is not None):
        yield f"{len(asked)} questions, and the result is {position.result}"
    points, told = books.points(position), victory.points(rules.theatre, position).total
    if told != points or victory.victory_level(rules.theatre, told).name != books.level(points):
        yield f"{told} points: the books say {points}"
    if books.ended is not None:
        yield from _concluded(books, points)


def _looked_at(rules: GreatWar, books: Ledger, position: Position) -> Iterator[str]:
    """What takes longer to see: the system's own invariants, the views, and what both sides are told."""
    yield from broken_invariants(rules, position)
    seen = system_of(rules).secrecy.view(position, REFEREE)
    if seen.victory.total != books.points(position):
        yield f"the view says {seen.victory.total} points"
    for nation in rules.theatre.pack.forces.nations:
        if dict(seen.pool.get(nation.id, {})) != books.pool(nation, position):
            yield f"the force pool of {nation.id} is {seen.pool.get(nation.id)}"
    for side in rules.sides:
        yield from _told(rules, position, side)


def _concluded(books: Ledger, points: int) -> Iterator[str]:
    end = books.ended
    if end is None:
        return
    if end.points != points:
        yield f"ended at {end.points} points: the books say {points}"
    if end.reason != "resignation" and end.level != books.level(points):
        yield f"ended as {end.level}: the books say {books.level(points)}"


def _told(rules: GreatWar, position: Position, side: Side) -> Iterator[str]:
    """What a side is told can be mailed, hides the other's hand, and ends with lines that can be sent."""
    seen = system_of(rules).secrecy.view(position, side)
    for hand in seen.hands:
        if hand.side != side and hand.cards:
            yield f"{side} sees the cards of {hand.side}"
    lines = system_of(rules).notation.template(position, side)
    blocks = (*system_of(rules).narrator.situation(position, side), Verbatim(lines=lines))
    for line in plain_text.write(Document(title="report", blocks=blocks)).splitlines():
        if len(line) > WIDTH:
            yield f"{len(line)} columns: {line}"
    mine = [prompt for prompt in rules.prompts(position) if prompt.side == side]
    yield from _answers(rules, position, side, lines)
    if mine and lines.count("#") < 1:
        yield f"nothing is proposed to {side}: {lines}"
    yield from (f"{line!r} is an order as it stands" for line in lines if not line.startswith("#"))


def _answers(rules: GreatWar, position: Position, side: Side, lines: tuple[str, ...]) -> Iterator[str]:
    """The examples of a template are lawful by themselves, the first line of the proposal as well."""
    if not lines:
        return
    question, *parts = _parts(lines)
    del question
    *examples, (_, first, *_) = parts
    plans = [part for part in examples if part[0].startswith(plan_templates.PLAN)]
    for part in plans:
        bare = [strip_comment(line).rstrip() for line in part]
        lines_of_plan = [LetterLine(line=1, text=line, typed=line) for line in bare]
        change = standing_order_lines.apply_lines(
            cast(Game, system_of(rules)), cast(State, position), side, (), lines_of_plan
        )
        yield from (
            f"the template offers a plan that makes no sense: {fell}" for fell in change.refused_lines
        )
    offered = (part for part in examples if part not in plans and part[0] != templates.FOLLOWING)
    for line in (*(line for part in offered for line in part if line != templates.ONE_CARD), first):
        for order in system_of(rules).notation.read(position, side, line):
            if against := tuple(rules.objections(position, order)):
                yield f"the template proposes {line!r}: {against[0]}"


def _parts(lines: tuple[str, ...]) -> Iterator[list[str]]:
    """The question, the examples and the proposal of a template, without the # in front of them."""
    part: list[str] = []
    for line in (*lines, "#"):
        if line == "#":
            yield part
            part = []
        else:
            part.append(line.removeprefix("# "))


def _judged(
    rules: GreatWar, before: Position, order: GreatWarOrder | None, events: tuple[GreatWarEvent, ...]
) -> Iterator[str]:
    """The order reads back, and is judged to the same events again."""
    if order is not None:
        line = system_of(rules).notation.write(order)
        if system_of(rules).notation.read(before, order.side, line) != (order,):
            yield f"{line!r} does not read back"
    if not machine.audit(rules, before, order, events).agrees:
        yield "judged again, it comes out otherwise"
