"""What happens before the first question is filed with its proof."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import UNSET

from referee.engine.dice import Dice, state_purpose
from referee.evidence import match_verification, standalone
from referee.faults import Misuse
from referee.matches import opening, secret_store
from referee.matches.journal import Draft
from referee.matches.shelf import JOURNAL
from tests.duels import AT
from tests.engine import toy_pack
from tests.engine.toy import Table, Throwing, Thrown, Toy, ToyEvent


@pytest.mark.parametrize("format", [2, 3])
def test_opening_dice_are_traced_to_header(shelf: Path, monkeypatch: pytest.MonkeyPatch, format: int) -> None:
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
    report = match_verification.verify(path)
    assert (report.dice, report.keys, report.on_word) == (4, 1, 0)
    other, wrong, _ = standalone.verified(str(path))
    assert (other.dice.header, wrong) == (4, [])


@pytest.mark.parametrize(("seed", "name"), [(7, "seed-7"), ("war", "war")])
def test_seed_determines_every_byte_of_journal(shelf: Path, seed: int | str, name: str) -> None:
    bound = toy_pack.bind("toy", None, {})

    def write(from_seed: int | str) -> str:
        match, writer, secrets = opening.open_in_memory(bound, from_seed, at=AT)
        aside = Draft(kind="note", at=AT, side="red", private={"red": {"text": "aside"}})
        writer.append(aside, salt=secret_store.match_salts(match.header, secrets))
        assert (match.name, match.header.match, match.header.format) == (name, name, 3)
        return writer.text.decode()

    assert write(seed) == write(seed)
    other, _, _ = opening.open_in_memory(bound, 8, at=AT)
    assert other.header.anchor != opening.open_in_memory(bound, seed, at=AT)[0].header.anchor


BOTS: list[tuple[dict[str, str], str]] = [
    ({"green": "random"}, "green"),
    ({"red": "random", "blue": "random"}, "person"),
]


@pytest.mark.parametrize(("players", "said"), BOTS, ids=["of no side", "of all sides"])
def test_bots_need_a_side_and_leave_one_free(shelf: Path, players: dict[str, str], said: str) -> None:
    with pytest.raises(Misuse, match=said):
        opening.open_match(shelf, "duel", "toy", at=AT, players=players)

    match = opening.open_match(shelf, "duel", "toy", at=AT, players={"Red": "random"})
    assert match.header.players == {"red": "random"}


def test_unset_options_are_not_in_header(shelf: Path) -> None:
    usual = opening.open_match(shelf, "duel", "toy", at=AT).header
    strict = opening.open_match(shelf, "strict", "toy", at=AT, odds=False).header

    assert (usual.players, usual.odds, strict.odds) == (UNSET, UNSET, "forbidden")
