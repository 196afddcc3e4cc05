"""Who may know what: nothing that one side sees tells what only the other may know."""

from itertools import islice

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.matches import history
from referee.packs import rulesets
from referee.systems.great_war.facts.hidden_templates import strangers
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Position
from schemas.great_war import events as happened
from schemas.great_war.orders import Buy, Offensive, Redraw, Spend, Transfer
from schemas.great_war.plan_events import PlanDropped, TemplatesHidden
from schemas.record import PUBLIC, REFEREE, to_json
from tests.great_war.random_play import broken_invariants, play
from tests.great_war.samples import CANARIES, EN, GE, SAMPLES, event_classes
from tests.systems import system_of

VIEWERS = (GE, EN, PUBLIC, REFEREE)
CANARY = str(CANARIES[0])

ORDERS = 60
"""How many orders of a game with hidden templates are followed."""


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


@pytest.fixture(scope="module")
def guarded(opening: Position) -> Position:
    """The opening, with the Entente holding cards whose numbers give them away."""
    return replace(
        opening.holding(EN, Hand(2, CANARIES, locked=CANARIES)), pile=(CANARIES[0],) * len(opening.pile)
    )


def test_there_is_a_sample_of_every_event() -> None:
    assert {type(event) for event in SAMPLES} == event_classes()


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.type)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_viewer_witnesses_every_event_and_no_more_than_he_may(
    western: GreatWar, event: happened.GreatWarEvent, viewer: str
) -> None:
    seen = system_of(western).secrecy.redact_event(event, viewer)
    if isinstance(event, happened.PlanExtended | PlanDropped | happened.Unseen):
        assert seen == (event if viewer in {EN, REFEREE} else None)
        return
    assert seen is not None
    assert seen.type == event.type
    if isinstance(event, TemplatesHidden):
        assert seen == replace(event, closed=tuple(strangers((GE, EN), viewer)))
        return
    may_know = viewer == REFEREE or (viewer == EN and isinstance(event, happened.CardsDrawn))
    if may_know or not isinstance(event, happened.CardsDrawn | happened.DeckShuffled):
        assert seen == event
    else:
        assert CANARY not in to_json(seen)


def test_how_many_cards_were_drawn_is_public(western: GreatWar) -> None:
    drawn = happened.CardsDrawn(side=EN, count=2, cards=CANARIES)
    assert system_of(western).secrecy.redact_event(drawn, PUBLIC) == happened.CardsDrawn(side=EN, count=2)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    "order", [Offensive(side=EN, card=3), Redraw(side=EN, cards=(3, 4)), Spend(side=EN, card=9)]
)
def test_orders_that_show_their_cards_are_overheard_by_all(
    western: GreatWar, order: Offensive | Redraw | Spend, viewer: str
) -> None:
    assert system_of(western).secrecy.redact_order(order, viewer) == order


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("order", [Buy(side=EN, cards=7), Transfer(side=EN, piece="fr-i1")])
def test_sealed_orders_are_overheard_by_nobody(western: GreatWar, order: Buy | Transfer, viewer: str) -> None:
    assert system_of(western).secrecy.redact_order(order, viewer) == (
        order if viewer in {EN, REFEREE} else None
    )


# Views


@pytest.mark.parametrize("viewer", [GE, PUBLIC])
def test_no_view_holds_a_card_of_the_other_side_or_of_the_pile(
    western: GreatWar, guarded: Position, viewer: str
) -> None:
    assert CANARY not in to_json(system_of(western).secrecy.view(guarded, viewer))


@pytest.mark.parametrize("viewer", [EN, REFEREE])
def test_the_holder_and_the_referee_see_the_hand(western: GreatWar, guarded: Position, viewer: str) -> None:
    (hand,) = [hand for hand in system_of(western).secrecy.view(guarded, viewer).hands if hand.side == EN]
    assert (hand.size, hand.cards, hand.locked) == (2, CANARIES, CANARIES)


def test_sizes_of_hands_and_the_force_pool_are_public(western: GreatWar, opening: Position) -> None:
    view = system_of(western).secrecy.view(opening, PUBLIC)
    assert [(hand.side, hand.size, hand.cards) for hand in view.hands] == [(GE, 15, ()), (EN, 8, ())]
    assert view.pile == 55 - 15 - 8
    assert view.pool["be"] == {}
    assert view.pool["ge"]["army"] == 4
    assert "fort" not in view.pool["ge"]


