"""The end of a command after any error, and completion of words in a shell."""

import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from referee.cli import demo, error_handling, exits
from referee.cli.session import Session
from referee.faults import Busy, Complaint, NotFound
from referee.mail.state import MailFault
from schemas.record import Roll
from schemas.reports import Block, DiceThrown, words
from tests.cli.conftest import Referee, Table

BUSY = Busy(Complaint.of(MailFault.OFFICE_BUSY))
UNKNOWN = NotFound(Complaint.of(MailFault.MBOX_MISSING, path="box"))

ENDS: dict[str, tuple[BaseException | int, int, str]] = {
    "done": (0, 0, ""),
    "no": (1, 1, ""),
    "busy": (BUSY, 75, "referee: another process holds the post office (try again)\n"),
    "not there": (UNKNOWN, 66, "referee: the mbox box was not found\n"),
    "a file that is refused": (PermissionError(13, "Not allowed", "f"), 74, "referee: f: Not allowed\n"),
    "a disk that is full": (OSError(28, "No space left"), 74, "referee: No space left\n"),
    "interrupted": (KeyboardInterrupt(), 130, ""),
    "a shell that has its words": (SystemExit(), 0, ""),
    "a reader who is gone": (BrokenPipeError(), 0, ""),
}  # fmt: skip


@pytest.mark.parametrize(("what", "code", "said"), ENDS.values(), ids=ENDS)
def test_every_end_has_its_code_and_its_words(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    what: BaseException | int,
    code: int,
    said: str,
) -> None:
    led_away: list[int] = []
    monkeypatch.setattr(os, "dup2", lambda _, to: led_away.append(to))
    monkeypatch.setattr(sys.stdout, "fileno", lambda: 1)

    def work() -> int:
        if isinstance(what, BaseException):
            raise what
        return what

    assert error_handling.perform(Session(), work) == code
    assert capsys.readouterr().err == said
    # Nothing more is written to a reader who is gone.
    assert led_away == ([1] if isinstance(what, BrokenPipeError) else [])


def test_internal_error_names_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    def stumble() -> int:
        raise ValueError("a secret")

    assert error_handling.perform(Session(), stumble) == exits.OURS
    said = capsys.readouterr().err
    assert "internal error: ValueError at test_error_handling.py:" in said
    assert "a secret" not in said


def test_an_answer_that_could_not_be_written_to_its_end_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError(28, "No space left")

    monkeypatch.setattr(sys.stdout, "flush", fail)

    assert error_handling.perform(Session(), lambda: 0) == exits.IO


BEGUN = {
    "referee sho": ["show"],
    "referee show li": ["liege"],
    "referee show liege --as e": ["entente"],
    "referee submit liege letter.txt --as ": ["german", "entente"],
    "referee language liege german f": ["fr"],
    "referee new war sk": ["skirmish"],
    "referee export liege --format s": ["sqlite"],
    "referee help prooo": [],
    "referee mail wat": ["watch"],
}


@pytest.mark.parametrize(("line", "words_"), BEGUN.items())
def test_completion_lists_possible_words(
    liege: Table, monkeypatch: pytest.MonkeyPatch, line: str, words_: list[str]
) -> None:
    monkeypatch.setenv("_REFEREE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))

    assert liege.command().out.split() == words_


@pytest.mark.parametrize("room", ["mail", "packs", "clock"])
def test_a_room_without_a_command_is_answered_with_its_help(command: Referee, room: str) -> None:
    told = command(room)

    assert (told.code, told.out.startswith(f"Usage: referee {room} ")) == (2, True)
    assert told.err == ""


PROVED = DiceThrown(rolls=(Roll(purpose="a throw"),), entry=3, key="ab")
KEPT = DiceThrown(rolls=(Roll(purpose="a throw"),))
ONE, TWO, THREE = words("one"), words("two"), words("three")

THROWS: list[tuple[tuple[Block, ...], tuple[Block, ...]]] = [
    ((), ()),
    ((ONE, KEPT), ()),
    ((PROVED,), (PROVED,)),
    ((ONE, PROVED, TWO), (ONE, PROVED)),
    ((ONE, TWO, PROVED, THREE), (ONE, TWO, PROVED)),
    ((ONE, TWO, THREE, PROVED), (TWO, THREE, PROVED)),
    ((KEPT, ONE, PROVED, PROVED), (KEPT, ONE, PROVED)),
]


@pytest.mark.parametrize(("blocks", "shown"), THROWS)
def test_tour_shows_the_first_proved_roll_and_its_purpose(
    blocks: tuple[Block, ...], shown: tuple[Block, ...]
) -> None:
    assert tuple(demo._throw(blocks)) == shown


def hear(*blocks: Block, refused: bool = False, letter: str = "pass") -> Any:
    """A letter of an example, and the ruling on it."""
    answer = SimpleNamespace(accepted=("a", "b"), refused=("c",) if refused else ())
    return SimpleNamespace(letter=letter, answer=answer, ruling=SimpleNamespace(blocks=blocks))


MANY = DiceThrown(rolls=tuple(Roll(purpose=f"throw {number}") for number in range(20)), entry=3, key="ab")

TOURS: dict[str, tuple[tuple[Any, ...], list[str]]] = {
    "a letter alone": ((hear(),), ["A letter"]),
    "dice of the first letter": ((hear(PROVED),), ["A letter"]),
    "dice of a later one": ((hear(), hear(ONE), hear(PROVED)), ["A letter", "Dice"]),
    "a refusal": ((hear(), hear(ONE, refused=True)), ["A letter", "A refusal"]),
    "a refusal of the first": ((hear(ONE, refused=True),), ["A letter", "A refusal"]),
}


@pytest.mark.parametrize(("heard", "titles"), TOURS.values(), ids=TOURS)
def test_the_tour_stops_at_what_there_is(heard: tuple[Any, ...], titles: list[str]) -> None:
    assert [stop.title for stop in demo._letters(heard)] == titles


def test_the_tour_shows_ten_lines_of_many_dice() -> None:
    *_, dice = demo._letters((hear(), hear(MANY)))

    shown = str(dice).partition("from its key.\n\n")[2].splitlines()
    assert (len(shown), shown[-1].strip()) == (11, "...")
