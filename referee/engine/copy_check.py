"""Judgement of an entry from a side's copy: verdicts, and the reasons that prevent one.

A copy lacks the secrets of others. A rule system that can judge it completes the position from the move
itself and plays the move again. Each event is then confirmed, contradicted, or depends on a secret.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Generic

from msgspec import to_builtins

from referee.engine.dice import Draw, WrittenDice
from referee.engine.facts import Fact, Stated, state
from referee.engine.system import EventT, OrderT
from schemas.record import Event, Purpose, Rolled, Side, Value, dump_model


class ViewFact(Fact):
    """Contradictions in a copy, and reasons why a part of it cannot be judged."""

    ORDER_UNLAWFUL = "the rules refuse this order, by {clauses}"
    EVENT_ADDED = "event {number}, {type}, does not follow from the order"
    EVENT_MISSING = "event {number}, {type}, is missing"
    EVENT_OTHER = "event {number} was {was} and must be {now}"
    PART_OTHER = "event {number}, {type}: {part} was {was} and must be {now}"
    DICE_TOO_FEW = "the rules roll more dice than the copy contains"
    CANNOT_HAVE_HAPPENED = "this cannot happen in the position of the match"
    CARD_ELSEWHERE = "card {card} is not in the hand or the pile of {side}"
    HAND_TOO_SMALL = "the hand of {side} has fewer cards"
    PLAN_UNLAWFUL = "event {number}, {type}, was planned, and no legal order plans it"
    ARMIES_HIDDEN = "it may depend on armies whose contents this viewer does not see"
    ENEMY_UNSEEN = "it may depend on enemies that this viewer does not see"
    OMISSION_UNSEEN = "its completeness may depend on enemies that this viewer does not see"
    FACTS_HIDDEN = "it may depend on facts that this viewer does not see"
    DECK_HIDDEN = "the hidden deck decides these cards"
    PLAN_SEALED = "the rules allow it, and the plan is still sealed"
    ORDER_UNSEEN = "the order is sealed"
    REFUSED_LAWFUL = "line {line} was refused, and the rules accept it"
    REFUSED_OTHER = "line {line} was refused, and the letter does not contain it"
    REFUSAL_HIDDEN = "the refusal of this line may depend on facts that are hidden from this viewer"
    BY_RULING = "the moderator ruled so"


ORDER = 0
"""The number that stands for the order of a move; its events are counted from one."""


class CopiedMove(Value, Generic[OrderT, EventT]):
    """A move as one copy contains it.

    `author` gave it. There is no `order` where this copy does not contain it, or where the rules went on
    unasked. `vocabulary` and `format` are those of the journal.
    """

    viewer: Side
    author: Side
    order: OrderT | None
    events: tuple[EventT, ...]
    vocabulary: int
    format: int


class Finding(Value):
    """Something to say of one event of a move, by its number, or of its order."""

    number: int
    said: Stated


class Judgement(Value):
    """Verdict of the rules on a move in a copy: the contradictions, and the parts that are not judged."""

    wrong: tuple[Finding, ...] = ()
    unjudged: tuple[Finding, ...] = ()


class CopiedDice(WrittenDice):
    """The dice of a copy: the faces that it contains, and the known part of hidden draws."""

    def __init__(self, events: Sequence[Event], piles: Sequence[tuple[int, ...]] = ()) -> None:
        thrown = [roll for event in events if isinstance(event, Rolled) for roll in event.rolls]
        super().__init__((face for roll in thrown for face in roll.faces), rolls=thrown)
        self._piles = iter(piles)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Return the items: the ones in the copy in their places, the others in any order."""
        pile = next(self._piles, ())[: len(items)]
        rest = iter([item for item in items if item not in pile])
        order = tuple(item if item in items else next(rest, 0) for item in pile)
        return Draw(purpose, (*order, *rest))


def compare(copied: Sequence[Event], again: Sequence[Event], *, first: int = 1) -> Iterator[Finding]:
    """Yield the differences between the events of a copy and those of the rules, numbered from `first`."""
    for number, (was, now) in enumerate(zip_longest(copied, again), first):
        if was == now:
            continue
        if was is None:
            assert now is not None
            yield Finding(number, state(ViewFact.EVENT_MISSING, number=number, type=now.type))
        elif now is None:
            yield Finding(number, state(ViewFact.EVENT_ADDED, number=number, type=was.type))
        elif was.type != now.type:
            yield Finding(number, state(ViewFact.EVENT_OTHER, number=number, was=was.type, now=now.type))
        else:
            yield from _compare_parts(number, was, now)


def _compare_parts(number: int, was: Event, now: Event) -> Iterator[Finding]:
    then, again = (to_builtins(event, enc_hook=dump_model) for event in (was, now))
    for part in then:
        if then[part] != again[part]:
            yield Finding(
                number,
                state(
                    ViewFact.PART_OTHER, number=number, type=was.type, part=part,
                    was=str(then[part]), now=str(again[part]),
                ),
            )  # fmt: skip


def list_unjudged(events: Sequence[Event], said: Stated) -> tuple[Finding, ...]:
    """Return the same reason for each of some events."""
    return tuple(Finding(number, said) for number, _ in enumerate(events, 1))
