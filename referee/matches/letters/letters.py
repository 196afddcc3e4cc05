"""Letters as received: decoded, sorted and numbered. Repeats and stale answers are refused."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice, pairwise

from referee.engine.facts import OpenQuestion
from referee.engine.system import State
from referee.faults import Complaint, DataFault, Stale
from referee.i18n.name_matching import strip_comment
from referee.matches.faults import LetterFault
from referee.matches.letters.characters import (
    LIMIT,
    Diagnostics,
    Heads,
    Numbered,
    Row,
    asking,
    examine,
    is_json,
    is_mail,
    is_yaml,
    lines,
)
from referee.matches.letters.mime import open_signed
from referee.matches.letters.reply_extraction import Counted, counting
from referee.matches.matches import Match
from referee.texts.tree import quote
from schemas.journal import Entry, Head
from schemas.letter import Form, Letter, LetterFields, LetterLine
from schemas.record import Place, Side

FORUM_MARKS = frozenset("[|~☐☑☒✅@")
"""Characters of the marks of forums and chats."""

MOST_ORDERS = 1000
"""Maximum number of orders in a letter."""

Orders = tuple[LetterLine | LetterFields, ...]

FEWEST_WORDS = 40
"""Lowest number of words of a line that is prose because of its length."""

LONGEST_ORDER = 1000
"""Maximum length of an order in characters."""


def read(raw: bytes, name: str, remarks: Diagnostics | None = None, *, empty: bool = False) -> Letter:
    """Read a letter. Raises DataFault with every fault and its place.

    A file name that ends in `.yaml`, `.yml` or `.json` determines the form; otherwise the content does.
    Faults and warnings are collected in `remarks`. A letter without an order is a fault unless `empty` is
    true.
    """
    remarks = remarks or Diagnostics(name)
    if len(raw) > LIMIT:
        remarks.complain(LetterFault.LETTER_TOO_LONG, size=len(raw), most=LIMIT)
        remarks.settle()
    heads = Heads(remarks)
    if is_mail(raw):
        from referee.matches.letters import email  # noqa: PLC0415 - only letters that are e-mail pay for its library

        page, message_id = email.opened(raw, remarks)
    else:
        page, message_id = lines(raw, remarks), None
    page = open_signed(page, remarks)
    if any(not FORUM_MARKS.isdisjoint(line.typed) for line in page):
        from referee.matches.letters import forum_marks  # noqa: PLC0415 - plain letters do without its patterns

        page = tuple(forum_marks.unmark(page))
    form, orders, sorted_lines = _sorted(page, _form_by_name(name), heads, remarks)
    if not orders and not empty:
        place = Place(file=name, line=1, column=1)
        nothing = Complaint.of(LetterFault.NO_ORDER, place=place)
        remarks.complaints += (nothing, *remarks.warnings)
    orders = _limit(orders, remarks)
    if orders and sorted_lines.forwarded_from is not None:
        remarks.warn(LetterFault.FORWARDED, orders[0].line, author=quote(sorted_lines.forwarded_from))
    letter = Letter(
        name=name,
        form=form,
        digest=sha256(raw).hexdigest(),
        body=_digest(page) if message_id is not None else None,
        message_id=message_id,
        match=heads.word("match"),
        side=heads.word("side"),
        answers=heads.answers(),
        head=heads.head() or sorted_lines.quoted_head,
        phrase=heads.word("phrase"),
        beacon=heads.word("beacon"),
        orders=orders,
        left=sorted_lines.left,
        template=sorted_lines.template,
        quoted_template=sorted_lines.quoted_template,
        forwarded_from=sorted_lines.forwarded_from,
        warnings=tuple(map(str, remarks.warnings)),
    )
    remarks.settle()
    return letter


def _digest(page: Sequence[Numbered]) -> str:
    """Return the digest of a mail's decoded text."""
    return sha256("\n".join(text.rstrip() for _, text in page).strip().encode("utf-8", "replace")).hexdigest()


