"""The second opinion beside the system: one battle, the same dice, every question and throw compared."""

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import Draw
from referee.engine.system import Accepted
from referee.packs.conformance.great_war import setup
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import LeaveEmpty
from schemas.great_war.card_events import BonusDesignated, CombatCardPlayed, OffensiveDowngraded
from schemas.great_war.case import GreatWarGiven
from schemas.great_war.events import BattleClosed, FortReduced, GreatWarEvent, PieceLost
from schemas.great_war.names import Kind
from schemas.great_war.orders import Done, GreatWarOrder, Lose, React, Reroll, Retreat, Spend
from schemas.great_war.pack import Pack
from schemas.record import Purpose, Roll
from tests.great_war.second_opinion.battle import Battle
from tests.great_war.second_opinion.field import Chit, Field
from tests.great_war.second_opinion.setups import SetUp, possible, templates
from tests.great_war.second_opinion.terms import DONE, Answer, Ask, EventRecorder, Group, Throw
from tests.systems import system_of

LETTERS: dict[Kind, str] = {
    "infantry": "I", "stosstruppen": "S", "commonwealth": "W", "cavalry": "C", "artillery": "A",
    "siege-gun": "G", "biplane": "B", "tank": "T", "paris-gun": "P", "army": "army", "fort": "fort",
}  # fmt: skip

KINDS = {
    "infantry": "I", "stosstruppen": "S", "commonwealth": "W", "cavalry": "C", "artillery": "A",
    "siege-gun": "G", "biplane": "B", "tank": "T", "fort": "fort",
}  # fmt: skip
"""The kinds of dice as the purpose of a throw has them."""

SAMPLE = 16
"""How many wrong answers are tried on each question of a battle that is not judged thoroughly."""

EVENTS = {"poison-gas", "advanced-artillery-barrage", "surprise-attack", "bad-weather"}


class Difference(Exception):  # noqa: N818 - what the comparison is for
    """The two opinions part here."""


@dataclass
class SeededDice:
    """Dice of a seeded generator that remember what they were thrown for."""

    generator: random.Random
    thrown: list[Roll] = field(default_factory=list)

    def throw(
        self, purpose: Purpose, count: int, *, needed: int, sides: int = 6, owner: str | None = None
    ) -> Roll:
        # Low faces hit, and hits are what the opinions may differ about.
        faces = tuple(
            min(self.generator.randint(1, sides), self.generator.randint(1, sides)) for _ in range(count)
        )
        self.thrown.append(Roll(purpose=purpose, sides=sides, needed=needed, faces=faces))
        return self.thrown[-1]

    def shuffle(self, purpose: Purpose, items: object) -> Draw:
        raise AssertionError(f"a battle shuffles nothing: {purpose} {items}")


@dataclass
class Table:
    """The system's battle under way."""

    rules: GreatWar
    position: Position
    area: str
    dice: SeededDice
    thorough: bool = True
    over: bool = False
    fallen: list[str] = field(default_factory=list)
    cut_off: list[str] = field(default_factory=list)
    events: list[GreatWarEvent] = field(default_factory=list)
    story: list[str] = field(default_factory=list)

    def happen(self, events: tuple[GreatWarEvent, ...]) -> None:
        for event in events:
            self.position = self.rules.evolve(self.position, event)
            self.events.append(event)
            self.over = self.over or isinstance(event, BattleClosed)
            match event:
                case PieceLost(piece=id, fate="hit") | FortReduced(fort=id):
                    self.fallen.append(id)
                case PieceLost(piece=id, fate="cut-off"):
                    self.cut_off.append(id)
                case _:
                    pass

    def run_on(self) -> None:
        """Up to the next question of this battle or its end."""
        while not self.over and not self.rules.prompts(self.position):
            self.happen(self.rules.advance(self.position, self.dice).events)

    def lawful(self, order: GreatWarOrder) -> bool:
        return not any(self.rules.objections(self.position, order))

    def take(self, order: GreatWarOrder) -> None:
        verdict = machine.decide(self.rules, self.position, order, self.dice)
        assert isinstance(verdict, Accepted), (order, verdict)
        self.story.append(f"{order.side}: {system_of(self.rules).notation.write(order)}")
        self.happen(verdict.events)
        self.run_on()


