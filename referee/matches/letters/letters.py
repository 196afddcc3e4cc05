"""Letters as received: opened, sorted and numbered, with repeats and stale answers refused."""

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
    Heads,
    Numbered,
    Remarks,
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
from schemas.journal import Entry, Head
from schemas.letter import Form, Letter, LetterFields, LetterLine
from schemas.record import Place, Side

MOST_ORDERS = 1000
"""The most orders of a letter."""

LONGEST_ORDER = 1000
"""The most signs of one order."""


def read(raw: bytes, name: str, remarks: Remarks | None = None, *, empty: bool = False) -> Letter:
    """A letter out of its bytes; raises `DataFault` with all that is wrong, each with its place.

    The name of its file ending in `.yaml`, `.yml` or `.json` settles the form; otherwise its content does.
    What there is to say about it is gathered in `remarks`. Unless it may be `empty`, it has to hold an order.
    """
    remarks = remarks or Remarks(name)
    if len(raw) > LIMIT:
        remarks.complain(LetterFault.LETTER_TOO_LONG, size=len(raw), most=LIMIT)
        remarks.settle()
    heads = Heads(remarks)
    page, message_id = _open(raw, remarks)
    page = open_signed(page, remarks)
    form, orders, counted = _sorted(page, _form_by_name(name), heads, remarks)
    if not orders and not empty:
        place = Place(file=name, line=1, column=1)
        nothing = Complaint.of(LetterFault.NO_ORDER, place=place)
        remarks.complaints += (nothing, *remarks.warnings)
    _refuse_excess(orders, remarks)
    letter = Letter(
        name=name,
        form=form,
        digest=sha256(raw).hexdigest(),
        body=_digest(page) if message_id is not None else None,
        message_id=message_id,
        match=heads.word("match"),
        side=heads.word("side"),
        answers=heads.answers(),
        head=heads.head(),
        phrase=heads.word("phrase"),
        orders=orders,
        left=counted.left,
        template=counted.template,
        warnings=tuple(map(str, remarks.warnings)),
    )
    remarks.settle()
    return letter


def _open(raw: bytes, remarks: Remarks) -> tuple[tuple[Numbered, ...], str | None]:
    """The lines of the letter, and its Message-ID if it is an e-mail."""
    if not is_mail(raw):
        return lines(raw, remarks), None
    from referee.matches.letters import email  # noqa: PLC0415 - only letters that are e-mail pay for its library

    return email.opened(raw, remarks)


def _digest(page: Sequence[Numbered]) -> str:
    """By what the text of a mail is known, on whatever way and in whatever encoding it came."""
    return sha256(
        "\n".join(typed.rstrip() for _, typed in page).strip().encode("utf-8", "replace")
    ).hexdigest()


def _form_by_name(name: str) -> Form | None:
    match name.lower().rpartition(".")[2]:
        case "yaml" | "yml":
            return "yaml"
        case "json":
            return "json"
        case _:
            return None


def _sorted(
    page: tuple[Numbered, ...], form: Form | None, heads: Heads, remarks: Remarks
) -> tuple[Form, tuple[LetterLine | LetterFields, ...], Counted]:
    """The form of a letter, what it asks for, and how its lines were counted."""
    lines: Sequence[Numbered] = page
    counted = Counted([], (), template=False, above={})
    if form is None:
        counted = counting(page, heads, remarks)
        remarks.settle()
        form = "json" if is_json(counted.rows) else "yaml" if is_yaml(counted.rows) else "text"
        if form == "text":
            said = _in_words(asking(counted.rows, heads), remarks, counted.above)
            return form, tuple(islice(said, MOST_ORDERS + 1)), counted
        lines = [Numbered(row.number, row.typed) for row in counted.rows]
    from referee.matches.letters import yaml_letters  # noqa: PLC0415 - only letters in YAML or JSON pay for their readers

    return form, tuple(islice(yaml_letters.orders(lines, form, heads, remarks), MOST_ORDERS + 1)), counted


def _in_words(rows: Iterator[Row], remarks: Remarks, above: Mapping[int, str]) -> Iterator[LetterLine]:
    for number, typed, plain in rows:
        examine(typed, remarks, number)
        said = strip_comment(plain.text).rstrip()
        text, columns = plain.cut(len(said) - len(said.lstrip()), len(said))
        moved = columns != tuple(range(columns[0], columns[0] + len(columns)))
        yield LetterLine(
            line=number,
            column=columns[0],
            text=text,
            typed=typed,
            columns=columns if moved else (),
            above=above.get(number, ""),
        )


def _refuse_excess(orders: Sequence[LetterLine | LetterFields], remarks: Remarks) -> None:
    """Complain of a letter that asks for more than anybody means."""
    if len(orders) > MOST_ORDERS:
        remarks.complain(LetterFault.TOO_MANY_ORDERS, orders[MOST_ORDERS].line, most=MOST_ORDERS)
    for order in orders:
        if isinstance(order, LetterLine) and len(order.text) > LONGEST_ORDER:
            size = {"size": len(order.text), "most": LONGEST_ORDER}
            remarks.complain(LetterFault.ORDER_TOO_LONG, order.line, order.column, **size)


