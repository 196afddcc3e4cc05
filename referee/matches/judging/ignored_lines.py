"""Ignored lines of a letter: greetings, sentences, quotations and wrapped lines.

A sentence is ignored wherever it stands, unless it names something that an order could be about. Such a line
is refused, so that its author is asked.

A reply contains more than its author's text: the report with its template, and lines that the mail program
wrapped. These lines are not judged, and orders in them are named.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from msgspec.structs import replace

from referee.faults import Complaint, DataFault, Unreadable
from referee.i18n import mail_phrases
from referee.i18n.name_matching import LIST_NUMBER
from referee.matches import viewer_languages
from referee.matches.faults import LetterFault
from referee.matches.judging import sentence_lines
from referee.matches.judging.sentence_lines import LineReader, read_for
from referee.matches.letters import letters
from referee.matches.matches import Match
from schemas.letter import Letter, LetterFields, LetterLine, LetterOrder
from schemas.record import Place, Side

_ENDS = re.compile(r"[.!?…:;][\"')\]]*\s*$")
"""The end of a sentence."""

_SIGNATURE = re.compile(r"\s*(?:[A-ZÀ-Ý]\.|[A-ZÀ-Ý][\w'’-]+\.?(?: [A-ZÀ-Ý][\w.'’-]*)?)\s*$")


def find_prose(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """Return the lines of prose. Empty without an order."""
    lines = tuple(order for order in orders if isinstance(order, LetterLine))
    if len(lines) < len(orders):
        return ()
    below = _count_below(reader, lines)
    above = sum(1 for _ in takewhile(reader.is_greeting, lines[: len(lines) - below]))
    if above + below == len(lines):
        return ()
    middle = lines[above : len(lines) - below]
    sentences = tuple(_find_sentences(reader, lines[above - 1] if above else None, middle))
    last = max((at for at, line in enumerate(middle, 1) if reader.closes(line)), default=len(middle))
    remarks = (line for line in middle[last:] if line not in sentences and reader.is_afterthought(line))
    prose = (*lines[:above], *sentences, *remarks, *lines[len(lines) - below :])
    return tuple(sorted(prose, key=lambda line: line.line)) if sentences != middle else ()


def _find_sentences(
    reader: LineReader, above: LetterLine | None, lines: Sequence[LetterLine]
) -> Iterator[LetterLine]:
    """Yield the sentences among lines, with the rest of a sentence that goes on in the next line.

    `above` is the line of prose above them.
    """
    for line in lines:
        goes_on = above is not None and line.line == above.line + 1 and not _ENDS.search(above.text)
        if reader.is_sentence(line) or (goes_on and reader.is_prose(line)):
            above = line
            yield line
        else:
            above = None


def _count_below(reader: LineReader, lines: Sequence[LetterLine]) -> int:
    """Return the number of lines of prose after the last order.

    A farewell is followed by names, places and telephone numbers. If there is no farewell, each line must
    itself be prose.
    """
    silent = tuple(takewhile(reader.is_no_order, reversed(lines)))
    leave = max((at for at, line in enumerate(silent, 1) if mail_phrases.takes_leave(line.text)), default=0)
    return leave + sum(1 for _ in takewhile(reader.is_prose, silent[leave:]))


def _find_signature(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """Return the last line of a letter if it is the name of the writer below orders."""
    last = orders[-1] if len(orders) > 1 else None
    if not isinstance(last, LetterLine) or not _SIGNATURE.match(last.text):
        return ()
    if not any(isinstance(one, LetterLine) and reader.is_order(one.text) for one in orders[:-1]):
        return ()
    is_name = reader.notation.resembles_order(last.text) or reader.notation.is_name(last.text)
    return () if is_name else (last,)


def _find_doubts(
    reader: LineReader, orders: Sequence[LetterOrder], prose: Sequence[LetterLine]
) -> tuple[LetterLine, ...]:
    """Return the lines that may take back or contradict an order of the letter: prose, and unclear lines."""
    lines = [one for one in orders if isinstance(one, LetterLine)]
    texts = tuple(line.text for line in lines if line not in prose and reader.is_order(line.text))
    if len(texts) == len(lines) or len(prose) == len(lines):
        return ()
    from referee.i18n import second_thoughts  # noqa: PLC0415 - letters of plain orders do without its tables

    areas = reader.notation.subjects
    # "ge-8 to Riga" has no verb, but its order has.
    order_texts = [" ".join((text, *(order.type for order in reader.list_orders(text)))) for text in texts]

    def is_doubt(line: LetterLine) -> bool:
        if line not in prose:
            return line.text not in texts and second_thoughts.takes_back(line.text)
        doubts = second_thoughts.casts_doubt(line.text)
        return doubts or second_thoughts.contradicts(areas, line.text, order_texts)

    return tuple(filter(is_doubt, lines))


def _find_contradictions(
    reader: LineReader, letter_orders: Sequence[LetterOrder], prose: Sequence[LetterLine]
) -> Iterator[LetterLine]:
    """Yield the lines of text that contradict the orders of other lines, and `43. Done`.

    This names a card. The number is that of an item only below other items.
    """
    lines = [one for one in letter_orders if isinstance(one, LetterLine) and not reader.is_standing(one)]
    plain = [one for one in lines if one not in prose and reader.is_order(one.text)]
    items = [line for line in lines if re.match(LIST_NUMBER, line.text)]
    if items and reader.only_closes(items[0]):
        yield items[0]
    for line in lines:
        orders = [order for one in plain if one != line for order in reader.list_orders(one.text)]
        is_text = not reader.notation.resembles_order(line.text)
        if is_text and reader.notation.contradicts(reader.state, reader.side, line.text, orders):
            yield line


Warnings = tuple[Complaint, ...]

MOST_READ = 60
"""Maximum number of excluded lines that are read for orders."""

MOST_NAMED = 8
"""Maximum number of lines that a warning names."""


def examine(match: Match, side: Side, letter: Letter, warnings: Warnings) -> tuple[Letter, Warnings]:
    """Return a letter without ignored lines, and the warnings about them.

    Raises DataFault if no line remains.
    """
    reader = read_for(match, side)
    broken = _break_comments(reader, letter)
    letter, warnings = _drop(letter, warnings, broken, LetterFault.COMMENT_BROKEN)
    letter = replace(letter, template=letter.template or bool(broken))
    letter = replace(letter, orders=sentence_lines.prepare(reader, letter.orders))
    signature = _find_signature(reader, letter.orders)
    prose = (*find_prose(reader, letter.orders[: len(letter.orders) - len(signature)]), *signature)
    doubts = _find_doubts(reader, letter.orders, prose)
    contradictions = tuple(_find_contradictions(reader, letter.orders, prose))
    unclear = (*doubts, *(line for line in contradictions if line not in doubts))
    prose = tuple(line for line in prose if line not in unclear)
    # A doubt is refused before the orders that it may be about are played.
    others = (line for line in letter.orders if line not in unclear)
    doubts = tuple(replace(line, is_doubtful=line in contradictions) for line in unclear)
    letter = replace(letter, orders=(*doubts, *others))
    letter, warnings = _drop(letter, warnings, prose, LetterFault.PROSE_LEFT)
    if edits := _find_edits(reader, letter):
        return _take_edits(letter, warnings, edits)
    orders_left = (*_see(reader, letter.left), *_find_below(reader, letter))
    unread_orders = tuple(line for line in letter.left if line in orders_left)
    letter, warnings = _drop(letter, warnings, unread_orders, LetterFault.ORDERS_UNREAD)
    if _holds_nothing(reader, letter) and not _means_orders(reader, letter):
        raise DataFault(find_fault(letter, has_orders=bool(unread_orders)), *warnings)
    return letter, warnings


def _find_edits(reader: LineReader, letter: Letter) -> tuple[LetterLine, ...]:
    """Return the orders in the quoted template of a letter that contains no others.

    The quoted lines without `#` are the difference to the template that was sent, except the ends of wrapped
    comments.
    """
    template = letter.quoted_template
    if template is None or template.side != reader.side or not _holds_nothing(reader, letter):
        return ()
    comments = tuple(_template(reader, template.answers))
    edits = tuple(line for line in template.lines if not (line.above and _is_broken_off(line, comments)))
    return edits if any(_is_like_order(reader, line) for line in edits) else ()


def _take_edits(letter: Letter, warnings: Warnings, edits: tuple[LetterLine, ...]) -> tuple[Letter, Warnings]:
    """Return a letter with the orders of its quoted template, which answer the question of that report."""
    assert letter.quoted_template is not None
    answers = letter.quoted_template.answers if letter.answers is None else letter.answers
    prose = tuple(order for order in letter.orders if isinstance(order, LetterLine))
    letter, warnings = _drop(letter, warnings, prose, LetterFault.PROSE_LEFT)
    return replace(letter, orders=edits, answers=answers), (
        *warnings,
        _warning(letter, LetterFault.EDITED_TEMPLATE, edits),
    )


def _drop(
    letter: Letter, warnings: Warnings, lines: Sequence[LetterLine], fact: LetterFault
) -> tuple[Letter, Warnings]:
    """Return a letter without some lines, and the warnings with a warning about them."""
    if not lines:
        return letter, warnings
    remaining = tuple(order for order in letter.orders if order not in lines)
    return replace(letter, orders=remaining), (*warnings, _warning(letter, fact, lines))


def find_fault(letter: Letter, *, has_orders: bool = False) -> Complaint:
    """Return the complaint about a letter without an order."""
    place = Place(file=letter.name, line=1, column=1)
    if letter.template and not has_orders:
        return Complaint.of(LetterFault.TEMPLATE_UNEDITED, place=place)
    return Complaint.of(LetterFault.NO_ORDER, place=place)


def _holds_nothing(reader: LineReader, letter: Letter) -> bool:
    """Return True if a letter has no order and no phrase.

    Prose does not count beside the template of a report.
    """
    if not letter.orders:
        return letter.phrase is None and letter.beacon is None
    return letter.template and not any(_is_like_order(reader, order) for order in letter.orders)


def _means_orders(reader: LineReader, letter: Letter) -> bool:
    """Return True for sentences that probably mean orders: they are answered with a proposal."""
    # Only a letter that cannot be read pays for the search.
    from referee.matches.judging.proposals import free_letters  # noqa: PLC0415

    proposal = free_letters.propose(reader.match.system, reader.state, reader.side, letter.orders)
    return bool(proposal.orders or proposal.wishes or proposal.unread)


def _is_like_order(reader: LineReader, order: LetterOrder) -> bool:
    """Return True if a line is an order or may be meant as one."""
    if isinstance(order, LetterFields) or reader.is_standing(order):
        return True
    try:
        reader.notation.read(reader.state, reader.side, order.text)
    except Unreadable as fault:
        # Below a comment, a mail program may have broken the line.
        begins_as_order = not order.above and reader.notation.resembles_order(order.text)
        return bool(fault.readings) or begins_as_order
    return True


def _see(reader: LineReader, left: Sequence[LetterLine]) -> Iterator[LetterLine]:
    """Yield the excluded lines that are orders in the current position."""
    short = (line for line in left if len(line.text) <= letters.LONGEST_ORDER)
    for line in islice(filter(reader.begins_as_order, short), MOST_READ):
        try:
            if not reader.is_standing(line):
                reader.notation.read(reader.state, reader.side, line.text)
        except Unreadable:
            continue
        yield line


def _find_below(reader: LineReader, letter: Letter) -> Iterator[LetterLine]:
    """Yield the orders right below the lines that count, even if they are sentences."""
    last = max((order.line for order in letter.orders), default=0)
    below = (line for line in letter.left if line.line > last and not line.typed.lstrip().startswith(">"))
    return takewhile(lambda line: reader.is_order(line.text), below) if last else iter(())


def _break_comments(reader: LineReader, letter: Letter) -> list[LetterLine]:
    """Return the lines that are the end of a comment in the template."""
    doubtful = [order for order in letter.orders if isinstance(order, LetterLine) and order.above]
    comments = tuple(_template(reader, letter.answers)) if doubtful else ()
    return [order for order in doubtful if _is_broken_off(order, comments)]


def _template(reader: LineReader, answers: int | None) -> Iterator[list[str]]:
    """Yield the template's comments as lists of words, in the side's language and in English."""
    match, side = reader.match, reader.side
    seq = len(match.entries) if answers is None else min(answers, len(match.entries))
    for localised in (match, viewer_languages.tell(match, side)):
        for line in localised.system.notation.template(localised.position(seq), side):
            words = line.split()
            # A player accepts a suggestion by removing the first #.
            yield from (words, words[1:])


def _is_broken_off(order: LetterLine, comments: Sequence[list[str]]) -> bool:
    words = [*order.above.split(), *order.typed.split()]
    return any(line[: len(words)] == words for line in comments)


def _warning(letter: Letter, fact: LetterFault, lines: Sequence[LetterLine]) -> Complaint:
    place = Place(file=letter.name, line=lines[0].line, column=1)
    quotes = tuple(f"{line.line} `{line.text}`" for line in lines[:MOST_NAMED])
    return Complaint.of(fact, place=place, lines=quotes)