def _form_by_name(name: str) -> Form | None:
    match name.lower().rpartition(".")[2]:
        case "yaml" | "yml":
            return "yaml"
        case "json":
            return "json"
        case _:
            return None


def _sorted(
    page: tuple[Numbered, ...], form: Form | None, heads: Heads, remarks: Diagnostics
) -> tuple[Form, tuple[LetterLine | LetterFields, ...], Counted]:
    """Return the form of a letter, its orders, and its lines sorted by whether they count."""
    lines: Sequence[Numbered] = page
    sorted_lines = Counted([], (), template=False, above={})
    if form is None:
        sorted_lines = counting(page, heads, remarks)
        remarks.settle()
        form = "json" if is_json(sorted_lines.rows) else "yaml" if is_yaml(sorted_lines.rows) else "text"
        if form == "text":
            orders = _in_words(asking(sorted_lines.rows, heads), remarks, sorted_lines.above)
            return form, tuple(islice(orders, MOST_ORDERS + 1)), sorted_lines
        lines = [Numbered(row.number, row.typed) for row in sorted_lines.rows]
    from referee.matches.letters import yaml_letters  # noqa: PLC0415 - only letters in YAML or JSON pay for their readers

    return (
        form,
        tuple(islice(yaml_letters.orders(lines, form, heads, remarks), MOST_ORDERS + 1)),
        sorted_lines,
    )


def _in_words(rows: Iterator[Row], remarks: Diagnostics, above: Mapping[int, str]) -> Iterator[LetterLine]:
    for number, line, plain in rows:
        examine(line, remarks, number)
        text_part = strip_comment(plain.text).rstrip()
        text, columns = plain.cut(len(text_part) - len(text_part.lstrip()), len(text_part))
        is_shifted = columns != tuple(range(columns[0], columns[0] + len(columns)))
        yield LetterLine(
            line=number,
            column=columns[0],
            text=text,
            typed=line,
            columns=columns if is_shifted else (),
            above=above.get(number, ""),
        )


def _limit(orders: Orders, remarks: Diagnostics) -> Orders:
    """Return the orders without long lines of prose, such as a disclaimer, unless nothing else is left.

    Adds faults for more orders, or longer ones, than a letter may have.
    """
    long_lines = [one for one in orders if isinstance(one, LetterLine) and len(one.text) > LONGEST_ORDER]
    prose = [line for line in long_lines if len(line.text.split()) > FEWEST_WORDS]
    if len(prose) < len(orders):
        for line in prose:
            remarks.warn(LetterFault.LONG_LINE, line.line, most=LONGEST_ORDER)
        orders = tuple(one for one in orders if one not in prose)
    if len(orders) > MOST_ORDERS:
        remarks.complain(LetterFault.TOO_MANY_ORDERS, orders[MOST_ORDERS].line, most=MOST_ORDERS)
    for line in long_lines:
        if line in orders:
            size = {"size": len(line.text), "most": LONGEST_ORDER}
            remarks.complain(LetterFault.ORDER_TOO_LONG, line.line, line.column, **size)
    return orders


DECIDING = frozenset({"order", "ruling", "retract"})
"""Kinds of entry after which the same words have a new meaning."""


def file_before(match: Match, side: Side, letter: Letter) -> tuple[Entry, ...]:
    """Return the entries with which this very letter was filed before, or ().

    A Message-ID identifies a letter for ever. A letter that names the entry it answers is a repeat while its
    orders are effective. Any other letter is a repeat only until the match has moved on, because a second
    pass has the same words. Raises DataFault for a different letter under a known Message-ID.
    """
    filed_letters = match.past.letters(match.entries)
    if letter.message_id is not None:
        return _last_run(
            _check_bodies(side, letter, filed_letters.list_with_message_id(side, letter.message_id))
        )
    same = _last_run(filed_letters.list_with_digest(side, letter.digest))
    if not same or (letter.answers is not None and _stands(match, same)):
        return same
    since = match.entries[same[-1].body.seq :]
    if any(entry.body.kind in DECIDING and not _answers_in_advance(entry) for entry in since):
        return ()
    return same


