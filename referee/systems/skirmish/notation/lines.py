"""Lines of a letter as orders, and the parts of an order for other programs."""

import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise

from referee.faults import Unreadable
from referee.i18n import order_words
from referee.i18n.name_matching import blank_list_number, holds_order_word, key, nearest
from referee.systems.skirmish.events.sealed_orders import actors_of
from referee.systems.skirmish.notation import order_lines, sentences
from referee.systems.skirmish.notation.names import armoury, lexicon
from referee.systems.skirmish.notation.sentences import Orders, Sentence, Words, list_words
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.answers.orders import OrderParts, Where
from schemas.record import Side
from schemas.skirmish import orders
from schemas.skirmish.names import Phase
from schemas.skirmish.orders import SkirmishOrder

AIMS = ("at", "aim", "target", "point", "burst", "to", "centre")
"""The fields of orders that name the goal: a place, or the alias of an enemy."""


def dissect(position: Position, order: SkirmishOrder) -> OrderParts:
    """Return the parts of an order. The first of several figures stands for all."""
    piece = next(iter(actors_of(order)), "")
    figure = position.figures.get(piece)
    return OrderParts(
        verb=order.type,
        piece=piece,
        start=figure.at if figure is not None else "",
        to=_find_place(order),
        default=isinstance(order, orders.Done),
    )


def _find_place(order: SkirmishOrder) -> Where:
    """Return the goal or the target of an order, or ""."""
    if isinstance(order, orders.Move | orders.BreakOff):
        return order.path[-1]
    goals = (getattr(order, name) for name in AIMS if hasattr(order, name))
    return next((place for place in goals if place), "")


MOST_TRIED = 12
"""Number of words of a line without an order that are tried as misspelt orders."""

MOST_LOOKED_AT = 6
"""Number of words at the beginning of a line that are searched for a verb."""


DASH = re.compile(r"-\d{1,2}\s+[-–—]+\s+(?:[a-z]{2}-)?(?:[a-z]+\d?-)?\d{1,2}(?![\w.,])", re.IGNORECASE)
"""A dash between two figures."""


def read_figure_lists(table: Table, position: Position, side: Side, line: str) -> Orders:
    """Read one line, in which several figures may be named by numbers: `hide br-s1-1 to br-s1-4`.

    Raises Unreadable as the line itself does. The number of an order in a list, `1)`, does not belong to it.
    """
    line = blank_list_number(line, _begins_with_verb)
    if not DASH.search(line):
        try:
            return read(table, position, side, line)
        except Unreadable as fault:
            full_line = _write_out(table, position, side, line)
            if full_line != line:
                with suppress(Unreadable):
                    return read(table, position, side, full_line)
            raise fault
    # The reader skips a dash: `br-s1-1 - br-s1-4` would be two figures.
    full_line = _write_out(table, position, side, line)
    if DASH.search(full_line):
        raise Sentence(table, position, side, line).fault(sentences.Misreading.FIGURES_UNCLEAR)
    return read(table, position, side, full_line)


def _write_out(table: Table, position: Position, side: Side, line: str) -> str:
    # The tables of free text take time to build, which a line of the usual form should not pay.
    from referee.systems.skirmish.notation.figure_lists import write_out  # noqa: PLC0415

    return write_out(table, position, side, line)


def read(table: Table, position: Position, side: Side, line: str) -> Orders:
    """Read one line of a letter as orders. Raises Unreadable with the nearest readings."""
    sentence = Sentence(table, position, side, line.rstrip(" \t.!;"))
    words = sentence.words()
    if not words:
        raise sentence.fault(sentences.Misreading.LINE_EMPTY)
    for length in (3, 2, 1):
        for first in range(len(words) - length + 1):
            verb = " ".join(word.key for word in words[first : first + length])
            if verb in VERBS and not any(word.spot for word in words[first : first + length]):
                return VERBS[verb](sentence, words[:first], words[first + length :])
    if order_words.closes(key(line)):
        return (orders.Done(side=side),)
    raise _unknown(sentence, words)


def holds_verb(line: str) -> bool:
    """Return True if the word of an order stands among the first words of a line.

    A `done` behind other words closes what they say: `commander to 22,6, done`.
    """
    line = blank_list_number(line, _begins_with_verb)
    first, *others = (key(word) for word in f"{line} .".split(maxsplit=MOST_LOOKED_AT)[:MOST_LOOKED_AT])
    return first in _FIRST_WORDS or any(word in _FIRST_WORDS - _ENDS for word in others)


def _begins_with_verb(line: str) -> bool:
    return key(line.split(maxsplit=1)[0]) in _FIRST_WORDS if line.strip() else False


def could_be_order(table: Table, side: Side, line: str) -> bool:
    """Return True if a word of a line belongs to orders, or if it ends at ground: `the MG to the stumps`."""
    return holds_order_word(line, _FIRST_WORDS, lexicon(table, side), armoury(table)) or any(
        word.key in order_lines.WAY and goal.ground for word, goal in pairwise(list_words(table, line))
    )


