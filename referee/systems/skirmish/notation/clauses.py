"""Sentences of a text, the phrase that closes it, and doubts that keep a sentence from being an order."""

import itertools
import re
from collections.abc import Sequence

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import is_question, key
from referee.i18n.proposals import phrases, skirmish_words
from referee.systems.skirmish.notation.frame import STAY
from referee.systems.skirmish.notation.frames import Framer
from referee.systems.skirmish.notation.sentences import COMMA, Sentence, Word

EVERYONE = order_words.EVERY | {"everyone", "everybody", "chacun", "jeder"}
"""Words for all figures."""

DOUBTS = use.UNREAL | use.NEGATES | use.REPORTS | use.NO
"""Words of denials, thoughts and reports. A sentence with one of them is only listed."""

_END = re.compile(r"(?<=[.!?])\s+|(?<!:)\s*\n\s*")
_CUT = re.compile(r"\s*[;,]\s*|(?<=\d)\s+(?=[^\W\d]+(?:\s+[^\W\d]+)?[\s.!]*$)")
"""Marks before a phrase that closes the orders, and a place or an enemy before it."""
_ID = re.compile(r"(?:[a-z]{2} )?[a-z]{1,3}\d{1,2}(?: \d{1,2})?|[a-z]{2} [a-z]+ \d{1,2}")
"""An id as a key. One that no figure and no unit has is a mistake."""
_NOT = re.compile(r"n['’]t\b", re.IGNORECASE)


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text. A colon at the end of a line ends none."""
    return [one.strip() for one in _END.split(text) if one.strip()]


def cut_closing(sentence: str) -> tuple[str, str]:
    """Return a sentence without the phrase at its end that closes the orders, and this phrase."""
    if is_question(sentence):
        return sentence, ""
    if _closes(sentence):
        return "", sentence
    says_all = phrases.SAYS_ALL.match(sentence) or phrases.NOTHING_MORE.match(sentence)
    if says_all and not re.search(r"\d", sentence):
        return "", sentence
    for match in _CUT.finditer(sentence):
        if _closes(sentence[match.end() :]):
            return sentence[: match.start()], sentence[match.end() :]
    return sentence, ""


def _closes(sentence: str) -> bool:
    bare = sentence.strip(" .!;:")
    return (
        order_words.closes(key(bare))
        or sentence_phrases.ALL_SAID.fullmatch(bare) is not None
        or skirmish_words.CLOSING.fullmatch(bare) is not None
    )


def cut_denial(sentence: Sentence) -> tuple[str, str, tuple[str, ...]]:
    """Return a sentence without its last clause about figures that do nothing, this clause, and the figures.

    Such a clause holds names, words for other figures, a verb and a denial, or figures that stay.
    """
    words = sentence.words()
    at = max((number for number, word in enumerate(words) if word.key == COMMA), default=0)
    clause = words[at + 1 :]
    keys = {word.key.replace(" ", "_") for word in clause}
    denies = not keys.isdisjoint(_DENIALS)
    stays = skirmish_words.VERBS.get(clause[-1].key) == STAY if clause else False
    begins_with_denial = (
        bool(clause) and clause[0].key in skirmish_words.NOT | skirmish_words.BUT | skirmish_words.EXCEPT
    )
    if not at or begins_with_denial or denies == stays:
        return sentence.line, "", ()
    framer = Framer(sentence)
    frames = framer.read(clause)
    figures = (*framer.rest, *(id for frame in frames for id in frame.figures))
    is_known = all(word.key.replace(" ", "_") in _AROUND_DENIALS for word in framer.skipped)
    names_others = bool(figures) or not keys.isdisjoint(_OTHERS)
    if any(frame.has_goal for frame in frames) or not (is_known and names_others):
        return sentence.line, "", ()
    start = words[at].start
    return sentence.line[:start], sentence.line[start + 1 :].strip(), figures


_DENIALS = frozenset(word.replace(" ", "_") for word in skirmish_words.DOES_NOT | skirmish_words.NOBODY)

_OTHERS = use.REST | skirmish_words.REST
_AROUND_DENIALS = _DENIALS | _OTHERS | use.SMALL | EVERYONE | {"does", "do"}
_DENYING = _DENIALS | use.NEGATES | use.NO


def is_limited(sentence: Sentence, framer: Framer) -> bool:
    """Return True if a word beside an order limits it to a part of its unit, or changes it otherwise."""
    keys = {word.key for word in framer.skipped}
    units = {
        name
        for frame in framer.frames
        for name in frame.figures
        if len(tuple(sentence.position.members(name))) > 1
        and not any(one.startswith(f"{name}-") for one in frame.figures)
    }
    has_part = not keys.isdisjoint(skirmish_words.PARTS | skirmish_words.EXCEPT) or any(
        (one.key.isdecimal() or one.key in order_words.COUNTS) and other.key in skirmish_words.COUNTED
        for one, other in itertools.pairwise(sentence.words())
    )
    has_number = any(
        one.key in order_words.AND | {COMMA} and other.key.isdecimal() and other in framer.skipped
        for one, other in itertools.pairwise(sentence.words())
    )
    is_distance = skirmish_words.INCHES.search(sentence.line) is not None
    return (
        bool(units and has_part)
        or has_number
        or framer.is_muddled
        or skirmish_words.AND_BACK.search(sentence.line) is not None
        or skirmish_words.IN_FRONT.search(sentence.line) is not None
        or not skirmish_words.TURNS.isdisjoint(keys)
        or any(_ID.fullmatch(one) or order_words.closes(one) for one in keys)
        or (is_distance and not any(frame.stop or frame.within for frame in framer.frames))
    )


def denies(sentence: Sentence) -> bool:
    """Return True if a sentence has a word of a denial."""
    keys = {one.replace(" ", "_") for one in sentence.list_keys()}
    return _NOT.search(sentence.line) is not None or not keys.isdisjoint(_DENYING)


def is_doubtful(text: str, words: Sequence[Word], framer: Framer) -> bool:
    """Return True for a question, a denial, a condition, a report or a thought, and for acts of the enemy."""
    text = skirmish_words.NEUTRAL.sub("", text)
    start = framer.verb_start or 0
    marks = (phrases.CONDITION, phrases.PAST, skirmish_words.ANOTHER_TIME, _NOT)
    return (
        framer.enemy_acts
        or is_question(text)
        or any(mark.search(text) for mark in marks)
        or any(word.key in DOUBTS and word.text in text for word in words if word not in framer.exceptions)
        or any(word.key in use.OTHERS for word in words if word.start < start)
        or any(word.key in skirmish_words.NOBODY for word in words)
    )
