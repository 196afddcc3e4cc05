"""Cards in a report: the hand that may be seen, and what lies on the table."""

from collections.abc import Iterator

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.state.narrator import Narrator
from schemas.great_war.view import HandView, View
from schemas.record import Side
from schemas.reports.document import Block, Table


def hand(narrator: Narrator, seen: View, side: Side) -> Iterator[Table]:
    """The hand of a side, card by card, for those who may see it."""
    held = next(hand for hand in seen.hands if hand.side == side)
    if held.cards:
        yield _cards(narrator, held)


def on_the_table(narrator: Narrator, seen: View) -> Iterator[Block]:
    """The piles, and the cards that lie face up or are out of the game."""
    yield narrator.paragraph(
        "Draw pile: {pile}; discards: {discards}.",
        pile=phrases.cards_counted(narrator, seen.pile),
        discards=phrases.cards_counted(narrator, len(seen.discards)),
    )
    if seen.removed:
        yield narrator.paragraph(
            "Out of the game: {cards}.", cards=phrases.cards_called(narrator, seen.removed)
        )
    if seen.discards:
        named = phrases.cards_called(narrator, seen.discards)
        yield narrator.paragraph("Discarded, face up: {cards}.", cards=named)


def _cards(narrator: Narrator, held: HandView) -> Table:
    named = phrases.by_name(narrator, held.cards)
    rows = [(kind.name, numbers, str(kind.ersatz)) for kind, numbers in named]
    if held.locked:
        rows.append((narrator.say("Locked this turn"), ", ".join(map(str, held.locked)), ""))
    columns = narrator.say("Card"), narrator.say("Numbers"), narrator.say("Ersatz")
    return Table(columns=columns, rows=tuple(rows), numeric=(2,))
