"""The list of differences, and the faults in it that were mended."""

import random
import re
from pathlib import Path

import pytest
import yaml

from referee.engine import machine
from referee.engine.system import Accepted
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Position
from schemas.great_war.orders import GreatWarOrder, Move, Offensive, Pass
from tests.loose_dice import LooseDice

LIST = Path(__file__).parent / "differences.yaml"

RESERVES = 50

SETTLED = re.compile(r"misread|fault|open|pack|[AB]-\d\d")


def test_every_difference_is_told_and_settled_in_known_words() -> None:
    points = yaml.safe_load(LIST.read_text(encoding="utf-8"))
    assert [point["point"] for point in points] == [f"W-{number:02}" for number in range(1, len(points) + 1)]
    for point in points:
        keys = {"point", "about", "clauses", "second_opinion", "system", "settled"}
        assert point.keys() == keys, point["point"]
        assert SETTLED.match(point["settled"]), point["point"]


@pytest.fixture
def opened(western: GreatWar) -> Position:
    """The first German turn, with a card of the reserves in hand."""
    position, _ = machine.run_on(western, western.start(), LooseDice(random.Random(1)))
    for side, hand in position.hands.items():
        cards = tuple(card for card in hand.cards if card != RESERVES)
        position = position.holding(side, Hand(len(cards), cards))
    return position.holding("german", Hand(2, (1, RESERVES)))


def _play(rules: GreatWar, position: Position, order: GreatWarOrder) -> Position:
    after, verdict = machine.play(rules, position, order, LooseDice(random.Random(1)))
    assert isinstance(verdict, Accepted), verdict
    return after


def test_what_an_army_takes_in_leaves_the_pass_its_move(western: GreatWar, opened: Position) -> None:
    loose = next(piece.id for piece in opened.map.standing("mulhouse", "german") if piece.kind == "infantry")
    order = Move(
        side="german", piece="ge-7", path=("mulhouse",), mode="reserves", absorb=(loose,), card=RESERVES
    )
    passed = _play(western, opened, Pass(side="german"))
    moved = _play(western, passed, order)
    march = Move(side="german", piece="ge-3", path=("trier",))
    assert not list(western.objections(moved, march))


def test_nothing_moves_from_the_box_into_the_box(western: GreatWar, opened: Position) -> None:
    rider = next(piece.id for piece in opened.map.standing("eifel", "german") if piece.kind == "cavalry")
    there = opened.put(opened.map.pieces[rider].__class__(rider, "ge", "german", "cavalry", "eastern-front"))
    attacked = _play(western, there, Offensive(side="german", card=1))
    order = Move(side="german", piece=rider, path=("eastern-front",), mode="transit")
    assert list(western.objections(attacked, order))