def test_the_view_of_the_set_up_has_what_the_board_shows(western: GreatWar, opening: Position) -> None:
    view = system_of(western).secrecy.view(opening, PUBLIC)
    areas = {area.id: area for area in view.areas}
    assert (areas["aachen"].owner, areas["aachen"].status, areas["aachen"].points) == (GE, "held", 1)
    assert areas["aachen"].pieces == ("ge-1", "ge-2")
    (first,) = [army for army in view.armies if army.id == "ge-1"]
    assert set(first.holds) == {"ge-i1", "ge-i2", "ge-i3", "ge-i4", "ge-i5", "ge-a1", "ge-c1"}
    assert (view.victory.total, view.victory.level) == (11, "Stalemate")
    assert [(prompt.side, prompt.question) for prompt in view.prompts] == [(GE, "offensive")]
    assert "aachen" in view.supply[GE]
    assert "aachen" not in view.supply[EN]


# A whole game


def test_what_a_side_witnessed_gives_the_position_it_may_view(western: GreatWar) -> None:
    """A side that plays along at home, with its own copy of the journal, sees what its reports say."""
    own = {viewer: western.start() for viewer in VIEWERS}
    for _, _, events, after in play(western, 5, seasons=1):
        for viewer in VIEWERS:
            seen = [system_of(western).secrecy.redact_event(event, viewer) for event in events]
            own[viewer] = machine.replay(western, own[viewer], (event for event in seen if event is not None))
            assert system_of(western).secrecy.view(own[viewer], viewer) == system_of(western).secrecy.view(
                after, viewer
            )


HIDDEN = {"hidden-templates": "yes"}


@pytest.mark.parametrize(("pack", "scenario", "seed"), [("ttlm", "1917", 4), ("aac", "campaign", 2)])
def test_with_hidden_templates_a_side_can_follow_at_home_as_well(pack: str, scenario: str, seed: int) -> None:
    """Its own copy holds what it may know, and all that is told and asked of it follows from that."""
    rules = rulesets.bind(pack, scenario, HIDDEN).rules
    viewers = (*rules.sides, PUBLIC)
    own, met = {viewer: rules.start() for viewer in viewers}, set[str]()
    for _, order, events, after in islice(play(rules, seed, seasons=1), ORDERS):
        assert not list(broken_invariants(rules, after)), order
        met |= {event.type for event in events}
        for viewer in viewers:
            seen = [system_of(rules).secrecy.redact_event(event, viewer) for event in events]
            own[viewer] = machine.replay(rules, own[viewer], (event for event in seen if event is not None))
            assert system_of(rules).secrecy.view(own[viewer], viewer) == system_of(rules).secrecy.view(
                after, viewer
            ), order
            assert system_of(rules).pictures.score(own[viewer], viewer) == system_of(rules).pictures.score(
                after, viewer
            ), order
            waiting = history.list_awaited_sides(rules, after)
            assert history.list_awaited_sides(rules, own[viewer]) == waiting, order
    assert met & {"unseen", "armies-shown", "pieces-shown"}


def test_a_defender_is_asked_for_cards_whatever_he_holds(western: GreatWar) -> None:
    """Neither the question nor anything else the attacker sees tells whether there is an answer."""
    steps = play(western, 9, seasons=1, turn=12)
    asked = [(after, prompt) for *_, after in steps for prompt in western.prompts(after)]
    cards = [(here, prompt.side) for here, prompt in asked if prompt.question == "combat-cards"]
    assert cards
    for here, defender in cards:
        there = swapped(here, defender)
        assert western.prompts(there) == western.prompts(here)
        for viewer in {*western.sides, PUBLIC} - {defender}:
            assert system_of(western).secrecy.view(here, viewer) == system_of(western).secrecy.view(
                there, viewer
            )


def swapped(position: Position, side: str) -> Position:
    """A position that looks the same to the other side: the hand and the pile have changed cards."""
    hand = position.hand(side)
    everything = (*hand.cards, *position.pile)[::-1]
    other = replace(hand, cards=tuple(sorted(everything[: hand.size])), locked=())
    return replace(position.holding(side, other), pile=everything[hand.size :])


@pytest.mark.parametrize("turn", [None, 12])
def test_positions_that_look_alike_are_told_and_judged_alike(western: GreatWar, turn: int | None) -> None:
    for _, _, _, here in list(play(western, 9, seasons=1, turn=turn))[::5]:
        there = swapped(here, EN)
        assert system_of(western).secrecy.view(here, GE) == system_of(western).secrecy.view(there, GE)
        assert system_of(western).narrator.situation(here, GE) == system_of(western).narrator.situation(
            there, GE
        )
        assert system_of(western).narrator.brief(here, GE) == system_of(western).narrator.brief(there, GE)
        assert western.prompts(here) == western.prompts(there)
        assert system_of(western).notation.template(here, GE) == system_of(western).notation.template(
            there, GE
        )
        for prompt in western.prompts(here):
            if prompt.side == GE:
                for order in western.options(here, prompt):
                    assert [*western.objections(here, order)] == [*western.objections(there, order)]
