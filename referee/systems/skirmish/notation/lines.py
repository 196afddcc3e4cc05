"""Orders as lines of a letter: `read` and `write` are inverses."""

from collections.abc import Callable, Mapping

from referee.engine.faults import Unreadable
from referee.engine.names import key, nearest
from referee.engine.remedy import NO_ORDER
from referee.engine.tongue import message
from referee.systems.skirmish.notation import fire_lines, move_lines
from referee.systems.skirmish.notation.sentences import COMMA, LONGEST_LINE, Sentence, Word, Words
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.skirmish.orders import Anew, Concede, Done, SkirmishOrder

MOST_TRIED = 12
"""How many words of a line without an order are tried for one."""

MOST_LOOKED_AT = 6
"""Among how many words of a line its verb is looked for before it is read."""

Orders = tuple[SkirmishOrder, ...]
Reader = Callable[[Sentence, Words, Words], Orders]


def read(narrator: Narrator, position: Position, side: Side, line: str) -> Orders:
    """One line of a letter as orders; raises `Unreadable` with the nearest readings."""
    sentence = Sentence(narrator, position, side, line)
    words = sentence.words()
    if not words:
        raise sentence.fault("there is no order in this line")
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


def _unknown(sentence: Sentence, words: Words) -> Unreadable:
    """What is said to a line without an order: the word that must have been meant as one, else all orders."""
    narrator, fact = sentence.narrator, message("there is no order in {line}{meant}")
    for word in words[:MOST_TRIED]:
        legible = [verb for verb in nearest(word.text, VERBS) if _legible(sentence, word, verb)]
        if near := tuple({VERBS[verb]: verb for verb in reversed(legible)}.values())[::-1]:
            meant = narrator.say("; did you mean {near}?", near=narrator.choice(near))
            return sentence.fault(fact, (word,), near, line=sentence.quoted(()), meant=meant)
    verbs = narrator.tongue.listed([verbs[0] for verbs in _SYNONYMS.values()])
    remedy = narrator.say(NO_ORDER, verbs=verbs)
    return sentence.fault(fact, words[:1], remedy=remedy, line=sentence.quoted(()), meant="")


def _legible(sentence: Sentence, word: Word, verb: str) -> bool:
    """Whether the line is an order with a verb in the place of a word."""
    if len(sentence.line) > LONGEST_LINE:
        return False
    try:
        read(sentence.narrator, sentence.position, sentence.side, sentence.instead((word,), verb))
    except Unreadable:
        return False
    return True


def _finish(sentence: Sentence, before: Words, after: Words) -> Orders:
    _alone(sentence, before, after)
    return (Done(side=sentence.side),)


def _anew(sentence: Sentence, before: Words, after: Words) -> Orders:
    _alone(sentence, before, after)
    return (Anew(side=sentence.side),)


def _concede(sentence: Sentence, before: Words, after: Words) -> Orders:
    _alone(sentence, before, after)
    return (Concede(side=sentence.side),)


def _alone(sentence: Sentence, before: Words, after: Words) -> None:
    if extra := tuple(word for word in (*before, *after) if word.key != COMMA):
        raise sentence.fault("nothing else can stand in this line", extra, [""])


_SYNONYMS: Mapping[Reader, tuple[str, ...]] = {
    move_lines.stealthy: ("stealthy", "sneak", "creep"),
    move_lines.manoeuvre: ("manoeuvre", "maneuver", "move"),
    move_lines.rush: ("rush", "run"),
    move_lines.assault: ("assault", "charge"),
    move_lines.break_off: ("break off",),
    move_lines.deploy: ("deploy",),
    move_lines.hide: ("hide",),
    move_lines.observe: ("observe",),
    move_lines.stand: ("stand", "stand up"),
    move_lines.mask_on: ("mask on",),
    move_lines.mask_off: ("mask off",),
    move_lines.look: ("look", "spot"),
    move_lines.barrage: ("barrage",),
    fire_lines.aim: ("aimed fire", "fire aimed", "fire", "shoot"),
    fire_lines.unaimed: ("unaimed fire", "fire unaimed", "suppress"),
    fire_lines.rapid: ("rapid fire",),
    fire_lines.throw: ("throw", "lob"),
    fire_lines.flame: ("flame",),
    fire_lines.beaten_zone: ("beaten zone",),
    fire_lines.react: ("react",),
    fire_lines.closing: ("closing",),
    _finish: ("done", "end", "nothing more"),
    _anew: ("anew", "start again"),
    _concede: ("concede", "resign"),
}

VERBS: Mapping[str, Reader] = {verb: reader for reader, verbs in _SYNONYMS.items() for verb in verbs}
"""The words that make an order."""

_FIRST_WORDS = frozenset(verb.split()[0] for verb in VERBS)
"""The words that an order begins with, but for who carries it out."""
