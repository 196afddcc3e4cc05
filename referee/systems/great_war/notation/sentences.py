"""A line of a letter as words with their columns, and what is said to a line that cannot be read."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from referee.engine.facts import Parameter
from referee.engine.faults import Unreadable
from referee.engine.names import find_mixed_scripts, key, strip_comment
from referee.systems.great_war.notation import tongues
from referee.systems.great_war.notation.misreadings import Misreading
from referee.systems.great_war.state.lexicon import Lexicon, lexicon, places, spell
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from referee.values.value import Value
from schemas.record import Side

ARROW = "->"
COMMA = ","
_TOKEN = re.compile(r"(?P<arrow>->|=>|→)|(?P<comma>[,;+&])|(?P<word>(?:(?!->|=>)[^\s,;+&→])+)")
_ELIDED = re.compile(r"^[ldLD]['’](?=\w)")
"""An article or an `of` that French writes as one word with what follows."""
_JOINTS = tongues.AND | {COMMA}
LONGEST_LINE = 500
"""The longest line that is offered again with what it may have meant."""
LONGEST_QUOTE = 40
"""How much of a line is quoted back."""
MOST_READINGS = 12
"""How many readings of one line are offered."""


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
        """Where it begins in the line."""
        return self.words[0].start if self.words else self.place

    @property
    def end(self) -> int:
        """Where it ends in the line."""
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
        return Phrase(tuple(words(self.line)), 0)

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
        """What is wrong with a phrase, and the line again with each thing that may have been meant."""
        offered = islice(alternatives, MOST_READINGS if len(self.line) <= LONGEST_LINE else 0)
        readings = [self.instead(phrase, alternative) for alternative in offered]
        return Unreadable(fact, readings, phrase.start + 1, word=self.quoted(phrase), **parameters)

    def unknown(self, fact: Misreading, phrase: Phrase, near: Sequence[str]) -> Unreadable:
        """The fault of a name that nothing has, `near` being the nearest names there are."""
        mixed = bool(find_mixed_scripts(self.line[phrase.start : phrase.end]))
        return self.fault(fact, phrase, near, meant=(int(mixed), tuple(near)))

    def unknown_area(self, phrase: Phrase) -> Unreadable:
        """The fault of a name that no area has; those that look like it go by their names on the map."""
        known, called = self.names.areas, {place.id: place.name for place in places(self.theatre)}
        near = dict.fromkeys(area for name in known.nearest(phrase.key) for area in known.find(name))
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


def words(line: str) -> Iterator[Word]:
    """The words of a line, up to its comment."""
    for token in _TOKEN.finditer(strip_comment(line)):
        match token.lastgroup:
            case "arrow":
                compared = ARROW
            case "comma":
                compared = COMMA
            case _:
                compared = _compare(token.group())
        if compared:
            yield Word(compared, token.start(), token.end())


def _compare(word: str) -> str:
    """A word as it compares; an article in front of a vowel says nothing."""
    return key(_ELIDED.sub("", word))


def sections(reading: Reading, phrase: Phrase, keywords: Mapping[str, str]) -> dict[str, Phrase]:
    """The phrase cut at keywords: what stands before the first is the head, `""`."""
    found: dict[str, Phrase] = {}
    name, first = "", 0
    for place, word in enumerate(phrase.words):
        heading = keywords.get(_find_keyword(reading, word))
        if heading is None:
            continue
        found[name] = _trim(phrase.part(first, place))
        name, first = heading, place + 1
        if name in found:
            again = phrase.part(place, place + 1)
            raise reading.fault(Misreading.WORD_TWICE, again)
    found[name] = _trim(phrase.part(first))
    return found


def _find_keyword(reading: Reading, word: Word) -> str:
    """The keyword that a word may be: French `à` leads to a place, which `a` without accent never does."""
    leads = word.key in tongues.WHERE or reading.line[word.start : word.end] in {"à", "À"}
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
