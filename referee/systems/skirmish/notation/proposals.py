"""Orders that a letter in free words probably means; nothing is played before its writer agrees.

Words that belong to no order are skipped, and so a sentence with a denial, a condition, a question or a
report is only listed, and so are figures for which no order was found.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from referee.faults import Unreadable
from referee.i18n import second_thoughts
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import is_question, key
from referee.i18n.proposals import phrases, skirmish_words
from referee.systems.proposed_orders import Proposal, ProposedOrder, Tried, UnreadWords
from referee.systems.skirmish.notation import deployments, guesses, lines
from referee.systems.skirmish.notation.clauses import (
    EVERYONE,
    cut_closing,
    cut_denial,
    denies,
    is_doubtful,
    is_limited,
    split_sentences,
)
from referee.systems.skirmish.notation.figure_lists import write_out
from referee.systems.skirmish.notation.frame import STAY, Frame
from referee.systems.skirmish.notation.frames import ALIAS, Framer
from referee.systems.skirmish.notation.names import DIRECTIONS, MANNERS
from referee.systems.skirmish.notation.sentences import COMMA, Sentence
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.orders import Adopt, Done, Look, SkirmishOrder, Wear

Attempt = Callable[[Position, SkirmishOrder], Tried[Position]]

LONGEST = 6000
"""Highest number of characters of a letter that is read."""

GUNNERS = frozenset({"beaten zone", "flame"})
"""Verbs of orders for the figure of a crew that has the weapon."""

_AROUND = frozenset({COMMA, "only", "nur", "them", "each", "aimed", "gezielt"})
"""Words beside an order without a verb, with those of small words."""

_JOINT = re.compile(r"[\s,;]+(?:(?:and|then|und|dann|et|puis|και)\s*)*$", re.IGNORECASE)


class Reading:
    """The proposal for a letter in the making: the position after its orders, and unread sentences."""

    def __init__(self, table: Table, position: Position, side: Side, attempt: Attempt) -> None:
        self._table, self._side, self._attempt = table, side, attempt
        self._position: Position | None = position
        self.orders: list[ProposedOrder[SkirmishOrder]] = []
        self.unread: list[UnreadWords] = []
        # Figures that keep their place, with the words that say so.
        self._staying: list[tuple[str, tuple[str, ...]]] = []
        # Sentences that name figures, and neither an order nor that they stay.
        self._without_order: list[str] = []
        self._last: Frame | None = None
        self.is_guess = False

    def read(self, text: str) -> None:
        """Propose the orders of a sentence, or list it if it seems to hold one."""
        if self._position is None:
            self.unread.append(UnreadWords(text))
            return
        sentence = Sentence(self._table, self._position, self._side, text.rstrip(" .!;:"))
        body, clause, idle = cut_denial(sentence)
        if clause:
            self.read(body)
            self._staying.append((clause, idle))
            return
        framer = Framer(sentence, self._last)
        frames = list(framer.read(sentence.words()))
        if all(frame.is_empty for frame in frames) and not EVERYONE.intersection(sentence.list_keys()):
            # "Charge!", "Now for the moves."
            frames = []
        if self._is_settled(text, sentence, framer, frames):
            return
        self._last = frames[-1]
        self.is_guess = self.is_guess or framer.names_bearer
        ends = [*(frame.start for frame in frames[1:]), len(text)]
        for frame, end in zip(frames, ends, strict=True):
            self._read_frame(frame, sentence, _JOINT.sub("", text[frame.start : end]) or text)

    def _is_settled(self, text: str, sentence: Sentence, framer: Framer, frames: Sequence[Frame]) -> bool:
        """List a sentence that is not read, and keep the figures of a denial. Return False for orders."""
        figures = [*framer.rest, *(id for frame in frames for id in frame.figures)]
        words = sentence.words()
        has_goal = any(word.spot or ALIAS.fullmatch(word.key) for word in words)
        is_mixed = framer.is_muddled or phrases.AS_PROPOSED.search(text) is not None
        if not is_mixed and is_doubtful(text, words, framer):
            self._doubt(text, sentence, figures, has_goal=has_goal, is_denial=bool(framer.frames))
        elif not is_mixed and sentence.position.phase == "deployment" and self._deploy(text, sentence):
            pass
        elif is_mixed or (frames and is_limited(sentence, framer)) or _has_unknown_verb(sentence, framer):
            self.unread.append(UnreadWords(text))
        elif framer.rest and not has_goal:
            self._without_order.append(text)
        elif framer.rest or (has_goal and not frames):
            self.unread.append(UnreadWords(text))
        elif not frames:
            self._list_idle(text, sentence, framer)
        else:
            return False
        return True

    def _list_idle(self, text: str, sentence: Sentence, framer: Framer) -> None:
        """List a sentence without an order that is about several figures, unless they stay."""
        if any(frame.verb == STAY for frame in framer.frames):
            self._keep(text, sentence, ())
        elif not sentence.list_keys().isdisjoint(skirmish_words.REST | EVERYONE):
            self._without_order.append(text)

    def _deploy(self, text: str, sentence: Sentence) -> bool:
        """Propose a deployment. Return False if the sentence is none."""
        readings = deployments.list_lines(sentence)
        self.is_guess = self.is_guess or bool(readings)
        for line in readings:
            self._take(text, line)
        return bool(readings)

    def _doubt(
        self, text: str, sentence: Sentence, figures: Sequence[str], *, has_goal: bool, is_denial: bool
    ) -> None:
        """List a doubtful sentence, or keep its figures where they are: `Section 1 does not move`."""
        keys = sentence.list_keys()
        if sentence.position.phase == "deployment" and not keys.isdisjoint(skirmish_words.POSTURES):
            self.unread.append(UnreadWords(text))
            return
        is_open = is_question(text) or phrases.CONDITION.search(text) is not None
        if not (has_goal or is_open) and (figures or is_denial) and denies(sentence):
            self._keep(text, sentence, figures)
        elif has_goal or is_denial:
            self.unread.append(UnreadWords(text))
        elif figures or is_open or not keys.isdisjoint(skirmish_words.NOBODY):
            self._without_order.append(text)

    def _keep(self, text: str, sentence: Sentence, figures: Sequence[str]) -> None:
        """Keep figures where they are, all of the side if none are named: `Nobody moves`, `We hold`."""
        names_others = not sentence.list_keys().isdisjoint(skirmish_words.REST)
        everyone = () if names_others else tuple(unit.id for unit in self._table.force(self._side).units)
        self._staying.append((text, tuple(figures) or everyone))

    def _read_frame(self, frame: Frame, sentence: Sentence, quote: str) -> None:
        if frame.is_rest:
            if frame.verb != STAY and not self._leaves_rest(frame.figures):
                self.unread.append(UnreadWords(quote))
                return
            frame = replace(frame, figures=self._list_rest(frame.figures))
        if frame.verb == STAY:
            if denies(sentence):
                self.unread.append(UnreadWords(quote))
            else:
                self._keep(quote, sentence, frame.figures)
            return
        for figures in self._split_units(frame):
            one = replace(frame, figures=figures)
            if frame.verb:
                self._take(quote, one.write())
            else:
                self._guess(quote, one)

    def _guess(self, text: str, frame: Frame) -> None:
        """Propose the order that figures and their goal mean without a verb."""
        if self._position is None:
            self.unread.append(UnreadWords(text))
            return
        self.is_guess = True
        readings = guesses.list_lines(self._table, self._position, frame)
        legal = (line for line in readings if self._is_legal(line))
        self._take(text, next(legal, next(iter(readings), "")))

    def _is_legal(self, line: str) -> bool:
        if self._position is None:
            return False
        try:
            orders = lines.read(self._table, self._position, self._side, line)
        except Unreadable:
            return False
        return all(not self._attempt(self._position, order).objections for order in orders)

    @property
    def stays(self) -> bool:
        """True if figures stay where they are, or hold their fire."""
        return bool(self._staying)

    def finish(self) -> None:
        """List orders of figures that stay, too, with the words that say so, and figures without an order."""
        for text, names in self._staying:
            ids = {id for name in names for id in self._list_figures(name)}
            if rivals := [one for one in self.orders if ids & _list_acting(one.order)]:
                self.orders = [one for one in self.orders if one not in rivals]
                self.unread += [UnreadWords(one.words) for one in rivals]
                self.unread.append(UnreadWords(text))
        if self.orders or self.stays:
            self.unread += map(UnreadWords, self._without_order)

    def _leaves_rest(self, names: Sequence[str]) -> bool:
        """Return True if some figures of units have an order, beside which the rest can have another."""
        busy = frozenset(id for one in self.orders for id in _list_acting(one.order))
        figures = [id for name in names for id in self._list_figures(name)]
        return len(figures) == 1 or not busy.isdisjoint(figures)

    def _list_rest(self, names: Sequence[str]) -> list[str]:
        """Return the figures of some units that have no order so far."""
        busy = frozenset(id for one in self.orders for id in _list_acting(one.order))
        position = self._position
        active = {one.id for one in position.active(self._side)} if position is not None else set[str]()
        return [id for name in names for id in self._list_figures(name) if id in active - busy]

    def _list_figures(self, name: str) -> Sequence[str]:
        unit = self._table.units.get(name)
        return [figure.id for figure in unit.figures] if unit is not None else [name]

    def _split_units(self, frame: Frame) -> Iterator[list[str]]:
        """Yield the named units one by one, and figures together with those of their unit.

        Figures that are named beside their unit stand for it; of a gun's crew, the gunner lays its zone.
        """
        by_unit: dict[str, list[str]] = {}
        for name in frame.figures:
            unit = next(
                (it.id for it in self._table.units.values() if any(name == f.id for f in it.figures)), name
            )
            by_unit.setdefault(unit, []).append(name)
        for unit, names in by_unit.items():
            if len(names) > 1 and unit in names:
                yield [name for name in names if name != unit]
            elif names == [unit] and frame.verb in GUNNERS:
                yield list(self._find_gunners(unit, frame.verb)) or names
            else:
                yield names
        if not by_unit:
            yield []

    def _find_gunners(self, unit: str, verb: str) -> Iterator[str]:
        """Yield the figures of a unit whose weapon the verb needs."""
        for figure in self._table.units[unit].figures if unit in self._table.units else ():
            weapons = [self._table.weapons[weapon] for weapon in figure.weapons]
            if any(weapon.zone if verb == "beaten zone" else weapon.lane is not None for weapon in weapons):
                yield figure.id

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


def _has_unknown_verb(sentence: Sentence, framer: Framer) -> bool:
    """Return True for an order without a verb, and with a word that may be one: `br-s1 avoids 18,11`."""
    ground = {word for one in sentence.table.features for word in key(one.name).split()}
    usual = skirmish_words.LINKS | MANNERS | DIRECTIONS | use.SMALL | use.COURTESIES | _AROUND | ground
    is_bare = any(not frame.verb for frame in framer.frames)
    return is_bare and any(word.key not in usual for word in framer.skipped)


def _list_acting(order: SkirmishOrder) -> frozenset[str]:
    """Return the figures that an order moves or lets fire."""
    still = isinstance(order, Adopt | Look | Wear)
    return frozenset() if still else frozenset(getattr(order, "figures", ()))


def propose(
    table: Table, position: Position, side: Side, paragraphs: Sequence[str], attempt: Attempt
) -> Proposal[SkirmishOrder]:
    """Return the orders that a letter probably means, and its sentences that are not read."""
    text = write_out(table, position, side, "\n".join(paragraphs))
    sentences = split_sentences(text)
    if len(text) > LONGEST or any(map(_takes_back, sentences)):
        return Proposal()
    reading, closing = Reading(table, position, side, attempt), ""
    for sentence in sentences:
        body, end = cut_closing(sentence)
        closing = end or closing
        if body:
            reading.read(body)
    reading.finish()
    if closing and reading.unread:
        # `done` waits for words that were left out.
        reading.unread += [UnreadWords(closing)] * bool(reading.orders)
    elif closing and (reading.orders or reading.stays):
        reading.add(closing, Done(side=side))
    return Proposal(tuple(reading.orders), unread=tuple(reading.unread), is_guess=reading.is_guess)


def _takes_back(sentence: str) -> bool:
    """Return True for `No.`, `Not really.` or `On second thoughts ...`, which take orders back."""
    takes_back = skirmish_words.TAKES_BACK.match(sentence) or second_thoughts.takes_back(sentence)
    return bool(takes_back) or key(sentence) in use.NO