DECIDING = frozenset({"order", "ruling", "retract"})
"""The kinds of entry after which the same words mean something new."""


def file_before(match: Match, side: Side, letter: Letter) -> tuple[Entry, ...]:
    """The entries that this very letter was filed with, if it was.

    A letter with a Message-ID is known for ever, and one that names the entry it answers while its orders
    stand. Any other is taken for the same only until the match has moved: who passes twice writes the same.
    Raises `DataFault` for another letter under a known Message-ID.
    """
    known = match.past.letters(match.entries)
    if letter.message_id is not None:
        return _last_run(_check_bodies(side, letter, known.list_with_message_id(side, letter.message_id)))
    same = _last_run(known.list_with_digest(side, letter.digest))
    if not same or (letter.answers is not None and _stands(match, same)):
        return same
    since = match.entries[same[-1].body.seq :]
    if any(entry.body.kind in DECIDING and not _answers_in_advance(entry) for entry in since):
        return ()
    return same


def _check_bodies(side: Side, letter: Letter, named: list[Entry]) -> list[Entry]:
    """The entries under a letter's Message-ID; raises `DataFault` if another letter was filed there."""
    for entry in named:
        own = entry.private[side]
        if own["letter"] != letter.digest and own.get("body") != letter.body:
            raise DataFault(Complaint.of(LetterFault.MESSAGE_ID_REUSED, entry=entry.body.seq))
    return named


def _answers_in_advance(entry: Entry) -> bool:
    """Whether an entry holds what a side ordered in advance, and no letter."""
    return "advance" in entry.private.get(entry.body.side or "", {})


def refuse_doubt(match: Match, side: Side, letter: Letter, same: Sequence[Entry]) -> None:
    """Raise `Stale` if a letter that may be a repeat may as well answer a question that was opened since.

    It is asked of letters that would be lawful now. A letter that has a Message-ID, or names the entry it
    answers, is in no doubt.
    """
    first = same[0].body.seq
    known = letter.message_id is not None or letter.answers is not None
    if known or not _close_since(match, side, first - 1):
        return
    head = match.journal.head.seq
    raise Stale(Complaint.of(LetterFault.REPEAT_OR_NEW, entry=first, head=head))


def check_head(match: Match, head: Head) -> None:
    """Raise unless the journal holds the entry that a letter quotes."""
    if not holds_head(match, head):
        raise DataFault(Complaint.of(LetterFault.HEAD_FOREIGN, head=head, match=match.name))


def holds_head(match: Match, head: Head) -> bool:
    """Whether the journal has a head."""
    return head.seq <= len(match.entries) and _seal_at(match, head.seq) == head.seal


def _seal_at(match: Match, seq: int) -> str:
    return match.entries[seq - 1].seal if seq else match.journal.header_seal


def check_fresh(match: Match, side: Side, answers: int) -> None:
    """Raise `Stale` if a question that was open after an entry has been closed since."""
    seq = _close_since(match, side, answers)
    if seq is not None:
        raise Stale(Complaint.of(LetterFault.STALE, answers=answers, seq=seq))


def _close_since(match: Match, side: Side, since: int) -> int | None:
    """The entry that closed a question which was open to a side after another entry."""
    asked: frozenset[OpenQuestion] | None = None
    for seq, open_now in _questions(match, side, since):
        if asked is not None and asked - open_now:
            return seq
        asked = open_now
    return None


def answer_by(match: Match, side: Side) -> int | None:
    """The entry that closed the last question of a side that is asked nothing now, if one ever did."""
    return next((step.seq for step in match.steps_back() if _ask(match, step.before, side)), None)


def _questions(match: Match, side: Side, since: int) -> Iterator[tuple[int, frozenset[OpenQuestion]]]:
    """The questions of a side that were open after an entry, and after each that stands since."""
    yield since, frozenset(_ask(match, match.position(since), side))
    for step in match.steps(after=since):
        yield step.seq, frozenset(_ask(match, step.after, side))


def _ask(match: Match, state: State, side: Side) -> tuple[OpenQuestion, ...]:
    return tuple(prompt for prompt in match.rules.prompts(state) if prompt.side == side)


def _stands(match: Match, entries: Iterable[Entry]) -> bool:
    standing = set(match.standing())
    return all(entry.body.seq in standing for entry in entries if entry.body.kind == "order")


def _last_run(entries: list[Entry]) -> tuple[Entry, ...]:
    """The entries that were filed last together; the anchor of a new chain may stand between two of them."""
    breaks = [
        index
        for index, (one, next_) in enumerate(pairwise(entries), start=1)
        if next_.body.seq - one.body.seq > 2 or next_.body.at != one.body.at
    ]
    return tuple(entries[breaks[-1] :] if breaks else entries)
