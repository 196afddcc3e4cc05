"""Lines of a text that a mail program wrapped are joined before they are read.

A line is wrapped if it ends with a word that ends no sentence, such as `the`, or if the first word of the
line below had no room in it. Otherwise `No fighting at` would be text, and `Lodz and Banat.` below it an
order.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec.structs import replace

from referee.i18n import order_words
from referee.i18n.name_matching import key
from schemas.letter import LetterLine, LetterOrder

NARROWEST, WIDEST = 45, 80
"""Columns of a text that is wrapped. Its longest line has one of these lengths."""

FEWEST_WORDS = 3
"""Lowest number of words of a wrapped line."""

ENDED = re.compile(r"[.!?…:;][\"')\]]*\s*$|\)\s*$")
"""The end of a sentence."""

_MARKED = re.compile(r"\s*[-*•–>#]")
_ITEM = re.compile(r"\s*(?:[-*•–>#]|\(?\d{1,2}[.)]\s|[a-z]{2}-[a-z]?\d)")
"""The beginning of an item of a list, of a quotation, or of an order without a verb."""

_MAY_CUT = re.compile(r"[\w,]\s+(?:in|an|auf|mit|on|not|nicht|pas)\s*$|\d,\s*$", re.IGNORECASE)
"""Ends of lines that may go on: the verb of `dig in` is whole."""

_BLANKS = re.compile(r"\S\s{2,}(?=\S)")

_LOWER = re.compile(r"\s*[a-zà-ÿα-ωά-ώ(]")

_CUTTING = order_words.ARTICLES | order_words.OWN | order_words.AND | {
    "of", "from", "to", "into", "at", "with", "without", "for", "or", "nor",
    "von", "vom", "zum", "zur", "im", "am", "bei", "nach", "gegen", "oder", "kein", "keine", "keinen",
    "de", "du", "d", "dans", "vers", "par", "sur", "pour", "sans", "ou", "ni", "aucun", "aucune",
    "σε", "στο", "στη", "στην", "στον", "απο", "με", "για", "η",
}  # fmt: skip
"""Words that end no sentence."""


def join(lines: Sequence[LetterLine], mark: str = " ") -> LetterLine:
    """Join wrapped lines into one. Faults in the later lines point to the end of the first."""
    first = lines[0]
    text = mark.join(line.text.rstrip(mark) for line in lines)
    columns = tuple(first.at(column) for column in range(1, len(first.text) + 1))
    raw_text = " ".join((first.typed.rstrip(), *(line.typed.strip() for line in lines[1:])))
    return replace(first, text=text, typed=raw_text, columns=columns)


class Reading(NamedTuple):
    """Tests of a line: part of a plan, order with its verb, words that are understood."""

    is_standing: Callable[[LetterLine], bool]
    is_typed_order: Callable[[str], bool]
    is_clear: Callable[[str], bool]


def squeeze(line: LetterLine) -> LetterLine:
    """Return a line with one blank between two words, as phrases are looked for. Columns stay known."""
    text, columns = "", tuple[int, ...]()
    for word in re.finditer(r"\s*\S+", line.text):
        start = word.end() - len(word[0].lstrip()) - bool(text and word[0][0].isspace())
        columns += tuple(line.at(column + 1) for column in range(start, word.end()))
        text += line.text[start : word.end()].replace("\t", " ")
    return replace(line, text=text, columns=columns)


def unwrap(orders: Sequence[LetterOrder], reading: Reading) -> Iterator[LetterOrder]:
    """Yield the orders of a letter, with wrapped lines in one.

    A line with an order and its verb only goes on with a line that is cut.
    """
    lines = [one for one in orders if isinstance(one, LetterLine) and "#" not in one.typed]
    width = max((len(line.typed.rstrip()) for line in lines), default=0)
    width = width if NARROWEST <= width <= WIDEST else 0
    # A single full line may only be the longest one of a text that is not wrapped.
    is_wrapped = sum(_is_full(above, below, width) for above, below in pairwise(lines)) > 1
    run, is_sure = list[LetterLine](), True
    for order in orders:
        if not isinstance(order, LetterLine):
            yield from _join_clearly(run, reading, is_sure=is_sure)
            yield order
            run = []
            continue
        line = squeeze(order) if _BLANKS.search(order.text) and not reading.is_standing(order) else order
        joint = _find_joint(run, line, width, reading) if run else None
        if joint is None:
            yield from _join_clearly(run, reading, is_sure=is_sure)
            run, is_sure = [line], True
        else:
            run.append(line)
            is_sure = is_sure and (joint == "cut" or (joint == "full" and is_wrapped))
    yield from _join_clearly(run, reading, is_sure=is_sure)


Joint = Literal["cut", "full", "open"]
"""Mark of a wrapped line: a word that ends no sentence, no room, or an end that may go on."""


def _find_joint(run: Sequence[LetterLine], below: LetterLine, width: int, reading: Reading) -> Joint | None:
    """Return the mark by which a line goes on with the lines above it, or None."""
    above = run[-1]
    if below.line != above.line + 1 or ENDED.search(above.text) or "#" in above.typed:
        return None
    is_end_cut = is_cut(above.text)
    # The rest of a wrapped sentence begins below a line with room for it: `..., if it rains`.
    goes_on = _is_full(above, below, width) or (len(run) > 1 and _LOWER.match(below.typed) is not None)
    # "Mehr nicht, | done." closes one question.
    is_last_word = above.text.rstrip().endswith(",") and len(below.text.split()) == 1
    if not (is_end_cut or goes_on or is_last_word or _MAY_CUT.search(above.text)):
        return None
    # "of the | 4. Armee" goes on with the number of an army.
    is_item = (_MARKED if is_end_cut else _ITEM).match(below.typed) is not None
    if is_item or any(reading.is_standing(one) for one in (above, below)):
        return None
    if is_end_cut:
        return "cut"
    if reading.is_typed_order(below.text):
        return "open" if is_last_word else None
    return "full" if goes_on else "open"


def _join_clearly(run: Sequence[LetterLine], reading: Reading, *, is_sure: bool) -> Sequence[LetterLine]:
    """Return lines in one, unless they may be sentences without a mark at their ends."""
    if len(run) <= 1:
        return run
    whole = join(run)
    is_one = is_sure and not all(reading.is_clear(line.text) for line in run)
    return [whole] if is_one or reading.is_clear(whole.text) else run


def is_cut(text: str) -> bool:
    """Return True if a line ends with a word that cannot end a sentence, such as `the`."""
    words = text.split()
    return len(words) >= FEWEST_WORDS and key(words[-1]) in _CUTTING and words[-1][-1].isalnum()


def _is_full(above: LetterLine, below: LetterLine, width: int) -> bool:
    """Return True if the first word of the line below has no room in the line above."""
    first_word = below.typed.split(maxsplit=1)[0] if below.typed.strip() else ""
    is_next = below.line == above.line + 1
    return is_next and 0 < width < len(above.typed.rstrip()) + 1 + len(first_word)
