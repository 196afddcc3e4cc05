"""Judging of lines after a refused line, and suggestions for a line that is not an order."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.engine.dice import NoDice
from referee.engine.facts import Objection
from referee.faults import Unreadable
from referee.matches import opening
from referee.matches.journal import verification
from referee.matches.judging.judge_letter import (
    MOST_REFUSED_LINES,
    LetterJudgement,
    judge_lines,
)
from referee.matches.judging.proposals.similar_orders import nearest_lawful
from referee.reports import letter_answers
from referee.systems.faces import UNREAD, Advisor
from schemas.letter import LetterLine
from tests.duels import AT, Send, sent
from tests.engine.toy import (
    Bluff,
    Guess,
    Misreading,
    Peek,
    Refusal,
    Stop,
    Table,
    Throw,
    Toy,
    ToyEvent,
    ToyOrder,
    ToySystem,
    against,
)
from tests.systems import system_of


class Apart(Toy):
    """The same game without turns: orders are collected, and do not depend on those about other numbers."""

    def read(self, state: Table, side: str, line: str) -> tuple[ToyOrder, ...]:
        if line == "hdie 4":
            raise Unreadable(Misreading.NO_ORDER, ["hide 4", "hide 4 9", "peek"], word=line)
        return super().read(state, side, line)

    def _against_acting(
        self, state: Table, order: Throw | Guess | Peek | Bluff | Stop
    ) -> Iterator[Objection]:
        if isinstance(order, Throw) and order.dice > 3:
            yield against("throw.dice", Refusal.TOO_MANY_DICE, dice=order.dice)


class ApartAdvisor(Advisor[Table, ToyOrder, ToyEvent]):
    def __init__(self, rules: Apart) -> None:
        self._rules = rules

    def is_collecting(self, state: Table) -> bool:
        return True

    def list_stakes(self, state: Table, order: ToyOrder) -> frozenset[str]:
        number = system_of(self._rules).notation.write(order).partition(" ")[2]
        return frozenset({number, UNREAD}) if number else frozenset()

    def find_lasting(self, state: Table, order: ToyOrder) -> tuple[Objection, ...]:
        return tuple(self._rules.objections(state, order))

    def pass_over(self, state: Table, order: ToyOrder) -> Table:
        return state

    def measure_gap(self, state: Table, wanted: ToyOrder, answer: ToyOrder) -> int:
        return wanted.dice - answer.dice if isinstance(wanted, Throw) and isinstance(answer, Throw) else 0


class ApartSystem(ToySystem):
    advisor = ApartAdvisor(Apart())


ACTING, HIDING = Table(hidden={"red": 2, "blue": 5}, dealt=True), Table(dealt=True)


def judge(state: Table, *lines: str) -> LetterJudgement:
    """A letter of red's, an order a line, judged without dice."""
    asked = [LetterLine(line=at, text=line, typed=line) for at, line in enumerate(lines, 1)]
    return judge_lines(ApartSystem(Apart()), state, "red", asked, lambda _: NoDice())


BEHIND: dict[str, tuple[tuple[str, ...], list[int], list[int]]] = {
    "a line about something else": (("throw 9", "throw 8"), [1, 2], []),
    "a line that is not an order, and one that is wrong in any case": (("hop", "throw 8"), [1, 2], []),
    "a line that needs a die, and those behind it": (("throw 9", "bluff 3", "throw 8"), [1], [2, 3]),
    "a line that uncovers something, and those behind it": (("throw 9", "guess 1", "throw 8"), [1], [2, 3]),
}
"""Lines, which of them are refused, and which are not judged."""


@pytest.mark.parametrize(("lines", "refused", "unheard"), BEHIND.values(), ids=BEHIND)
def test_every_line_after_refused_one_is_answered(
    lines: tuple[str, ...], refused: list[int], unheard: list[int]
) -> None:
    judgement = judge(ACTING, *lines)

    assert [fell.source.line for fell in judgement.refused_lines] == refused
    assert [asked.line for asked in judgement.unjudged_lines] == unheard


OFFERED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("hdie 4",): ("hide 4", "peek"),
    ("hide 9", "hdie 4"): ("hide 4", "peek"),
    ("hide 3", "hdie 4"): ("peek",),
    ("hide 9", "hide 3", "hdie 4"): ("peek",),
}
"""Lines, and what is offered for the last of them in the position that those before it make."""


@pytest.mark.parametrize(("lines", "near"), OFFERED.items(), ids=", ".join)
def test_suggestions_are_legal_after_other_lines(lines: tuple[str, ...], near: tuple[str, ...]) -> None:
    assert judge(HIDING, *lines).refused_lines[-1].nearest == near


@pytest.mark.usefixtures("begun")
def test_reading_stops_after_many_unreadable_lines(send: Send) -> None:
    answer = send("\n".join(["hop"] * MOST_REFUSED_LINES + ["throw 1", "hop"]), "red")

    assert len(answer.refused) == MOST_REFUSED_LINES
    assert answer.unheard == (MOST_REFUSED_LINES + 1, MOST_REFUSED_LINES + 2)


def test_suggestions_are_distinct(monkeypatch: pytest.MonkeyPatch) -> None:
    throws = [Throw(side="red", dice=dice) for dice in (1, 2, 3)]
    monkeypatch.setattr(Apart, "options", lambda *_: iter([*throws, *throws]))
    wrong = Throw(side="red", dice=9)

    assert nearest_lawful(ApartSystem(Apart()), replace(ACTING, turn="red"), wrong, most=2) == (
        "throw 3",
        "throw 2",
    )


WEST, RAID = ("ttlm", "1914", "german"), ("skirmish", "dawn-sap", "british")

FOREIGN = {
    "in a word that is not an order": (WEST, "hop \u1ffd", ""),
    "beside the name that may be meant": (WEST, "move ge-1 to \u1ffd mns", ""),
    "in a field": (WEST, 'orders: [{type: lose, piece: "a\u1ffd"}]', "lose a\u00b4"),
    "in a list": (WEST, 'orders: [{type: move, piece: ge-1, path: ["b\u1ffd"]}]', "move ge-1 to b\u00b4"),
    "in the name of a number": (
        RAID,
        'orders: [{type: fire, figures: [a], kind: aimed, dice: {"c\u1ffd": 1}}]',
        "",
    ),
    "a number too great": (WEST, "orders: [{type: discard, cards: [9007199254740992]}]", ""),
}
"""An acute of the Greek alphabet, which a journal spells otherwise, and what it cannot hold at all."""


@pytest.mark.parametrize(("game", "letter", "order"), FOREIGN.values(), ids=FOREIGN)
def test_unstorable_line_is_refused(
    tmp_path: Path, game: tuple[str, str, str], letter: str, order: str
) -> None:
    pack, scenario, side = game
    match = opening.open_match(tmp_path, "war", pack, scenario=scenario, at=AT, phrases="none")
    answer = letter_answers.submit(tmp_path, "war", sent(letter, side))

    assert [(refused.line, refused.order) for refused in answer.refused] == [(1, order)]
    assert verification.verify(match.folder / "journal.jsonl").head.seq == 2


MEANT = {
    "the lawful ones": ("thorw 1", "red", ("throw 1", "guess 1", "stop")),
    "nothing, where none is lawful": ("thorw 1", "blue", ()),
    "none that is not an order itself": ("throw x", "red", ()),
}


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("line", "side", "near"), MEANT.values(), ids=MEANT)
def test_unreadable_line_gets_suggestions(send: Send, line: str, side: str, near: tuple[str, ...]) -> None:
    (refused,) = send(line, side).refused

    assert refused.nearest == near
