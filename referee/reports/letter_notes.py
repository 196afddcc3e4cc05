"""Notes on the lines of a letter that were read as orders without their verb, or left out."""

from collections.abc import Iterator

from referee.faults import Complaint
from referee.matches.faults import LetterFault
from referee.matches.judging.judge_letter import AcceptedOrder, LetterJudgement, RejectedLine, quote_line
from referee.matches.matches import Match
from schemas.letter import LetterLine


def note_readings(match: Match, judgement: LetterJudgement) -> Iterator[str]:
    """Yield the notes on a judged letter, in the language of the match."""
    readings: dict[str, list[str]] = {}
    for accepted in judgement.accepted_orders:
        if _is_without_verb(match, accepted):
            line = quote_line(accepted.asked).strip()
            readings.setdefault(line, []).append(f"`{match.system.notation.write(accepted.order)}`")
    for typed, orders in readings.items():
        note = Complaint.of(LetterFault.READ_AS, typed=typed, orders=tuple(orders))
        yield str(note.speaking(match.tongue))
    for rejected in judgement.superfluous:
        assert rejected.order is not None
        order, why = match.system.notation.write(rejected.order), _why(match, rejected)
        yield str(Complaint.of(LetterFault.SUPERFLUOUS, order=order, why=why).speaking(match.tongue))


def _is_without_verb(match: Match, accepted: AcceptedOrder) -> bool:
    line = accepted.asked
    return isinstance(line, LetterLine) and not match.system.notation.resembles_order(line.text)


def _why(match: Match, line: RejectedLine) -> str:
    first, *_ = line.objections
    return match.system.language.word(first).text
