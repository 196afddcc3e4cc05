"""A match judged again by rules that changed: no difference is lost, not the last and not the only one."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine.dice import Dice
from referee.engine.facts import Objection
from referee.evidence import match_verification, rejudgement
from referee.matches import journal, matches
from referee.matches.matches import Match
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from schemas.answers.evidence import Rejudged, Rejudgement
from schemas.record import Side
from tests.duels import AT, Send
from tests.engine import toy_pack
from tests.engine.toy import (
    Hide,
    Opened,
    Refusal,
    Stop,
    Stopped,
    Table,
    Throw,
    Toy,
    ToyEvent,
    ToyOrder,
    against,
)
from tests.systems import system_of

pytestmark = pytest.mark.usefixtures("begun")

Rejudge = Callable[[Toy], Rejudgement]


class Chatty(Toy):
    """Whoever stops says so a number of times more."""

    def __init__(self, more: int) -> None:
        self.more = more

    def _events(self, order: ToyOrder, state: Table, dice: Dice) -> Iterator[ToyEvent]:
        yield from super()._events(order, state, dice)
        if isinstance(order, Stop):
            yield from (Stopped(side=order.side) for _ in range(self.more))


class Silent(Toy):
    """Whoever stops says nothing."""

    def _events(self, order: ToyOrder, state: Table, dice: Dice) -> Iterator[ToyEvent]:
        if not isinstance(order, Stop):
            yield from super()._events(order, state, dice)


class Opening(Toy):
    """Whoever stops begins."""

    def _events(self, order: ToyOrder, state: Table, dice: Dice) -> Iterator[ToyEvent]:
        for event in super()._events(order, state, dice):
            yield Opened(side=order.side) if isinstance(event, Stopped) else event


class Generous(Toy):
    """A throw has a die more than was asked for."""

    def _events(self, order: ToyOrder, state: Table, dice: Dice) -> Iterator[ToyEvent]:
        more = order.replace(dice=order.dice + 1) if isinstance(order, Throw) else order
        yield from super()._events(more, state, dice)


class Stern(Toy):
    """No throw of more than so many dice."""

    def __init__(self, most: int) -> None:
        self.most = most

    def objections(self, state: Table, order: ToyOrder) -> Iterator[Objection]:
        if isinstance(order, Throw):
            if order.dice > self.most:
                yield against("throw.dice", Refusal.TOO_MANY_DICE, dice=order.dice)
        else:
            yield from super().objections(state, order)


@pytest.fixture
def rejudge(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Rejudge:
    """The match judged again by other rules."""

    def judged(rules: Toy) -> Rejudgement:
        monkeypatch.setattr(rulesets, "bind", _binding(rules))
        return rejudgement.rejudge(matches.find(shelf, "duel"))

    return judged


def _binding(rules: Toy) -> Callable[..., Ruleset]:
    def bind(*named: Any, **how: Any) -> Ruleset:
        return replace(toy_pack.bind(*named, **how), system=system_of(rules))

    return bind


def told(answer: Rejudgement) -> Mapping[int, tuple[str, ...]]:
    return {one.entry: one.differences for one in answer.different}


def test_one_different_entry_is_reported(send: Send, rejudge: Rejudge) -> None:
    send("throw 1", "red")
    send("stop", "blue")

    assert told(rejudge(Chatty(1))) == {5: ("event 2, stopped, is new",)}
    assert rejudge(Toy()).different == ()


def test_all_different_entries_are_reported(send: Send, rejudge: Rejudge) -> None:
    for side in ("red", "blue", "red"):
        send("stop", side)

    assert told(rejudge(Chatty(1))) == dict.fromkeys((4, 5, 6), ("event 2, stopped, is new",))
    assert rejudge(Toy()).judged == 6


@pytest.mark.parametrize(("more", "count"), [(1, 1), (2, 2), (5, 5), (6, 5)])
def test_five_differences_of_an_entry_are_reported(
    send: Send, rejudge: Rejudge, more: int, count: int
) -> None:
    send("stop", "red")

    (one,) = rejudge(Chatty(more)).different
    assert one.differences == tuple(f"event {number}, stopped, is new" for number in range(2, 2 + count))
    assert (one.then, one.now, one.order, one.side) == ("accepted", "other-events", "stop", "red")


def test_a_missing_event_is_reported(send: Send, rejudge: Rejudge) -> None:
    send("stop", "red")

    assert told(rejudge(Silent())) == {4: ("event 1, stopped, is no more",)}


def test_a_different_event_is_reported(send: Send, rejudge: Rejudge) -> None:
    send("stop", "red")

    assert told(rejudge(Opening())) == {4: ("event 1 was stopped and is opened",)}


def test_a_roll_with_more_dice_is_reported(send: Send, rejudge: Rejudge) -> None:
    send("throw 1", "red")

    (one,) = rejudge(Generous()).different
    assert (one.entry, one.now) == (4, "needs-dice")
    assert one.differences == ("the rules would roll 2 more dice for red throws for points",)
    assert [clause.number for clause in one.clauses] == ["2.2"]


def test_an_order_refused_today_is_reported_with_its_clause(send: Send, rejudge: Rejudge) -> None:
    send("throw 2", "red")

    (one,) = rejudge(Stern(1)).different
    assert (one.entry, one.then, one.now, one.differences) == (4, "accepted", "refused", ())
    assert [(clause.number, clause.text) for clause in one.clauses] == [("3.1", "2 dice were asked for")]


@pytest.mark.parametrize(("dice", "entry"), [((4, 5, 6), 4), ((5, 4, 6), 5), ((5, 6, 4), 6)])
def test_refusals_are_judged_again_the_last_one_too(
    send: Send, rejudge: Rejudge, dice: tuple[int, ...], entry: int
) -> None:
    for count in dice:
        send(f"throw {count}", "red")

    answer = rejudge(Stern(4))
    assert [(one.entry, one.then, one.now) for one in answer.different] == [(entry, "refused", "accepted")]
    assert answer.judged == 6


class Lettered(Toy):
    """Whoever jumps throws a die."""

    def read(self, state: Table, side: Side, line: str) -> tuple[ToyOrder, ...]:
        return super().read(state, side, line.replace("jump", "throw 1"))


class Unlettered(Toy):
    """Nobody knows what it is to throw."""

    def read(self, state: Table, side: Side, line: str) -> tuple[ToyOrder, ...]:
        return super().read(state, side, line.replace("throw", "cast"))


class Twice(Toy):
    """A number may be hidden again, if it is a smaller one."""

    def objections(self, state: Table, order: ToyOrder) -> Iterator[Objection]:
        if isinstance(order, Hide) and order.number >= state.hidden.get(order.side, 7):
            yield against("hiding.once", Refusal.HIDDEN_ALREADY)


class Tired(Toy):
    """Nobody throws any more."""

    def objections(self, state: Table, order: ToyOrder) -> Iterator[Objection]:
        if isinstance(order, Throw):
            yield against("match.over", Refusal.GAME_OVER)


class Unjumping(Lettered, Tired):
    """Whoever jumps throws a die, and nobody throws any more."""


FATES: list[tuple[str, str, Toy, tuple[str, str], list[str]]] = [
    ("an order that is lawful today", "throw 5", Stern(6), ("refused", "accepted"), ["3.1"]),
    ("an order that another clause forbids today", "throw 5", Tired(), ("refused", "refused"), ["4.1"]),
    ("an order that nobody can read today", "throw 5", Unlettered(), ("refused", "unreadable"), ["3.1"]),
    ("words that are an order today", "jump", Lettered(), ("unreadable", "accepted"), []),
    ("words that are an unlawful order today", "jump", Unjumping(), ("unreadable", "refused"), ["4.1"]),
]
"""What became of a line then and what would today, by which clauses, and by which rules."""


@pytest.mark.parametrize(
    ("line", "rules", "fate", "clauses"), [fate[1:] for fate in FATES], ids=[fate[0] for fate in FATES]
)
def test_a_refused_line_is_reported_with_both_decisions(
    send: Send, rejudge: Rejudge, line: str, rules: Toy, fate: tuple[str, str], clauses: list[str]
) -> None:
    send(line, "red")

    (one,) = rejudge(rules).different
    assert (one.order, one.side, (one.then, one.now)) == (line, "red", fate)
    assert [clause.number for clause in one.clauses] == clauses


def test_a_letter_that_needs_dice_today_is_reported(send: Send, rejudge: Rejudge) -> None:
    send("throw 5", "red")

    assert told(rejudge(Stern(6))) == {4: ("today it would come as far as a die",)}


def test_another_line_that_falls_by_the_same_clause_is_another_fate(send: Send, rejudge: Rejudge) -> None:
    """Red, who hid 2, is refused both lines then, and the second one today."""
    send("hide 1\nhide 3", "red")

    (one,) = rejudge(Twice()).different
    assert (one.order, one.then, one.now) == ("hide 1", "refused", "refused")
    assert [clause.number for clause in one.clauses] == ["1.2"]


@pytest.mark.parametrize("line", ["throw 5", "jump"])
def test_a_line_that_falls_today_as_it_did_is_not_told(send: Send, rejudge: Rejudge, line: str) -> None:
    send(line, "red")

    assert rejudge(Toy()).different == ()


def test_the_remaining_lines_of_a_letter_are_judged(send: Send, rejudge: Rejudge) -> None:
    send("throw 1\nthrow 2", "red")

    answer = rejudge(Toy())
    assert (answer.different, answer.judged) == ((), 5)


def test_an_unreadable_refused_letter_is_not_judged_again(shelf: Path, send: Send, rejudge: Rejudge) -> None:
    send("throw 5", "red")
    with matches.hold(shelf, "duel") as (writer, _):
        writer.append(journal.Draft(kind="refusal", at=AT, side="red", private={"red": {"letter": "?"}}))
    send("throw 6", "blue")

    assert [one.entry for one in rejudge(Stern(6)).different] == [4, 6]


def test_differences_are_listed_in_the_order_of_entries(send: Send, rejudge: Rejudge) -> None:
    send("throw 4", "red")
    send("stop", "red")
    send("throw 4", "blue")

    class Both(Chatty, Stern):
        def __init__(self) -> None:
            self.more, self.most = 1, 4

    assert [(one.entry, one.then) for one in rejudge(Both()).different] == [
        (4, "refused"),
        (5, "accepted"),
        (6, "refused"),
    ]


def test_the_proof_names_the_last_entry_that_differs_too(
    shelf: Path, send: Send, rejudge: Rejudge, match: Match
) -> None:
    for side in ("red", "blue"):
        send("stop", side)
    rejudge(Chatty(1))

    verified = match_verification.verify(match.folder / "journal.jsonl", rejudge=True)
    assert verified.differences == (4, 5)
    assert match_verification.verify(match.folder / "journal.jsonl").differences is None


def test_a_match_that_stops_at_nothing_says_so(rejudge: Rejudge) -> None:
    answer: Rejudgement = rejudge(Toy())
    none: tuple[Rejudged, ...] = ()
    assert (answer.different, answer.stopped, answer.judged) == (none, "", 3)
