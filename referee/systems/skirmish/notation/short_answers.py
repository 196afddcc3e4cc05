"""Lines of text that may answer the question which `done` only closes: `Everyone forward!`, `Charge!`.

A letter of such a line and of `done` is asked about.
"""

from functools import lru_cache

from referee.i18n import sentence_words as use
from referee.i18n.name_matching import key
from referee.i18n.proposals import phrases, skirmish_words
from referee.systems.skirmish.notation.clauses import EVERYONE, cut_closing, is_doubtful, split_sentences
from referee.systems.skirmish.notation.figure_lists import write_out
from referee.systems.skirmish.notation.frame import STAY
from referee.systems.skirmish.notation.frames import Framer
from referee.systems.skirmish.notation.sentences import Sentence
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side

_HIM = (use.SECOND_PERSON | use.YOUR) - use.OTHERS
"""Words for the other player, but not for his figures, which are shot at."""

_SUBJECTS = EVERYONE | use.EVERYONE | use.FIRST_PERSON
"""Words for all own figures, and for the writer."""

_WHOLE = EVERYONE | use.BOTH | use.SMALL | use.OF | {"them", "usual", "same", "again", "above", "before"}
"""The only words of an answer without a verb: `both`, `all of them`, `the usual`."""


def may_answer(table: Table, position: Position, side: Side, line: str) -> bool:
    """Return True for a yes, a `Wait`, the proposed orders, and own figures that act without a goal."""
    for text in split_sentences(write_out(table, position, side, line)):
        body, _ = cut_closing(text)
        marks = (phrases.BEGINS_WITH_YES, skirmish_words.TAKES_BACK)
        if phrases.AS_PROPOSED.search(body) or any(mark.match(body) for mark in marks):
            return True
        clauses = (body, *body.split(",")) if "," in body else (body,)
        if any(one and _acts(Sentence(table, position, side, one.strip(" .!;:"))) for one in clauses):
            return True
    return False


def _acts(sentence: Sentence) -> bool:
    """Return True for a command, and for own figures that act, without a goal: `We charge`."""
    words = sentence.words()
    framer = Framer(sentence)
    frames = framer.read(words)
    keys = [word.key for word in words]
    if is_doubtful(sentence.line, words, framer):
        return False
    if not keys or not _HIM.isdisjoint(keys):
        return False
    if set(keys) <= _WHOLE:
        return True
    begins_with_verb = skirmish_words.VERBS.get(keys[0], STAY) != STAY
    is_command = begins_with_verb or not skirmish_words.AWAY.isdisjoint(keys[:2])
    nouns = _list_nouns(sentence.table, sentence.side)
    has_figures = bool(framer.rest) or any(frame.figures for frame in frames) or not nouns.isdisjoint(keys)
    if sentence.position.phase == "deployment" and has_figures and use.BEING.isdisjoint(keys):
        return True
    goes = any(frame.verb not in {"", STAY} for frame in frames)
    leaves = not skirmish_words.AWAY.isdisjoint(keys) and use.BEING.isdisjoint(keys)
    return (is_command or has_figures or not _SUBJECTS.isdisjoint(keys)) and (goes or leaves)


@lru_cache(maxsize=64)
def _list_nouns(table: Table, side: Side) -> frozenset[str]:
    """Return the words of the names of a side's units, and their plurals: `sections`, `Gruppen`."""
    names = (name for unit in table.force(side).units for name in (unit.name, *unit.names))
    words = {word for name in names for word in key(name).split() if len(word) >= _SHORTEST_NOUN}
    return frozenset(f"{word}{ending}" for word in words for ending in ("", "s", "n"))


_SHORTEST_NOUN = 6
