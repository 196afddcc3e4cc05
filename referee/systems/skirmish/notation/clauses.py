"""Sentences of a text, the phrase that closes it, and doubts that keep a sentence from being an order."""

import re
from collections.abc import Sequence

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import is_question, key
from referee.i18n.proposals import phrases, skirmish_words
from referee.systems.skirmish.notation.frames import Framer
from referee.systems.skirmish.notation.sentences import Word

EVERYONE = order_words.EVERY | {"everyone", "everybody", "chacun", "jeder"}
"""Words for all figures."""

DOUBTS = use.UNREAL | use.NEGATES | use.REPORTS | use.NO
"""Words of denials, thoughts and reports. A sentence with one of them is only listed."""

_END = re.compile(r"(?<=[.!?])\s+|(?<!:)\s*\n\s*")
_NOT = re.compile(r"n['’]t\b", re.IGNORECASE)


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text. A colon at the end of a line ends none."""
    return [one.strip() for one in _END.split(text) if one.strip()]


def cut_closing(sentence: str) -> tuple[str, str]:
    """Return a sentence without the phrase at its end that closes the orders, and this phrase."""
    if _closes(sentence):
        return "", sentence
    says_all = phrases.SAYS_ALL.match(sentence) or phrases.NOTHING_MORE.match(sentence)
    if says_all and not re.search(r"\d", sentence):
        return "", sentence
    body, mark, end = sentence.rpartition(";")
    return (body, end.strip()) if mark and _closes(end) else (sentence, "")


def _closes(sentence: str) -> bool:
    bare = sentence.strip(" .!;:")
    return (
        order_words.closes(key(bare))
        or sentence_phrases.ALL_SAID.fullmatch(bare) is not None
        or skirmish_words.CLOSING.fullmatch(bare) is not None
    )


def is_doubtful(text: str, words: Sequence[Word], framer: Framer) -> bool:
    """Return True for a question, a denial, a condition, a report or a thought, and for acts of the enemy."""
    text = skirmish_words.NEUTRAL.sub("", text)
    start = framer.verb_start or 0
    marks = (phrases.CONDITION, phrases.PAST, skirmish_words.ANOTHER_TIME, _NOT)
    return (
        framer.enemy_acts
        or is_question(text)
        or any(mark.search(text) for mark in marks)
        or any(word.key in DOUBTS and word.text in text for word in words)
        or any(word.key in use.OTHERS for word in words if word.start < start)
        or any(word.key in skirmish_words.NOBODY for word in words)
    )
