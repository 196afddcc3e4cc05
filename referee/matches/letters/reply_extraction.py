"""The lines of a letter that count: new text of its writer, and only the text inside a fence if there is one.

Quoted text does not count, nor does text below a signature, a telephone's advertisement or the header of an
older letter. Excluded lines are kept, so that orders in them can be named.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, zip_longest
from typing import NamedTuple

from msgspec import Struct, field

from referee.i18n import mail_phrases
from referee.i18n.name_matching import key, strip_comment
from referee.matches.faults import LetterFault
from referee.matches.letters.characters import (
    Diagnostics,
    Heads,
    Numbered,
    Row,
    asks,
    gives_phrase,
    plain,
    take_head,
)
from referee.matches.letters.older_letters import (
    BLOCK,
    begins_older,
    count_attribution_lines,
    count_head_lines,
    count_older,
    find_next_text,
    is_quoted,
    is_title,
)
from referee.matches.letters.quoted_template import InterleavedEdit, find_interleaved, find_template
from referee.texts.tree import quote
from schemas.journal import HEAD, Head
from schemas.letter import LetterLine, QuotedTemplate

_ADORNED = r"(?:\[/?[a-z]+\]|\W)*"
"""Decoration around a fence, and the tags of a forum: `[code]`."""

ENDS = frozenset({"end", "the end", "ende", "schluss", "fin", "fine", "fim", "einde", "τελοσ"})
"""Words that may end a letter or a turn, as comparison keys. `done` ends only a turn."""

_BEGIN = re.compile(rf"{_ADORNED}BEGIN\s+ORDERS\b(.*)", re.IGNORECASE)
_END = re.compile(rf"{_ADORNED}END\s+ORDERS{_ADORNED}", re.IGNORECASE)
_END_WITHIN = re.compile(r"\bEND\s+ORDERS\b", re.IGNORECASE)
_MORE_BEHIND = re.compile(r"#|\b(match|side|head|answers)\s*:|\bEND\s+ORDERS\b", re.IGNORECASE)
"""Text that follows BEGIN ORDERS only if a program removed the line breaks."""

_MARKS = re.compile(r"(?:\s*(?:\w{0,3}>|\|))*\s*")
"""All quotation marks of a line."""

_QUOTED_HEAD = re.compile(rf"head: ({HEAD})")

_HEADING = re.compile(r"[-=.~]{5,}")
"""The line below the heading of a report. It is as long as the heading."""

_LONGEST = 1000
"""Maximum length of the lines that mail programs write."""


class Counted(NamedTuple):
    """Lines that count, excluded lines, and whether a report's template is among them.

    `quoted_head` is the head in the template of a report that the mail quotes, which is `quoted_template`.
    `forwarded_from` is the author of a forwarded letter, or None.
    """

    rows: list[Row]
    left: tuple[LetterLine, ...]
    template: bool
    above: dict[int, str]
    quoted_head: Head | None = None
    quoted_template: QuotedTemplate | None = None
    forwarded_from: str | None = None


class _Fence(Struct):
    """A block between BEGIN ORDERS and END ORDERS."""

    begin: Row
    words: list[str]
    rows: list[Row] = field(default_factory=list[Row])
    closed: bool = False
    run_together: bool = False

    @property
    def live(self) -> bool:
        """True if the block contains an order or a phrase."""
        return not self.run_together and any(asks(row.said) or gives_phrase(row.said) for row in self.rows)


class _Sheet(Struct):
    """State of the reader that sorts the lines of a letter from the top."""

    remarks: Diagnostics
    outside: list[Row] = field(default_factory=list[Row])
    left: list[Row] = field(default_factory=list[Row])
    fences: list[_Fence] = field(default_factory=list[_Fence])
    reported: bool = False
    ended: bool = False
    forwarded_from: str | None = None

    def take(self, rows: Sequence[Row], at: int) -> int:
        """Sort the next line and return the number of lines that were sorted with it."""
        row = rows[at]
        text = row.plain.text.strip()
        if not text and not self.fences:
            self.outside.append(row)
        elif is_quoted(row):
            self.left.append(row)
        elif self._in_fence(row, text):
            pass
        elif len(text) > _LONGEST:
            self.outside.append(row)
        elif begin := _BEGIN.fullmatch(text):
            return self._open(rows, at, begin[1].strip(" =*-").split())
        elif not self.spoken and mail_phrases.is_forwarded(text):
            return self._take_forwarding(rows, at)
        elif length := count_attribution_lines(rows, at):
            self._end_if_unquoted(rows, at, length)
            return length
        elif mail_phrases.is_advertised(text):
            self._end_by_advertisement(rows, at)
        elif begins_older(rows, at) or _is_signed(rows, at):
            self.ended = True
        else:
            # Text that a player wrote into the template of an unmarked report is the player's own.
            self.reported = self.reported or is_title(rows, at)
            (self.left if self.reported else self.outside).append(row)
        return 1

    @property
    def has_live_fence(self) -> bool:
        """True if a block that is not quoted contains orders."""
        return any(fence.live for fence in self.fences)

    @property
    def spoken(self) -> bool:
        """True if there was any text so far."""
        return bool(self.fences) or any(row.said for row in self.outside)

    def _take_forwarding(self, rows: Sequence[Row], at: int) -> int:
        """Note the author of a forwarded letter, and return the number of lines above its text."""
        length = 1 + count_head_lines(rows, at + 1)
        head = [row.plain.text for row in rows[at : at + length]]
        authors = (line.partition(":")[2].strip() for line in head if mail_phrases.names_sender(line))
        self.forwarded_from = next(authors, "")
        return length

    def _in_fence(self, row: Row, text: str) -> bool:
        """Return True if a line is inside an open fence or ends one."""
        fence = self.fences[-1] if self.fences and not self.fences[-1].closed else None
        if _END.fullmatch(text):
            if fence is None:
                self.remarks.complain(LetterFault.FENCE_UNOPENED, row.number)
            else:
                fence.closed = True
        elif fence is None:
            return False
        elif _BEGIN.fullmatch(text):
            self.remarks.complain(LetterFault.FENCE_IN_FENCE, row.number)
        else:
            fence.rows.append(row)
        return True

    def _open(self, rows: Sequence[Row], at: int, words: list[str]) -> int:
        """Begin a fence. A fence whose lines were run together ends with its paragraph."""
        fence = _Fence(rows[at], words)
        self.fences.append(fence)
        if not (length := _run_together(rows, at)):
            return 1
        # The line breaks inside it are accidental, so none of its lines is named as an order.
        fence.closed = fence.run_together = True
        return length

    def _end_if_unquoted(self, rows: Sequence[Row], at: int, length: int) -> None:
        """End the letter at an attribution if the words below it are not marked as quoted."""
        below = find_next_text(rows, at + length)
        if below < len(rows) and not is_quoted(rows[below]):
            self._warn_of_end(rows[at])
            self.ended = True

    def _end_by_advertisement(self, rows: Sequence[Row], at: int) -> None:
        """End the letter at a telephone's advertisement if unquoted text follows."""
        below = find_next_text(rows, at + 1)
        while below < len(rows) and (is_quoted(rows[below]) or count_attribution_lines(rows, below)):
            below = find_next_text(rows, below + max(1, count_attribution_lines(rows, below)))
        if below < len(rows):
            if not (begins_older(rows, below) or _is_signed(rows, below) or _is_advertised(rows[below])):
                self._warn_of_end(rows[at])
            self.ended = True

    def _warn_of_end(self, row: Row) -> None:
        self.remarks.warn(
            LetterFault.OLDER_LETTER,
            row.number,
        )

    def counting(self, heads: Heads) -> list[Row]:
        """Return the lines that count, after all lines were read."""
        live = [fence for fence in self.fences if fence.live]
        self.outside = [row for row in self.outside if not self._asks_about_end(row, named=not live)]
        if self.fences and not self.fences[-1].closed:
            line = self.fences[-1].begin.number
            self.remarks.complain(LetterFault.FENCE_UNCLOSED, line)
        if not live:
            return self._above_template()
        self._refuse_doubt(live)
        self._note_head(live[0], heads)
        for row in self.outside:
            if row.said and not take_head(row, heads):
                break
        self.left += self.outside
        return live[0].rows

    def _asks_about_end(self, row: Row, *, named: bool) -> bool:
        """Return True for a line outside a fence that may end a turn or the letter. It is never an order."""
        word = row.plain.text.strip(" .!*=-_")
        if key(word) not in ENDS:
            return False
        if named:
            self.remarks.warn(LetterFault.END_ASKED, row.number, word=quote(word))
        return True

    def _above_template(self) -> list[Row]:
        """Return the lines above the first empty fence. They count if no fence contains orders."""
        if not self.fences:
            return self.outside
        end = self.fences[0].begin.number
        self.left += (row for row in self.outside if row.number > end)
        return [row for row in self.outside if row.number < end]

    def _refuse_doubt(self, live: Sequence[_Fence]) -> None:
        """Add a fault for two fences with orders, or for one with orders below one without."""
        first = self.fences[0]
        if len(live) > 1 or live[0] is not first:
            second = live[0] if live[0] is not first else live[1]
            self.remarks.complain(
                LetterFault.FENCE_TWICE,
                second.begin.number,
                first=first.begin.number,
            )

    def _note_head(self, fence: _Fence, heads: Heads) -> None:
        if fence.words:
            heads.say("match", fence.words[0], fence.begin.number)
        if len(fence.words) > 1:
            extra_words = quote(" ".join(fence.words[1:]))
            self.remarks.warn(LetterFault.WORDS_BEHIND_FENCE, fence.begin.number, words=extra_words)