def _check_bodies(side: Side, letter: Letter, entries: list[Entry]) -> list[Entry]:
    """Return the entries under a letter's Message-ID. Raises DataFault if they hold a different letter."""
    for entry in entries:
        own = entry.private[side]
        if own["letter"] != letter.digest and own.get("body") != letter.body:
            raise DataFault(Complaint.of(LetterFault.MESSAGE_ID_REUSED, entry=entry.body.seq))
    return entries


def _answers_in_advance(entry: Entry) -> bool:
    """Return True if an entry contains standing orders and no letter."""
    return "advance" in entry.private.get(entry.body.side or "", {})


def refuse_doubt(match: Match, side: Side, letter: Letter, same: Sequence[Entry]) -> None:
    """Raise Stale if a possible repeat could also answer a prompt that was opened since.

    Call it for letters that would be legal now. A letter with a Message-ID, or with the entry that it
    answers, is not in doubt.
    """
    first = same[0].body.seq
    is_certain = letter.message_id is not None or letter.answers is not None
    if is_certain or not _close_since(match, side, first - 1):
        return
    head = match.journal.head.seq
    raise Stale(Complaint.of(LetterFault.REPEAT_OR_NEW, entry=first, head=head))


def check_head(match: Match, head: Head) -> None:
    """Raise DataFault unless the journal contains the head that a letter quotes."""
    if not holds_head(match, head):
        raise DataFault(Complaint.of(LetterFault.HEAD_FOREIGN, head=head, match=match.name))


def holds_head(match: Match, head: Head) -> bool:
    """Return True if the journal contains a head."""
    return head.seq <= len(match.entries) and _seal_at(match, head.seq) == head.seal


def _seal_at(match: Match, seq: int) -> str:
    return match.entries[seq - 1].seal if seq else match.journal.header_seal


def check_fresh(match: Match, side: Side, answers: int) -> None:
    """Raise Stale if a prompt that was open after an entry has been closed since."""
    seq = _close_since(match, side, answers)
    if seq is not None:
        raise Stale(Complaint.of(LetterFault.STALE, answers=answers, seq=seq))


def _close_since(match: Match, side: Side, since: int) -> int | None:
    """Return the entry that closed a prompt of a side that was open after another entry, or None."""
    open_before: frozenset[OpenQuestion] | None = None
    for seq, open_now in _questions(match, side, since):
        if open_before is not None and open_before - open_now:
            return seq
        open_before = open_now
    return None


def answer_by(match: Match, side: Side) -> int | None:
    """Return the entry that closed the last prompt of a side without open prompts, or None."""
    return next((step.seq for step in match.steps_back() if _ask(match, step.before, side)), None)


def _questions(match: Match, side: Side, since: int) -> Iterator[tuple[int, frozenset[OpenQuestion]]]:
    """Yield the open prompts of a side after an entry, and after each effective entry since."""
    yield since, frozenset(_ask(match, match.position(since), side))
    for step in match.steps(after=since):
        yield step.seq, frozenset(_ask(match, step.after, side))


def _ask(match: Match, state: State, side: Side) -> tuple[OpenQuestion, ...]:
    return tuple(prompt for prompt in match.rules.prompts(state) if prompt.side == side)


def _stands(match: Match, entries: Iterable[Entry]) -> bool:
    standing = set(match.standing())
    return all(entry.body.seq in standing for entry in entries if entry.body.kind == "order")


def _last_run(entries: list[Entry]) -> tuple[Entry, ...]:
    """Return the entries that were filed last together.

    The anchor of a new key chain may be between two of them.
    """
    breaks = [
        index
        for index, (one, next_) in enumerate(pairwise(entries), start=1)
        if next_.body.seq - one.body.seq > 2 or next_.body.at != one.body.at
    ]
    return tuple(entries[breaks[-1] :] if breaks else entries)
