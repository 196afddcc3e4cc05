"""Many letters at once: one JSON object a line, each judged by itself."""

from pathlib import Path

from pydantic import ValidationError

from referee.core.faults import Complaint, DataFault
from referee.desk import submitting
from schemas.letter import Posted
from schemas.record import Place
from schemas.ruling import Submitted


def judge(root: Path, line: bytes, number: int, *, at: str) -> Submitted:
    """Judge the letter of one line."""
    posted = _posted(line, number)
    sent = submitting.sent(
        f"line-{number}",
        posted.letter.encode("utf-8", "replace"),
        at=at,
        side=posted.side,
        faces=posted.faces,
        source=posted.source,
    )
    return submitting.submit(root, posted.match, sent)


def _posted(line: bytes, number: int) -> Posted:
    try:
        return Posted.model_validate_json(line)
    except ValidationError as error:
        place = Place(file="-", line=number)
        raise DataFault(
            *(
                Complaint(
                    text=f"{'.'.join(map(str, wrong['loc'])) or 'the line'}: {wrong['msg']}", place=place
                )
                for wrong in error.errors(include_url=False, include_input=False, include_context=False)
            )
        ) from None
