"""Cards in a report: the hand that may be seen, and what lies on the table."""

from collections.abc import Iterator

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.theatre import Theatre
from schemas.document import Block, Table, words
from schemas.great_war.view import HandView, View
from schemas.record import Side


def hand(theatre: Theatre, seen: View, side: Side) -> Iterator[Table]:
    """The hand of a side, card by card, for those who may see it."""
    held = next(hand for hand in seen.hands if hand.side == side)
    if held.cards:
        yield _cards(theatre, held)


def on_the_table(theatre: Theatre, seen: View) -> Iterator[Block]:
    """The piles, and the cards that lie face up or are out of the game."""
    yield words(
        f"Draw pile: {phrases.counted(seen.pile, 'card')}; "
        f"discards: {phrases.counted(len(seen.discards), 'card')}."
    )
    if seen.removed:
        yield words(f"Out of the game: {phrases.cards_called(theatre, seen.removed)}.")
    if seen.discards:
        yield words(f"Discarded, face up: {phrases.cards_called(theatre, seen.discards)}.")


def _cards(theatre: Theatre, held: HandView) -> Table:
    named = phrases.by_name(theatre, held.cards)
    rows = [(kind.name, numbers, str(kind.ersatz)) for kind, numbers in named]
    if held.locked:
        rows.append(("Locked this turn", ", ".join(map(str, held.locked)), ""))
    return Table(columns=("Card", "Numbers", "Ersatz"), rows=tuple(rows), numeric=(2,))
