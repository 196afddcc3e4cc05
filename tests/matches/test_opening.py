"""What happens before the first question is filed with its proof."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.dice import Dice
from referee.engine.purposes import state_purpose
from referee.evidence import rejudging, standalone
from referee.matches import opening
from referee.matches.shelf import JOURNAL
from tests.duels import AT
from tests.engine.toy import Table, Throwing, Thrown, Toy, ToyEvent


@pytest.mark.parametrize("format", [2, 3])
def test_dice_of_the_opening_are_proved_to_the_header(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, format: int
) -> None:
    work = Toy._work

    def work_with_a_throw(rules: Toy, state: Table, dice: Dice) -> Iterator[ToyEvent]:
        fresh = not state.dealt
        yield from work(rules, state, dice)
        if fresh:
            roll = dice.throw(state_purpose(Throwing.POINTS, side="red"), 4, needed=3)
            yield Thrown(side="red", hits=roll.hits, rolls=(roll,))

    monkeypatch.setattr(Toy, "_work", work_with_a_throw)
    match = opening.open_match(shelf, "duel", "toy", at=AT, format=format)

    path = match.folder / JOURNAL
    report = rejudging.verify(path)
    assert (report.dice, report.keys, report.on_word) == (4, 1, 0)
    other, wrong, _ = standalone.verified(str(path))
    assert (other.dice[0], wrong) == (4, [])
