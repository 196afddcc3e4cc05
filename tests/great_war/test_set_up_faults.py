"""Set-ups that would pass a careless eye, each with the one thing that is wrong with it."""

from pathlib import Path

import pytest
import yaml

import games
from referee.packs import loading
from referee.packs.checks.great_war import pack_check
from schemas.great_war.pack import Pack, Scenario

HOME = Path(games.__file__).parent / "ttlm" / "scenarios"

FAULTS = {
    "an army is nowhere and never comes": (
        "1917", "  - { area: lille, nation: ge, holds", "  - { area: ghent, nation: ge, army: ge-9, holds",
        "placements/2/army: `ge-9` stands here and is to arrive on turn 15",
    ),
    "an army comes in the very season in which the scenario opens": (
        "1917", "nation: fr, army: fr-7", "nation: fr, army: fr-9",
        "placements/26/army: `fr-9` stands here and is to arrive on turn 12",
    ),
    "an army is left out": (
        "1915", "nation: ge, army: ge-7, holds: { infantry: 3, siege-gun: 1 }",
        "nation: ge, holds: { infantry: 3 }",
        "placements: `ge-7` stands nowhere and is not to arrive",
    ),
    "an army is eliminated and stands on the map": (
        "1919", "eliminated: [ge-9]", "eliminated: [ge-9, ge-8]",
        "eliminated/1: `ge-8` stands on the map",
    ),
    "an army is eliminated twice": (
        "1919", "eliminated: [ge-9]", "eliminated: [ge-9, ge-9]",
        "eliminated/1: the army `ge-9` is there already",
    ),
    "nobody knows the eliminated army": (
        "1919", "eliminated: [ge-9]", "eliminated: [ge-9, ge-19]",
        "eliminated/1: there is no army `ge-19`",
    ),
    "an army is eliminated before it arrives": (
        "1919", "eliminated: [ge-9]", "eliminated: [ge-9, us-4]",
        "eliminated/1: `us-4` cannot be lost before it arrives on turn 20",
    ),
    "the Americans are not in the war": (
        "1917", "{ area: paris, nation: fr, army: fr-1, holds: { infantry: 1 }",
        "{ area: paris, nation: us, holds: { infantry: 1 } }\n"
        "  - { area: paris, nation: fr, army: fr-1, holds: { infantry: 1 }",
        "placements/30/nation: `us` enters the war on turn 13",
    ),
    "a biplane flies before it was built": (
        "1915", "nation: ge, army: ge-4, holds: { infantry: 4, artillery: 1",
        "nation: ge, army: ge-4, holds: { infantry: 4, biplane: 1",
        "placements/0/holds/biplane: `ge` has no `biplane` before turn 8",
    ),
    "a biplane stands there in the season of the first": (
        "1916", "nation: ge, army: ge-4, holds: { infantry: 4, artillery: 1",
        "nation: ge, army: ge-4, holds: { infantry: 4, biplane: 1",
        "placements/0/holds/biplane: `ge` has no `biplane` before turn 8",
    ),
    "the ANZAC come too early": (
        "1917", "infantry: 2, artillery: 1, biplane: 1 }", "infantry: 2, commonwealth: 1, biplane: 1 }",
        "placements: 2 of `commonwealth` in the whole set-up, and `uk` has had 1 so far",
    ),
    "the Canadians are forgotten": (
        "1916", "infantry: 2, commonwealth: 1, artillery: 1", "infantry: 3, artillery: 1",
        "placements: 0 of `commonwealth` in the whole set-up, and `uk` has had 1 so far",
    ),
    "more artillery than the year allows": (
        "1915", "{ infantry: 3, artillery: 1, cavalry: 1 }", "{ infantry: 3, artillery: 3, cavalry: 1 }",
        "placements/3/holds/artillery: an army of `ge` may hold 2 artillery in 1915, not 3",
    ),
    "guests fill the template": (
        "1918", "nation: us, army: fr-8, holds: { infantry: 2 }",
        "nation: us, army: fr-8, holds: { infantry: 3 }",
        "placements/26/holds: an army of `fr` has room for 3 pieces of infantry class, not 4",
    ),
    "guests stand elsewhere": (
        "1918", "{ area: nancy, nation: us, army: fr-8", "{ area: epinal, nation: us, army: fr-8",
        "placements/31/army: `fr-8`, which should take these in, does not stand in `epinal`",
    ),
    "a guest is no infantry": (
        "1919", "nation: us, army: fr-8, holds: { infantry: 2 }",
        "nation: us, army: fr-8, holds: { tank: 1 }",
        "placements/33/holds/tank: only infantry is a guest of other armies",
    ),
    "an army takes in pieces of the enemy": (
        "1918", "nation: us, army: fr-8", "nation: us, army: ge-8",
        "placements/31/army: there is no American army `ge-8`",
    ),
    "cavalry digs": (
        "1915", "{ area: saarburg, nation: ge, holds: { cavalry: 1 }",
        "{ area: saarburg, nation: ge, entrenched: true, holds: { cavalry: 1 }",
        "placements/10/entrenched: `cavalry` cannot be entrenched",
    ),
    "a hand is above the limit": (
        "1916", "german: 10, entente: 10", "german: 13, entente: 10",
        "hands/german: 13 cards, and the card limit is 12 then",
    ),
    "a crisis is dealt that is over": (
        "1919", "without_cards: [54, 55]", "without_cards: [54]",
        "without_cards: card 55, `german-military-crisis`, is out of play by now",
    ),
    "a fort is cut off behind the front": (
        "1915", "antwerp: -1, liege", "liege",
        "control/german/15: `antwerp` is held by the entente side alone",
    ),
    "the points were reckoned wrongly": (
        "1917", "points: 17", "points: 19",
        "points: the scenario opens with 17 victory points, not 19",
    ),
    "an army is out of supply": (
        "1916", "{ area: paris, nation: fr, army: fr-1", "{ area: liege, nation: fr, army: fr-1",
        "placements/31/area: the entente side is out of supply in `liege`",
    ),
    "guns stand without infantry among enemies": (
        "1915", "{ area: argonne, nation: ge, army: ge-5, holds: { infantry: 4, artillery: 1, siege-gun: 1 }",
        "{ area: argonne, nation: ge, army: ge-5, holds: { artillery: 1, siege-gun: 1 }",
        "placements/7: German artillery ge-a6 cannot stand alone among enemies in `argonne`",
    ),
    "an army is empty among enemies": (
        "1915", "{ area: argonne, nation: ge, army: ge-5, holds: { infantry: 4, artillery: 1, siege-gun: 1 }",
        "{ area: argonne, nation: ge, holds: { infantry: 2 } }\n"
        "  - { area: argonne, nation: ge, army: ge-5, holds: { }",
        "placements/8: German 5th Army cannot stand alone among enemies in `argonne`",
    ),
    "the French are in England": (
        "1916", "{ area: paris, nation: fr, army: fr-1", "{ area: england, nation: fr, army: fr-1",
        "placements/31/area: `fr` does not go to sea and cannot be in `england`",
    ),
    "pieces are kept apart on the map": (
        "1916", "placements:", "kept_apart: [ge-1, ge-i1]\nplacements:",
        "kept_apart/0: `ge-1` stands on the map, where nothing keeps pieces apart",
    ),
}  # fmt: skip


