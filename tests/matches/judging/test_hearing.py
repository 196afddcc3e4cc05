"""How far a letter is judged behind a line that is refused, and what is offered for one that is no order."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.dice import NoDice
from referee.engine.facts import Objection
from referee.matches import opening
from referee.matches.journal import verification
from referee.matches.judging.hearing import MOST_TOLD, LetterJudgement, hear
from referee.reports import answers
from referee.systems.abilities import UNREAD
from schemas.letter import LetterLine
from tests.duels import AT, Send, sent
from tests.engine.toy import Bluff, Guess, Peek, Refusal, Stop, Table, Throw, Toy, ToyOrder, against


class Apart(Toy):
    """The same game without turns: orders about different numbers do not depend on each other."""

    def _against_acting(
        self, state: Table, order: Throw | Guess | Peek | Bluff | Stop
    ) -> Iterator[Objection]:
        if isinstance(order, Throw) and order.dice > 3:
            yield against("throw.dice", Refusal.TOO_MANY_DICE, dice=order.dice)

    def list_stakes(self, state: Table, order: ToyOrder) -> frozenset[str]:
        number = self.write(order).partition(" ")[2]
        return frozenset({number, UNREAD}) if number else frozenset()

    def find_lasting(self, state: Table, order: ToyOrder) -> tuple[Objection, ...]:
        return tuple(self.objections(state, order))

    def pass_over(self, state: Table, order: ToyOrder) -> Table:
        return state

    def measure_gap(self, state: Table, wanted: ToyOrder, answer: ToyOrder) -> int:
        return 0


def judge(*lines: str) -> LetterJudgement:
    """A letter of red's, an order a line, judged without dice."""
    rules = Apart()
    asked = [LetterLine(line=at, text=line, typed=line) for at, line in enumerate(lines, 1)]
    return hear(rules, Table(hidden={"red": 2, "blue": 5}, dealt=True), "red", asked, lambda _: NoDice())


BEHIND: dict[str, tuple[tuple[str, ...], list[int], list[int]]] = {
    "a line about something else": (("throw 9", "throw 8"), [1, 2], []),
    "a line that needs a die, and those behind it": (("throw 9", "bluff 3", "throw 8"), [1], [2, 3]),
}
"""Lines, which of them are refused, and which are not judged."""


@pytest.mark.parametrize(("lines", "refused", "unheard"), BEHIND.values(), ids=BEHIND)
def test_every_line_behind_a_refused_one_is_refused_or_told_as_unheard(
    lines: tuple[str, ...], refused: list[int], unheard: list[int]
) -> None:
    heard = judge(*lines)

    assert [fell.asked.line for fell in heard.falls] == refused
    assert [asked.line for asked in heard.unheard] == unheard


@pytest.mark.usefixtures("begun")
def test_behind_so_many_lines_that_are_no_orders_nothing_is_read(send: Send) -> None:
    answer = send("\n".join(["hop"] * MOST_TOLD + ["throw 1", "hop"]), "red")

    assert len(answer.refused) == MOST_TOLD
    assert answer.unheard == (MOST_TOLD + 1, MOST_TOLD + 2)


WEST, RAID = ("ttlm", "1914", "german"), ("skirmish", "dawn-sap", "british")

FOREIGN = {
    "in a word that is no order": (WEST, "hop \u1ffd", ""),
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
def test_what_a_journal_spells_otherwise_or_cannot_hold_is_refused_like_other_lines(
    tmp_path: Path, game: tuple[str, str, str], letter: str, order: str
) -> None:
    pack, scenario, side = game
    match = opening.open_match(tmp_path, "war", pack, scenario=scenario, at=AT, phrases="none")
    answer = answers.submit(tmp_path, "war", sent(letter, side))

    assert [(refused.line, refused.order) for refused in answer.refused] == [(1, order)]
    assert verification.verify(match.folder / "journal.jsonl").head.seq == 2


MEANT = {
    "the lawful ones": ("thorw 1", "red", ("throw 1", "guess 1", "stop")),
    "orders, where none is lawful": ("thorw 1", "blue", ("throw 1", "guess 1", "stop")),
    "none that is no order itself": ("throw x", "red", ()),
}


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("line", "side", "near"), MEANT.values(), ids=MEANT)
def test_for_a_line_that_is_no_order_others_are_offered(
    send: Send, line: str, side: str, near: tuple[str, ...]
) -> None:
    (refused,) = send(line, side).refused

    assert refused.nearest == near
