"""Lines without a verb or with a misspelt name that have one reading, and orders that change nothing."""

from pathlib import Path

import pytest

from referee.matches import opening
from referee.matches.judging import submission
from referee.reports import letter_answers
from schemas.answers.orders import Submitted
from tests.matches.judging.conftest import Send

MOVES = {
    "1st Army to Mons": "move ge-1 to mons",
    "1. Armee nach Mons": "move ge-1 to mons",
    "1re armée vers Mons": "move ge-1 to mons",
    "1η Στρατιά προς Mons": "move ge-1 to mons",
    "4th army Longwy -> Verdun": "move ge-4 to verdun",
    "ge-c4 -> Ghent": "move ge-c4 -> ghent",
}


@pytest.mark.parametrize(("line", "order"), MOVES.items(), ids=MOVES)
def test_move_without_verb_is_read_and_named(send_german: Send, line: str, order: str) -> None:
    answer = send_german(f"offensive 17\n{line}\n")

    assert [one.order for one in answer.accepted] == ["offensive 17", order]
    assert answer.warnings == (
        f"the line `{line}` was read as `{order}` (if you meant something different, tell the moderator)",
    )


NO_MOVES = {
    "a question": "1st Army to Mons?",
    "no destination": "1st Army",
    "more words": "1st Army to Mons would be nice",
    "no piece of the side": "French 3rd Army to Mons",
    "an unknown place": "1st Army to Atlantis",
}


@pytest.mark.parametrize("line", NO_MOVES.values(), ids=NO_MOVES)
def test_other_line_without_verb_is_refused(send_german: Send, line: str) -> None:
    answer = send_german(f"offensive 17\n{line}\n")

    assert [one.text for one in answer.refused] == [line]


def test_move_without_verb_is_refused_where_no_move_is_asked(send_german: Send) -> None:
    send_german("pass\ndone")

    assert send_german("1st Army to Mons").refused


MISSPELT = {
    "move ge-1 to Maubuege": "move ge-1 to maubeuge",
    "march ge-1 to maubeugge  # at last": "move ge-1 to maubeuge",
    "move ge-c4 -> Ghentt": "move ge-c4 -> ghent",
}


@pytest.mark.parametrize(("line", "order"), MISSPELT.items(), ids=MISSPELT)
def test_misspelt_area_with_one_legal_reading_is_read_and_named(
    send_german: Send, line: str, order: str
) -> None:
    answer = send_german(f"offensive 17\n{line}\n")

    assert (len(answer.accepted), answer.refused) == (2, ())
    (warning,) = answer.warnings
    assert f"the line `{line}` was read as `{order}`" in warning


STILL_UNCLEAR = {
    "too short to be sure": "move ge-1 to Mosn",
    "too far from the name": "move ge-1 to Marbug",
    "no legal move": "move ge-1 to Verdumn",
    "a misspelt verb": "mooove ge-1 to maubeuge",
    "a sentence": "We might move ge-1 to Maubuege",
}


@pytest.mark.parametrize("line", STILL_UNCLEAR.values(), ids=STILL_UNCLEAR)
def test_other_misspelt_order_is_refused(send_german: Send, line: str) -> None:
    assert [one.text for one in send_german(f"offensive 17\n{line}\n").refused] == [line]


def test_battle_without_enemies_is_left_out(send_german: Send) -> None:
    answer = send_german(
        "offensive 17\nmove ge-1 to mons\nmove ge-c4 to ghent\nbattle Mons, Brussels, Ardennes\n"
    )

    assert answer.refused == ()
    assert [one.order for one in answer.accepted][-1] == "battle mons"
    assert [warning.split(" was")[0] for warning in answer.warnings] == [
        "the order `battle brussels`",
        "the order `battle ardennes`",
    ]
    assert "Brussels is not disputed, so it has no battle" in answer.warnings[0]


def test_battle_that_is_declared_twice_is_left_out(send_german: Send) -> None:
    answer = send_german("offensive 17\nmove ge-1 to maubeuge\nbattle Maubeuge\nbattle Maubeuge\n")

    assert (len(answer.accepted), answer.refused) == (3, ())
    assert "a battle in Maubeuge is already declared" in answer.warnings[-1]


def test_letter_of_superfluous_orders_alone_is_refused(send_german: Send) -> None:
    send_german("offensive 17\nmove ge-1 to maubeuge\nbattle Maubeuge\n")

    assert send_german("battle Ardennes").refused


def test_only_battle_without_enemies_is_refused(send_german: Send) -> None:
    answer = send_german("offensive 17\nbattle Ardennes\n")

    assert [one.order for one in answer.refused] == ["battle ardennes"]


@pytest.fixture
def new_match(tmp_path: Path) -> Send:
    """A letter of the German side, who plays first."""
    opening.open_match(tmp_path, "verdun", "ttlm", at="2026-12-01T19:00:00Z")

    def submit(text: str) -> Submitted:
        sent = submission.open_letter("letter.eml", text.encode(), at="2026-12-01T20:00:00Z", side="german")
        return letter_answers.submit(tmp_path, "verdun", sent)

    return submit


def test_done_behind_the_last_answer_is_left_out(new_match: Send) -> None:
    answer = new_match("pass\ndone\ndone\n")

    assert ([one.order for one in answer.accepted], answer.refused) == (["pass", "done"], ())
    assert answer.warnings == (
        "the order `done` was left out, because it changes nothing: the Entente side must answer now",
    )


@pytest.mark.parametrize("more", ["pass", "move ge-1 to mons", "battle mons"])
def test_other_order_behind_the_last_answer_is_refused(new_match: Send, more: str) -> None:
    assert [one.order for one in new_match(f"pass\ndone\n{more}\n").refused] == [more]


def test_done_alone_is_refused_while_the_other_side_answers(new_match: Send) -> None:
    new_match("pass\ndone\n")

    assert [one.order for one in new_match("I am done.\n").refused] == ["done"]
