"""A tiny game with no war in it: two sides each hide a number, then throw dice for points or guess.

It has everything a system may have: a hidden deal, sealed simultaneous answers, dice, work done unasked,
secrets that come out, a wrong guess that costs, and an end.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal, assert_never

from msgspec import field
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Asked, Fact, Objection, OpenQuestion, Parameter, Statable, list_by_code
from referee.engine.system import Outcome, Stage
from referee.engine.values import Cached
from referee.faults import Unreadable
from referee.i18n.name_matching import Index
from referee.i18n.translator import ENGLISH
from referee.systems.faces import Narrator, Notation, Secrecy, System
from referee.systems.language import Language
from schemas.model import ModelUnion, Order
from schemas.record import REFEREE, Event, Purpose, Record, Revealed, Rolled, Shape, Shuffled, Side
from schemas.reports import Block, Bullets, Code, Counter, DiceThrown, Heading, Text, words
from schemas.rulebook import Citation

SIDES = ("red", "blue")
GOAL = 5


class Refusal(Fact):
    GAME_OVER = "the game is over"
    HIDDEN_ALREADY = "your number is hidden already"
    NOT_ON_THE_DIE = "{number} is not on the die", "hide 1 to 6"
    STILL_TO_HIDE = "a number is still to be hidden", "hide first"
    NOT_YOUR_TURN = "it is the turn of {side}"
    TOO_MANY_DICE = "{dice} dice were asked for", "throw 1 to 3 dice"


class Asking(Fact):
    """A question for the sides."""

    HIDE = "Hide a number."
    ACT = "Throw, guess, peek or stop."


class Misreading(Fact):
    NO_ORDER = "{word} is no order"
    NO_NUMBER = "{word} is no number"


class Hide(Order):
    type: Literal["hide"] = "hide"
    number: int


class Throw(Order):
    type: Literal["throw"] = "throw"
    dice: int


class Guess(Order):
    type: Literal["guess"] = "guess"
    number: int


class Peek(Order):
    """Draw a lucky number from the pile: a hidden draw without dice."""

    type: Literal["peek"] = "peek"


class Bluff(Order):
    """Throw a die for more than a number that stays secret."""

    type: Literal["bluff"] = "bluff"
    number: int


class Stop(Order):
    """Act no more."""

    type: Literal["stop"] = "stop"


ToyOrder = Hide | Throw | Guess | Peek | Bluff | Stop


class Dealt(Shuffled, tag="dealt"):
    pass


class Hidden(Event, tag="hidden"):
    """A side has hidden its number; the other sees only that it has."""

    side: Side
    number: int | None = None


class Opened(Event, tag="opened"):
    side: Side


class Thrown(Rolled, tag="thrown"):
    side: Side
    hits: int


class Bluffed(Rolled, tag="bluffed"):
    side: Side
    number: int | None = None


class Guessed(Revealed, tag="guessed"):
    side: Side
    number: int
    right: bool


class Peeked(Revealed, tag="peeked"):
    side: Side
    lucky: int | None = None


class Stopped(Event, tag="stopped"):
    side: Side


class Won(Event, tag="won"):
    side: Side


ToyEvent = Dealt | Hidden | Opened | Thrown | Bluffed | Guessed | Peeked | Stopped | Won


class ToyView(Record):
    viewer: Side
    points: Mapping[Side, int]
    hidden: Mapping[Side, int | None]
    lucky: tuple[int, ...] = ()
    turn: Side | None = None


class Table(Cached):
    pile: tuple[int, ...] = ()
    hidden: Mapping[Side, int] = field(default_factory=dict)
    points: Mapping[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    lucky: Mapping[Side, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(SIDES, ()))
    turn: Side | None = None
    dealt: bool = False
    winner: Side | None = None


RULES: Mapping[str, Citation] = {
    "hiding.range": Citation(number="1.1", title="Hiding", rule="Hide a number from one to six."),
    "hiding.once": Citation(number="1.2", title="Hiding once", rule="A number is hidden once."),
    "turn.yours": Citation(number="2.1", title="Your turn", rule="Act in your own turn."),
    "turn.act": Citation(number="2.2", title="Acting", rule="Throw, guess, peek or stop."),
    "throw.dice": Citation(number="3.1", title="Dice", rule="Throw one to three dice."),
    "match.over": Citation(number="4.1", title="The end", rule="Nothing happens after the end."),
}


class Throwing(Fact):
    """What dice are thrown for."""

    POINTS = "{side} throws for points"
    BLUFF = "{side} bluffs"
    DEAL = "deal"


class Toy:
    """The rules of the game."""

    sides: tuple[Side, ...] = SIDES
    orders: ModelUnion[ToyOrder] = ModelUnion(ToyOrder)
    events: Shape[ToyEvent] = Shape(ToyEvent)

    questions = ("hide", "act")
    subjects = Index({})

    def spell(self, subject: str) -> str:
        return subject

    def start(self) -> Table:
        return Table()

    def prompts(self, state: Table) -> tuple[OpenQuestion, ...]:
        if not state.dealt or state.winner:
            return ()
        if waiting := tuple(side for side in SIDES if side not in state.hidden):
            return tuple(
                OpenQuestion(Asking.HIDE, side=side, question="hide", clause="hiding.range")
                for side in waiting
            )
        if state.turn is None:
            return ()
        return (OpenQuestion(Asking.ACT, side=state.turn, question="act", clause="turn.act"),)

    def options(self, state: Table, prompt: Asked) -> Iterator[ToyOrder]:
        side = prompt.side
        if prompt.question == "hide":
            yield from (Hide(side=side, number=number) for number in range(1, 7))
            return
        yield from (Throw(side=side, dice=dice) for dice in (1, 2, 3))
        yield from (Guess(side=side, number=number) for number in range(1, 7))
        yield Peek(side=side)
        yield Stop(side=side)

    def lawful(self, state: Table, prompt: Asked) -> Iterator[ToyOrder]:
        return machine.sift(self, state, prompt)

    def stage(self, state: Table, order: ToyOrder) -> Stage:
        return Stage()

    def objections(self, state: Table, order: ToyOrder) -> Iterator[Objection]:
        if state.winner:
            yield against("match.over", Refusal.GAME_OVER)
            return
        match order:
            case Hide(number=number, side=side):
                if side in state.hidden:
                    yield against("hiding.once", Refusal.HIDDEN_ALREADY)
                if not 1 <= number <= 6:
                    yield against("hiding.range", Refusal.NOT_ON_THE_DIE, number=number)
            case Throw() | Guess() | Peek() | Bluff() | Stop():
                yield from self._against_acting(state, order)
            case _:
                assert_never(order)

    def _against_acting(
        self, state: Table, order: Throw | Guess | Peek | Bluff | Stop
    ) -> Iterator[Objection]:
        if len(state.hidden) < len(SIDES):
            yield against("turn.act", Refusal.STILL_TO_HIDE)
            return
        if order.side != state.turn:
            yield against("turn.yours", Refusal.NOT_YOUR_TURN, side=state.turn or "")
        if isinstance(order, Throw) and not 1 <= order.dice <= 3:
            yield against("throw.dice", Refusal.TOO_MANY_DICE, dice=order.dice)

    @property
    def facts(self) -> Mapping[str, Statable]:
        """The facts that these rules may state, by code."""
        return list_by_code(Refusal, Misreading)

    def spell_purpose(self, purpose: Purpose) -> str:
        return ToyLanguage().word_purpose(purpose)

    def outcome(self, state: Table, order: ToyOrder, dice: Dice) -> Outcome[Table, ToyEvent]:
        return Outcome.of(self.evolve, state, self._events(order, state, dice))

    def _events(self, order: ToyOrder, state: Table, dice: Dice) -> Iterator[ToyEvent]:
        match order:
            case Hide(side=side, number=number):
                yield Hidden(side=side, number=number)
            case Throw(side=side, dice=count):
                roll = dice.throw(state_purpose(Throwing.POINTS, side=side), count, needed=3)
                yield Thrown(side=side, hits=roll.hits, rolls=(roll,))
            case Guess(side=side, number=number):
                right = state.hidden[_other(side)] == number
                yield Guessed(side=side, number=number, right=right)
            case Bluff(side=side, number=number):
                roll = dice.throw(state_purpose(Throwing.BLUFF, side=side), 1, needed=0)
                yield Bluffed(side=side, number=number, rolls=(roll,))
            case Peek(side=side):
                yield Peeked(side=side, lucky=state.pile[0] if state.pile else None)
            case Stop(side=side):
                yield Stopped(side=side)
            case _:
                assert_never(order)

    def advance(self, state: Table, dice: Dice) -> Outcome[Table, ToyEvent]:
        return Outcome.of(self.evolve, state, self._work(state, dice))

    def _work(self, state: Table, dice: Dice) -> Iterator[ToyEvent]:
        if state.winner:
            return
        if not state.dealt:
            drawn = dice.shuffle(state_purpose(Throwing.DEAL), range(1, 7))
            yield Dealt(purpose=drawn.purpose, size=6, order=drawn.order)
        elif ahead := [side for side in SIDES if state.points[side] >= GOAL]:
            yield Won(side=ahead[0])
        elif state.turn is None:
            yield Opened(side=SIDES[0])

    def evolve(self, state: Table, event: ToyEvent) -> Table:  # noqa: PLR0911 - one case an event
        match event:
            case Dealt(order=order):
                return replace(state, pile=order, dealt=True)
            case Hidden(side=side, number=number):
                return replace(state, hidden={**state.hidden, side: number or 0})
            case Opened(side=side):
                return replace(state, turn=side)
            case Thrown(side=side, hits=hits):
                points = {**state.points, side: state.points[side] + hits}
                return _passed(replace(state, points=points), side)
            case Guessed(side=side, right=right):
                gain = GOAL if right else 0
                points = {**state.points, side: state.points[side] + gain}
                return _passed(replace(state, points=points), side)
            case Peeked(side=side, lucky=lucky):
                mine = (*state.lucky[side], lucky or 0)
                return replace(state, pile=state.pile[1:], lucky={**state.lucky, side: mine})
            case Bluffed(side=side) | Stopped(side=side):
                return _passed(state, side)
            case Won(side=side):
                return replace(state, winner=side, turn=None)
            case _:
                assert_never(event)

    def view(self, state: Table, viewer: Side) -> ToyView:
        return ToyView(
            viewer=viewer,
            points=state.points,
            hidden={
                side: number if viewer in (side, REFEREE) else None for side, number in state.hidden.items()
            },
            lucky=state.lucky.get(viewer, ()),
            turn=state.turn,
        )

    def redact_event(self, event: ToyEvent, viewer: Side) -> ToyEvent | None:
        match event:
            case Dealt():
                return event if viewer == REFEREE else replace(event, order=())
            case Hidden(side=side) | Bluffed(side=side):
                return event if viewer in (side, REFEREE) else replace(event, number=None)
            case Peeked(side=side):
                return event if viewer in (side, REFEREE) else replace(event, lucky=None)
            case Opened() | Thrown() | Guessed() | Stopped() | Won():
                return event
            case _:
                assert_never(event)

    def redact_order(self, order: ToyOrder, viewer: Side) -> ToyOrder | None:
        if isinstance(order, Hide | Bluff) and viewer not in (order.side, REFEREE):
            return None
        return order

    def apart(self, line: str) -> tuple[str, ...]:
        """A line holds one order."""
        return (line,)

    def read(self, state: Table, side: Side, line: str) -> tuple[ToyOrder, ...]:
        match line.split():
            case ["hide", *numbers] if numbers:
                return tuple(Hide(side=side, number=_number(number)) for number in numbers)
            case ["throw", *numbers] if numbers:
                return tuple(Throw(side=side, dice=_number(number)) for number in numbers)
            case ["guess", number]:
                return (Guess(side=side, number=_number(number)),)
            case ["bluff", number]:
                return (Bluff(side=side, number=_number(number)),)
            case ["peek"]:
                return (Peek(side=side),)
            case ["stop"]:
                return (Stop(side=side),)
            case _:
                raise Unreadable(Misreading.NO_ORDER, ["throw 1", "guess 1", "stop"], word=repr(line))

    def write(self, order: ToyOrder) -> str:
        match order:
            case Hide(number=number):
                return f"hide {number}"
            case Throw(dice=dice):
                return f"throw {dice}"
            case Guess(number=number):
                return f"guess {number}"
            case Bluff(number=number):
                return f"bluff {number}"
            case Peek():
                return "peek"
            case Stop():
                return "stop"
            case _:
                assert_never(order)

    def clause_number(self, meaning: str) -> str:
        return RULES[meaning].number

    def resembles_order(self, line: str) -> bool:
        return line.split(maxsplit=1)[0] in {"hide", "throw", "peek", "guess", "stop"}

    def could_be_order(self, side: Side, line: str) -> bool:
        return self.resembles_order(line) or not line.replace(" ", "").isalpha()

    def template(self, state: Table, side: Side) -> tuple[str, ...]:
        questions = [prompt.question for prompt in self.prompts(state) if prompt.side == side]
        match questions:
            case ["hide"]:
                return ("# hide 1",)
            case ["act"]:
                return ("# throw 3",)
            case _:
                return ()


class ToyNarrator(Narrator[Table, ToyEvent]):
    def __init__(self, rules: Toy) -> None:
        self._rules = rules

    def narrate(self, state: Table, event: ToyEvent) -> tuple[Block, ...]:  # noqa: PLR0911 - one case an event
        match event:
            case Dealt(size=size):
                return (words(f"A pile of {size} is shuffled."),)
            case Hidden(side=side, number=number):
                what = "a number" if number is None else f"the number {number}"
                return (words(Counter(text=side, side=side), f" hides {what}."),)
            case Opened(side=side):
                return (words(Counter(text=side, side=side), " begins."),)
            case Thrown(side=side, hits=hits, rolls=rolls):
                return (
                    words(Counter(text=side, side=side), f" throws and wins {hits} points."),
                    DiceThrown(rolls=rolls),
                )
            case Guessed(side=side, number=number, right=right):
                return (
                    words(side, " guesses ", Code(text=str(number)), ": right." if right else ": wrong."),
                )
            case Peeked(side=side, lucky=lucky):
                return (
                    words(side, " draws a lucky number." if lucky is None else f" draws the lucky {lucky}."),
                )
            case Bluffed(side=side, rolls=rolls):
                return (words(side, " bluffs."), DiceThrown(rolls=rolls))
            case Stopped(side=side):
                return (words(side, " stops."),)
            case Won(side=side):
                return (words(side, " wins."),)
            case _:
                assert_never(event)

    def situation(self, state: Table, viewer: Side) -> tuple[Block, ...]:
        view = self._rules.view(state, viewer)
        return (
            Heading(text="Points"),
            Bullets(
                items=tuple(
                    (Text(text=f"{side}: {points} points, {_known(view.hidden.get(side))}"),)
                    for side, points in view.points.items()
                )
            ),
        )


class ToySecrecy(Secrecy[Table, ToyOrder, ToyEvent]):
    def __init__(self, rules: Toy) -> None:
        self._rules = rules

    def view(self, state: Table, viewer: Side) -> ToyView:
        return self._rules.view(state, viewer)

    def redact_event(self, event: ToyEvent, viewer: Side) -> ToyEvent | None:
        return self._rules.redact_event(event, viewer)

    def redact_order(self, order: ToyOrder, viewer: Side) -> ToyOrder | None:
        return self._rules.redact_order(order, viewer)


class ToyNotation(Notation[Table, ToyOrder]):
    def __init__(self, rules: Toy) -> None:
        self._rules = rules
        self.apart = rules.apart
        self.resembles_order = rules.resembles_order
        self.could_be_order = rules.could_be_order
        self.template = rules.template

    def read(self, state: Table, side: Side, line: str) -> tuple[ToyOrder, ...]:
        return self._rules.read(state, side, line)

    def write(self, order: ToyOrder) -> str:
        return self._rules.write(order)


class ToyLanguage(Language):
    """The toy in English."""

    purposes = list_by_code(Throwing)

    def __init__(self) -> None:
        super().__init__(ENGLISH, None, ())

    def cite(self, meaning: str) -> Citation:
        return RULES[meaning]


class ToySystem(System[Table, ToyOrder, ToyEvent]):
    """The toy as a system: pictures and advisor are the defaults."""

    def __init__(self, rules: Toy) -> None:
        super().__init__(rules, ToyLanguage())
        self._toy = rules

    @cached_property
    def notation(self) -> ToyNotation:
        return ToyNotation(self._toy)

    @cached_property
    def secrecy(self) -> ToySecrecy:
        return ToySecrecy(self._toy)

    @cached_property
    def narrator(self) -> ToyNarrator:
        return ToyNarrator(self._toy)


def _other(side: Side) -> Side:
    return SIDES[1 - SIDES.index(side)]


def _passed(state: Table, side: Side) -> Table:
    over = max(state.points.values()) >= GOAL
    return replace(state, turn=None if over else _other(side))


def _known(number: int | None) -> str:
    return "a number unknown" if number is None else f"the number {number}"


def _number(text: str) -> int:
    if not text.isdecimal():
        raise Unreadable(Misreading.NO_NUMBER, ["1", "2"], word=repr(text))
    return int(text)


def against(clause: str, fact: Refusal, /, **parameters: Parameter) -> Objection:
    """A clause of the toy game, held against an order."""
    return Objection(fact, tuple(parameters.items()), clause=clause)
