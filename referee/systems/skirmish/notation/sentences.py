"""A line of a letter as words with columns, and the faults of a line without an order."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import unique
from functools import lru_cache

from referee.engine.facts import Fact
from referee.faults import NO_ORDER, Parameter, Unreadable
from referee.i18n.name_matching import key, nearest, strip_comment
from referee.i18n.proposals.ground_names import ARTICLES, GROUND_NAMES
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side, Value
from schemas.skirmish.names import Spot
from schemas.skirmish.orders import SkirmishOrder


@unique
class Misreading(Fact):
    """Faults of a line without a clear order. The parameter `word` holds the words as they were typed."""

    LINE_EMPTY = "there is no order in this line"
    VERB_UNKNOWN = "there is no order in {line}{meant}"
    NO_VERB = "there is no order in {line}", NO_ORDER
    NOTHING_FOLLOWS = "nothing else can stand in this line"
    WORD_UNKNOWN = "there is no such choice {word}{meant}"

    FIGURE_UNNAMED = "the order names no figure", "name a unit or figures, as in your report"
    FIGURE_MISSING = "the order names no figure that is still in action"
    FIGURE_UNKNOWN = "there is no figure or unit of yours {word}{meant}"
    FIGURE_UNCLEAR = "{word} may be {known}"
    FIGURES_UNCLEAR = "these figures are of several units", "write a line for each"
    FIGURES_SEVERAL = "this order takes one figure, and you named several", "name one of them"
    UNIT_MISSING = "a unit is missing"
    WEAPON_UNKNOWN = "there is no weapon {word}{meant}"
    ENEMY_WITHOUT_ALIAS = "name the enemy by its alias, as in c07"
    ENEMY_NOT_KNOWN = "your side does not know an enemy {enemy}: name a place instead"

    PLACE_MISSING = "a place is missing, as in 24.0,18.5"
    PLACES_SEVERAL = "only one place is allowed here"
    PLACES_TOGETHER = (
        "two places stand side by side",
        "write decimals with a point, and `then` between the places of a path",
    )
    NOT_A_PLACE = "{word} is not a place: write inches east and north, as in 24.0,18.5"
    NOT_A_LENGTH = "{length} is not a length: inches have at most two decimals"
    TOO_MANY_CORNERS = "a way has at most twelve corners"
    STOP_MISSING = "the distance at which to stop is missing"
    STOP_TWICE = "only one distance at which to stop is allowed"
    STOP_BEFORE_START = "the distance at which to stop must be greater than 0"
    RADIUS_MISSING = "the radius is missing"
    RADIUS_TWICE = "only one radius is allowed"
    RADIUS_TOO_GREAT = "a look goes at most 12 inches around its point"
    BATTERY_MISSING = "the battery is missing: {known}"
    BATTERY_TWICE = "only one battery is allowed"
    NOT_A_NUMBER_OF_DICE = "{word} is not a number of dice"
    NO_AMENDMENT = (
        "{word} is not an amendment",
        "write `exchange FIGURE with FIGURE`, or `put FIGURE at PLACE`",
    )
    NO_FIGURE = "there is no figure {word}{meant}"
    DICE_WITHOUT_NUMBER = "write the number of dice after each enemy, as in `dice c03 3, c04 2`"


NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_TOKEN = re.compile(
    rf"(?P<spot>(?<![\w-]){NUMBER}\s*,\s*{NUMBER}(?![\w.-]))|(?P<comma>[,;+&])|(?P<word>[^\s,;+&]+)"
)
_INCHES = re.compile(r"(-?)([0-9]{1,4})(?:\.([0-9]{1,2}))?")

COMMA = ","
LONGEST_QUOTE = 40
"""Most characters of a line that a fault quotes."""
LONGEST_LINE = 500
"""Most characters of a line for which corrected lines are suggested."""


class Word(Value):
    """A word, a place or a comma: its form for comparison, its text, and its column from 0.

    `ground` is True for a place that is named by its ground.
    """

    key: str
    text: str
    start: int
    spot: bool = False
    ground: bool = False


Words = tuple[Word, ...]


def list_words(table: Table, line: str) -> Words:
    """Return the words of a line, without a comment, and its places."""
    result: list[Word] = []
    for token in _TOKEN.finditer(strip_comment(line)):
        kind, text = token.lastgroup, token.group()
        form = COMMA if kind == "comma" else text if kind == "spot" else key(text)
        if form:
            result.append(Word(form, text, token.start(), kind == "spot"))
    return tuple(_find_ground(_list_ground(table), result))


class Sentence(Value):
    """One line of a letter, with its side and position."""

    table: Table
    position: Position
    side: Side
    line: str

    def words(self) -> Words:
        """Return the words of the line, without a comment."""
        return list_words(self.table, self.line)

    def list_keys(self) -> frozenset[str]:
        """Return the words of the line in their form for comparison."""
        return frozenset(word.key for word in self.words())

    def quote(self, words: Words) -> str:
        """Return some words as they were typed, or the whole line, in quotes."""
        text = " ".join(word.text for word in words) if words else self.line.strip()
        return f'"{text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"}"'

    def fault(
        self,
        fact: Misreading,
        words: Words = (),
        readings: Iterable[str] = (),
        /,
        **parameters: Parameter,
    ) -> Unreadable:
        """Return the fault of some words; it suggests the line with each of the `readings` in their place."""
        suggestions = tuple(readings) if len(self.line) <= LONGEST_LINE else ()
        lines = [self.instead(words, reading) for reading in suggestions] if words else []
        column = words[0].start + 1 if words else 1
        return Unreadable(fact, lines, column, **{"word": self.quote(words), **parameters})

    def instead(self, words: Words, text: str) -> str:
        """Return the line with some words replaced."""
        end = words[-1].start + len(words[-1].text)
        return f"{self.line[: words[0].start]}{text}{self.line[end:]}".strip()

    def unknown(self, fact: Misreading, words: Words, known: Iterable[str]) -> Unreadable:
        """Return the fault of an unknown name; its parameter `meant` holds the nearest known names."""
        text = " ".join(word.text for word in words)[:LONGEST_QUOTE]
        near = nearest(text, known)
        return self.fault(fact, words, near, word=f'"{text}"', meant=(0, near))


MOST_WORDS = 6
"""Most words of the name of a piece of ground."""


@lru_cache(maxsize=16)
def _list_ground(table: Table) -> Mapping[str, str]:
    """Return the middle of each piece of ground by its id and its names, without those of several."""
    places: dict[str, list[str]] = {}
    for feature in table.features:
        east, north = (
            sum(corner[axis] for corner in feature.corners) / len(feature.corners) for axis in (0, 1)
        )
        titles = {key(feature.id), key(feature.name), *GROUND_NAMES.get(feature.name, ())}
        for name in {_leave_article_out(title) for title in titles} - {""}:
            places.setdefault(name, []).append(f"{east / 100:.2f},{north / 100:.2f}")
    return {name: spots[0] for name, spots in places.items() if len(spots) == 1}


def _leave_article_out(name: str) -> str:
    article = next((one for one in ARTICLES if name.startswith(one)), "")
    return name.removeprefix(article)


def _find_ground(ground: Mapping[str, str], words: Sequence[Word]) -> Iterator[Word]:
    """Yield words, with the name of a piece of ground as its middle: `to the copse`."""
    at = 0
    while at < len(words):
        for length in range(min(MOST_WORDS, len(words) - at), 0, -1):
            name = " ".join(word.key for word in words[at : at + length])
            if place := ground.get(_leave_article_out(name)):
                yield Word(place, place, words[at].start, spot=True, ground=True)
                at += length
                break
        else:
            yield words[at]
            at += 1


Orders = tuple[SkirmishOrder, ...]
Reader = Callable[[Sentence, Words, Words], Orders]
"""A reader of an order, which gets the words before its verb and the words after it."""


def cut(words: Words, keywords: Mapping[str, str]) -> dict[str, Words]:
    """Return the words by the keyword before them; the words before the first keyword have the key ""."""
    parts: dict[str, list[Word]] = {"": []}
    name = ""
    for word in words:
        if not word.spot and word.key in keywords:
            name = keywords[word.key]
            parts.setdefault(name, [])
        else:
            parts[name].append(word)
    return {name: tuple(part) for name, part in parts.items()}


def place(parts: Mapping[str, Words], name: str) -> dict[str, Words]:
    """Return the parts, with a place without a keyword as the part of that name: `rush 20,9`."""
    head = parts[""]
    first = next((number for number, word in enumerate(head) if word.spot), None)
    if first is None or name in parts:
        return dict(parts)
    return {**parts, "": head[:first], name: head[first:]}


def spots(sentence: Sentence, words: Words) -> tuple[Spot, ...]:
    """Return the places in a row of words."""
    places: list[Spot] = []
    for word in words:
        if word.spot:
            east, north = (part.strip() for part in word.text.split(","))
            places.append((inches(sentence, east, word), inches(sentence, north, word)))
        elif word.key not in {COMMA, "then", "and"}:
            raise sentence.fault(Misreading.NOT_A_PLACE, (word,))
    if not places:
        raise sentence.fault(Misreading.PLACE_MISSING, words[:1])
    return tuple(places)


def spot(sentence: Sentence, words: Words) -> Spot:
    """Return the only place in a row of words."""
    first, *others = spots(sentence, words)
    if others:
        raise sentence.fault(Misreading.PLACES_SEVERAL, words)
    return first


def inches(sentence: Sentence, text: str, word: Word) -> int:
    """Return a length in hundredths of an inch. A mark of inches may follow it."""
    match = _INCHES.fullmatch(text.rstrip('"”″'))
    if match is None:
        raise sentence.fault(Misreading.NOT_A_LENGTH, (word,), length=f'"{text}"')
    sign, whole, part = match.groups()
    length = int(whole) * 100 + int((part or "").ljust(2, "0"))
    return -length if sign else length


def one(sentence: Sentence, words: Words, missing: Misreading, several: Misreading) -> Word:
    """Return the only word of a part. Raises Unreadable by `missing` or by `several`."""
    bare = tuple(word for word in words if word.key != COMMA)
    if len(bare) != 1:
        raise sentence.fault(several if bare else missing, bare[:1])
    return bare[0]
