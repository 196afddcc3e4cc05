"""What speaks against where a figure is to begin."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.skirmish.movement import deployment
from referee.systems.skirmish.state.position import Plan
from schemas.skirmish.orders import Deploy
from schemas.skirmish.words import Spot
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position

TWO = "br-s1-2"
FAR = (2600, 1300)
"""A place that is not in the zone of the British."""


def put(at: Spot, posture: Any = "open", figure: str = ONE) -> Deploy:
    return Deploy(side="british", figure=figure, at=at, posture=posture)


CASES: dict[str, tuple[Deploy, Spot, Spot, tuple[Deploy, ...], list[str]]] = {
    "in the zone": (put((2000, 300)), (2600, 300), (2800, 300), (), []),
    "out of the zone": (put(FAR), (2600, 300), (2800, 300), (), ["outside-zone"]),
    "where he stands, out of the zone": (put(FAR), FAR, (2800, 300), (), []),
    "off the table": (put((2000, -1)), (2600, 300), (2800, 300), (), ["off-table"]),
    "hidden in the open": (put((2000, 300), "hidden"), (2600, 300), (2800, 300), (), ["no-hiding-place"]),
    "watching in the open": (put((2000, 300), "observe"), (2600, 300), (2800, 300), (), ["no-hiding-place"]),
    "lying in the open": (put((2000, 300), "prone"), (2600, 300), (2800, 300), (), []),
    "in touch with another": (put((2000, 300)), (2600, 300), (2100, 300), (), []),
    "upon another": (put((2000, 300)), (2600, 300), (2099, 300), (), ["deployed-too-close"]),
    "where another leaves": (
        put((2000, 300)), (2600, 300), (2099, 300), (put((2500, 300), figure=TWO),), [],
    ),
    "where another comes": (
        put((2000, 300)), (2600, 300), (2800, 300), (put((2050, 300), figure=TWO),), ["deployed-too-close"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("order", "at", "other", "plots", "codes"), CASES.values(), ids=CASES)
def test_what_speaks_against_a_beginning(
    order: Deploy, at: Spot, other: Spot, plots: tuple[Deploy, ...], codes: list[str]
) -> None:
    rules = agreed()
    state = position(rules, "deployment", {ONE: MAN | {"at": at}, TWO: MAN | {"at": other}}, {})
    state = replace(state, plans={"british": Plan(plots)})

    assert [one.fact.code for one in deployment.objections(rules.table, state, order)] == codes
