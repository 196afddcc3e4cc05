"""Line of a letter as words with columns, and the faults of a line that is not an order."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import unique
from functools import lru_cache
from itertools import islice

from msgspec.structs import replace

from referee.engine.facts import Fact
from referee.faults import NO_ORDER, Parameter, Unreadable
from referee.i18n import order_words
from referee.i18n.name_matching import find_mixed_scripts, key, strip_comment
from referee.systems.great_war.language.lexicon import Lexicon, lexicon, places, spell
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.record import Side, Value


@unique
class Misreading(Fact):
    """Faults of a line that is not an order, or is ambiguous; `word` is the phrase as typed."""

    LINE_UNCLEAR = "{word} can mean several orders{more}"
    LINE_EMPTY = "this line contains no order"
    VERB_UNKNOWN = "{word} is not an order{meant}"
    VERB_MISSING = "{word} is not an order"
    NO_AMENDMENT = (
        "{word} is not a correction",
        "write: exchange PIECE with PIECE, put PIECE in AREA, or put PIECE into ARMY",
    )
    NO_VERB = "{word} is not an order", NO_ORDER
    NO_ANSWER = "{word} is not an answer to `{asked}`", "write {near}"
    WORD_TWICE = "{word} appears twice: write one order per line"
    NOTHING_FOLLOWS = "the order is complete before {word}"

    AREA_MISSING = "an area is missing here"
    AREA_UNKNOWN = "{word} is not an area{meant:meant_subjects}"
    AREA_UNCLEAR = "{word} can mean several areas{more}"

    CARD_MISSING = "name a card, by number or by name"
    CARD_UNKNOWN = "{word} is not a card{meant}"
    CARD_UNCLEAR = "{word} can mean several cards{more}"
    NUMBER_OR_NAME = "{word} is both a number and a name{more}"
    CARDS_TO_BID_MISSING = "the cards are missing here: write `bid` and the cards, or: bid nothing"
    CARDS_UNCOUNTED = "the number of cards is missing here: write `buy` and a number"
    PLAYED_AS_UNKNOWN = "a card cannot be played as {word}{meant}"
    CARD_NEEDS_MOVE = "{card} moves a piece; write: reserves PIECE to AREA with {number}"

    BATTLE_MISSING = "the area is missing here: write `battle` and the area"
    BATTLES_SHARE_CARD = "a card is played on one battle; give each battle a line of its own"
    HIT_MISSING = "the hit is missing here: write `reroll` and the kind of infantry"

    NO_RETREAT_NOW = "no question about a retreat is open now"
    NO_HITS_DUE = "you have no hits to take now"
    CONDITION_UNKNOWN = (
        "{word} is not a condition; write: strength < 5, enemy strength > 5, losses >= 2,"
        " enemy losses >= 2, ARMY alone, with ARMY, or CARD played"
    )

    PIECE_MISSING = "name a piece, by id or by description"
    PIECE_UNKNOWN = "{word} is not a piece{meant}"
    PIECE_UNCLEAR = "{word} can mean several pieces{more}"
    PIECE_CONTRADICTED = "{word} contradicts the words before it; write a comma between two pieces"
    PIECE_NOT_OWNED = "you have no such piece: {word}"
    TOO_FEW_PIECES = "you have only {number} of such pieces: {word}"
    ANOTHER_PIECE = "{id} is not {word}"
    ONLY_ONE_PIECE = "there is only one {id}"
    FORT_WEAKER = "the strength of {id} is {strength}"
    PIECE_OFF_MAP = "{id} is not on the map"
    PIECE_HIDDEN = "{piece} is in an army that you cannot see"
    PIECE_ELSEWHERE = "{piece} is in {area}"
    PIECE_IN_ARMY = "{piece} is in {area}, inside {army}"
    KIND_UNKNOWN = "{word} is not a kind of piece{meant}"
    KIND_UNCLEAR = "{word} can mean several kinds{more}"
    KIND_MISSING = "the kind of piece is missing: {word}"
    NATION_UNCLEAR = "{word} can be of several nations{more}"
    NOT_AN_ARMY = "{word} is not one army"
    ARMY_UNCLEAR = "{word} is not one army{more}"

    GOAL_MISSING = "the destination is missing here: write `to` and the area"
    WAY_TWICE = "the way is given twice: with arrows and with words"
    WAY_UNCLEAR = "{piece} can go there by several ways, and each captures different areas"
    MODE_UNKNOWN = "{word} is not a mode of movement{meant}"
    ONE_ARMY_ABSORBS = "only one army per line can take in pieces as it arrives"
    ARMY_MISSING = "the army is missing here: write `to` and the army"
    BUILD_MISSING = "name a piece of the force pool"
    BUILD_AREA_MISSING = "the place is missing here: write `in` and the area, or `into` and the army"


ARROW = "->"
COMMA = ","
_TOKEN = re.compile(r"(?P<arrow>->|=>|→)|(?P<comma>[,;+&])|(?P<word>(?:(?!->|=>)[^\s,;+&→])+)")
_ELIDED = re.compile(r"^[ldLD]['’](?=\w)")
"""Article or preposition that French joins to the next word."""
_JOINTS = order_words.AND | {COMMA}
LONGEST_LINE = 500
"""Length of the longest line that is offered again with its possible readings."""
LONGEST_QUOTE = 40
"""Highest number of quoted characters of a line."""
MOST_READINGS = 12
"""Highest number of offered readings of one line."""


class Word(Value):
    """A word of a line: as it compares, and where it stands."""

    key: str
    start: int
    end: int


class Phrase(Value):
    """Words that belong together; a phrase without words stands where they are missed."""

    words: tuple[Word, ...]
    place: int

    @property
    def key(self) -> str:
        """The phrase as it compares."""
        return " ".join(word.key for word in self.words)

    @property
    def start(self) -> int:
        """Column of its start in the line."""
        return self.words[0].start if self.words else self.place

    @property
    def end(self) -> int:
        """Column of its end in the line."""
        return self.words[-1].end if self.words else self.place

    def part(self, first: int, last: int | None = None) -> "Phrase":
        """Some of its words, counted as in a slice."""
        place = self.words[first].start if first < len(self.words) else self.end
        return Phrase(self.words[first:last], place)


class Reading(Value):
    """One line being read: for which side, in which position."""

    theatre: GreatWarGame
    position: Position
    side: Side
    line: str

    @property
    def names(self) -> Lexicon:
        """The names that may stand in the line."""
        return lexicon(self.theatre)

    def phrase(self) -> Phrase:
        """The whole line, up to a comment."""
        return Phrase(words(self.line), 0)

    def replace_line(self, line: str) -> "Reading":
        """The reading of another line."""
        return replace(self, line=line)

    def quoted(self, phrase: Phrase) -> str:
        """A phrase as it was typed."""
        text = self.line[phrase.start : phrase.end]
        return f'"{text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"}"'

    def instead(self, phrase: Phrase, text: str) -> str:
        """The line with other words for a phrase."""
        before, after = self.line[: phrase.start], self.line[phrase.end :]
        return f"{before}{text}{after}".strip()

    def fault(
        self,
        fact: Misreading,
        phrase: Phrase,
        alternatives: Iterable[str] = (),
        /,
        **parameters: Parameter,
    ) -> Unreadable:
        """Return the fault of a phrase, and the line again with each possible reading."""
        offered = islice(alternatives, MOST_READINGS if len(self.line) <= LONGEST_LINE else 0)
        readings = [self.instead(phrase, alternative) for alternative in offered]
        return Unreadable(fact, readings, phrase.start + 1, word=self.quoted(phrase), **parameters)

    def unknown(self, fact: Misreading, phrase: Phrase, near: Sequence[str]) -> Unreadable:
        """The fault of a name that nothing has, `near` being the nearest names there are."""
        mixed = bool(find_mixed_scripts(self.line[phrase.start : phrase.end]))
        return self.fault(fact, phrase, near, meant=(int(mixed), tuple(near)))

    def unknown_area(self, phrase: Phrase) -> Unreadable:
        """Return the fault of an unknown area name; similar areas go by their names on the map."""
        areas, called = self.names.areas, {place.id: place.name for place in places(self.theatre)}
        near = dict.fromkeys(area for name in areas.nearest(phrase.key) for area in areas.find(name))
        mixed = bool(find_mixed_scripts(self.line[phrase.start : phrase.end]))
        spelled = [spell(self.theatre, area, called[area]) for area in near]
        fault = self.fault(Misreading.AREA_UNKNOWN, phrase, spelled, meant=(int(mixed), tuple(near)))
        before, after = self.line[: phrase.start], self.line[phrase.end :]
        fault.spelled = tuple((before, area, after) for area, _ in zip(near, fault.readings, strict=False))
        return fault

    def ambiguous(self, fact: Misreading, phrase: Phrase, alternatives: Sequence[str]) -> Unreadable:
        """The fault of a phrase that may mean several things; each is a line of its own.

        The parameter `more` says that not all of them follow.
        """
        more = MOST_READINGS if len(alternatives) > MOST_READINGS else 0
        return self.fault(fact, phrase, alternatives, more=more)


@lru_cache(maxsize=1000)
def words(line: str) -> tuple[Word, ...]:
    """Return the words of a line, up to its comment. Several readers try each line."""
    return tuple(_list_words(line))


def _list_words(line: str) -> Iterator[Word]:
    for token in _TOKEN.finditer(strip_comment(line)):
        match token.lastgroup:
            case "arrow":
                text = ARROW
            case "comma":
                text = COMMA
            case _:
                text = _compare(token.group())
        if text:
            yield Word(text, token.start(), token.end())


def _compare(word: str) -> str:
    """A word as it compares; an article in front of a vowel says nothing."""
    return key(_ELIDED.sub("", word))


def sections(reading: Reading, phrase: Phrase, keywords: Mapping[str, str]) -> dict[str, Phrase]:
    """Return the phrase cut at keywords: the words before the first keyword are the head, `""`."""
    parts: dict[str, Phrase] = {}
    name, first = "", 0
    for place, word in enumerate(phrase.words):
        heading = keywords.get(find_keyword(reading, word))
        if heading is None:
            continue
        parts[name] = _trim(phrase.part(first, place))
        name, first = heading, place + 1
        if name in parts:
            again = phrase.part(place, place + 1)
            raise reading.fault(Misreading.WORD_TWICE, again)
    parts[name] = _trim(phrase.part(first))
    return parts


def find_keyword(reading: Reading, word: Word) -> str:
    """Return the keyword that a word may be. French `à` leads to a place, `a` without accent does not."""
    leads = word.key in order_words.WHERE or reading.line[word.start : word.end] in {"à", "À"}
    return "to" if leads else word.key


def _trim(phrase: Phrase) -> Phrase:
    """A phrase without joints that join it to nothing: `liege and`."""
    last = len(phrase.words)
    while last and phrase.words[last - 1].key in _JOINTS:
        last -= 1
    return phrase.part(0, last)


def items(phrase: Phrase) -> tuple[Phrase, ...]:
    """The parts of a list."""
    parts: list[Phrase] = []
    first = 0
    for place, word in enumerate((*phrase.words, Word(COMMA, phrase.end, phrase.end))):
        if word.key in _JOINTS:
            if place > first:
                parts.append(phrase.part(first, place))
            first = place + 1
    return tuple(parts)


def legs(phrase: Phrase) -> tuple[Phrase, ...]:
    """The parts of a phrase between arrows."""
    places = [place for place, word in enumerate(phrase.words) if word.key == ARROW]
    starts = [0, *(place + 1 for place in places)]
    return tuple(phrase.part(first, last) for first, last in zip(starts, [*places, None], strict=True))