def _unknown(sentence: Sentence, words: Words) -> Unreadable:
    """Return the fault of a line without an order: its misspelt verb, or the list of all verbs."""
    line = sentence.quote(())
    for word in words[:MOST_TRIED]:
        # "nein" resembles "resign", which only a smaller slip can mean.
        likely = (*nearest(word.text, _CONCESSIONS, likeness=0.8), *nearest(word.text, _PLAIN))
        legible = [verb for verb in likely if _legible(sentence, word, verb)]
        if near := tuple({VERBS[verb]: verb for verb in reversed(legible)}.values())[::-1]:
            return sentence.fault(
                sentences.Misreading.VERB_UNKNOWN, (word,), near, line=line, meant=(0, near)
            )
    own_verbs = _ASKED.get(sentence.position.phase, frozenset())
    others = frozenset[str]().union(*_ASKED.values()) - own_verbs
    verbs = tuple(verbs[0] for verbs in _SYNONYMS.values() if verbs[0] not in others)
    return sentence.fault(sentences.Misreading.NO_VERB, words[:1], line=line, verbs=verbs)


def _legible(sentence: Sentence, word: sentences.Word, verb: str) -> bool:
    """Return True if the line is an order with a verb in the place of a word."""
    if len(sentence.line) > sentences.LONGEST_LINE:
        return False
    try:
        read(sentence.table, sentence.position, sentence.side, sentence.instead((word,), verb))
    except Unreadable:
        return False
    return True


def _bare(model: type[orders.Done | orders.Anew | orders.Concede]) -> sentences.Reader:
    """Return the reader of an order that must be alone in its line."""

    def read_bare(sentence: Sentence, before: Words, after: Words) -> Orders:
        is_end = model is orders.Done and order_words.closes(key(sentence.line))
        extra = tuple(word for word in (*before, *after) if word.key != sentences.COMMA)
        if extra and not is_end:
            # "br-art-1 on 24,36, done" is not `done` with a mistake.
            raise sentence.fault(sentences.Misreading.NOTHING_FOLLOWS, extra, [] if before else [""])
        return (model(side=sentence.side),)

    return read_bare


_SYNONYMS: Mapping[sentences.Reader, tuple[str, ...]] = {
    order_lines.moves("stealthy"): ("stealthy", "sneak", "creep"),
    order_lines.moves("manoeuvre"): ("manoeuvre", "maneuver", "move"),
    order_lines.moves("rush"): ("rush", "run"),
    order_lines.moves("assault"): ("assault", "charge"),
    order_lines.break_off: ("break off",),
    order_lines.deploy: ("deploy",),
    order_lines.by_pattern(orders.Adopt, posture="hidden"): ("hide",),
    order_lines.by_pattern(orders.Adopt, posture="observe"): ("observe",),
    order_lines.by_pattern(orders.Adopt, posture="open"): ("stand", "stand up"),
    order_lines.by_pattern(orders.Wear, worn=True): ("mask on",),
    order_lines.by_pattern(orders.Wear, worn=False): ("mask off",),
    order_lines.look: ("look", "spot"),
    order_lines.barrage: ("barrage",),
    order_lines.fires("aimed"): ("aimed fire", "fire aimed", "fire", "shoot"),
    order_lines.fires("unaimed"): ("unaimed fire", "fire unaimed", "suppress"),
    order_lines.fires("unaimed", rapid=True): ("rapid fire",),
    order_lines.throw: ("throw", "lob"),
    order_lines.by_pattern(orders.Flame): ("flame",),
    order_lines.by_pattern(orders.BeatenZone): ("beaten zone",),
    order_lines.react: ("react",),
    order_lines.closing: ("closing",),
    _bare(orders.Done): ("done", "end", "nothing more"),
    _bare(orders.Anew): ("anew", "start again"),
    _bare(orders.Concede): ("concede", "resign"),
}

VERBS: Mapping[str, sentences.Reader] = {
    verb: reader for reader, verbs in _SYNONYMS.items() for verb in verbs
}
"""The readers of orders, by their verbs."""

_FIRST_WORDS = frozenset(verb.split()[0] for verb in VERBS)
"""The first words of all verbs."""

_ASKED: Mapping[Phase, frozenset[str]] = {
    "deployment": frozenset({"deploy"}),
    "plotting": frozenset({
        "stealthy", "manoeuvre", "rush", "assault", "break off", "hide", "observe", "stand", "mask on",
        "mask off", "look", "barrage",
    }),
    "laying": frozenset({
        "aimed fire", "unaimed fire", "rapid fire", "throw", "flame", "beaten zone",
    }),
}  # fmt: skip
"""Verbs of the orders that only one question asks for."""

_CONCESSIONS = ("concede", "resign")

_PLAIN = tuple(verb for verb in VERBS if verb not in _CONCESSIONS)
"""Verbs of orders that do not end the game."""

_ENDS = frozenset({"done", "end"})
"""The first words of orders that close a question."""
