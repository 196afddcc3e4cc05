"""Areas and cards as players name them."""

from itertools import count

from referee.i18n import order_words
from referee.systems.great_war.notation.sentences import Misreading, Phrase, Reading, items

_FILLERS = order_words.ARTICLES | {
    "card", "cards", "no", "nr", "number", "carte", "cartes", "karte", "karten", "καρτα", "καρτεσ",
}  # fmt: skip
_LONGEST_NUMBER = 6


def area(reading: Reading, phrase: Phrase) -> str:
    """The area that a phrase names."""
    name = bare(phrase)
    if not name.words:
        raise reading.fault(Misreading.AREA_MISSING, phrase)
    areas = reading.names.areas.find(phrase.key) or reading.names.areas.find(name.key)
    if not areas:
        raise reading.unknown_area(name)
    one, *others = areas
    if others:
        raise reading.ambiguous(Misreading.AREA_UNCLEAR, name, areas)
    return one


def bare(phrase: Phrase, fillers: frozenset[str] = _FILLERS) -> Phrase:
    """A phrase without the small words it may begin with."""
    first = 0
    while first < len(phrase.words) and phrase.words[first].key in fillers:
        first += 1
    return phrase.part(first)


def cards(reading: Reading, phrase: Phrase) -> tuple[int, ...]:
    """The cards that a list names, each by number or by name."""
    whole = bare(phrase)
    if whole.key == "all":
        return reading.position.hand(reading.side).cards
    numbers: list[int] = []
    for item in items(whole):
        numbers.append(card(reading, item, numbers))
    if not numbers:
        raise reading.fault(Misreading.CARD_MISSING, phrase)
    return tuple(numbers)


def card(reading: Reading, phrase: Phrase, taken: list[int] | None = None) -> int:
    """A card by its number, or by name the first such card of the hand that is not named yet."""
    named = bare(phrase)
    if named.key.isdecimal() and len(named.key) <= _LONGEST_NUMBER:
        return int(named.key)
    if not named.words:
        raise reading.fault(Misreading.CARD_MISSING, phrase)
    if (number := title(reading, named)) is not None:
        return number
    kinds = reading.names.cards.find(phrase.key) or reading.names.cards.find(named.key)
    if not kinds:
        near = reading.names.cards.nearest(named.key)
        raise reading.unknown(Misreading.CARD_UNKNOWN, named, near)
    kind, *others = kinds
    if others:
        raise reading.ambiguous(Misreading.CARD_UNCLEAR, named, kinds)
    return _first(reading, kind, taken or [])


def title(reading: Reading, phrase: Phrase) -> int | None:
    """The number behind the name of its card, as reports write it: `Ersatz 2 (29)`."""
    *words, number = (word.key for word in phrase.words) if phrase.words else ("",)
    name, known = " ".join(words), reading.names.cards
    if not (name and number.isdecimal() and len(number) <= _LONGEST_NUMBER) or known.find(phrase.key):
        return None
    kind = reading.theatre.card(int(number))
    return int(number) if kind is not None and kind.id in known.find(name) else None


def _first(reading: Reading, kind: str, taken: list[int]) -> int:
    """The first card of a kind in hand; the first of the deck if there is none, for the rules to refuse."""
    hand = reading.position.hand(reading.side)
    numbers = [number for number, card in zip(count(1), reading.theatre.cards) if card.id == kind]
    free = [number for number in numbers if number in hand.cards and number not in taken]
    unlocked = [number for number in free if number not in hand.locked]
    return (unlocked or free or numbers)[0]


def ersatz(reading: Reading, phrase: Phrase, named: Phrase) -> tuple[int, ...]:
    """Cards to be spent; `ersatz 2` is the card of that number or of that name, whichever is in hand."""
    kinds = reading.names.cards.find(phrase.key)
    if not (named.key.isdecimal() and kinds):
        first = next(iter(items(phrase)), phrase)
        return cards(reading, named if title(reading, first) is None else phrase)
    hand = reading.position.hand(reading.side).cards
    by_number, by_name = card(reading, named), card(reading, phrase)
    candidates = {number for number in (by_number, by_name) if number in hand}
    if len(candidates) != 1:
        raise reading.ambiguous(Misreading.NUMBER_OR_NAME, phrase, [f"spend {by_number}", f"spend {by_name}"])
    return tuple(candidates)
