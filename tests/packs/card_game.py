"""A game of tables with hidden hands: three sides are dealt two cards each, and each plays one."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Fact, Objection
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.packs.tabular_families import make_family
from referee.systems.tabular.tables import GameTables, QuestionEntry, event_entry, order_entry
from schemas.model import Order
from schemas.record import Event, Rolled, Shuffled, Side, Value
from schemas.rulebook import AnyPack, Citation, Clauses, Game, Rulings, Scenario, SideEntry

SIDES = ("north", "east", "south")
HAND = 2


class Text(Fact):
    """Refusals, questions and purposes."""

    NOT_YOURS = "card {card} is not in your hand", "play one of {hand}"
    PLAY = "Play a card, in turn {turn}."
    DEAL = "the deal"
    LUCK = "{side} adds a die"


class Play(Order):
    """Play a card face down."""

    type: Literal["play"] = "play"
    card: int


class Dealt(Shuffled, tag="dealt"):
    """The deck is shuffled."""


class HandDealt(Event, tag="hand-dealt"):
    """A side receives its hand."""

    side: Side
    cards: tuple[int, ...] | None = None


class Lucky(Rolled, tag="lucky"):
    """The side with the highest card rolls a die."""

    side: Side


class Played(Event, tag="played"):
    """A side plays a card."""

    side: Side
    card: int | None = None


class Table(Value):
    """The hands, before they are dealt empty, and the played cards; 0 is a hidden card."""

    hands: Mapping[Side, tuple[int, ...]] = {}
    played: Mapping[Side, int] = {}


def work(state: Table, dice: Dice) -> Iterator[Event]:
    """Deal the hands. The owner of the highest card rolls a die, so that the dice follow from the deck."""
    if state.hands:
        return
    draw = dice.shuffle(state_purpose(Text.DEAL), range(1, 7))
    yield Dealt(purpose=draw.purpose, size=6, order=draw.order)
    hands = {side: draw.order[place * HAND : (place + 1) * HAND] for place, side in enumerate(SIDES)}
    lucky = next(side for side, hand in hands.items() if 6 in hand)
    rolls = (dice.throw(state_purpose(Text.LUCK, side=lucky), 1, needed=3),)
    yield Lucky(side=lucky, rolls=rolls)
    for side, hand in hands.items():
        yield HandDealt(side=side, cards=hand)


def object_to(state: Table, order: Play) -> Iterator[Objection]:
    """Refuse the cards of others."""
    hand = state.hands[order.side]
    if order.card not in hand:
        parameters = (("card", order.card), ("hand", ", ".join(map(str, hand))))
        yield Objection(Text.NOT_YOURS, parameters, clause="play")


def play(state: Table, event: Played) -> Table:
    """Put a card on the table."""
    hand = list(state.hands[event.side])
    hand.remove(event.card or 0)
    hands = {**state.hands, event.side: tuple(hand)}
    return replace(state, hands=hands, played={**state.played, event.side: event.card or 0})


def show(state: Table, viewer: Side) -> Table:
    """Hide the cards of others."""
    hands = {side: hand if side == viewer else (0,) * len(hand) for side, hand in state.hands.items()}
    played = {side: card if side == viewer else 0 for side, card in state.played.items()}
    return replace(state, hands=hands, played=played)


TABLES: GameTables[Table] = GameTables(
    start=Table,
    questions=(
        QuestionEntry(
            "play", Text.PLAY, "play",
            lambda state: sorted(set(state.hands) - set(state.played)) if len(state.hands) == 3 else [],
            lambda state, side: {"turn": 1},
        ),
    ),
    orders=(
        order_entry(
            Play, "play", "play {card}", sealed=True, objections=object_to,
            options=lambda state, side: [Play(side=side, card=card) for card in state.hands[side]],
            outcome=lambda state, order, dice: [Played(side=order.side, card=order.card)],
        ),
    ),
    events=(
        event_entry(Dealt, "The deck is shuffled.", apply=lambda state, event: state),
        event_entry(Lucky, "The {side} side rolls a die.", apply=lambda state, event: state),
        event_entry(
            HandDealt, "The {side} side receives {cards}.", secret=("cards",),
            hidden="The {side} side receives its hand.",
            apply=lambda state, event: replace(
                state, hands={**state.hands, event.side: event.cards or (0,) * HAND}
            ),
        ),
        event_entry(
            Played, "The {side} side plays {card}.", secret=("card",),
            hidden="The {side} side plays a card.", apply=play,
        ),
    ),
    work=work,
    show=show,
    knows=lambda state: not any(0 in hand for hand in state.hands.values()),
    lines=lambda state: [f"{side}: {len(hand)}" for side, hand in state.hands.items()],
    facts=(Text,),
    purposes=(Text,),
    words={
        "fr": {
            "Play a card, in turn {turn}.": "Jouez une carte, au tour {turn}.",
            "card {card} is not in your hand": "la carte {card} n'est pas dans votre main",
            "play one of {hand}": "jouez l'une de {hand}",
            "the deal": "la donne",
        }
    },
)  # fmt: skip


def bind(tables: GameTables[Any]) -> Ruleset:
    """Bind the tables to a small pack."""
    sides = tuple(SideEntry(id=side, name=side.title(), adjective=side, colour="#336699") for side in SIDES)
    pack = AnyPack(
        game=Game(id="cards", name="Cards", version="1", system="cards", sides=sides),
        clauses=Clauses(
            book="Cards",
            citations=(Citation(number="1", title="Cards", rule="Each side plays a card of its hand."),),
            meanings={"play": "1"},
        ),
        rulings=Rulings(rulings=()),
        scenarios=(Scenario(id="short", name="Short", source="rulebook"),),
    )
    system = make_family(tables).bind(pack, "short", {})
    return replace(rulesets.bind("ttlm", "1914", {}), system=system)
