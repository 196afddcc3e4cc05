"""Cards in a report: the size of every hand, and the cards that the reader may see."""

from collections.abc import Iterator

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.theatre import Theatre
from schemas.document import Block, Table, words
from schemas.great_war.view import HandView, View


def cards(theatre: Theatre, seen: View) -> Iterator[Block]:
    """Sizes of hands and piles, the hands that may be seen, and the discards."""
    sizes = [
        f"{phrases.side_called(theatre, hand.side)} holds {phrases.counted(hand.size, 'card')}"
        for hand in seen.hands
    ]
    yield words(
        f"{phrases.upper(', '.join(sizes))}. Draw pile: {phrases.counted(seen.pile, 'card')}; "
        f"discards: {phrases.counted(len(seen.discards), 'card')}."
    )
    for hand in seen.hands:
        if hand.cards:
            yield words(f"The hand of {phrases.side_called(theatre, hand.side)}:")
            yield _hand(theatre, hand)
    if seen.removed:
        yield words(f"Out of the game: {phrases.cards_called(theatre, seen.removed)}.")
    if seen.discards:
        yield words(f"Discarded, face up: {phrases.cards_called(theatre, seen.discards)}.")


def _hand(theatre: Theatre, hand: HandView) -> Table:
    named = phrases.by_name(theatre, hand.cards)
    rows = [(kind.name, numbers, str(kind.ersatz)) for kind, numbers in named]
    if hand.locked:
        rows.append(("Locked this turn", ", ".join(map(str, hand.locked)), ""))
    return Table(columns=("Card", "Numbers", "Ersatz"), rows=tuple(rows), numeric=(2,))
