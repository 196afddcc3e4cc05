"""Orders in sentences of known words, such as `Section 2 runs to 25,14, and the commander sneaks to 18,6.`.

The orders of a sentence with any other word, with a doubt, or with a word of several senses are only
proposed.
"""

from referee.faults import Unreadable
from referee.i18n import sentence_words as use
from referee.i18n.proposals import skirmish_words
from referee.systems.skirmish.notation import lines
from referee.systems.skirmish.notation.clauses import (
    EVERYONE,
    cut_closing,
    is_doubtful,
    is_limited,
    split_sentences,
)
from referee.systems.skirmish.notation.figure_lists import write_out
from referee.systems.skirmish.notation.frame import FIRE, MOVES, STAY
from referee.systems.skirmish.notation.frames import Framer
from referee.systems.skirmish.notation.sentences import COMMA, Orders, Sentence
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.orders import Done

_AROUND = EVERYONE | use.FIRST_PERSON | use.SMALL | {"position", "positions", "ground", "stellung"}
"""Words beside the verb of figures that all stay."""


def read(table: Table, position: Position, side: Side, line: str) -> Orders | None:
    """Return the orders of a line of sentences, or None if a part of it is unclear."""
    orders: Orders = ()
    keeps_all = False
    full_line = write_out(table, position, side, line)
    if lines.DASH.search(full_line):
        return None
    sentences = split_sentences(full_line)
    for number, sentence in enumerate(sentences, 1):
        body, end = cut_closing(sentence)
        if (end and number < len(sentences)) or skirmish_words.TAKES_BACK.match(body):
            return None
        one = Sentence(table, position, side, body.rstrip(" .!;:"))
        is_idle = bool(body) and _keeps_all(one)
        answer = () if not body or is_idle else _read_sentence(one)
        keeps_all = keeps_all or is_idle
        if answer is None or (keeps_all and (orders or answer)):
            # "Section 1 rushes to 24,30. Nobody moves."
            return None
        orders += (*answer, Done(side=side)) if end else answer
    return orders or None


def _keeps_all(sentence: Sentence) -> bool:
    """Return True for `We stay`, `All hold their ground` and `Nobody moves`."""
    keys = {word.key for word in sentence.words()} - _AROUND
    verbs = {skirmish_words.VERBS.get(one, "") for one in keys - skirmish_words.NOBODY}
    harmless = {STAY} if keys.isdisjoint(skirmish_words.NOBODY) else MOVES | FIRE
    return bool(verbs) and verbs <= harmless


def _read_sentence(sentence: Sentence) -> Orders | None:
    words = sentence.words()
    framer = Framer(sentence)
    frames = framer.read(words)
    is_plain = all(word.key in skirmish_words.LINKS or word.key == COMMA for word in framer.skipped)
    is_guess = framer.is_guess or framer.names_bearer or framer.exceptions
    # "Hide the commander" may be a deployment, which is only proposed.
    if sentence.position.phase == "deployment" or not frames or not is_plain or is_guess or framer.rest:
        return None
    if is_limited(sentence, framer) or is_doubtful(sentence.line, words, framer):
        return None
    orders: Orders = ()
    for frame in frames:
        if frame.verb == STAY or frame.is_rest or (frame.places and frame.grounds):
            return None
        try:
            orders += lines.read(sentence.table, sentence.position, sentence.side, frame.write())
        except Unreadable:
            return None
    return orders
