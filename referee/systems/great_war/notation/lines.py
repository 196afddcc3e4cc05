"""Lines of a letter as orders."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from msgspec.structs import replace

from referee.faults import Unreadable, Untimely
from referee.i18n import order_words
from referee.i18n.name_matching import blank_list_number, holds_order_word, key, nearest, strip_comment
from referee.systems.great_war.flow.judgement import is_legal
from referee.systems.great_war.language.lexicon import Lexicon, lexicon
from referee.systems.great_war.notation import card_lines, names, plan_lines
from referee.systems.great_war.notation.legal_readings import list_own, read_typed, settle, spell_ids
from referee.systems.great_war.notation.sentences import (
    ARROW,
    LONGEST_LINE,
    Misreading,
    Phrase,
    Reading,
    find_keyword,
    words,
)
from referee.systems.great_war.notation.verbs import FIRST_WORDS, VERBS, Orders, list_openings, list_verbs
from referee.systems.great_war.season import plans
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive, MovePieces, PassMove
from schemas.great_war.orders import Done, Move, Pass

MOST_MISSPELT = 3
"""Highest number of words of a misspelt area."""

VERY_NEAR = 0.74
"""Lowest likeness of a word to an order that is taken for it although no other word of the line helps."""


def read(theatre: GreatWarGame, position: Position, side: str, line: str) -> Orders:
    """One line of a letter as orders; raises `Unreadable` with the nearest readings."""
    draft = plans.draft(theatre, position, side)

    def read_part(part: str) -> Orders:
        return _read(Reading(theatre, draft, side, part), position)

    def read_line(part: str) -> Orders:
        return settle(theatre, position, part, read_part)

    def read_typed_line(part: str) -> Orders:
        try:
            return read_line(part)
        except Untimely:
            raise
        except Unreadable as fault:
            return read_typed(Reading(theatre, draft, side, part), position, fault, VERBS, read_line)

    return tuple(order for part in apart(line) for order in read_typed_line(part))


def read_sentences(theatre: GreatWarGame, position: Position, side: str, line: str) -> Orders | None:
    """Return the orders of a line of sentences, `()` if it needs no answer, or None if a part is unclear.

    A single sentence that begins as a move or another order of pieces, and is none, is a faulty order.
    """
    # The tables of sentences take 25 ms to build, which a command without a letter should not pay.
    from referee.i18n.proposals.sentence_cuts import split_sentences  # noqa: PLC0415
    from referee.systems.great_war.notation import short_answers  # noqa: PLC0415
    from referee.systems.great_war.notation.free_text import simplification, staying  # noqa: PLC0415
    from referee.systems.great_war.notation.free_text.context import Context  # noqa: PLC0415
    from referee.systems.great_war.notation.free_text.reader import Reader as SentenceReader  # noqa: PLC0415

    text = simplification.name_own_side(theatre, side, strip_comment(line))
    text = spell_ids(theatre, text, list_own(theatre, position, side))
    phrase = Phrase(words(text), 0)
    first = phrase.part(0, _verb(text) or 0)
    verb = VERBS.get(first.key)
    before, mark, after = text.partition(":")
    is_heading = bool(mark) and key(before) == first.key
    # "rail: ge-7 to Metz" has the colon of a list.
    text = f"{before} {after}" if is_heading else text
    text = short_answers.set_end_apart(theatre, text)
    is_one = not is_heading and len(tuple(split_sentences(text))) < 2
    is_faulty = verb is not None and verb not in _OPENINGS and is_one
    is_faulty = is_faulty or _has_two_slips(lexicon(theatre), text)
    draft = plans.draft(theatre, position, side)

    def read_line(part: str) -> Orders:
        try:
            return settle(theatre, position, part, read_part)
        except Unreadable as fault:
            return read_typed(Reading(theatre, draft, side, part), position, fault, (), read_part)

    def read_part(part: str) -> Orders:
        reading = Reading(theatre, draft, side, part)
        phrase = reading.phrase()
        if (orders := _orders(reading, phrase) or _imply_move(reading, position, phrase)) is None:
            # Nobody reads this fault, so that it needs no search for similar orders.
            raise reading.fault(Misreading.LINE_EMPTY, phrase)
        return plan_lines.seal(reading, orders)

    context = Context(theatre, position, read_line, side, FIRST_WORDS)
    if staying.misleads(context, text):
        return None
    orders = SentenceReader(context).read(text)
    if not orders or all(isinstance(order, Done) for order in orders):
        short = short_answers.read(context, text)
        orders = orders if short is None else short or None
    return orders or None if is_faulty else orders


def apart(line: str) -> Iterator[str]:
    """Yield the parts of a line cut at semicolons before another order; each part keeps its columns.

    The number of an order in a list, `1)`, does not belong to it.
    """
    line = blank_list_number(line, begins_as_order)
    whole = strip_comment(line)
    cuts = [match.end() for match in re.finditer(";", whole) if _verb(whole[match.end() :]) is not None]
    if not cuts:
        yield line
        return
    for first, last in pairwise([0, *cuts, len(whole) + 1]):
        yield " " * first + whole[first : last - 1]


def begins_as_order(line: str) -> bool:
    """Return True if a line begins with the word of an order."""
    return _verb(strip_comment(line)) is not None


def lacks_direction(line: str) -> bool:
    """Return True for a move whose destination follows no word of direction: `move ge-1 liege`."""
    phrase = Phrase(words(strip_comment(line)), 0)
    if VERBS.get(phrase.part(0, _verb(line) or 0).key) not in _MOVES:
        return False
    ways = {*_LEADS, "into", "via", ARROW, "a"} | order_words.PREPOSITIONS.keys()
    return all(word.key not in ways for word in phrase.words)


def could_be_order(theatre: GreatWarGame, line: str) -> bool:
    """Return True if a word of a line belongs to orders, perhaps misspelt."""
    terms = lexicon(theatre)
    names = terms.areas, terms.cards, terms.nations, terms.kinds, terms.sides
    if holds_order_word(line, FIRST_WORDS, *names) or _has_two_slips(terms, line):
        return True
    # Only lines of text are searched for slips.
    from referee.systems.great_war.language.misspelt_names import holds_misspelt_name  # noqa: PLC0415

    return holds_misspelt_name(theatre, line)


def _has_two_slips(terms: Lexicon, line: str) -> bool:
    """Return True for `battel muhlouse`: a misspelt verb before a misspelt area."""
    verb, _, rest = key(line).partition(" ")
    return (
        0 < len(rest.split()) <= MOST_MISSPELT
        and _is_near(verb, nearest(verb, FIRST_WORDS, likeness=VERY_NEAR))
        and _is_near(rest, terms.areas.nearest(rest, likeness=VERY_NEAR))
    )


def _is_near(word: str, names: Iterable[str]) -> bool:
    """Return True if a similar name begins with the same letter: a slip spares it."""
    return any(key(name)[0] == word[0] for name in names)


def is_name(theatre: GreatWarGame, line: str) -> bool:
    """Return True if a line is the whole name of an area or of a card, or a misspelt order.

    A slip spares the first letter, so that the signature `Bernd` is not taken for `end`.
    """
    terms, word = lexicon(theatre), key(line)
    if terms.areas.holds(word) or terms.cards.holds(word):
        return True
    return _is_near(word, nearest(word, FIRST_WORDS, likeness=VERY_NEAR))


def _verb(text: str) -> int | None:
    """Return the number of words in the order at the start of a text."""
    phrase = Phrase(words(text), 0)
    return next((length for length in (2, 1) if phrase.part(0, length).key in VERBS), None)


def _read(reading: Reading, position: Position) -> Orders:
    phrase = reading.phrase()
    if not phrase.words:
        raise reading.fault(Misreading.LINE_EMPTY, phrase)
    if isinstance(position.task, ChooseOffensive) and _refuses(phrase):
        # "Play an offensive card, or pass?"
        return (Pass(side=reading.side),)
    orders = _orders(reading, phrase) or _imply_move(reading, position, phrase)
    if orders is None:
        raise _unknown(reading, position, phrase.part(0, 1))
    return plan_lines.seal(reading, orders)


def _refuses(phrase: Phrase) -> bool:
    """Return True for `none` and `nothing. done`."""
    is_alone = len(phrase.words) == 1 or order_words.closes(phrase.key)
    return is_alone and phrase.part(0, 1).key in order_words.NOTHING


def _orders(reading: Reading, phrase: Phrase) -> Orders | None:
    """The orders of a line, or `None` if it does not begin as an order does."""
    for length in (2, 1):
        verb = phrase.part(0, length)
        if (words := VERBS.get(verb.key)) is not None:
            return words.read(reading, Phrase(phrase.words[length:], phrase.end))
    if len(reading.names.cards.find(phrase.key)) == 1 or names.title(reading, phrase) is not None:
        return card_lines.plays(reading, phrase)
    return None


def _unknown(reading: Reading, position: Position, verb: Phrase) -> Unreadable:
    """Return the fault of a line that begins with no order, with its possible beginnings."""
    close = nearest(verb.key, VERBS, likeness=VERY_NEAR)
    # A misspelt `retreat` must not be taken for `done`: only a very near word closes a question.
    near = [word for word in nearest(verb.key, VERBS) if word in close or VERBS[word] is not VERBS["done"]]
    legible = {orders: word for word in reversed(near) if (orders := _begin(reading, verb, word))}
    if legible:
        return reading.unknown(Misreading.VERB_UNKNOWN, verb, tuple(reversed(legible.values())))
    if close:
        return reading.fault(Misreading.VERB_UNKNOWN, verb, meant=(0, close))
    if forgotten := _forget(reading, position, verb, list_openings(position)):
        return reading.fault(Misreading.VERB_MISSING, verb, forgotten)
    return reading.fault(Misreading.NO_VERB, verb, verbs=list_verbs(position))


def _forget(reading: Reading, position: Position, verb: Phrase, openings: Iterable[str]) -> list[str]:
    """Return the possible beginnings of a line without its order word: a legal order, or a march.

    A march is not legal yet if the offensive before it was not understood.
    """
    typed = reading.line[verb.start : verb.end]
    starts = {f"{word} {typed}": _begin(reading, verb, f"{word} {typed}") for word in openings}
    read = {words: orders[0] for words, orders in starts.items() if orders}
    theatre = reading.theatre
    lawful = [words for words, order in read.items() if is_legal(theatre, position, order)]
    if lawful or not isinstance(position.task, ChooseOffensive | MovePieces | PassMove):
        return lawful
    return list(islice((words for words, order in read.items() if isinstance(order, Move)), 1))


def _imply_move(reading: Reading, position: Position, phrase: Phrase) -> Orders | None:
    """Return the moves in a line that names only pieces and their destination, where moves are asked."""
    if not isinstance(position.task, ChooseOffensive | MovePieces | PassMove):
        return None
    goes = any(word.key == ARROW or find_keyword(reading, word) in _LEADS for word in phrase.words)
    if not goes or reading.line.rstrip().endswith("?"):
        return None
    first = phrase.part(0, 1)
    return _begin(reading, first, f"move {reading.line[first.start : first.end]}") or None


_LEADS = frozenset({"to", *(word for word, way in order_words.PREPOSITIONS.items() if way == "to")})
"""Words before a destination."""


def _begin(reading: Reading, verb: Phrase, words: str) -> Orders:
    """The orders of the line with other words at its beginning; none if it cannot be read so either."""
    if len(reading.line) > LONGEST_LINE:
        return ()
    again = replace(reading, line=reading.instead(verb, words))
    try:
        return plan_lines.seal(again, _orders(again, again.phrase()) or ())
    except Unreadable:
        return ()


_MOVES = frozenset(VERBS[verb] for verb in ("move", "rail", "sea", "strategic", "retreat"))
"""Words of orders with a destination."""

_OPENINGS = frozenset(VERBS[verb] for verb in ("battle", "play", "offensive", "done", "pass"))
"""Words of orders that begin sentences as well, as in `Battles: Liège`."""
