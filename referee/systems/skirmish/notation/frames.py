"""Orders of a sentence in the making: its verbs with their figures, places, enemies and weapons.

The figures before a verb, or after it, carry out the order; the places, enemies and weapons after the verb
belong to it. A goal with figures but without a verb continues the order before it: `section 1 moves to 24,30
and section 2 to 28,26`.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.i18n import order_words
from referee.i18n.name_matching import key
from referee.i18n.proposals import skirmish_words as use
from referee.systems.skirmish.notation.frame import MOVES, NO_GOAL, STAY, Frame
from referee.systems.skirmish.notation.names import FILLING, armoury, lexicon, list_bearers
from referee.systems.skirmish.notation.sentences import COMMA, Sentence, Word

LONGEST_NAME = 4
"""Most words of the name of a unit, a figure or a weapon, or of a verb."""

ALIAS = re.compile(r"c\d{1,3}")
_JOINTS = order_words.AND | {COMMA}
_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})?")
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu) (?=\w)")


class Framer:
    """Reads the words of a sentence from left to right as frames.

    `rest` are figures without a verb, and `skipped` are words that belong to no order. It `is_guess` if the
    words for an order have several senses, and `enemy_acts` if an enemy is the subject. `verb_start` is the
    column of the first verb. `exceptions` are words of figures that the order before them leaves out.
    """

    def __init__(self, sentence: Sentence, last: Frame | None = None) -> None:
        self._lexicon = lexicon(sentence.table, sentence.side)
        self._members = {
            unit.id: [one.id for one in sentence.position.members(unit.id)]
            for unit in sentence.table.force(sentence.side).units
        }
        self._armoury = armoury(sentence.table)
        missions = sentence.position.missions.items()
        self._bearers = list_bearers(sentence)
        self._excluded: list[str] = []
        self._exception: list[Word] = []
        self.exceptions: list[Word] = []
        self.is_muddled = self.names_bearer = self._is_denial = False
        self._weapon = ""
        self._batteries = {key(id): id for id, mission in missions if mission.side == sentence.side}
        # Figures that stand before their verb, and the column of the first one.
        self.rest: list[str] = []
        self._start: int | None = None
        self._part = ""
        self._kind = ""
        self._last = last
        self.frames: list[Frame] = []
        self.skipped: list[Word] = []
        self.is_guess = self.enemy_acts = False
        self.verb_start: int | None = None
        self._before = self._earlier = ""
        self._is_too = self._is_rest = False
        # The frame whose figures stand after its goal, and the one whose verb does.
        self._late: Frame | None = None
        self._reversed: Frame | None = None

    def read(self, words: Sequence[Word]) -> Sequence[Frame]:
        """Return the frames of a sentence."""
        at = 0
        while at < len(words):
            self._before = _bare(words[at - 1].key) if at else ""
            self._earlier = words[at - 2].key if at > 1 else ""
            at += self._read_name(words[at : at + LONGEST_NAME])
        self._finish()
        return self.frames

    def _finish(self) -> None:
        """Give the figures that are left an order, and the verbs without figures those before them."""
        self._name_figures()
        last = self.frames[-1] if self.frames else self._last
        if self.rest and last is not None and self._is_too:
            start = self._start or 0
            self.frames.append(replace(last, figures=self.rest, start=start, is_ditto=True))
            self.rest = []
        needless = [later for pair in itertools.pairwise(self.frames) for later in _share_figures(*pair)]
        self.frames = [frame for frame in self.frames if not any(frame is one for one in needless)]
        for frame in self.frames:
            frame.verb = frame.verb or self._kind
            if frame.verb == "barrage" and not self._batteries.keys() & {key(id) for id in frame.figures}:
                # "MG 08 beschießt 27,16"
                frame.verb = ""
        self.is_muddled = self.is_muddled or (self._is_rest and bool(self.frames))
        if self._excluded:
            self._exclude()

    def _exclude(self) -> None:
        """Leave figures out of the only order, which must be for their whole unit."""
        frame = self.frames[0] if len(self.frames) == 1 and not self.rest else None
        if frame is None or frame.verb == STAY:
            self.is_muddled = True
            return
        members = [id for name in frame.figures for id in self._members.get(name, ())]
        if self._is_denial and not {*frame.figures, *members}.intersection(self._excluded):
            # "ge-mg-1 fires at c01, but not ge-mg-2"
            return
        self.is_muddled = self.is_muddled or not set(self._excluded) < set(members)
        others = [name for name in frame.figures if name not in self._members]
        frame.figures = [*others, *(id for id in members if id not in self._excluded)]

    def _name_figures(self) -> None:
        """Give figures at the end to the last order, if it has others there, or if it names their unit.

        "Rapid fire at c12 by br-s1-1 and br-s1-3", "the MG lays a beaten zone on 20,13 with ge-mg-1"
        """
        last = self.frames[-1] if self.frames and not self._is_too else None
        if last is None or not self.rest:
            return
        if last is self._late or all(id.rpartition("-")[0] in last.figures for id in self.rest):
            last.figures += self.rest
            self.rest = []

    def _begin(self, verb: str, start: int) -> Frame:
        """Begin a frame with the figures before it."""
        first = start if self._start is None else self._start
        frame = Frame(verb, first, self.rest, is_open=not self.rest, is_rest=self._is_rest)
        frame.weapon, self._weapon = self._weapon, ""
        self._is_rest = False
        self.frames.append(frame)
        self.rest, self._start = [], None
        return frame

    def _read_name(self, words: Sequence[Word]) -> int:
        """Read the longest name or verb that some words begin with, or the first word. Return its length."""
        # A name ends at a comma: "br-s1, 2" is not br-s1-2.
        most = next((number for number, word in enumerate(words) if word.key == COMMA), len(words))
        for length in range(most, 0, -1):
            keys = [use.ABBREVIATIONS.get(word.key, _bare(word.key)) for word in words[:length]]
            for name in _list_names(keys):
                if self._lexicon.holds(name):
                    self._add_figures(self._lexicon.find(name), words[0].start, words[:length])
                    return length
                if self._armoury.holds(name) and (self.frames or self.rest) and not self._exception:
                    self._take_weapon(name)
                    return length
                if (bearer := self._bearers.get(name)) and not self._lexicon.find(name):
                    self.names_bearer = True
                    self._add_figures([bearer], words[0].start, words[:length])
                    return length
                if length > 1 and self._read_phrase(name, words[0].start):
                    return length
        self._read_word(words[0], _bare(words[1].key) if len(words) > 1 else "")
        return 1

    def _read_phrase(self, name: str, start: int) -> bool:
        """Read a verb or a kind of fire of several words."""
        if verb := use.VERBS.get(name):
            self._take_verb(verb, start, name)
        elif name in use.UNAIMED:
            self._take_kind("unaimed fire", is_ahead=False)
        elif name in use.TOO:
            self._is_too = True
        else:
            return False
        return True

    def _take_weapon(self, name: str) -> None:
        """Give a weapon to the order before it, or to the figures before it."""
        if self.rest:
            self._weapon = name
        else:
            self.frames[-1].weapon = name

    def _add_figures(self, ids: Sequence[str], start: int, words: Sequence[Word] = ()) -> None:
        if self._exception:
            self._excluded += [one for id in ids for one in self._members.get(id, (id,))]
            self.exceptions += [*self._exception, *words]
            self.skipped = [word for word in self.skipped if word not in self._exception]
            return
        if self._is_unit_of(ids):
            return
        last = self.frames[-1] if self.frames else None
        is_late = last is not None and last.has_goal and not last.figures and self._before not in _JOINTS
        if last is not None and (last.is_open or is_late):
            self._late = last if is_late else self._late
            last.figures += ids
            last.is_rest, self._is_rest = last.is_rest or self._is_rest, False
        else:
            self._start = start if self._start is None else self._start
            self.rest += ids

    def _is_unit_of(self, ids: Sequence[str]) -> bool:
        """Return True for the unit of the figure before it: `br-s2-1 of section 2`.

        Leave a unit out before one of its figures: `section 2: br-s2-1`. Other names are muddled.
        """
        figures = self._list_before()
        if not figures or self._before in _JOINTS:
            return False
        is_part = self._before in use.OF_UNIT
        if is_part and figures[-1] in self._members.get(ids[-1], ()):
            return True
        if ids[0] in self._members.get(figures[-1], ()):
            figures.pop()
        elif is_part or (figures[-1] in self._members) != (ids[-1] in self._members):
            self.is_muddled = True
        return False

    def _list_before(self) -> list[str]:
        """Return the figures before a name that belong to the same order."""
        last = self.frames[-1] if self.frames else None
        return last.figures if last is not None and last.is_open and not self.rest else self.rest

    def _read_word(self, word: Word, following: str) -> None:
        name = _bare(word.key)
        if word.key in self._batteries:
            self._add_figures([self._batteries[word.key]], word.start, [word])
        elif name in use.TOO | use.REST:
            self._is_too = self._is_too or name in use.TOO
            self._is_rest = self._is_rest or name in use.REST
        elif name in use.UNAIMED | use.RAPID:
            kind = "unaimed fire" if name in use.UNAIMED else "rapid fire"
            self._take_kind(kind, is_ahead=use.VERBS.get(following) == "aimed fire")
        elif (verb := use.VERBS.get(name)) or name in use.MASKS:
            self._take_verb(verb or "mask on", word.start, name)
        elif word.spot or ALIAS.fullmatch(word.key):
            self._add_goal(word)
        elif self.frames and self._read_part(self.frames[-1], word, name):
            pass
        elif name not in FILLING:
            self._skip(word, name)

    def _skip(self, word: Word, name: str) -> None:
        """Skip a word. The figures behind some are left out: `section 1 except br-s1-8`."""
        if word.key not in _JOINTS:
            self._end_exception()
        self.skipped.append(word)
        if name in use.EXCEPT or (name in use.NOT and self._before in use.BUT | {COMMA}):
            self.is_muddled = self.is_muddled or bool(self._excluded)
            self._exception, self._is_denial = [word], name in use.NOT

    def _end_exception(self) -> None:
        """Go on behind figures that are left out: only `except` may stand before a verb or a goal."""
        is_open = bool(self._exception and self._excluded)
        self.is_muddled = self.is_muddled or (is_open and self._is_denial)
        self._exception = []

    def _take_verb(self, verb: str, start: int, name: str) -> None:
        """Begin an order, or give its verb to the goal before it: `section 1 to 24,30 at a run`."""
        self._end_exception()
        self.is_guess = self.is_guess or name in use.UNSURE
        self.verb_start = start if self.verb_start is None else self.verb_start
        if verb == "aimed fire" and self._kind:
            verb, self._kind = self._kind, ""
        last = self.frames[-1] if self.frames and not self.rest else None
        is_late = last is not None and (not last.verb or _is_late(last, verb, name))
        if last is not None and is_late and verb != STAY and (last.has_goal or name in use.ADVERBS):
            last.verb, last.is_ditto, last.is_open = verb, False, False
            self._reversed = last
        elif last is None or not (last.verb == verb and last.is_open and not last.figures):
            self._begin(verb, start)

    def _take_kind(self, kind: str, *, is_ahead: bool) -> None:
        """Give a kind of fire to the verb that follows, or else to the order that is being read."""
        last = self.frames[-1] if self.frames and not is_ahead and not self.rest else None
        if last is not None and last.verb in {"aimed fire", ""}:
            last.verb = kind
        else:
            self._kind = kind

    def _read_part(self, frame: Frame, word: Word, name: str) -> bool:
        """Read a word after the verb of a frame. Return True if it is part of the order."""
        if name in use.VIA | use.PAST | use.WITHIN | use.STOP | use.FROM:
            self._part = name
            self.is_guess = self.is_guess or name in use.PAST
        elif _NUMBER.fullmatch(word.text) and self._part in use.WITHIN:
            frame.within = word.text
        elif _NUMBER.fullmatch(word.text) and self._part in use.STOP:
            frame.stop = word.text
        elif word.text.casefold() in use.DICE:
            frame.is_unclear = True
        elif frame.verb == "mask on" and name in use.OFF:
            frame.verb = "mask off"
        else:
            return False
        return True

    def _is_second(self, frame: Frame, word: Word) -> bool:
        """Return True for a place beside another one, or behind one and a verb: `br-s2 1,2 rush to 28,22`."""
        goals = {*frame.places[-1:], *frame.grounds[-1:]}
        neighbours = {*goals, *frame.corners[-1:], *([COMMA] if frame.places and not word.ground else [])}
        is_way = self._before in use.TO and self._earlier in frame.places[-1:]
        return self._before in neighbours or is_way or (bool(goals) and frame is self._reversed)

    def _add_goal(self, word: Word) -> None:
        self._end_exception()
        frame = self.frames[-1] if self.frames else None
        if self._part in use.FROM and word.spot:
            # Skip the place that a figure leaves.
            self._part = ""
            return
        if frame is not None and self._part in use.STOP | use.WITHIN:
            # "stop 3,5" is a distance with a decimal comma, "stop at 24,20" a place on the way.
            frame.is_unclear = True
        if frame is None:
            self.enemy_acts = not (word.spot or self.rest or self._before in use.AT)
            frame = self._begin("", word.start)
        elif self.rest:
            # "move section 1 to 24,30 and section 2 to 28,26"
            frame = self._begin(frame.verb, word.start)
            frame.is_ditto = True
        frame.is_open = frame.is_open and not (frame.verb or frame.figures)
        if self._part in use.VIA and not (word.ground and self._part != "via"):
            # The way "through the wood to 14,8" need not touch the middle of the wood.
            frame.corners.append(word.text)
        else:
            goals = frame.grounds if word.ground else frame.places if word.spot else frame.enemies
            # "to 25,5 21,5" is one place with decimal commas, or two.
            is_second = word.spot and self._is_second(frame, word)
            frame.is_unclear = frame.is_unclear or is_second
            goals.append(word.text if word.spot else word.key)
        self._part = ""


def _share_figures(before: Frame, frame: Frame) -> Iterator[Frame]:
    """Give a verb without figures those of the verb before it; yield a frame without an order."""
    if frame.is_empty and before.verb == STAY and frame.verb not in NO_GOAL:
        # The gun "stays where it is and will fire".
        yield frame
    elif not frame.figures and (frame.has_goal or frame.verb in NO_GOAL):
        frame.figures = before.figures
        if {before.verb, frame.verb} <= MOVES and not before.has_goal:
            # A figure "goes back to his window: manoeuvre to 21.5,11.5".
            yield before


def _list_names(keys: Sequence[str]) -> Iterator[str]:
    """Yield the names that some words may be: `die zweite Gruppe` and `Gruppe zwei` are `Gruppe 2`."""
    bare = [one for one in keys if one not in FILLING]
    yield " ".join(keys)
    yield " ".join(bare)
    if len(bare) > 1 and not bare[-1][-1].isdecimal() and (number := use.ORDINALS.get(bare[0])):
        yield " ".join((*bare[1:], number))
    if len(bare) > 1 and (count := order_words.COUNTS.get(bare[-1])):
        yield " ".join((*bare[:-1], str(count)))


def _bare(name: str) -> str:
    """Return a key without an article that it begins with: `l'assaut`."""
    return _ELISION.sub("", name)


def _is_late(frame: Frame, verb: str, name: str) -> bool:
    """Return True if a verb after an order is its own: it says how, or replaces a repeated verb."""
    is_like = (verb in MOVES) == (frame.verb in MOVES) and verb not in NO_GOAL | {STAY}
    return is_like and frame.verb != STAY and (frame.is_ditto or name in use.ADVERBS)
