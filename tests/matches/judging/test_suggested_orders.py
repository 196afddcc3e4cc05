"""Which lawful orders are named beside one that is not: those that share most of it, the likest first."""

from collections.abc import Iterator
from typing import Literal

import pytest

from referee.engine.facts import Asked, OpenQuestion
from referee.matches.judging.proposals.similar_orders import nearest_lawful
from schemas.model import Order
from tests.engine.toy import Asking, Table, Toy
from tests.systems import system_of


class Shoot(Order):
    type: Literal["shoot"] = "shoot"
    at: str
    arrows: int


class Archery(Toy):
    """The same game with bows: one shoots at the mill or the mile, and everything is lawful."""

    def __init__(self, *lawful: tuple[str, int]) -> None:
        self.answers = tuple(Shoot(side="red", at=at, arrows=arrows) for at, arrows in lawful)

    def prompts(self, state: Table) -> tuple[OpenQuestion, ...]:
        return (OpenQuestion(Asking.ACT, side="red", question="act", clause="turn.act"),)

    def options(self, state: Table, prompt: Asked) -> Iterator[Shoot]:  # type: ignore[override]
        yield from self.answers

    def objections(self, state: Table, order: Shoot) -> Iterator[None]:  # type: ignore[override]
        yield from ()

    def write(self, order: Shoot) -> str:  # type: ignore[override]
        return f"shoot {order.at} {order.arrows}"


NEAR: dict[str, tuple[list[tuple[str, int]], list[str]]] = {
    "nothing lawful": ([], []),
    "nothing but the order itself": ([("mill", 9)], []),
    "an order that shares more first, however it is spelled": (
        [("mile", 8), ("mill", 123456)],
        ["shoot mill 123456", "shoot mile 8"],
    ),
    "the likest of those that share as much": (
        [("mill", 123456), ("mill", 8)],
        ["shoot mill 8", "shoot mill 123456"],
    ),
}


@pytest.mark.parametrize(("lawful", "near"), NEAR.values(), ids=NEAR)
def test_most_similar_orders_are_suggested(lawful: list[tuple[str, int]], near: list[str]) -> None:
    rules = Archery(*lawful)

    assert (
        list(nearest_lawful(system_of(rules), rules.start(), Shoot(side="red", at="mill", arrows=9))) == near
    )


def test_number_of_suggestions_is_limited() -> None:
    rules = Archery(*(("mill", arrows) for arrows in range(1, 9)))

    assert (
        len(nearest_lawful(system_of(rules), rules.start(), Shoot(side="red", at="mill", arrows=9), most=2))
        == 2
    )