def counting(page: Iterable[Numbered], heads: Heads, remarks: Diagnostics) -> Counted:
    """Sort the lines of a letter by whether they count."""
    rows = [Row(number, typed, plain(typed)) for number, typed in page]
    sheet = _Sheet(remarks)
    at = 0
    while at < len(rows) and not sheet.ended:
        at += sheet.take(rows, at)
    sheet.left += rows[at:]
    counting_lines = sheet.counting(heads)
    edits = () if sheet.has_live_fence else _find_edits(rows, counting_lines)
    if edits:
        counting_lines = _merge_edit(counting_lines, edits, heads, remarks)
    numbers = {row.number for row in counting_lines}
    excluded = sorted(row for row in sheet.left if row.number not in numbers)
    template = bool(sheet.fences) or any(_BEGIN.fullmatch(_unmarked(row)) for row in excluded)
    above = dict(_comments_above(rows))
    quoted_template = (
        find_template(rows, lambda end: count_older(rows, end)) if template and not edits else None
    )
    return Counted(
        counting_lines,
        tuple(_lines(excluded)),
        template,
        above,
        _find_quoted_head(rows),
        quoted_template,
        sheet.forwarded_from,
    )


def _find_edits(rows: Sequence[Row], counting_lines: Sequence[Row]) -> tuple[InterleavedEdit, ...]:
    """Return the quoted templates that a player edited and typed lines into."""
    numbers = {row.number for row in counting_lines}
    return tuple(find_interleaved(rows, numbers, lambda end: count_older(rows, end)))


