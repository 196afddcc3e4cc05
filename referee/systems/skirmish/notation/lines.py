"""Lines of a letter as orders: the inverse of `write` in the table of orders."""

from collections.abc import Mapping

from referee.engine.faults import Unreadable
from referee.engine.names import holds_order_word, key, nearest
from referee.systems.skirmish.notation import fire_lines, move_lines
from referee.systems.skirmish.notation.misreadings import Misreading
from referee.systems.skirmish.notation.names import armoury, lexicon
from referee.systems.skirmish.notation.sentences import (
    COMMA,
    LONGEST_LINE,
    Orders,
    Reader,
    Sentence,
    Word,
    Words,
)
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.orders import Anew, Concede, Done

MOST_TRIED = 12
"""How many words of a line without an order are tried for one."""

MOST_LOOKED_AT = 6
"""Among how many words of a line its verb is looked for before it is read."""


def read(table: Table, position: Position, side: Side, line: str) -> Orders:
    """One line of a letter as orders; raises `Unreadable` with the nearest readings."""
    sentence = Sentence(table, position, side, line)
    words = sentence.words()
    if not words:
        raise sentence.fault(Misreading.LINE_EMPTY)
    for length in (3, 2, 1):
        for first in range(len(words) - length + 1):
            verb = " ".join(word.key for word in words[first : first + length])
            if verb in VERBS and not any(word.spot for word in words[first : first + length]):
                return VERBS[verb](sentence, words[:first], words[first + length :])
    raise _unknown(sentence, words)


def holds_verb(line: str) -> bool:
    """Whether the word of an order stands among the first words of a line."""
    first = line.split(maxsplit=MOST_LOOKED_AT)[:MOST_LOOKED_AT]
    return any(key(word) in _FIRST_WORDS for word in first)


def could_be_order(table: Table, side: Side, line: str) -> bool:
    """Whether a word of a line belongs to orders."""
    return holds_order_word(line, _FIRST_WORDS, lexicon(table, side), armoury(table))


def _unknown(sentence: Sentence, words: Words) -> Unreadable:
    """What is said to a line without an order: the word that must have been meant as one, or all orders."""
    line = sentence.quoted(())
    for word in words[:MOST_TRIED]:
        legible = [verb for verb in nearest(word.text, VERBS) if _legible(sentence, word, verb)]
        if near := tuple({VERBS[verb]: verb for verb in reversed(legible)}.values())[::-1]:
            return sentence.fault(Misreading.VERB_UNKNOWN, (word,), near, line=line, meant=(0, near))
    verbs = tuple(verbs[0] for verbs in _SYNONYMS.values())
    return sentence.fault(Misreading.NO_VERB, words[:1], line=line, verbs=verbs)


def _legible(sentence: Sentence, word: Word, verb: str) -> bool:
    """Whether the line is an order with a verb in the place of a word."""
    if len(sentence.line) > LONGEST_LINE:
        return False
    try:
        read(sentence.table, sentence.position, sentence.side, sentence.instead((word,), verb))
    except Unreadable:
        return False
    return True


def _bare(model: type[Done | Anew | Concede]) -> Reader:
    """The reader of an order beside which nothing can stand in its line."""

    def read_bare(sentence: Sentence, before: Words, after: Words) -> Orders:
        if extra := tuple(word for word in (*before, *after) if word.key != COMMA):
            raise sentence.fault(Misreading.NOTHING_FOLLOWS, extra, [""])
        return (model(side=sentence.side),)

    return read_bare


_SYNONYMS: Mapping[Reader, tuple[str, ...]] = {
    move_lines.moves("stealthy"): ("stealthy", "sneak", "creep"),
    move_lines.moves("manoeuvre"): ("manoeuvre", "maneuver", "move"),
    move_lines.moves("rush"): ("rush", "run"),
    move_lines.moves("assault"): ("assault", "charge"),
    move_lines.break_off: ("break off",),
    move_lines.deploy: ("deploy",),
    move_lines.adopts("hidden"): ("hide",),
    move_lines.adopts("observe"): ("observe",),
    move_lines.adopts("open"): ("stand", "stand up"),
    move_lines.masks(worn=True): ("mask on",),
    move_lines.masks(worn=False): ("mask off",),
    move_lines.look: ("look", "spot"),
    move_lines.barrage: ("barrage",),
    fire_lines.fires("aimed"): ("aimed fire", "fire aimed", "fire", "shoot"),
    fire_lines.fires("unaimed"): ("unaimed fire", "fire unaimed", "suppress"),
    fire_lines.fires("unaimed", rapid=True): ("rapid fire",),
    fire_lines.throw: ("throw", "lob"),
    fire_lines.flame: ("flame",),
    fire_lines.beaten_zone: ("beaten zone",),
    fire_lines.react: ("react",),
    fire_lines.closing: ("closing",),
    _bare(Done): ("done", "end", "nothing more"),
    _bare(Anew): ("anew", "start again"),
    _bare(Concede): ("concede", "resign"),
}

VERBS: Mapping[str, Reader] = {verb: reader for reader, verbs in _SYNONYMS.items() for verb in verbs}
"""The words that make an order."""

_FIRST_WORDS = frozenset(verb.split()[0] for verb in VERBS)
"""The words that an order begins with, but for who carries it out."""
