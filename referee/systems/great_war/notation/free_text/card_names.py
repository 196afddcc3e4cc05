"""Cards that words name: by the name of their kind, by a number, or by both."""

from collections.abc import Sequence

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text.tokens import Token, Tokens
from referee.systems.great_war.state.game import GreatWarGame

LONGEST_NAME = 5
"""Most words of the name of a card."""


def find_kind(theatre: GreatWarGame, tokens: Tokens) -> tuple[int, str]:
    """Return the length and the kind of the card whose name words begin with. `Bad Weathers` are several."""
    names = lexicon(theatre)
    for length in range(min(LONGEST_NAME, len(tokens)), 0, -1):
        name = " ".join(token.key for token in tokens[:length])
        name = name if names.cards.holds(name) else name.removesuffix("s")
        kinds = names.cards.find(name) if names.cards.holds(name) else ()
        if len(kinds) == 1 and not names.nations.holds(name) and not names.sides.holds(name):
            return length, kinds[0]
    return 0, ""


def find_all(
    theatre: GreatWarGame, hand: Sequence[int], tokens: Tokens
) -> tuple[tuple[int, ...], tuple[Token, ...]]:
    """Return the cards of a hand that words name, and the other words. No cards if a name is unclear.

    `the three Gas cards` are clear if the hand has three of them, or if their numbers follow.
    """
    cards: dict[int, None] = {}
    others: list[Token] = []
    at = count = 0
    while at < len(tokens):
        length, kind = find_kind(theatre, tokens[at:])
        token, at = tokens[at], at + max(length, 1)
        if kind:
            like = [one for one in hand if (card := theatre.card(one)) is not None and card.id == kind]
            numbers, at = _find_numbers(tokens, at, like)
            if len(numbers or like) != (count or len(numbers) or 1):
                return (), tuple(tokens)
            cards |= dict.fromkeys(numbers or like)
            count = 0
        elif token.key.isdecimal() and int(token.key) in hand:
            cards[int(token.key)] = None
        elif not (count := use.COUNTS.get(token.key) or order_words.COUNTS.get(token.key, 0)):
            others.append(token)
    return tuple(cards), tuple(others)


def _find_numbers(tokens: Tokens, at: int, like: Sequence[int]) -> tuple[list[int], int]:
    """Return the numbers of cards behind their name, and the next word."""
    numbers: list[int] = []
    while at < len(tokens):
        key = tokens[at].key
        if key.isdecimal() and int(key) in like:
            numbers.append(int(key))
        elif not (tokens[at].is_joint or key in order_words.ARTICLES):
            break
        at += 1
    return numbers, at
