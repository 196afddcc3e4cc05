"""Every card of the deck is in every view: in a hand, in the draw pile, discarded, or out of the game."""

from random import Random

import pytest

from referee.engine import machine
from referee.packs import loading
from referee.reports.formats import plain_text
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.view import View
from schemas.record import PUBLIC, REFEREE
from schemas.reports import Document
from tests.great_war.random_play import play
from tests.loose_dice import LooseDice
from tests.systems import system_of

WARS = [(name, one.id) for name in ("ttlm", "aac") for one in loading.load(name).pack.scenarios]


def rules_of(pack: str, scenario: str, **options: str) -> GreatWar:
    return GreatWar(loading.load(pack).pack, scenario, options)


def counted(seen: View) -> int:
    """How many cards a view knows of."""
    return sum(hand.size for hand in seen.hands) + seen.pile + len(seen.discards) + len(seen.removed)


def views(rules: GreatWar, position: Position) -> dict[str, int]:
    return {
        viewer: counted(system_of(rules).secrecy.view(position, viewer))
        for viewer in (*rules.sides, REFEREE, PUBLIC)
    }


@pytest.mark.parametrize(("pack", "scenario"), WARS)
def test_every_view_counts_the_whole_deck_once_it_is_dealt(pack: str, scenario: str) -> None:
    rules = rules_of(pack, scenario)
    dealt, _ = machine.run_on(rules, rules.start(), LooseDice(Random(1)))

    assert set(views(rules, dealt).values()) == {55}


def test_every_view_counts_it_as_long_as_a_war_lasts() -> None:
    rules = rules_of("ttlm", "1919")
    for _, _, _, after in play(rules, 3, seasons=2):
        assert set(views(rules, after).values()) == {55}


@pytest.mark.parametrize(
    ("scenario", "options", "out"),
    [
        ("1919", {}, "Entente Military Crisis! (54) and German Military Crisis! (55)"),
        ("1914", {"linked-theatres": "yes"}, "German Military Crisis! (55)"),
        ("1914", {}, ""),
    ],
)
def test_a_report_names_what_is_out_of_the_game_from_the_start(
    scenario: str, options: dict[str, str], out: str
) -> None:
    rules = rules_of("ttlm", scenario, **options)
    told = plain_text.write(
        Document(title="report", blocks=system_of(rules).narrator.situation(rules.start(), PUBLIC))
    )

    assert ("Out of the game" in told) == bool(out)
    assert f"Out of the game: {out}." in " ".join(told.split()) or not out
