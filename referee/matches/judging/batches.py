"""Batches of letters: one JSON object per line, each judged separately."""

from pathlib import Path

from msgspec.structs import replace
from pydantic import ValidationError

from referee.faults import Complaint, DataFault, Fault
from referee.matches import viewer_languages
from referee.matches.command_files import STANDARD
from referee.matches.faults import JudgingFault
from referee.matches.judging import submission
from referee.matches.judging.submission import Filed, Repeated
from referee.matches.matches import Holder
from schemas.letter import Posted
from schemas.record import Place


def judge(root: Path, line: bytes, number: int, *, at: str, holder: Holder | None = None) -> Filed | Repeated:
    """Judge the letter of one line. A `holder` keeps matches open between lines."""
    try:
        posting = Posted.model_validate_json(line)
    except ValidationError:
        raise _misshapen(line, number) from None
    whose = posting.side
    try:
        incoming = submission.open_letter(
            f"line-{number}",
            posting.letter.encode("utf-8", "replace"),
            at=at,
            side=posting.side,
            faces=posting.faces,
            source=posting.source,
        )
        whose = posting.side or incoming.letter.side
        return submission.submit(root, posting.match, incoming, holder)
    except Fault as fault:
        raise viewer_languages.retold(root, posting.match, whose, fault) from None


def _misshapen(line: bytes, number: int) -> DataFault:
    """Return every fault of a line, with its place in the batch."""
    from referee.matches.letters.yaml_letters import json_tree  # noqa: PLC0415 - only what is wrong pays for the readers
    from referee.texts.validation import validate  # noqa: PLC0415

    try:
        validate(json_tree(line.decode("utf-8", "replace"), STANDARD), Posted, strict=True)
    except DataFault as fault:
        return DataFault(*(replace(one, place=_place(number, one)) for one in fault.complaints))
    return DataFault(Complaint.of(JudgingFault.NOT_A_LETTER, place=_place(number)))


def _place(number: int, complaint: Complaint | None = None) -> Place:
    column = complaint.place.column if complaint and complaint.place else 1
    return Place(file=STANDARD, line=number, column=column)
