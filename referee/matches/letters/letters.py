"""Letters: what a side sends, opened, sorted and numbered, but not yet understood."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice

from referee.engine.faults import Complaint
from referee.engine.names import strip_comment
from referee.matches.letters.faults import LetterFault
from referee.matches.letters.rows import Heads, Row, asking, is_json, is_yaml
from referee.matches.letters.sheets import Counted, counting
from referee.matches.letters.signed import open_signed
from referee.matches.letters.signs import LIMIT, Numbered, Remarks, examine, is_mail, lines
from schemas.letter import Form, Letter, LetterFields, LetterLine
from schemas.record import Place

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
    from referee.matches.letters import mail  # noqa: PLC0415 - only letters that are e-mail pay for its library

    return mail.opened(raw, remarks)


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
    from referee.matches.letters import data  # noqa: PLC0415 - only letters in YAML or JSON pay for their readers

    return form, tuple(islice(data.orders(lines, form, heads, remarks), MOST_ORDERS + 1)), counted


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
