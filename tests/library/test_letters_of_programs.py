"""Letters that a program writes: they name the turn that they answer, so that no repeat stops the program."""

from pathlib import Path

import pytest

import referee

BUY = "buy 1 card"


def reach_production() -> referee.Match:
    """A match in which Germany may buy cards one by one."""
    match = referee.open_in_memory("ttlm", "1914", seed=3)
    while match.prompts()[0].question != "production":
        quiet = [one for one in match.options(match.waiting[0]) if one.default]
        match.submit(quiet[0])
    return match


def test_same_words_answer_a_later_turn() -> None:
    match = reach_production()

    for _ in range(3):
        turn = match.turn("german")
        assert turn is not None
        assert match.submit(BUY, answers=turn).code == ""


def test_same_words_without_a_turn_are_a_repeat_which_the_answer_names() -> None:
    match = reach_production()
    assert match.submit(BUY, "german").code == ""
    head = match.head

    answer = match.submit(BUY, "german")

    assert (answer.code, answer.again, match.head) == ("repeat", True, head)


def test_turn_that_another_letter_answered_is_stale() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=3)
    turn = match.turn("german")
    assert turn is not None
    match.submit("pass", answers=turn)

    assert match.submit("pass", answers=turn).code == "repeat"
    with pytest.raises(referee.Stale):
        match.submit("done", answers=turn)


def test_turn_names_the_side_and_a_side_may_be_given() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=3)
    turn = match.turn("german")
    assert turn is not None

    assert match.rehearse("pass", answers=turn).side == "german"
    assert match.rehearse(b"pass", "entente", answers=turn).side == "entente"
    assert match.rehearse("pass", "german", answers=turn.entry).code == ""


NO_ENTRIES: dict[int, type[referee.Fault]] = {0: referee.Misuse, True: referee.Misuse, 9: referee.NotFound}


@pytest.mark.parametrize("entry", NO_ENTRIES)
def test_entry_that_cannot_be_answered_is_refused(entry: int) -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=3)

    with pytest.raises(NO_ENTRIES[entry]):
        match.submit("pass", "german", answers=entry)


def test_turn_of_a_game_outside_a_match_is_refused() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=3)
    turn = match.game().turn("german")

    with pytest.raises(referee.Misuse, match="answers is 0, and must be at least 1"):
        match.submit("pass", answers=turn)


def test_log_of_no_entries_is_empty() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=3)
    match.submit("pass", "german")

    assert [line.seq for line in match.log(last=1).entries] == [2]
    assert match.log(last=0).entries == ()


def test_shelf_that_is_a_file_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no shelf", encoding="utf-8")

    with pytest.raises(referee.CannotWrite, match="file cannot be read: Not a directory"):
        referee.list_matches(file)
    assert referee.list_matches(tmp_path / "none") == ()
