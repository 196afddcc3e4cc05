"""Dice that follow from the chain of keys: what an entry publishes of them."""

from pathlib import Path

import pytest

from referee.dice.chain import RESERVE, Secrets
from referee.matches import matches, opening
from referee.matches.judging.dice_sources import SealedDiceSource
from tests.duels import AT
from tests.engine.toy import Throw, Toy
from tests.systems import system_of

THROW = Throw(side="red", dice=1)


@pytest.fixture
def dice_source(shelf: Path) -> SealedDiceSource:
    """Dice of a match whose chain is so short that the next key is that of a new one."""
    secrets = Secrets.drawn(keys=RESERVE - 1)
    opening.open_match(shelf, "duel", "toy", at=AT, secrets=secrets)
    match = matches.find(shelf, "duel")
    return SealedDiceSource(system_of(Toy()), match.header, secrets, match.entries)


@pytest.mark.parametrize(("owner", "renews"), [(None, True), ("red", False)])
def test_chain_is_renewed_with_its_key_but_not_for_secret_roll(
    dice_source: SealedDiceSource, owner: str | None, renews: bool
) -> None:
    dice_source.dice(THROW).throw("points", 1, needed=3, owner=owner)

    (use,) = dice_source.uses()
    assert (use.renewed is not None, use.key is not None, list(use.owned)) == (
        renews,
        renews,
        [owner] if owner else [],
    )


def test_unused_dice_publish_nothing(dice_source: SealedDiceSource) -> None:
    dice_source.dice(THROW)

    (use,) = dice_source.uses()
    assert (use.key, use.renewed, use.sealed, dict(use.owned)) == (None, None, None, {})