def _merge_edit(
    counting_lines: Sequence[Row], edits: Sequence[InterleavedEdit], heads: Heads, remarks: Diagnostics
) -> list[Row]:
    """Return the lines that count with those of an edited template, in the order of the mail.

    Adds a fault for a second edited template.
    """
    first, *others = edits
    for other in others[:1]:
        remarks.complain(LetterFault.FENCE_TWICE, other.begin, first=first.begin)
    if first.match:
        heads.say("match", first.match.split()[0], first.begin)
    names = tuple(f"{row.number} `{row.said}`" for row in first.orders)
    remarks.warn(LetterFault.EDITED_TEMPLATE, first.orders[0].number, lines=names)
    return sorted([*counting_lines, *first.rows], key=lambda row: row.number)


def _find_quoted_head(rows: Sequence[Row]) -> Head | None:
    """Return the head in the first template of the mail, also a quoted one. A broken line is not a head."""
    texts = (_unmarked(row).strip() for row in rows)
    inside = dropwhile(lambda text: not _BEGIN.fullmatch(text), texts)
    return next((Head.read(line[1]) for text in inside if (line := _QUOTED_HEAD.fullmatch(text))), None)


def _lines(rows: Sequence[Row]) -> Iterator[LetterLine]:
    """Yield the excluded lines that may be orders, without quotation marks.

    Underlined headings of a report are skipped.
    """
    for row, below in zip_longest(rows, rows[1:]):
        line = _unmarked(row).strip()
        text, rule = strip_comment(line).strip(), "" if below is None else _unmarked(below).strip()
        is_heading = len(rule) == len(line) and _HEADING.fullmatch(rule)
        if asks(text) and not is_heading and not _BEGIN.fullmatch(text) and not _END.fullmatch(text):
            yield LetterLine(line=row.number, text=text, typed=row.typed)


def _comments_above(rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """Yield the text above each line that a program may have broken off a comment, with the line's number."""
    comment: list[str] = []
    for row in rows:
        text = _unmarked(row).strip()
        if comment and text:
            yield row.number, " ".join(comment)
        goes_on = comment and text and len(comment) < BLOCK
        comment = [text] if "#" in text else [*comment, text] if goes_on else []


def _unmarked(row: Row) -> str:
    """Return a line without its quotation marks."""
    marks = _MARKS.match(row.plain.text)
    assert marks is not None
    return row.plain.text[marks.end() :]


def _is_advertised(row: Row) -> bool:
    return mail_phrases.is_advertised(row.plain.text)


def _run_together(rows: Sequence[Row], at: int) -> int:
    """Return the number of lines of a template whose line breaks were removed, or 0 if it is intact."""
    begin = _BEGIN.fullmatch(rows[at].plain.text.strip())
    if begin is None or not _MORE_BEHIND.search(begin[1]):
        return 0
    end = next((row for row in rows[at:] if _END_WITHIN.search(row.plain.text)), rows[-1])
    return rows.index(end, at) - at + 1


def _is_signed(rows: Sequence[Row], at: int) -> bool:
    """Return True if a signature begins here. A line of dashes right above a fence does not begin one."""
    if rows[at].plain.text.strip() != "--":
        return False
    below = find_next_text(rows, at + 1)
    is_fence = below < len(rows) and _BEGIN.fullmatch(rows[below].plain.text.strip()) is not None
    return not is_fence or rows[at].plain.text == "-- "
