"""A match looked back upon, in words: everything that may be in it, and nothing where it is not."""

import pytest

from referee.cli.render.odds_text import add_changes, word_change, word_hindsight
from referee.i18n.translator import ENGLISH
from schemas.answers.odds import (
    BattleSwing,
    HiddenBattle,
    Hindsight,
    HolderOdds,
    OrderChange,
    SideLedger,
    SideSwing,
)
from schemas.reports import Document, Heading, words

SIDES = {"red": "Red", "blue": "Blue"}
CERTAIN = HolderOdds(holder="red", chance="1/4", percent=25.0)
BY_LOT = HolderOdds(holder=None, chance="0.25", percent=25.04, least=22.5, most=27.5)


def swing(side: str, lost: int, paid: int, about: float, by: float, points: float, worse: float) -> SideSwing:
    return SideSwing(
        side=side, lost=lost, paid=paid, expected="", about=about, pieces="", about_pieces=by, points="",
        about_points=points, worse=worse,
    )  # fmt: skip


def battle(name: str, turning: int, held: HolderOdds, by: float, fights: int = 0) -> BattleSwing:
    return BattleSwing(
        opened=3, closed=9, moment="", area=name.lower(), name=name, attacker="red",
        method="simulated" if fights else "exact", fights=fights, held=held, turning=turning,
        sides=(swing("red", 1, 0, 1.25, by, 0.0, 10.4), swing("blue", 2, 1, 2.0, -by, 0.0, 89.6)),
    )  # fmt: skip


def change(kind: str, before: HolderOdds | None, after: HolderOdds | None) -> OrderChange:
    return OrderChange(
        kind=kind, entry=4, side="blue", order="move", area="mons", name="Mons", attacker="red",
        before=before, after=after,
    )  # type: ignore[arg-type] # fmt: skip


WHOLE = Hindsight(
    match="war",
    viewer="referee",
    sides=SIDES,
    battles=(
        battle("Mons", 2, CERTAIN, 1.5),
        battle("Namur", 1, BY_LOT, -0.04, 1000),
        battle("Ath", 0, CERTAIN, 0.5),
    ),
    ledger=(
        SideLedger(
            side="red", pieces="", about_pieces=1.96, deviation=1.2, points="", about_points=-0.04,
            points_deviation=0.5,
        ),
    ),
    changes=(change("given", CERTAIN, BY_LOT), change("refused", None, CERTAIN)),
)  # fmt: skip

TOLD = """\
Each battle compared with all its possible results, if both sides give the same orders:
Battle  Entries  Red lost  Blue lost  Luck of Red
Mons    3-9      1 (1.2)   2+1 (2.0)  +1.5
Namur   3-9      1 (1.2)   2+1 (2.0)  +0.0
Ath     3-9      1 (1.2)   2+1 (2.0)  +0.5
(x): expected losses. +x: hits paid by a card.
Namur, entry 9: too many positions, so the odds are estimated from 1000
random battles.

Luck in all battles  Pieces  usual  Points  usual
Red                  +2.0    ± 1.2  +0.0    ± 0.5

Turning points (largest effects of dice):
Namur, entry 9: luck gave Blue +0.0 pieces and +0.0 points, better than
  90 % of all results; control: in dispute (chance 25.0 % (22.5 % to
  27.5 %)).
Mons, entry 9: luck gave Red +1.5 pieces and +0.0 points, better than 10
  % of all results; control: Red (chance 25.0 %).

Effects of orders:
Entry 4, Blue: move
  It changed the chance of taking Mons from 25.0 % to 25.0 % (22.5 % to 27.5 %).
Entry 4, Blue, refused: move
  It would have changed the chance of taking Mons from none at all to 25.0 %."""


def test_text_contains_every_part() -> None:
    assert [line.rstrip() for line in word_hindsight(WHOLE).splitlines()] == TOLD.splitlines()


def test_hindsight_is_empty_if_there_are_no_battles() -> None:
    empty = Hindsight(match="war", viewer="referee", sides=SIDES)

    assert word_hindsight(empty) == "No battle is finished yet."


@pytest.mark.parametrize("known", [{"least": 22.5}, {"most": 27.5}])
def test_half_an_interval_is_none(known: dict[str, float]) -> None:
    half = HolderOdds(holder="red", chance="1/4", percent=25.0, **known)

    assert word_change(change("given", half, None)).endswith("from 25.0 % to none at all.")


def test_hidden_battle_is_only_named() -> None:
    hidden = Hindsight(
        match="war", viewer="red", sides=SIDES, hidden=(HiddenBattle(area="mons", name="Mons"),)
    )

    assert word_hindsight(hidden) == "Mons: the armies are hidden from the viewer."


def test_missing_turning_points_and_changes_are_not_mentioned() -> None:
    quiet = Hindsight(match="war", viewer="red", sides=SIDES, battles=(battle("Ath", 0, CERTAIN, 0.5),))

    told = word_hindsight(quiet)

    assert "Turning points" not in told
    assert "What orders changed" not in told
    assert "by lot" not in told


def test_an_order_that_a_ruling_gave_says_so() -> None:
    ruled = Hindsight(match="war", viewer="red", sides=SIDES, changes=(change("ruled", None, None),))

    assert word_hindsight(ruled).splitlines() == [
        "No battle is finished yet.",
        "",
        "Effects of orders:",
        "Entry 4, Blue, ruled on: move",
        "  It changed the chance of taking Mons from none at all to none at all.",
    ]


def test_an_explanation_has_what_its_orders_changed_at_its_end() -> None:
    document = Document(title="t", blocks=(words("an order"),))

    assert add_changes(document, (), ENGLISH) == document
    changed = add_changes(document, (change("given", CERTAIN, None),), ENGLISH)
    assert changed.blocks == (
        words("an order"),
        Heading(text="Effects on battles"),
        words("It changed the chance of taking Mons from 25.0 % to none at all."),
    )