def rules_of(pack: Pack) -> dict[bool, GreatWar]:
    """The rules the battles are played by, without and with the option that blocked armies stay."""
    free = {"decisive-victory-tested": "season-end"}
    scenario = pack.scenarios[0].id
    return {
        False: GreatWar(pack, scenario, free),
        True: GreatWar(pack, scenario, {**free, "forced-retreat-blocked": "stays"}),
    }


def opened(rules: GreatWar, plan: SetUp) -> Position:
    """The system's position just before the battle, with the cards played on it."""
    given = GreatWarGiven(
        season=plan.season, turn=f"{plan.terms.attacker} offensive", owners=plan.owners,
        pieces=plan.pieces, asked=f"battle {plan.terms.area}",
        hands={
            side: (*cards, *(kind for player, kind in plan.played if player == side and kind in EVENTS))
            for side, cards in plan.hands.items()
        },
    )  # fmt: skip
    position = setup.position(rules, given)
    if plan.mixed:
        position = _mixed(position)
    kinds = [kind.id for kind in rules.theatre.pack.cards.kinds for _ in range(kind.copies)]
    for player, kind in plan.played:
        if kind not in EVENTS:
            assert position.now is not None
            position = position.turning(replace(position.now, kind="special", card=kinds.index(kind) + 1))
            position = rules.evolve(position, BonusDesignated(side=player, area=plan.terms.area))
            continue
        card = next(card for card in position.hand(player).cards if kinds[card - 1] == kind)
        weather = kind == "bad-weather"
        where = None if weather else plan.terms.area
        position = rules.evolve(position, CombatCardPlayed(side=player, card=card, area=where))
        if weather:
            position = rules.evolve(position, OffensiveDowngraded(side=plan.terms.attacker, kind="offensive"))
    return position


def _mixed(position: Position) -> Position:
    """The position with one cavalry in each army that retreated into it from elsewhere."""
    riders = {
        piece.army: piece for piece in position.map.pieces.values() if piece.kind == "cavalry" and piece.army
    }
    return position.put(*(replace(piece, retreated=True) for piece in riders.values()))


def mirrored(rules: GreatWar, position: Position) -> Field:
    """The same map for the second opinion."""
    pack = rules.theatre.pack
    return Field(
        {piece.id: chit(piece) for piece in position.map.pieces.values()},
        dict(position.map.owner),
        {area.id: frozenset(area.borders) for area in pack.map.areas},
        templates(pack, rules.theatre.turns[position.map.turn].year),
    )


def chit(piece: Piece) -> Chit:
    strength = piece.strength if piece.kind == "fort" else 1
    return Chit(
        piece.id, piece.nation, piece.side, LETTERS[piece.kind], piece.area, piece.army, strength,
        piece.entrenched, piece.retreated,
    )  # fmt: skip


def compare(
    rules: GreatWar, plan: SetUp, generator: random.Random, *, thorough: bool
) -> tuple[GreatWarEvent, ...]:
    """Fight the battle in both opinions, and give what happened; raises `Difference` where they part.

    Nothing happens where the rules let no battle begin. Where it is to be thorough, every answer that can be
    thought of is tried; else those that should stand, and some that should fall.
    """
    position = opened(rules, plan)
    battle = Battle(mirrored(rules, position), plan.terms, _values(rules, position))
    if not possible(battle.field, plan.terms):
        return ()
    table = Table(rules, position, plan.terms.area, SeededDice(generator), thorough)
    try:
        table.run_on()
        _fight(table, battle, generator)
        _same_end(table, battle)
    except Difference as difference:
        raise Difference(f"{difference}\n{plan}\n" + "\n".join(table.story)) from None
    return tuple(table.events)


def _values(rules: GreatWar, position: Position) -> dict[str, dict[int, int]]:
    """Each hand with what its cards pay (5.3.2)."""
    worth = {"ersatz-2": 2, "ersatz-3": 3}
    kinds = [kind.id for kind in rules.theatre.pack.cards.kinds for _ in range(kind.copies)]
    return {
        side: {card: worth.get(kinds[card - 1], 1) for card in hand.cards}
        for side, hand in position.hands.items()
    }


