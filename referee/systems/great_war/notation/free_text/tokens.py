"""Words of a sentence with the areas, pieces and numbers of armies that they name."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import key
from referee.systems.great_war.language.lexicon import Lexicon, lexicon
from referee.systems.great_war.notation.sentences import ARROW, COMMA, Word, words
from referee.systems.great_war.state.game import GreatWarGame
from schemas.record import Value

_DASH = re.compile(r"\s+[-–—>]{1,2}\s+|\s*→\s*|(?<=\w)>(?=\w)")
_MARKS = re.compile(r"[()\"“”„«»:!…]")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|re|ere|er|e|eme|te|ter|ten|η|ο|ησ)")
_GERMAN_ARMY = re.compile(r"\b(?:Armee|Στρατ)", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th|re|ère|ere|e|er|eme|ème|η)\b|\b[a-z]{2}-[a-z]?\d", re.IGNORECASE
)
_BEGINNING = re.compile(r"(?:die|der|das|den|dem|es|in|im|ich|wir)\b|\d{1,2}\.", re.IGNORECASE)
"""The beginning of an item of a list: `1. Die 2. Armee` and `1. 2. Armee`."""

_SPOKEN = re.compile(
    r"(?<=[a-z,] )(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth)\b"
)
"""The number of an army that an English writer names by it alone."""

CONJUNCTION = r"(?:and|und|u|et|then|dann|puis|και|μετά)"
"""Conjunctions between the parts of a sentence."""

_VIA = r"(?!(?:via|through|über|ueber|durch|μέσω)\b)"
_MARK = rf"\s*[,;:]\s+{_VIA}(?:{CONJUNCTION}\s+)?"

PAUSE = re.compile(_MARK)
"""Marks between the parts of a sentence."""

JOINT = re.compile(rf"{_MARK}|\s+{CONJUNCTION}\s+|\s+[-–—]\s+(?=(?:I|ich|je|we|wir|nous)\b)")
"""Marks and conjunctions between the parts of a sentence."""

_LONGEST_NAME = 4
_SHORTEST_NATION = 4
_SHORTEST_TYPO = 5
_SHORTEST_FORM = 6
_SWAPPED = use.SMALL | use.MOTION | use.STAYS
"""Words that are read although two of their letters were exchanged."""


class Token(Value):
    """A word of a sentence with its comparison key, and the area or piece of that name.

    `ordinal` is the number of an army: of `2nd`, `2.`, `second`, and of `2` behind `Army`.
    """

    text: str
    key: str
    area: str = ""
    piece: str = ""
    ordinal: str = ""

    @property
    def is_joint(self) -> bool:
        """Return True for a comma or a conjunction."""
        return self.key == COMMA or self.key in order_words.AND

    def among(self, known: frozenset[str]) -> bool:
        """Return True if each part of the word is known."""
        return all(part in known for part in self.key.split())


Tokens = Sequence[Token]


@lru_cache(maxsize=1024)
def tokens_of(theatre: GreatWarGame, clause: str) -> tuple[Token, ...]:
    """Return the words of a clause. The words of a name are one token. A clause is read in several ways."""
    text = _DASH.sub(f" {ARROW} ", _MARKS.sub(" ", clause))
    all_words, names = words(text), lexicon(theatre)
    tokens, at = list[Token](), 0
    while at < len(all_words):
        for length in range(min(_LONGEST_NAME, len(all_words) - at), 0, -1):
            if token := _name(names, text, all_words[at : at + length]):
                tokens.append(token)
                break
        else:
            length = 1
            tokens += _split(names, text, all_words[at], tokens[-1:])
        at += length
    return tuple(tokens)


def _name(names: Lexicon, text: str, run: Sequence[Word]) -> Token | None:
    """Return successive words that are the name of one area or of one piece."""
    whole_key = " ".join(word.key for word in run)
    if not {ARROW, COMMA}.isdisjoint(whole_key.split()):
        return None
    name = text[run[0].start : run[-1].end].strip(".")
    if piece := names.counters.get(whole_key):
        return Token(name, whole_key, piece=piece)
    if len(run) > 1 and names.sides.holds(whole_key):
        return Token(name, whole_key)
    area = "" if whole_key in use.SMALL else _find_area(names, whole_key)
    if not area and len(run) == 1 and len(name) >= _SHORTEST_FORM and name[0].isupper():
        # A name in another language may begin a name in the pack: `Bosnie`.
        area = _only(names.areas.find(whole_key))
    return Token(name, whole_key, area=area) if area else None


def _split(names: Lexicon, text: str, word: Word, before: Tokens) -> Iterator[Token]:
    """Yield a word. `Aachen-Liège` is a way between two areas."""
    name = text[word.start : word.end]
    first, _, last = name.partition("-")
    origin, goal = _find_area(names, first), _find_area(names, last)
    if origin and goal:
        yield from (Token(first, first, area=origin), Token(ARROW, ARROW), Token(last, last, area=goal))
    else:
        spelling = respell(word.key)
        yield Token(name, spelling, ordinal=_find_ordinal(name, spelling, before))


def respell(word: str) -> str:
    """Return a short form in full, or a word of sentences without exchanged letters: `pr` and `shoudl`."""
    word = use.SHORT_FORMS.get(word, word)
    if len(word) < _SHORTEST_TYPO or word in use.ALL:
        return word
    swaps = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 1))
    readings = [swap for swap in dict.fromkeys(swaps) if swap in _SWAPPED]
    return readings[0] if len(readings) == 1 else word


def _find_area(names: Lexicon, name: str) -> str:
    """Return the area of a whole name, or "" if there is none or several."""
    return _only(names.areas.find(name)) if names.areas.holds(name) else ""


def _only(found: Sequence[str]) -> str:
    return found[0] if len(found) == 1 else ""


def _find_ordinal(typed: str, word_key: str, before: Tokens) -> str:
    follows_army = bool(before) and before[-1].key in use.ARMIES
    if word_key.isdecimal() and len(word_key) < 3 and (typed.endswith(".") or follows_army):
        return word_key
    match = _ORDINAL.fullmatch(word_key)
    return match[1] if match else order_words.ORDINALS.get(word_key.replace("ue", "u"), "")


def is_ordinal(clause: str, end: int) -> bool:
    """Return True if the number before a clause belongs to an army, as in `1. und 2. Armee`."""
    rest = clause[end:]
    is_dotted = clause[:end].rstrip().endswith(".")
    is_new = _NUMBERED.search(rest) is not None or _BEGINNING.match(rest) is not None
    return is_dotted and _GERMAN_ARMY.search(rest) is not None and not is_new


def speaks_of_armies(text: str) -> bool:
    """Return True for a text in which `the 3rd` or `the Third` is an army."""
    return not use.ARMIES.isdisjoint(key(text).split()) or _SPOKEN.search(text) is not None


def find_keys(tokens: Iterable[Token]) -> frozenset[str]:
    """Return all words as they compare, without commas."""
    return frozenset(part for token in tokens for part in token.key.split()) - {COMMA}


def is_of_piece(theatre: GreatWarGame, token: Token) -> bool:
    """Return True for a word that describes a piece: a nation, a kind, an army or its number."""
    names, word = lexicon(theatre), token.key
    return (
        bool(token.ordinal)
        or token.among(use.ARMIES | use.PEOPLES | frozenset(use.NATIONS_OF))
        or any(index.holds(word) for index in (names.nations, names.kinds, names.sides))
        or (len(word) >= _SHORTEST_NATION and word not in use.ALL and len(names.nations.find(word)) == 1)
    )


def holds_piece(tokens: Tokens) -> bool:
    """Return True if a word is the id of a piece, or belongs to an army."""
    return any(token.piece or token.among(use.ARMIES) for token in tokens)


def count_of(token: Token) -> int:
    """Return the number that a word means, or 0."""
    if token.key.isdecimal():
        return int(token.key) if len(token.key) < 3 else 0
    return use.COUNTS.get(token.key) or int(bool(token.ordinal))


def consists_of(tokens: Tokens, core: frozenset[str], around: frozenset[str]) -> bool:
    """Return True if all words are known and one of them is at the core of the form."""
    words = find_keys(tokens)
    return not words.isdisjoint(core) and words <= core | around | order_words.AND


def leave_counts_out(theatre: GreatWarGame, tokens: Tokens) -> list[Token]:
    """Return the words without numbers of things: `3 of 9 dice` is not an order without a verb."""
    kinds = lexicon(theatre).kinds
    counts: set[int] = set()
    for at, token in enumerate(tokens):
        first = at
        while first and (tokens[first - 1].key.isdecimal() or tokens[first - 1].key in use.OF):
            first -= 1
        is_thing = kinds.holds(token.key) or token.key in use.COUNTED
        if is_thing and any(one.key.isdecimal() for one in tokens[first:at]):
            counts |= {*range(first, at + 1)}
    return [token for at, token in enumerate(tokens) if at not in counts]


def list_parts(text: str) -> list[str]:
    """Return the words of a text as comparison keys."""
    return [part for word in words(text) for part in word.key.split()]
