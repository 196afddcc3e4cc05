"""Orders that a letter in free words probably means; nothing is played before its writer agrees.

A sentence is read from its verbs. The figures before a verb, or behind it, carry out the order; the places,
enemies and weapons behind the verb belong to it. Other words are skipped, and so a sentence with a denial, a
condition, a question or a report is only listed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from referee.faults import Unreadable
from referee.i18n import order_words, second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import is_question, key
from referee.i18n.proposals import phrases, skirmish_words
from referee.systems.proposed_orders import Proposal, ProposedOrder, Tried, UnreadWords
from referee.systems.skirmish.notation import lines
from referee.systems.skirmish.notation.names import FILLING, armoury, lexicon
from referee.systems.skirmish.notation.sentences import COMMA, Sentence, Word
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.orders import Done, SkirmishOrder

Attempt = Callable[[Position, SkirmishOrder], Tried[Position]]

LONGEST = 6000
"""Highest number of characters of a letter that is read."""

LONGEST_NAME = 4
"""Most words of the name of a unit, a figure or a weapon."""

DOUBTS = use.UNREAL | use.NEGATES | use.REPORTS | use.NO
"""Words of denials, thoughts and reports. A sentence with one of them is only listed."""

_END = re.compile(r"(?<=[.!?;:])\s+|\s*\n\s*")
_JOINT = re.compile(r"[\s,;]+(?:(?:and|then|und|dann|et|puis|και)\s*)*$", re.IGNORECASE)
_ALIAS = re.compile(r"c\d{1,3}")
_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})?")
_NOT = re.compile(r"n['’]t\b", re.IGNORECASE)

MOVES = frozenset({"stealthy", "manoeuvre", "rush", "assault"})
NO_GOAL = frozenset({"hide", "observe", "mask on", "mask off"})


@dataclass
class Frame:
    """An order in the making: its verb, its figures, and the places, enemies and numbers that it names.

    `start` is its column in the sentence. `is_open` is True while names behind the verb may still be its
    figures: `move section 1 and section 2 to`.
    """

    verb: str
    start: int
    figures: list[str] = field(default_factory=list[str])
    is_open: bool = True
    places: list[str] = field(default_factory=list[str])
    corners: list[str] = field(default_factory=list[str])
    enemies: list[str] = field(default_factory=list[str])
    weapon: str = ""
    within: str = ""
    stop: str = ""

    def write(self) -> str:
        """Return the line of the order. It cannot be read if figures or a goal are missing."""
        who = ", ".join(self.figures)
        goal = next(iter((*self.enemies, *self.places)), "")
        if self.verb in NO_GOAL:
            return f"{self.verb} {who}"
        if self.verb in MOVES:
            via = f" via {', '.join(self.corners)}" if self.corners else ""
            to = f"to {', '.join(self.places)}" if self.places else f"contact {goal}"
            return f"{who} {self.verb}{via} {to}{f' stop {self.stop}' if self.stop else ''}"
        if self.verb == "look" and not self.enemies:
            return f"look {who} around {goal}{f' within {self.within}' if self.within else ''}"
        return f"{who} {self.verb} at {goal}{f' with {self.weapon}' if self.weapon else ''}"


class Framer:
    """Reads the words of a sentence from left to right as frames."""

    def __init__(self, sentence: Sentence) -> None:
        self._lexicon = lexicon(sentence.table, sentence.side)
        self._armoury = armoury(sentence.table)
        missions = sentence.position.missions.items()
        self._batteries = {key(id): id for id, mission in missions if mission.side == sentence.side}
        # Figures that stand before their verb, and the column of the first one.
        self._figures: list[str] = []
        self._start: int | None = None
        self._part = ""
        self.frames: list[Frame] = []

    def read(self, words: Sequence[Word]) -> Sequence[Frame]:
        """Return the frames of a sentence."""
        at = 0
        while at < len(words):
            at += self._read_name(words[at : at + LONGEST_NAME])
        return self.frames

    def _begin(self, verb: str, start: int) -> Frame:
        """Begin a frame with the figures before it."""
        first = start if self._start is None else self._start
        frame = Frame(verb, first, self._figures, is_open=not self._figures)
        self.frames.append(frame)
        self._figures, self._start = [], None
        return frame

    def _read_name(self, words: Sequence[Word]) -> int:
        """Read the longest name that some words begin with, or the first word. Return the number of words."""
        for length in range(len(words) if words[0].key != COMMA else 0, 0, -1):
            keys = [word.key for word in words[:length]]
            for name in (" ".join(keys), " ".join(one for one in keys if one not in FILLING)):
                if self._lexicon.holds(name):
                    self._add_figures(self._lexicon.find(name), words[0].start)
                    return length
                if self.frames and self._armoury.holds(name):
                    self.frames[-1].weapon = name
                    return length
        self._read_word(words[0])
        return 1

    def _add_figures(self, ids: Sequence[str], start: int) -> None:
        last = self.frames[-1] if self.frames else None
        if last is not None and (last.is_open or not last.figures):
            last.figures += ids
        else:
            self._start = start if self._start is None else self._start
            self._figures += ids

    def _read_word(self, word: Word) -> None:
        if word.key in self._batteries:
            self._add_figures([self._batteries[word.key]], word.start)
        elif (verb := skirmish_words.VERBS.get(word.key)) or word.key in skirmish_words.MASKS:
            self._begin(verb or "mask on", word.start)
        elif self.frames:
            self._read_part(self.frames[-1], word)

    def _read_part(self, frame: Frame, word: Word) -> None:
        """Read a word behind the verb of a frame."""
        is_fire = frame.verb.endswith("fire")
        if word.spot or _ALIAS.fullmatch(word.key):
            self._add_goal(frame, word)
        elif word.key in skirmish_words.VIA | skirmish_words.WITHIN | skirmish_words.STOP:
            self._part = word.key
        elif _NUMBER.fullmatch(word.text) and self._part in skirmish_words.WITHIN:
            frame.within = word.text
        elif _NUMBER.fullmatch(word.text) and self._part in skirmish_words.STOP:
            frame.stop = word.text
        elif is_fire and word.key in skirmish_words.UNAIMED:
            frame.verb = "unaimed fire"
        elif is_fire and word.key in skirmish_words.RAPID:
            frame.verb = "rapid fire"
        elif frame.verb == "mask on" and word.key in skirmish_words.OFF:
            frame.verb = "mask off"

    def _add_goal(self, frame: Frame, word: Word) -> None:
        if self._figures:
            # "move section 1 to 24,30 and section 2 to 28,26"
            frame = self._begin(frame.verb, word.start)
        frame.is_open = False
        if self._part in skirmish_words.VIA:
            frame.corners.append(word.text)
        else:
            (frame.places if word.spot else frame.enemies).append(word.text)
        self._part = ""


class Reading:
    """The proposal for a letter in the making: the position after its orders, and unread sentences."""

    def __init__(self, table: Table, position: Position, side: Side, attempt: Attempt) -> None:
        self._table, self._side, self._attempt = table, side, attempt
        self._position: Position | None = position
        self.orders: list[ProposedOrder[SkirmishOrder]] = []
        self.unread: list[UnreadWords] = []

    def read(self, text: str) -> None:
        """Propose the orders of a sentence, or list it if it seems to hold one."""
        if self._position is None:
            self.unread.append(UnreadWords(text))
            return
        sentence = Sentence(self._table, self._position, self._side, text.rstrip(" .!;:"))
        words = sentence.words()
        frames = Framer(sentence).read(words)
        names_goal = any(word.spot or _ALIAS.fullmatch(word.key) for word in words)
        if not frames or _is_doubtful(text, words, frames[0].start):
            if frames or names_goal:
                self.unread.append(UnreadWords(text))
            return
        ends = [*(frame.start for frame in frames[1:]), len(text)]
        for frame, end in zip(frames, ends, strict=True):
            quote = _JOINT.sub("", text[frame.start : end])
            for figures in self._split_units(frame.figures):
                self._take(quote, replace(frame, figures=figures).write())

    def _split_units(self, names: Sequence[str]) -> Iterator[list[str]]:
        """Yield the named units one by one, and figures together with those of their unit."""
        by_unit: dict[str, list[str]] = {}
        for name in names:
            unit = next(
                (it.id for it in self._table.units.values() if any(name == f.id for f in it.figures)), name
            )
            by_unit.setdefault(unit, []).append(name)
        yield from by_unit.values() or ([],)

    def _take(self, text: str, line: str) -> None:
        """Propose the order of a line, or list the words that it was made of."""
        try:
            orders = lines.read(self._table, self._position, self._side, line) if self._position else ()
        except Unreadable:
            orders = ()
        for order in orders:
            self.add(text, order)
        if not orders:
            self.unread.append(UnreadWords(text))

    def add(self, text: str, order: SkirmishOrder) -> None:
        """Propose an order if it is legal after those before it, otherwise list it with its objections."""
        result = self._attempt(self._position, order) if self._position is not None else None
        if result is None or result.objections:
            objections = result.objections if result is not None else ()
            self.unread.append(UnreadWords(text, order if objections else None, objections))
            return
        self.orders.append(ProposedOrder(text, order))
        self._position = result.after


def _is_doubtful(text: str, words: Sequence[Word], start: int) -> bool:
    """Return True for a question, a denial, a condition, a report or a thought, and for acts of the enemy.

    `start` is the column of the first order.
    """
    subjects = [word.key for word in words if word.start < start]
    return (
        is_question(text)
        or _NOT.search(text) is not None
        or phrases.CONDITION.search(text) is not None
        or phrases.PAST.search(text) is not None
        or any(word.key in DOUBTS for word in words)
        or any(_ALIAS.fullmatch(one) or one in use.OTHERS for one in subjects)
    )


def propose(
    table: Table, position: Position, side: Side, paragraphs: Sequence[str], attempt: Attempt
) -> Proposal[SkirmishOrder]:
    """Return the orders that a letter probably means, and its sentences that are not read."""
    text = "\n".join(paragraphs)
    sentences = [one.strip() for one in _END.split(text) if one.strip()]
    if len(text) > LONGEST or any(map(_takes_back, sentences)):
        return Proposal()
    reading, closing = Reading(table, position, side, attempt), ""
    for sentence in sentences:
        if _closes(sentence):
            closing = sentence
        else:
            reading.read(sentence)
    if closing and reading.orders and not reading.unread:
        reading.add(closing, Done(side=side))
    return Proposal(orders=tuple(reading.orders), unread=tuple(reading.unread))


def _takes_back(sentence: str) -> bool:
    """Return True for `No.`, `Not really.` or `On second thoughts ...`, which take orders back."""
    return key(sentence) in use.NO or second_thoughts.takes_back(sentence)


def _closes(sentence: str) -> bool:
    bare = sentence.strip(" .!;:")
    return order_words.closes(key(bare)) or sentence_phrases.ALL_SAID.fullmatch(bare) is not None