def _fight(table: Table, battle: Battle, generator: random.Random) -> None:
    course: EventRecorder = battle.fought()
    try:
        step = next(course)
        while True:
            step = course.send(
                thrown(table, step) if isinstance(step, Throw) else asked(table, battle, step, generator)
            )
    except StopIteration:
        pass
    if table.dice.thrown:
        raise Difference(f"the system throws what nobody should: {table.dice.thrown}")
    if not table.over:
        raise Difference(f"the battle is over, and the system asks {table.rules.prompts(table.position)}")


def thrown(table: Table, step: Throw) -> dict[Group, tuple[int, ...]]:
    """The faces of a throw, if the system throws the same dice for the same reason."""
    faces: dict[Group, tuple[int, ...]] = {}
    # The next battle may begin with the same phase of the same side: no more dice than should be thrown.
    while (
        _few(faces, step) and table.dice.thrown and (group := _group(step, table.dice.thrown[0])) is not None
    ):
        faces[group] = faces.get(group, ()) + table.dice.thrown.pop(0).faces
    if Counter({group: len(thrown) for group, thrown in faces.items()}) != step.dice:
        raise Difference(f"{step} should be thrown, not {faces} before {table.dice.thrown}")
    table.story.append(f"{step.side} {step.phase} {faces}")
    return faces


def _few(faces: dict[Group, tuple[int, ...]], step: Throw) -> bool:
    return sum(map(len, faces.values())) < step.dice.total()


def _group(step: Throw, roll: Roll) -> Group | None:
    """What a roll is thrown for, if it belongs to this throw."""
    purpose = roll.purpose
    assert isinstance(purpose, Purpose)
    again = purpose.kind == "fire-again"
    phase = "reroll" if again else purpose.kind.partition("-")[0]
    if (purpose.parameters["side"], phase) != (step.side, step.phase):
        return None
    kind, _ = purpose.parameters["arms"]
    letter = KINDS[kind]
    if again:
        return next((group for group in step.dice if group[0].removeprefix("bonus ") == letter), None)
    return ("bonus " if "card" in purpose.parameters else "") + letter, roll.needed


def asked(table: Table, battle: Battle, step: Ask, generator: random.Random) -> Answer:  # noqa: C901 - one arm per case of the rule
    """A lawful answer to a question, if the system asks it and lets the same answers pass."""
    if step.what == "losses" and table.fallen:
        if not (step.settled and ("lose", table.fallen[0]) in step.lawful) and not _alike(
            table, battle, step
        ):
            raise Difference(f"{table.fallen[0]} is lost unasked, out of {step}")
        return "lose", table.fallen.pop(0)
    prompts = table.rules.prompts(table.position)
    fight = table.position.fight
    here = fight is None or fight.area == table.area
    open_ones = [(prompt.side, prompt.question) for prompt in prompts if here]
    if step.what == "cut-off":
        return next(answer for answer in step.lawful if answer[1] in table.cut_off)
    if step.what == "empty-army":
        step = _of_one_army(table, step, bool(open_ones))
        if len(step.lawful) == 1 and not _waits(table, step):
            return next(iter(step.lawful))
    if (step.side, step.what) not in open_ones:
        if len(step.lawful) == 1:
            return next(iter(step.lawful))
        if table.dice.thrown:
            raise Difference(f"{step} should come before {table.dice.thrown}")
        raise Difference(f"{step} should be asked, and the system asks {open_ones}")
    tried = {*step.lawful, *_conceivable(table, step)}
    if not table.thorough:
        tried = _sample(tried, step, _doubles(battle, table.area), generator)
    passed = {answer for answer in tried if table.lawful(order_of(table, step.side, answer))}
    if passed != tried & step.lawful:
        more, fewer = passed - step.lawful, tried & step.lawful - passed
        raise Difference(f"{step.side} {step.what}: the system also allows {more} and does not allow {fewer}")
    answer = generator.choice(sorted(step.lawful, key=lambda one: (one != DONE, one)))
    if step.what in {"cavalry-retreat", "stand-or-retreat", "retreat-after"} and DONE in step.lawful:
        answer = DONE if generator.random() < 0.4 else answer
    table.take(order_of(table, step.side, answer))
    if answer[0] == "lose":
        table.fallen.remove(answer[1])
    return answer


