"""What a dispute weighs of an order that was refused, and of one that was accepted."""

import re
from pathlib import Path

import pytest

from referee.evidence import disputes
from referee.matches import matches
from referee.matches.journal import Draft
from referee.reports.formats import plain_text
from schemas.record import REFEREE, to_json
from schemas.reports import Verbatim
from tests.duels import AT, Send

pytestmark = pytest.mark.usefixtures("begun")


def explained(shelf: Path, seq: int, viewer: str) -> str:
    """A dispute on one line."""
    match = matches.find(shelf, "duel")
    return " ".join(plain_text.write(disputes.dispute(match, seq, viewer)).split())


def test_a_side_sees_the_objections_to_its_refused_order(shelf: Path, send: Send) -> None:
    send("throw 9", "blue")
    told = explained(shelf, 4, "blue")

    assert "- 2.1, Your turn: it is the turn of red." in told
    assert "- 3.1, Dice: 9 dice were asked for; throw 1 to 3 dice." in told
    assert "Today's rules would accept it" not in told
    assert "throw 9" not in explained(shelf, 4, "red")


def test_a_letter_that_was_forged_is_shown_without_what_a_terminal_would_obey(shelf: Path) -> None:
    fallen = {"line": 2, "text": "jump", "unreadable": "no\x1border"}
    letter = {"letter": "1" * 64, "text": "throw 9\njump\x1b[2Jhigh", "fallen": [fallen]}
    with matches.hold(shelf, "duel") as (writer, _):
        writer.append(Draft(kind="refusal", at=AT, side="blue", private={"blue": letter}))
    document = disputes.dispute(matches.find(shelf, "duel"), 4, "blue")

    (lines,) = (block.lines for block in document.blocks if isinstance(block, Verbatim))
    assert lines == ("throw 9", "jump [2Jhigh")
    assert "\\u001b" not in to_json(document)


@pytest.mark.parametrize(("backs", "by"), [((3,), 7), ((4, 3), 8), ((5, 4, 2), 9), ((4,), None), ((), None)])
def test_an_order_names_the_takeback_that_it_fell_with(
    shelf: Path, send: Send, backs: tuple[int, ...], by: int | None
) -> None:
    """A note that says where something goes is none, and one to the order itself leaves it standing."""
    send("throw 3", "red")
    send("stop", "blue")
    with matches.hold(shelf, "duel") as (writer, _):
        writer.append(Draft(kind="note", at=AT, side=REFEREE, public={"text": "to Valmy", "to": 1}))
        for to in backs:
            writer.append(Draft(kind="retract", at=AT, side=REFEREE, public={"to": to, "reason": "a slip"}))

    said = re.findall(r"It was taken back by entry (\d+): ", explained(shelf, 4, "red"))
    assert said == ([] if by is None else [str(by)])


def test_the_clauses_met_by_an_accepted_order_are_listed(shelf: Path, send: Send) -> None:
    send("throw 3", "red")
    told = explained(shelf, 4, "red")

    assert "*Against it*: nothing. Today's rules would accept it, too." in told
    assert "*For it*: it answers what was asked, and it meets - 2.2, Acting: this was asked." in told
    assert 'Other legal orders ------------------ - "throw 1" - "throw 2" ' in told
