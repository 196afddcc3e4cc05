"""Dice that wait for a round of the public beacon: the rest of a letter is filed, and judged later."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec import UNSET

from referee.dice.beacon import Signed, read_wait, round_after
from referee.faults import Complaint, Misuse
from referee.matches.faults import JudgingFault
from referee.matches.journal import Draft
from referee.matches.judging.dice_sources import WaitingDice
from referee.matches.judging.judge_letter import LetterJudgement, quote_line
from referee.matches.judging.standing_orders import Answer, Marks
from referee.matches.letters import time_lock
from referee.matches.matches import Match
from referee.texts.canonical import writable
from schemas.journal import Entry
from schemas.letter import Letter, LetterFields, LetterLine, LetterOrder
from schemas.record import REFEREE, Side, Value, to_data

RestLine = Mapping[str, object]
"""A line of the rest of a letter: its number, and its text or its order."""

MARKS = ("letter", "body", "message_id", "advance", "forced")
"""Fields that tell where an order came from."""


class Rest(Value):
    """The rest of a letter, from the order whose dice wait, and the fields that tell where it came from."""

    side: Side
    lines: tuple[RestLine, ...]
    marks: Marks


def rest_of_letter(side: Side, marks: Marks, judgement: LetterJudgement) -> Rest:
    """Return the rest of a letter whose dice wait. The first unheard line is the one with these dice."""
    first, *others = judgement.unjudged_lines
    lines = (*_list_orders(first, judgement), *map(_keep, others))
    return Rest(side, lines, marks)


def rest_of_answer(answer: Answer) -> Rest:
    """Return the rest of a standing order whose dice wait."""
    lines = tuple({"line": 1, "order": to_data(order)} for order in answer.pending)
    return Rest(answer.side, lines, answer.marks)


def _list_orders(line: LetterOrder, judgement: LetterJudgement) -> Iterator[RestLine]:
    return ({"line": line.line, "order": to_data(order)} for order in judgement.pending)


def _keep(line: LetterOrder) -> RestLine:
    match line:
        case LetterLine(text=text):
            return {"line": line.line, "text": writable(text)}
        case LetterFields(fields=fields):
            return {"line": line.line, "order": dict(fields)}


def draft(match: Match, rest: Rest, dice: WaitingDice, *, at: str) -> Draft:
    """Draft the entry that fixes the inputs of waiting dice, and their round."""
    assert match.header.beacon is not UNSET
    public = {"digest": dice.digest, "key": dice.key, "round": round_after(at, match.header.beacon)}
    content = {**rest.marks, "rest": list(rest.lines)}
    private = dict.fromkeys((rest.side, REFEREE), content)
    return Draft(kind="awaited", at=at, side=rest.side, public=public, private=private)


class Resumed(Value):
    """Waiting dice with their signature: the side, the rest of its letter, and where it came from."""

    side: Side
    letter: Letter
    text: str
    marks: Marks
    signed: Signed


def open_rest(entry: Entry, text: str) -> Resumed:
    """Return the rest of a letter, after the signature was checked. `text` is a round and its signature.

    Raises a fault for a wrong signature, or one of another round.
    """
    wait = read_wait(entry)
    assert wait is not None, "the writer filed it"
    assert wait.side is not None, "sides file it"
    beacon = time_lock.read_beacon(text)
    if beacon.round != wait.round:
        raise Misuse(Complaint.of(JudgingFault.BEACON_OTHER, round=str(wait.round), given=str(beacon.round)))
    time_lock.check_beacon(beacon)
    part = entry.private[REFEREE]
    orders = tuple(map(_restore, cast(list[dict[str, Any]], part["rest"])))
    letter = Letter(
        name="letter",
        digest=str(part.get("letter", "")),
        body=cast(str | None, part.get("body")),
        message_id=cast(str | None, part.get("message_id")),
        orders=orders,
    )
    marks = {name: part[name] for name in MARKS if name in part}
    signed = Signed(wait, beacon.signature)
    return Resumed(wait.side, letter, _spell(orders), marks, signed)


def _restore(line: Mapping[str, Any]) -> LetterOrder:
    if "text" in line:
        return LetterLine(line=line["line"], text=line["text"], typed=line["text"])
    return LetterFields(line=line["line"], fields=line["order"])


def _spell(orders: Sequence[LetterOrder]) -> str:
    """Return the rest of a letter as text, each line at its place in the letter."""
    lines: list[str] = []
    for order in orders:
        lines += [""] * (order.line - len(lines) - 1)
        lines.append(quote_line(order))
    return "\n".join(lines)
