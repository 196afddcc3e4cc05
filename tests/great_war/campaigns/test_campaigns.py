"""Whole campaigns of chance: no dead end, no crash, no broken invariant from SUMMER 1914 to the end.

Here a few; `python -m tests.great_war.campaigns.many LOG --count 500` plays as many as one wishes.
"""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Piece, PlayerTurn, Position
from schemas.great_war.card_events import CardsSacrificed, CrisisSettled
from schemas.great_war.events import CampaignEnded, PieceLost, TurnOpened
from schemas.great_war.plan_events import (
    CardsBought,
    CountriesJoined,
    PhaseClosed,
    PieceArrived,
    PieceEntrenched,
    PlansRevealed,
    WithdrawalOrdered,
)
from tests.great_war.campaigns.campaign import campaign
from tests.great_war.campaigns.coverage import universe
from tests.great_war.campaigns.ledger import Ledger
from tests.great_war.campaigns.players import LATE_ARMS, LIKED
from tests.great_war.campaigns.treasury import Treasury
from tests.loose_dice import LooseDice

SHORT = 4096
"""The seed of a campaign that is soon over."""

SHORT_EAST = 4114
"""The same in the East: six seasons."""


def test_campaigns_come_to_their_end_and_every_event_agrees_with_the_books(
    western: GreatWar, games: int
) -> None:
    met: Counter[str] = Counter()
    for seed in range(SHORT, SHORT + max(1, games // 12)):
        met.update(campaign(western, seed, parley=20).met)
    assert met["event campaign-ended"] >= 1
    assert set(met) >= {"order move", "order battle", "event battle-closed", "event plans-revealed"}


def test_a_campaign_of_the_east_agrees_with_the_books_as_well(eastern: GreatWar, games: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(SHORT_EAST, SHORT_EAST + max(1, games // 12)):
        met.update(campaign(eastern, seed, parley=20).met)
    assert met["event campaign-ended"] >= 1
    assert set(met) >= {"event plans-revealed", "event supply-checked"}


def test_whatever_players_like_exists(western: GreatWar) -> None:
    known = set(universe(western.theatre))
    assert {f"order {type}" for type in LIKED} <= known
    assert set(LATE_ARMS) <= set(western.theatre.units)


@pytest.fixture(scope="module")
def opened(western: GreatWar) -> Position:
    return machine.run_on(western, western.start(), LooseDice(Random(1)))[0]


def books(western: GreatWar, position: Position) -> Ledger:
    return Ledger(western.theatre.pack, western.theatre.scenario, set(position.map.pieces))


def test_the_books_find_what_is_wrong(western: GreatWar, opened: Position) -> None:
    """An invariant that nothing can break proves nothing: each is broken here on purpose."""
    ledger = books(western, opened)
    assert not [*ledger.disagreements(opened), *ledger.unsettled(opened)]
    extra = Piece("ge-i35", "ge", "german", "infantry", "aachen")
    hand = opened.hand("german")
    wrong = {
        "lost or doubled": opened.put(extra),
        "cards": replace(opened, pile=opened.pile[1:]),
        "hand says": opened.holding("german", Hand(hand.size + 1, hand.cards)),
        "nobody": opened.marking(owner={**opened.map.owner, "liege": "nowhere"}),
    }
    for text, position in wrong.items():
        assert any(text in fault for fault in ledger.disagreements(position)), text


def test_the_books_find_crowded_areas_overfull_armies_and_stolen_ground(
    western: GreatWar, opened: Position
) -> None:
    ledger = books(western, opened)
    loose = [Piece(f"ge-i{n}", "ge", "german", "infantry", "aachen") for n in (33, 34, 35)]
    guns = [Piece(f"ge-a{n}", "ge", "german", "artillery", "aachen", "ge-1") for n in (4, 5, 6)]
    planes = [Piece(f"ge-b{n}", "ge", "german", "biplane", "aachen", "ge-1") for n in (1, 2)]
    tanks = [Piece(f"ge-t{n}", "ge", "german", "tank", "trier") for n in (1, 2)]
    guest = Piece("fr-i20", "fr", "entente", "infantry", "brussels", "be-1")
    wrong = {
        "holds 5 german pieces": opened.put(*loose),
        "more than its template": opened.put(*(replace(one, army="ge-1") for one in loose)),
        "artillery in 1914": opened.put(*guns),
        "2 biplanes": opened.put(*planes),
        "fr-i20 is in be-1": opened.put(guest),
        "only german stands in aachen": opened.marking(owner={**opened.map.owner, "aachen": "entente"}),
        "ge has 2 tank": opened.put(*tanks),
    }  # fmt: skip
    for text, position in wrong.items():
        assert any(text in fault for fault in ledger.unsettled(position)), text


def test_the_books_find_pieces_that_come_twice_and_events_after_the_end(
    western: GreatWar, opened: Position
) -> None:
    ledger = books(western, opened)
    again = PieceArrived(
        piece="ge-1", side="german", nation="ge", kind="army", area="aachen", origin="rebuilt"
    )
    gone = PieceLost(piece="ge-i35", area="aachen", fate="hit")
    assert list(ledger.enter(again)) == ["ge-1 came a second time"]
    assert list(ledger.enter(gone)) == ["ge-i35 was lost and was not there"]
    assert not list(ledger.enter(CampaignEnded(level="Stalemate", points=11)))
    assert next(ledger.enter(gone)) == "piece-lost after the end"


def test_the_books_find_what_no_chart_brings(eastern: GreatWar) -> None:
    start = machine.run_on(eastern, eastern.start(), LooseDice(Random(1)))[0]
    ledger = books(eastern, start)
    early = CountriesJoined(side="central", countries=("bu",), areas=("sofia",), early=True)
    ordered = WithdrawalOrdered(
        side="central", name="Verdun", nation="ge", kinds=("infantry",), count=2, shift=-1
    )
    assert not [*ledger.disagreements(start), *ledger.unsettled(start)]
    assert list(ledger.enter(early)) == ["('bu',) joined central on turn 1, and not on [5]"]
    assert list(ledger.enter(ordered)) == ["Verdun is not in the chart of turn 1"]
    assert list(ledger.enter(CrisisSettled(side="central", missing=1, shift=-1))) == [
        "Verdun: 0 went, 1 are missing for -1"
    ]
    ledger.gone_armies.add("ah-5")
    assert list(ledger.unsettled(start)) == ["ah-5 is here, and left"]
    assert "sofia has no owner" not in list(ledger.disagreements(start))


def test_the_books_find_an_attack_that_was_not_paid_for(eastern: GreatWar) -> None:
    start = machine.run_on(eastern, eastern.start(), LooseDice(Random(1)))[0]
    ledger = books(eastern, start)
    ledger.turn = 12
    attack = start.turning(PlayerTurn("entente", kind="offensive", card=1)).marking(turn=12)
    assert len(list(ledger.attacked(attack, "rovno"))) == 1
    list(ledger.enter(CardsSacrificed(side="entente", cards=(27,))))
    assert not list(ledger.attacked(attack, "rovno"))
    list(ledger.enter(TurnOpened(side="entente")))
    kerensky = replace(attack, now=PlayerTurn("entente", kind="special", card=26))
    assert not list(ledger.attacked(kerensky, "rovno"))


BUILT = PieceArrived(
    piece="ah-i20", side="central", nation="ah", kind="infantry", area="budapest", origin="built"
)
OVERDRAWN = {
    "ah spent 1 build points more": [BUILT] * 7,
    "central bought 5 cards, and could pay for 4": [*[BUILT] * 6, CardsBought(side="central", count=5)],
    "entente bought 10 cards, and could pay for 9": [CardsBought(side="entente", count=10)],
    "central spent 2 build points on trenches": [PieceEntrenched(piece=id) for id in ("ge-8", "ah-1")],
    "": [*[BUILT] * 6, CardsBought(side="central", count=4), CardsBought(side="entente", count=9)],
}  # fmt: skip


@pytest.mark.parametrize("found", OVERDRAWN)
def test_the_treasury_finds_what_was_not_paid_for(eastern: GreatWar, found: str) -> None:
    treasury = Treasury(eastern.theatre.pack)
    entries = [PlansRevealed(phase="production"), *OVERDRAWN[found], PhaseClosed(phase="purchases")]
    told = [fault for event in entries for fault in treasury.enter(event, 1)]

    assert (len(told), found in "".join(told)) == (bool(found), True)
