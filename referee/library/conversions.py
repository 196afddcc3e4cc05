"""Answers of the library as JSON, and the view of a turn with its types."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import ValidationError, convert
from msgspec.json import encode

from referee.faults import Complaint, Fault, Misuse
from referee.systems.tabular.system import TableView
from schemas.answers.complaints import Complaints
from schemas.bots import Turn
from schemas.great_war.view import CoveredView
from schemas.great_war.view import View as GreatWarView
from schemas.model import Model
from schemas.record import Record, dump_model
from schemas.skirmish.events import read_order
from schemas.skirmish.view import View as SkirmishView

from . import arguments
from .arguments import LibraryFault, complain_of_type
from .games import View

Answer: TypeAlias = Record | Model | Complaint | Fault | None
"""An answer of the library, or the fault that it raised."""


def to_json(answer: Answer | Sequence[Answer]) -> str:
    """Return an answer of the library, or a sequence of them, as JSON with the keys of `--json`.

    A `Fault` has `ok`, `exit` and `complaints`, as on the command line. Raises `Misuse` for another value.
    """
    data = [_prepare(one) for one in answer] if isinstance(answer, list | tuple) else _prepare(answer)
    return encode(data, enc_hook=dump_model).decode()


def _prepare(answer: object) -> object:
    """Return an answer as the encoder takes it. Raises `Misuse` for another value."""
    match answer:
        case Fault():
            complaints = tuple(one.record for one in answer.complaints)
            return Complaints(ok=False, exit=answer.exit_code, complaints=complaints)
        case Complaint():
            return answer.record
        case Record() | Model() | None:
            return answer
        case _:
            raise Misuse(complain_of_type("answer", answer, "Record, Fault, or a sequence of them"))


def read_view(turn: Turn) -> View:
    """Return the position in the view of a turn, as `Match.view` and `Game.view` return it.

    Raises `Misuse` for a game that is described by neither a map nor tables.
    """
    arguments.refuse(arguments.find_type("turn", turn, Turn))
    try:
        if turn.system == "great-war":
            return convert(turn.view, CoveredView if "unseen" in turn.view else GreatWarView)
        if turn.system == "skirmish":
            return convert(turn.view, SkirmishView, dec_hook=read_order)
        return convert(turn.view, TableView)
    except ValidationError:
        raise Misuse(LibraryFault.NO_VIEW) from None
