"""Letters as the reader sees them: their orders by line, or the complaints."""

import pytest

from referee.faults import DataFault
from referee.matches.letters.letters import read
from schemas.letter import Letter, LetterLine


def orders(letter: Letter) -> list[tuple[int, str]]:
    return [(order.line, order.text) for order in letter.orders if isinstance(order, LetterLine)]


def complaints(raw: str | bytes, name: str = "letter.txt") -> list[str]:
    with pytest.raises(DataFault) as fault:
        read(raw.encode() if isinstance(raw, str) else raw, name)
    return [str(complaint) for complaint in fault.value.complaints]