def faults(pack: Pack, text: str) -> list[str]:
    scenario = Scenario.model_validate(yaml.safe_load(text), strict=False)
    misfits = pack_check.complaints(pack.replace(scenarios=(scenario,)))
    return [f"{'/'.join(map(str, misfit.path))}: {misfit.text}" for misfit in misfits]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return loading.load("ttlm").pack


@pytest.mark.parametrize(("year", "old", "new", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_set_up_fault_is_reported(pack: Pack, year: str, old: str, new: str, expected: str):
    text = (HOME / f"{year}.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1

    assert faults(pack, text) == []
    assert expected in faults(pack, text.replace(old, new))


def test_an_area_that_is_given_to_one_side_and_held_by_the_other_is_told(pack: Pack):
    text = (HOME / "1915.yaml").read_text(encoding="utf-8")
    swapped = text.replace(" lille, cambrai", " cambrai").replace("[england,", "[england, lille,")

    assert "control/entente/1: `lille` is held by the german side alone" in faults(pack, swapped)


def test_set_up_that_ends_match_at_once_is_reported(pack: Pack):
    text = (HOME / "1918.yaml").read_text(encoding="utf-8")
    given_away = text.replace(" paris, meaux,", " meaux,").replace(" reims, ch", " ch")

    assert (
        "control: 23 victory points are a German Decisive Victory: the match would be over as it opens"
        in (faults(pack, given_away.replace("[luxembourg,", "[luxembourg, paris, reims,")))
    )