def _of_one_army(table: Table, step: Ask, is_asked: bool) -> Ask:
    """The same question about the army that the system asks about, or about one that has a single way."""
    task = table.position.task
    armies = {answer[1] for answer in step.lawful}
    ways = {army: frozenset(one for one in step.lawful if one[1] == army) for army in armies}
    if is_asked and isinstance(task, LeaveEmpty) and task.army in ways:
        return dataclasses.replace(step, lawful=ways[task.army])
    return dataclasses.replace(
        step, lawful=next((one for one in ways.values() if len(one) == 1), step.lawful)
    )


def _waits(table: Table, step: Ask) -> bool:
    """Whether the system waits for the army that this is about."""
    task = table.position.task
    return isinstance(task, LeaveEmpty) and all(answer[1] == task.army for answer in step.lawful)


def _alike(table: Table, battle: Battle, step: Ask) -> bool:
    """Whether a loss leaves nothing to choose, so that nobody need be asked."""
    if ("lose", table.fallen[0]) not in step.lawful:
        return False
    chits = [
        dataclasses.replace(battle.field.chits[answer[1]], id="")
        for answer in step.lawful
        if answer[0] == "lose"
    ]
    return len(chits) == len(step.lawful) and all(chit == chits[0] for chit in chits)


def _sample(tried: set[Answer], step: Ask, doubles: set[str], generator: random.Random) -> set[Answer]:
    """Of pieces alike one, and of what should fall a part."""
    single = {answer for answer in tried if not doubles.intersection(answer)}
    wrong = sorted(single - step.lawful)
    return single & step.lawful | set(generator.sample(wrong, min(len(wrong), SAMPLE)))


def _doubles(battle: Battle, area: str) -> set[str]:
    """Pieces of which another one like them in everything is asked about."""
    seen: list[tuple[Chit, tuple[str, str] | None, bool]] = []
    doubles: set[str] = set()
    for id, chit in battle.field.chits.items():
        if chit.area == area:
            like = (dataclasses.replace(chit, id=""), battle.leaving.get(id), id in battle.reacting)
            if chit.kind != "army" and like in seen:
                doubles.add(id)
            seen.append(like)
    return doubles


def _conceivable(table: Table, step: Ask) -> Iterator[Answer]:
    """Everything a player might say: of the battle, of its neighbours, in turn and out of it."""
    area, position = table.area, table.position
    borders = table.rules.theatre.areas[area].borders
    yield DONE
    for hand in position.hands.values():
        yield from (("spend", str(card)) for card in hand.cards)
    for piece in position.map.at(area):
        yield "lose", piece.id
        if piece.kind == "biplane":
            yield "react", piece.id
        if piece.side == step.side and step.what != "losses":
            for to in (area, *borders):
                yield "retreat", piece.id, to, ""
                for army in position.map.standing(to, piece.side):
                    if army.kind == "army":
                        yield "retreat", piece.id, to, army.id
    yield from (("reroll", letter) for letter in "ISWCATB")


def order_of(table: Table, side: str, answer: Answer) -> GreatWarOrder:
    match answer:
        case ("lose", id):
            return Lose(side=side, piece=id)
        case ("spend", card):
            return Spend(side=side, card=int(card))
        case ("react", id):
            return React(side=side, piece=id)
        case ("reroll", letter):
            return Reroll(side=side, kind=next(kind for kind, short in LETTERS.items() if short == letter))
        case ("retreat", id, to, into):
            return Retreat(side=side, piece=id, to=to, into=into or None)
        case _:
            return Done(side=side)


def _same_end(table: Table, battle: Battle) -> None:
    """Both opinions leave the same pieces in the same places, the same owner and the same cards."""
    there = {piece.id: chit(piece) for piece in table.position.map.pieces.values()}
    for id in sorted(there.keys() | battle.field.chits.keys()):
        if there.get(id) != battle.field.chits.get(id):
            raise Difference(f"{id} is {there.get(id)}, and should be {battle.field.chits.get(id)}")
    if table.position.map.eliminated != battle.field.eliminated:
        raise Difference(f"eliminated are {table.position.map.eliminated}, not {battle.field.eliminated}")
    if table.position.map.owner[table.area] != battle.field.owner[table.area]:
        raise Difference(f"{table.area} belongs to {table.position.map.owner[table.area]}")
    for side, hand in table.position.hands.items():
        if set(hand.cards) != set(battle.hands[side]):
            raise Difference(f"the {side} hand is {hand.cards}, not {battle.hands[side]}")
