"""Kinds of orders as data: the questions that each answers, its objections and its outcome."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Generic, Never, TypeVar, cast

from referee.engine.facts import Objections
from referee.engine.order_lines import OrderLine, Spelling
from schemas.model import Order
from schemas.record import Side, Value

World = TypeVar("World")
State = TypeVar("State")
Recorder = TypeVar("Recorder")
Family = TypeVar("Family", bound=Order)
Given = TypeVar("Given", bound=Order)


def accept(*_: object) -> Objections:
    """Object to nothing."""
    return iter(())


def offer_none(*_: object) -> Iterator[Iterator[Never]]:
    """Offer no order."""
    return iter(())


def never(_: object) -> bool:
    """Say no."""
    return False


def always(_: object) -> bool:
    """Say yes."""
    return True


def alike(_: object) -> str:
    """Find no difference between orders of one kind."""
    return ""


class OrderKind(Value, Generic[World, State, Recorder, Family]):
    """One kind of order, as the answer to some questions.

    `questions` are the keys of the questions it answers; without any it may be given at all of them.
    `lawful_groups` are those of its options that `objections` lets pass, if there is a quicker way to find
    them than to ask for each, and `examples` the first of them of each likeness. `line` is its line in a
    letter, or a function that writes it; it is missing where an earlier entry of the same model has it.
    `secret` says whether only its side may read it, `likeness` gives what tells two examples of it apart.
    """

    model: type[Order]
    questions: tuple[object, ...]
    objections: Callable[[World, State, Family], Objections]
    outcome: Callable[[Recorder, Family], None]
    option_groups: Callable[[World, State, Side], Iterator[Iterator[Family]]]
    lawful_groups: Callable[[World, State, Side], Iterator[Iterator[Family]]] | None
    examples: Callable[[World, State, Side], Iterator[Family]] | None
    line: OrderLine | Callable[[World, Family], str] | None
    secret: Callable[[World], bool]
    likeness: Callable[[Family], str]


def order_kind(
    model: type[Given],
    *questions: object,
    outcome: Callable[[Recorder, Given], None],
    objections: Callable[[World, State, Given], Objections] = accept,
    options: Callable[[World, State, Side], Iterator[Family]] | None = None,
    option_groups: Callable[[World, State, Side], Iterator[Iterator[Family]]] = offer_none,
    lawful_groups: Callable[[World, State, Side], Iterator[Iterator[Family]]] | None = None,
    examples: Callable[[World, State, Side], Iterator[Family]] | None = None,
    line: str | Callable[[World, Given], str] | None = None,
    secret: Callable[[World], bool] = never,
    likeness: Callable[[Given], str] = alike,
) -> OrderKind[World, State, Recorder, Family]:
    """Make an entry; `options` are answers worth trying in one group, `option_groups` in several.

    `line` is the pattern of an `OrderLine`, or a function.
    """
    if options is not None:
        option_groups = _as_one_group(options)
    # The table gives an entry no other orders than those of its model.
    return OrderKind(
        model,
        questions,
        cast(Callable[[World, State, Family], Objections], objections),
        cast(Callable[[Recorder, Family], None], outcome),
        option_groups,
        lawful_groups,
        examples,
        OrderLine(line) if isinstance(line, str) else cast(Callable[[World, Family], str] | None, line),
        secret,
        cast(Callable[[Family], str], likeness),
    )


def _as_one_group(
    options: Callable[[World, State, Side], Iterator[Family]],
) -> Callable[[World, State, Side], Iterator[Iterator[Family]]]:
    def option_groups(world: World, state: State, side: Side) -> Iterator[Iterator[Family]]:
        yield options(world, state, side)

    return option_groups


class OrderIndex(Generic[World, State, Recorder, Family]):
    """All kinds of orders of a family of games, in the order in which their answers are offered."""

    def __init__(
        self,
        kinds: Iterable[OrderKind[World, State, Recorder, Family]],
        spellings: Mapping[str, Spelling] | None = None,
    ) -> None:
        self.kinds, self._spellings = tuple(kinds), spellings or {}
        self._of_model: dict[type[Order], OrderKind[World, State, Recorder, Family]] = {}
        self._answers: dict[tuple[type[Order], object], OrderKind[World, State, Recorder, Family]] = {}
        self._offered: dict[object, tuple[OrderKind[World, State, Recorder, Family], ...]] = {}
        for kind in self.kinds:
            self._of_model.setdefault(kind.model, kind)
            for question in kind.questions or (None,):
                # The first of two entries that offer the same answer at different places judges it.
                self._answers.setdefault((kind.model, question), kind)
                self._offered[question] = (*self._offered.get(question, ()), kind)

    def of(self, order: Family) -> OrderKind[World, State, Recorder, Family]:
        """Return the first entry of an order's kind, which defines its spelling and its readers."""
        return self._of_model[type(order)]

    def find(self, model: type[Order], question: object) -> OrderKind[World, State, Recorder, Family] | None:
        """The entry of a model as the answer to a question; `None` if it answers another one."""
        answers = self._answers
        return answers.get((model, question)) or answers.get((model, None))

    def questions(self, order: Family) -> tuple[object, ...]:
        """The questions that an order answers; none if it answers all of them."""
        return tuple(
            dict.fromkeys(key for kind in self.kinds if kind.model is type(order) for key in kind.questions)
        )

    def option_groups(
        self, world: World, state: State, side: Side, question: object
    ) -> Iterator[Iterator[Family]]:
        """Answers to a question worth trying, in groups; each group is worked out when it is read."""
        for kind in self._offered.get(question, ()):
            yield from kind.option_groups(world, state, side)

    def list_examples(self, world: World, state: State, side: Side, question: object) -> Iterator[Family]:
        """Yield options that contain the first legal one of each likeness."""
        for kind in self._offered.get(question, ()):
            if kind.examples is not None:
                yield from kind.examples(world, state, side)
            else:
                yield from chain.from_iterable(kind.option_groups(world, state, side))

    def lawful(
        self,
        world: World,
        state: State,
        side: Side,
        question: object,
        objections: Callable[[World, State, Family], Objections],
    ) -> Iterator[Family]:
        """Answers to a question that a side is asked that these objections let pass."""
        for kind in self._offered.get(question, ()):
            if kind.lawful_groups is not None:
                yield from chain.from_iterable(kind.lawful_groups(world, state, side))
            else:
                options = chain.from_iterable(kind.option_groups(world, state, side))
                yield from (order for order in options if not any(objections(world, state, order)))

    def fields(self, model: type[Order]) -> tuple[str, ...]:
        """Return the fields in the pattern of an order; without a pattern, all fields of the order."""
        line = self._of_model[model].line
        if isinstance(line, OrderLine):
            return line.fields
        return tuple(name for name in model.model_fields if name not in Order.model_fields)

    def write(self, world: World, order: Family) -> str:
        """An order as a line of a letter, by ids."""
        line = self.of(order).line
        assert line is not None, "the first entry of a model has a line"
        return line.write(order, self._spellings) if isinstance(line, OrderLine) else line(world, order)
