"""Who may know what a look back tells: nothing that is hidden from a side is told to it."""

import random
from pathlib import Path

import pytest

from referee.analysis import hindsight
from referee.packs import rulesets
from schemas.record import PUBLIC, REFEREE, to_json
from tests.analysis.test_hindsight import ORDERS, war
from tests.cli.conftest import Table
from tests.great_war import twins
from tests.great_war.twins import EN, GE


@pytest.mark.parametrize("seed", [1, 4])
def test_twins_are_looked_back_upon_alike(seed: int) -> None:
    bound = rulesets.bind("ttlm", "1914", {})
    plays = twins.played(bound.rules, seed, ORDERS)
    other = twins.twin(bound.rules, plays, random.Random(seed))
    one, two = (twins.filed(bound, game, "")[0] for game in (plays, other))

    assert one.position() != two.position()
    for viewer in (GE, PUBLIC):
        told = hindsight.analyse(one, viewer)
        assert told.battles
        assert to_json(told) == to_json(hindsight.analyse(two, viewer))


def test_battles_of_hidden_armies_stay_hidden_from_others() -> None:
    match = war(1, **{"hidden-templates": "yes"})
    seen = {viewer: hindsight.analyse(match, viewer) for viewer in (REFEREE, GE, EN, PUBLIC)}

    assert not seen[REFEREE].hidden
    assert seen[REFEREE].secret
    assert seen[PUBLIC].hidden
    for told in seen.values():
        assert len(told.battles) + len(told.hidden) == len(seen[REFEREE].battles)
        assert {(one.opened, one.area) for one in told.battles} <= {
            (one.opened, one.area) for one in seen[REFEREE].battles
        }


CHANGED = {
    "a march of the Germans into hidden armies": (10, {REFEREE, GE}),
    "a march of the Entente into hidden armies": (14, {REFEREE, EN}),
    "a march before armies that hide from both": (122, {REFEREE}),
    "a card in a battle that all look into": (17, {REFEREE, GE, EN, PUBLIC}),
}
"""Orders of a war with hidden armies, and the readers to whom it is shown what they changed."""


@pytest.mark.parametrize(("entry", "readers"), CHANGED.values(), ids=CHANGED)
def test_effect_of_an_order_with_hidden_armies_stays_hidden_from_others(
    entry: int, readers: set[str]
) -> None:
    match = war(1, **{"hidden-templates": "yes"})

    shown = {viewer for viewer in (REFEREE, GE, EN, PUBLIC) if hindsight.weigh_order(match, entry, viewer)}
    assert shown == readers


def test_a_copy_tells_what_the_match_tells_its_side(liege: Table, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_text(liege.command("export", "liege", "--as", "entente").out)

    asked = ("--at", "34", "--json")
    whole = liege.command("analyse", "liege", "--as", "entente", *asked).json
    assert liege.command("analyse", copy, *asked).json == whole
