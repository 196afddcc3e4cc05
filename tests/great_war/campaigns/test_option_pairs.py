"""The covering array of options: it contains every pair, and wars under its rows keep what always holds."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent, PieceMoved
from tests.great_war.campaigns import option_pairs
from tests.great_war.campaigns.campaign import BrokenError
from tests.great_war.campaigns.option_pairs import WARS, Pair


@pytest.mark.parametrize("pack", sorted(WARS))
def test_every_pair_of_choices_is_in_a_row(pack: str) -> None:
    options = {option.id: option.choices for option in rulesets.bind(pack, WARS[pack], {}).pack.game.options}
    rows = option_pairs.list_rows(pack)

    covered = {pair for row in rows for pair in combinations(sorted(row.items()), 2)}
    assert covered == option_pairs.list_pairs(options)
    assert len(rows) <= MOST_ROWS
    assert len(rows) >= max(len(choices) for choices in options.values()) ** 2 - 1


MOST_ROWS = 24
"""Most rows of an array; greedy rows need some more than the best arrays."""


@pytest.mark.parametrize("pack", sorted(WARS))
def test_wars_under_the_rows_keep_what_always_holds(pack: str, option_wars: int) -> None:
    rows = option_pairs.list_rows(pack)
    for number in range(option_wars):
        row = rows[number % len(rows)]
        assert option_pairs.play(pack, row, number) > 0, row


@pytest.mark.parametrize(
    "pair",
    [
        (("carriage", "freely"), ("hidden-templates", "yes")),
        (("empty-enemy-areas", "disputed"), ("initiative", "fixed")),
    ],
)
def test_fault_of_two_choices_together_is_found_in_a_row(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece that moves is lost, but only if both choices are in force."""
    honest = GreatWar.evolve

    def evolve(rules: GreatWar, position: Position, event: GreatWarEvent) -> Position:
        after = honest(rules, position, event)
        if isinstance(event, PieceMoved) and all(
            rules.theatre.options[one] == choice for one, choice in pair
        ):
            pieces = {id: piece for id, piece in after.map.pieces.items() if id != event.piece}
            return replace(after, map=replace(after.map, pieces=pieces))
        return after

    monkeypatch.setattr(GreatWar, "evolve", evolve)
    rows = [row for row in option_pairs.list_rows("ttlm") if set(pair) <= set(row.items())]

    assert rows
    with pytest.raises(BrokenError):
        option_pairs.play("ttlm", rows[0], 0)
