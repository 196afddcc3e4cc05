"""Lines of a letter that was written as a text: sentences over several lines, and `Battles: Liège`.

A sentence that a mail program wrapped is read as a whole, so that `I wonder whether` in the line above keeps
`the 1st Army goes to Liège` from being an order.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.i18n import mail_phrases, order_words
from referee.matches.judging import standing_order_lines
from referee.matches.judging.line_readers import LineReader
from schemas.letter import LetterLine, LetterOrder

_ENDED = re.compile(r"[.!?…:;][\"')\]]*\s*$|\)\s*$")
_GOES_ON = re.compile(r"\s*(?![a-z]{2}-[a-z]?\d)[a-zà-ÿα-ωά-ώ(]")
_NUMBERED = re.compile(r"\s*\(?\d{1,2}[.)]\s")
_SIGNATURE = re.compile(r"\s*(?:[A-ZÀ-Ý]\.|[A-ZÀ-Ý][\w'’-]+\.?(?: [A-ZÀ-Ý][\w.'’-]*)?)\s*$")

MOST_LINES = 6
"""Maximum number of lines of a sentence."""

FEWEST_WORDS = 3
"""Lowest number of words of a line that a sentence continues below."""


def prepare(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterOrder, ...]:
    """Return the orders of a letter with its sentences in one line each."""
    lines = tuple(_free_lines(reader, orders))
    result: list[LetterOrder] = []
    at = 0
    while at < len(lines):
        run = _find_sentence(reader, lines[at : at + MOST_LINES])
        run += _find_condition(reader, lines[at + len(run) :]) if run else ()
        result.append(join(run) if len(run) > 1 else lines[at])
        at += max(1, len(run))
    return tuple(_join_answers(reader, result))


def _join_answers(reader: LineReader, orders: Sequence[LetterOrder]) -> Iterator[LetterOrder]:
    """Yield the orders. A `done` below the answer no in words belongs to it, and closes no other question.

    A `yes` or `no` below a few words answers them: `Lemberg`, then `no`.
    """
    at = 0
    while at < len(orders):
        first, second = orders[at], orders[at + 1] if at + 1 < len(orders) else None
        if (
            isinstance(first, LetterLine)
            and isinstance(second, LetterLine)
            and _is_answer(reader, first, second)
        ):
            yield join((first, second), mark=". ")
            at += 2
        elif isinstance(first, LetterLine) and isinstance(second, LetterLine) and _is_reply(first, second):
            yield join((first, second), mark=": ")
            at += 2
        else:
            yield first
            at += 1


def _is_reply(first: LetterLine, second: LetterLine) -> bool:
    """Return True for a bare yes or no directly below a few words without an answer of their own."""
    is_below = second.line == first.line + 1 and order_words.YES_OR_NO.match(second.text) is not None
    is_short = len(first.text.split()) <= FEWEST_WORDS and first.text[-1:].isalnum()
    return is_below and is_short and order_words.YES_OR_NO.match(first.text) is None


def _is_answer(reader: LineReader, first: LetterLine, second: LetterLine) -> bool:
    is_in_words = len(first.text.split()) >= FEWEST_WORDS
    return is_in_words and _closes(reader, second) and _closes(reader, first)


def _closes(reader: LineReader, line: LetterLine) -> bool:
    """Return True for a line that only closes a question."""
    closes = reader.match.system.notation.closes
    return (
        not reader.is_standing(line)
        and reader.is_order(line.text)
        and all(map(closes, reader.read(line.text)))
    )


def _free_lines(reader: LineReader, orders: Sequence[LetterOrder]) -> Iterator[LetterOrder]:
    """Yield the orders. A line such as `Battles: Liège` above each plan does not belong to a plan."""
    has_plan = False
    for order in orders:
        if isinstance(order, LetterLine) and not has_plan:
            has_plan = standing_order_lines.is_head(order.text)
            yield _pass_for_season(reader, _free(reader, order))
        else:
            yield order


def _free(reader: LineReader, line: LetterLine) -> LetterLine:
    """Return `Battles: Liège` without its colon, by which it looks like the line of a plan."""
    if not standing_order_lines.is_plan_line(reader.match.rules, line):
        return line
    free = replace(line, text=line.text.replace(":", " ", 1))
    is_wish = not reader.begins_as_order(line.text.partition(":")[2]) and reader.needs_no_answer(free.text)
    return free if is_wish or reader.is_order(free.text) else line


def _pass_for_season(reader: LineReader, line: LetterLine) -> LetterLine:
    """Return `pass this season` for a sentence such as `I pass, and for the whole season`."""
    notation = reader.match.system.notation

    def passes(text: str) -> bool:
        return reader.is_order(text) and all(map(notation.gives_up, reader.read(text)))

    return replace(line, text=notation.pass_for_season(line.text, passes) or line.text)


def join(lines: Sequence[LetterLine], mark: str = " ") -> LetterLine:
    """Join wrapped lines into one. Faults in the later lines point to the end of the first."""
    first = lines[0]
    text = mark.join(line.text.rstrip(mark) for line in lines)
    columns = tuple(first.at(column) for column in range(1, len(first.text) + 1))
    raw_text = " ".join((first.typed.rstrip(), *(line.typed.strip() for line in lines[1:])))
    return replace(first, text=text, typed=raw_text, columns=columns)


def find_signature(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """Return the last line of a letter if it is the name of the writer below orders."""
    last = orders[-1] if len(orders) > 1 else None
    if not isinstance(last, LetterLine) or not _SIGNATURE.match(last.text):
        return ()
    if not any(isinstance(one, LetterLine) and reader.is_order(one.text) for one in orders[:-1]):
        return ()
    is_name = reader.begins_as_order(last.text) or reader.match.system.notation.is_name(last.text)
    return () if is_name else (last,)


def _find_sentence(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """Return the first lines that together are a sentence, or only the first line."""
    lines = [order for order in orders[:1] if isinstance(order, LetterLine)]
    if not lines or not _may_go_on(reader, lines[0]):
        return tuple(lines)
    for line in orders[1:]:
        if not (isinstance(line, LetterLine) and _goes_on(reader, lines[-1], line)):
            break
        lines.append(line)
    is_whole = reader.is_order(lines[0].text)
    if (
        is_whole
        and len(lines) > 1
        and (reader.is_order(lines[1].text) or reader.needs_no_answer(lines[1].text))
    ):
        return tuple(lines[:1])
    for count in range(len(lines), 1, -1):
        whole = join(lines[:count]).text
        if reader.is_order(whole) or (not is_whole and reader.needs_no_answer(whole)):
            return tuple(lines[:count])
    if is_whole:
        return tuple(lines[:1])
    if len(lines) > 1 and _is_cut(lines[0].text):
        return tuple(lines[:2])
    # An unclear sentence above keeps the rest of it from being an order.
    return tuple(lines[:2] if len(lines) > 1 and reader.is_order(lines[1].text) else lines[:1])


def _find_condition(reader: LineReader, below: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """Return the next line if it is a condition of the line above, such as `only if it rains`."""
    line = below[0] if below else None
    if not isinstance(line, LetterLine) or reader.begins_as_order(line.text):
        return ()
    from referee.i18n import sentence_phrases  # noqa: PLC0415 - letters of plain orders do without its tables

    return (line,) if sentence_phrases.ONLY_IF.match(line.text) else ()


def _is_cut(text: str) -> bool:
    """Return True if a line ends with a word that cannot end a sentence, such as `the`."""
    return text.rsplit(maxsplit=1)[-1].casefold() in order_words.ARTICLES | order_words.OWN | order_words.AND


def _may_go_on(reader: LineReader, line: LetterLine) -> bool:
    return not (
        len(line.text.split()) < FEWEST_WORDS
        or _ENDED.search(line.text)
        or reader.is_standing(line)
        or reader.begins_as_order(line.text)
        or mail_phrases.greets(line.text)
    )


def _goes_on(reader: LineReader, above: LetterLine, line: LetterLine) -> bool:
    """Return True if a line may be the rest of the sentence in the line above."""
    return (
        line.line == above.line + 1
        and _ENDED.search(above.text) is None
        and (_GOES_ON.match(line.typed) is not None or _is_cut(above.text))
        and not reader.is_standing(line)
        and not (reader.begins_as_order(line.text) and reader.is_order(line.text))
    )


def find_doubts(
    reader: LineReader, orders: Sequence[LetterOrder], prose: Sequence[LetterLine]
) -> tuple[LetterLine, ...]:
    """Return the lines that may take back or contradict an order of the letter: prose, and unclear lines."""
    lines = [one for one in orders if isinstance(one, LetterLine)]
    texts = tuple(line.text for line in lines if line not in prose and reader.is_order(line.text))
    if len(texts) == len(lines) or len(prose) == len(lines):
        return ()
    from referee.i18n import second_thoughts  # noqa: PLC0415 - letters of plain orders do without its tables

    areas = reader.match.system.notation.subjects
    # "ge-8 to Riga" has no verb, but its order has.
    order_texts = [" ".join((text, *(order.type for order in reader.read(text)))) for text in texts]

    def is_doubt(line: LetterLine) -> bool:
        if line not in prose:
            return line.text not in texts and second_thoughts.takes_back(line.text)
        doubts = second_thoughts.casts_doubt(line.text)
        return doubts or second_thoughts.contradicts(areas, line.text, order_texts)

    return tuple(filter(is_doubt, lines))


def find_contradictions(
    reader: LineReader, letter_orders: Sequence[LetterOrder], prose: Sequence[LetterLine]
) -> Iterator[LetterLine]:
    """Yield the lines of text that contradict the orders of other lines, and `43. Done`.

    This names a card. The number is that of an item only below other items.
    """
    notation = reader.match.system.notation
    lines = [one for one in letter_orders if isinstance(one, LetterLine) and not reader.is_standing(one)]
    plain = [one for one in lines if one not in prose and reader.is_order(one.text)]
    items = [line for line in lines if _NUMBERED.match(line.text)]
    if items and _closes(reader, items[0]):
        yield items[0]
    for line in lines:
        orders = [order for one in plain if one != line for order in reader.read(one.text)]
        is_text = not reader.begins_as_order(line.text)
        if is_text and notation.contradicts(reader.state, reader.side, line.text, orders):
            yield line
