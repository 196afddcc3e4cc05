"""Letters: what a side sends, opened, sorted and numbered, but not yet understood."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice

from referee.core.names import uncommented
from referee.core.tongue import message
from referee.desk.letters.rows import Heads, Row, asking, counting, is_json, is_yaml
from referee.desk.letters.signs import LIMIT, Numbered, Remarks, examine, is_mail, lines
from schemas.letter import Form, Letter, LetterFields, LetterLine

MOST_ORDERS = 1000
"""The most orders of a letter."""

LONGEST_ORDER = 1000
"""The most signs of one order."""


def read(raw: bytes, name: str, remarks: Remarks | None = None) -> Letter:
    """A letter out of its bytes; raises `DataFault` with all that is wrong, each with its place.

    The name of its file ending in `.yaml`, `.yml` or `.json` settles the form; otherwise its content does.
    What there is to say about it is gathered in `remarks`.
    """
    remarks = remarks or Remarks(name)
    if len(raw) > LIMIT:
        fact = message("the letter has {size:,} bytes, and {most:,} are read at most")
        remarks.complain(fact, "send the orders alone", size=len(raw), most=LIMIT)
        remarks.settle()
    heads = Heads(remarks)
    page, message_id = _opened(raw, remarks)
    form, orders = _sorted(page, _form_by_name(name), heads, remarks)
    _refuse_excess(orders, remarks)
    letter = Letter(
        name=name,
        form=form,
        digest=sha256(raw).hexdigest(),
        message_id=message_id,
        match=heads.word("match"),
        side=heads.word("side"),
        answers=heads.answers(),
        head=heads.head(),
        orders=orders,
        warnings=tuple(map(str, remarks.warnings)),
    )
    remarks.settle()
    return letter


def _opened(raw: bytes, remarks: Remarks) -> tuple[tuple[Numbered, ...], str | None]:
    """The lines of the letter, and its Message-ID if it is an e-mail."""
    if not is_mail(raw):
        return lines(raw, remarks), None
    from referee.desk.letters import mail  # noqa: PLC0415 - only letters that are e-mail pay for its library

    return mail.opened(raw, remarks)


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
) -> tuple[Form, tuple[LetterLine | LetterFields, ...]]:
    """The form of a letter, and what it asks for."""
    counted: Sequence[Numbered] = page
    if form is None:
        rows = counting(page, heads, remarks)
        remarks.settle()
        form = "json" if is_json(rows) else "yaml" if is_yaml(rows) else "text"
        if form == "text":
            return form, tuple(islice(_in_words(asking(rows, heads), remarks), MOST_ORDERS + 1))
        counted = [Numbered(row.number, row.typed) for row in rows]
    from referee.desk.letters import data  # noqa: PLC0415 - only letters in YAML or JSON pay for their readers

    return form, tuple(islice(data.orders(counted, form, heads, remarks), MOST_ORDERS + 1))


def _in_words(rows: Iterator[Row], remarks: Remarks) -> Iterator[LetterLine]:
    for number, typed, plain in rows:
        examine(typed, remarks, number)
        said = uncommented(plain.text).rstrip()
        text, columns = plain.cut(len(said) - len(said.lstrip()), len(said))
        moved = columns != tuple(range(columns[0], columns[0] + len(columns)))
        yield LetterLine(
            line=number, column=columns[0], text=text, typed=typed, columns=columns if moved else ()
        )  # fmt: skip


def _refuse_excess(orders: Sequence[LetterLine | LetterFields], remarks: Remarks) -> None:
    """Complain of a letter that asks for nothing, or for more than anybody means."""
    if not orders:
        remedy = message("write one order a line; quoted lines and signatures do not count")
        remarks.complain("the letter holds no order", remedy)
        remarks.complaints += remarks.warnings
    if len(orders) > MOST_ORDERS:
        fact = message("the letter holds more than {most:,} orders")
        remarks.complain(fact, "send several letters", orders[MOST_ORDERS].line, most=MOST_ORDERS)
    for order in orders:
        if isinstance(order, LetterLine) and len(order.text) > LONGEST_ORDER:
            fact = message("an order has {size:,} signs, and {most:,} are read at most")
            size = {"size": len(order.text), "most": LONGEST_ORDER}
            remarks.complain(fact, "one order a line", order.line, order.column, **size)
