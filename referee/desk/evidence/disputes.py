"""One entry explained completely, as a document: for whoever asks whether that was legal.

A side is told of its own orders all that the referee is told; of others' orders what it saw of them.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from referee.desk import chance, glance, hearing
from referee.desk.evidence import cases, shown_dice
from referee.desk.evidence.cases import Case
from referee.desk.history import Move, Rules, private_part
from referee.desk.matches import Match
from referee.desk.telling import told
from schemas.document import (
    Block,
    Bullets,
    Code,
    DiceThrown,
    Document,
    Heading,
    Inline,
    Strong,
    Table,
    Text,
    Verbatim,
    words,
)
from schemas.evidence import ProvedRoll, Weighed
from schemas.journal import Entry
from schemas.record import REFEREE, Order, Side
from schemas.refusal import Fallen, RefusedLetter

MOST_LAWFUL = 12
"""How many lawful orders are named instead."""


def dispute(match: Match, seq: int, viewer: Side) -> Document:
    """Everything about one entry that a viewer may know."""
    case = cases.opened(match, seq)
    blocks = (
        *_entry(case, viewer),
        Heading(text="The position before it"),
        *_position(case, viewer),
        *(_orders(case, viewer) if case.is_judged else ()),
        *_letter(case, viewer),
        *_dice(case, viewer),
        *_events(case, viewer),
    )
    return Document(title=f"{match.name}: entry {seq}, explained", blocks=blocks)


def _entry(case: Case, viewer: Side) -> Iterator[Block]:
    match, body = case.match, case.entry.body
    author = glance.author(match, viewer, case.entry)
    whose = f" of {match.bound.name_of(author)}" if author else ""
    yield words(
        Strong(text=f"Entry {body.seq}"), f", {body.kind}{whose}, filed {body.at}: ",
        Code(text=glance.told(match, viewer, case.entry)),
    )  # fmt: skip
    if not case.stands:
        back = next(_taken_back_by(match, body.seq))
        yield words(
            f"It was taken back by entry {back.body.seq}: ", Code(text=glance.told(match, viewer, back))
        )
    yield words("Seal ", Code(text=case.entry.seal), ", after ", Code(text=body.prev))


def _taken_back_by(match: Match, seq: int) -> Iterator[Entry]:
    for entry in match.entries[seq:]:
        to = entry.body.public.get("to")
        if entry.body.kind == "retract" and isinstance(to, int) and to < seq:
            yield entry


def _position(case: Case, viewer: Side) -> Iterator[Block]:
    """How things stood, in short: the situation as far as its first table, and who was asked what."""
    for block in case.match.rules.situation(case.before, viewer):
        yield block
        if isinstance(block, Table):
            break
    for prompt in case.match.rules.prompts(case.before):
        if viewer in {prompt.side, REFEREE}:
            citation = case.match.rules.cite(prompt.clause)
            who = case.match.bound.name_of(prompt.side)
            yield words(f"{who} was asked: {prompt.text} ({citation.number}, {citation.title})")


def _orders(case: Case, viewer: Side) -> Iterator[Block]:
    """The orders of an entry that a viewer may read, one after the other."""
    given = [(before, move, move.order) for before, move in case.played() if move.order is not None]
    heard = [one for one in given if case.match.rules.overheard(one[2], viewer) is not None]
    for before, move, order in heard:
        yield Heading(text="The order as it was sent")
        yield from _order(case.match.rules, viewer, before, move, order)
    if not heard:
        yield Heading(text="The order as it was sent")
        yield words(
            "It is sealed to you."
            if case.entry.body.kind == "order"
            else "Nobody gave an order: this is work the rules do unasked, or a ruling."
        )


def _order(rules: Rules, viewer: Side, before: Any, move: Move, order: Order) -> Iterator[Block]:
    heard, knows = rules.overheard(order, viewer), viewer in {order.side, REFEREE}
    where = f", line {move.line} of the letter" if knows else ""
    yield words(Code(text=rules.write(heard)), where)
    if knows:
        yield from _weighing(rules, before, order)
        like = hearing.nearest_lawful(rules, before, order, MOST_LAWFUL)
        yield from _instead(like or cases.lawful_answers(rules, before, order, MOST_LAWFUL))


def _weighing(rules: Rules, before: Any, order: Order) -> Iterator[Block]:
    against, passed = (weigh(rules, before, order) for weigh in (cases.against, cases.passed))
    yield Heading(text="The clauses that were weighed")
    yield words(
        Strong(text="Against it"), "" if against else ": nothing. Today's rules would accept it, too."
    )
    if against:
        yield Bullets(items=tuple(map(_clause, against)))
    yield words(Strong(text="For it"), ": it answers what was asked, and it meets")
    asked = cases.questions(rules, before, order.side)
    cited = (rules.cite(prompt.clause) for prompt in asked)
    yield Bullets(
        items=(
            *((Text(text=f"{citation.number}, {citation.title}: this was asked."),) for citation in cited),
            *map(_met, passed),
        )
    )


def _clause(held: Weighed) -> tuple[Inline, ...]:
    remedy = f"; {held.remedy}" if held.remedy else ""
    return (Text(text=f"{held.number}, {held.title}: {held.text}{remedy}."),)


def _met(held: Weighed) -> tuple[Inline, ...]:
    fact = f"{held.number}, {held.title}: which refuses "
    return (Text(text=fact), Code(text=held.example), Text(text=f", for {held.text}."))


def _instead(lawful: Sequence[str]) -> Iterator[Block]:
    yield Heading(text="What else would have been lawful")
    if lawful:
        yield Bullets(items=tuple((Code(text=line),) for line in lawful))
    else:
        yield words("Nothing: no other order was lawful.")


def _letter(case: Case, viewer: Side) -> Iterator[Block]:
    """The letter of a refusal, for its sender and the referee."""
    kept = case.entry.private.get(viewer, {})
    if case.entry.body.kind != "refusal" or "letter" not in kept:
        return
    letter = private_part(RefusedLetter, case.entry, viewer)
    yield Heading(text="The letter as it was sent")
    yield Verbatim(lines=tuple(map(_printable, letter.text.splitlines())))
    yield Heading(text="The clauses that were weighed")
    for fallen in letter.fallen:
        yield from _fallen(case, fallen)


def _fallen(case: Case, fallen: Fallen) -> Iterator[Block]:
    yield words(f"Line {fallen.line}: ", Code(text=_printable(fallen.order or fallen.text)))
    held = (cases.weighed(case.match.rules, objection) for objection in fallen.objections)
    items = [_clause(one) for one in held]
    if fallen.unreadable:
        items.append((Text(text=f"Not understood: {_printable(fallen.unreadable)}"),))
    yield Bullets(items=tuple(items))
    if fallen.nearest:
        yield words("Lawful would have been:")
        yield Bullets(items=tuple((Code(text=line),) for line in fallen.nearest))


def _printable(line: str) -> str:
    """A foreign line with nothing in it that a terminal would obey."""
    return "".join(sign if sign.isprintable() else " " for sign in line)


def _dice(case: Case, viewer: Side) -> Iterator[Block]:
    witnessed = (case.match.rules.witness(event, viewer) for event in case.events)
    seen = [event for event in witnessed if event is not None]
    rolls = shown_dice.shown(case.match.header, case.entry, seen, viewer)
    if not rolls:
        return
    yield Heading(text="The dice, with their proof")
    if case.match.header.dice == "spoken":
        yield words("Thrown by people; the source that was named: ", Code(text=rolls[0].source))
    elif key := case.entry.body.key:
        yield words(f"Key {key.n} hashes to {_published_by(case)}:")
        yield Verbatim(lines=(f"printf %s {key.k} | sha256sum", f"{chance.digest(key.k)}  -"))
        yield words("Every face follows from the first byte that a message gives under this key:")
    for owner in dict.fromkeys(roll.owner for roll in rolls if roll.owner):
        yield from _owned(case, owner)
    for roll in rolls:
        yield DiceThrown(rolls=(roll.roll,), entry=case.seq, key=roll.key)
        if roll.roll.key and case.match.header.dice == "sealed":
            yield from _secret(case, roll)
        if roll.draws:
            yield Verbatim(lines=(f"printf '%s' '{_quoted(roll)}' | openssl dgst -sha256 -hmac {roll.key}",))
            yield _draws(roll)


def _owned(case: Case, owner: Side) -> Iterator[Block]:
    """The key of an owner, for himself and the referee."""
    if key := shown_dice.owner_key(case.entry, owner):
        whose = "the referee" if owner == REFEREE else case.match.bound.name_of(owner)
        yield words(f"Secret key {key.n} of {whose} hashes to the one before it, the first to the header's:")
        yield Verbatim(lines=(f"printf %s {key.k} | sha256sum", f"{chance.digest(key.k)}  -"))


def _secret(case: Case, roll: ProvedRoll) -> Iterator[Block]:
    """Where the key of a throw comes from that not everyone saw."""
    if not roll.of:
        yield words(
            "Not everyone saw this throw: it has a key of its own, which is proved once all is opened."
        )
        return
    message = f'["throw","{case.match.header.match}",{roll.number}]'
    yield words("Not everyone saw this throw: it has a key of its own.")
    yield Verbatim(lines=(f"printf '%s' '{message}' | openssl dgst -sha256 -hmac {roll.of}",))


def _published_by(case: Case) -> str:
    """Where the key before was published."""
    for entry in reversed(case.match.entries[: case.seq - 1]):
        if entry.body.key:
            return f"key {entry.body.key.n}, which entry {entry.body.seq} had published"
        if entry.body.kind == "anchor":
            return f"the anchor that entry {entry.body.seq} had published"
    return "the anchor in the header"


def _quoted(roll: ProvedRoll) -> str:
    message = f"{roll.message},{roll.draws[0].index}]"
    return message.replace("'", "'\\''")


def _draws(roll: ProvedRoll) -> Table:
    rows = (
        (str(draw.index), f"{draw.byte:02x}", str(draw.face) if draw.face else "passed over")
        for draw in roll.draws
    )
    return Table(columns=("Draw", "Byte", "Face"), rows=tuple(rows), numeric=(0,))


def _events(case: Case, viewer: Side) -> Iterator[Block]:
    if case.is_judged:
        yield Heading(text="What came of it")
        blocks = told(case.match.rules, viewer, case.before, case.events, case.entry)
        yield from (block for block in blocks if not isinstance(block, DiceThrown))
        if not blocks:
            yield words("Nothing that you saw.")
