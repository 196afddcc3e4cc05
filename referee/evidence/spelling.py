"""How orders and events are spelled: each a known shape, and each order as the referee spells it.

The dice of an entry follow from its order to the letter. If there were more than one spelling, a moderator
could choose among as many sets of dice. Entries that were taken back are asked too: their dice were thrown.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from referee.engine.faults import Complaint, DataFault
from referee.engine.system import Rules
from referee.matches import history
from referee.matches.journal.reading import MOVING
from schemas.journal import Entry
from schemas.record import Place


def check(rules: Rules, entries: Iterable[Entry], path: Path) -> None:
    """Raise a `DataFault` with every order and event that the rules of a match do not know so."""
    moving = (entry for entry in entries if entry.body.kind in MOVING)
    complaints = [complaint for entry in moving for complaint in _find_misspellings(rules, entry, path)]
    if complaints:
        raise DataFault(*complaints)


def _find_misspellings(rules: Rules, entry: Entry, path: Path) -> Iterator[Complaint]:
    try:
        for part in (entry.body.public, *entry.private.values()):
            history.read_order(rules, entry, part.get("order"))
        history.moves_of(rules, entry)
    except DataFault as fault:
        place = Place(file=path.as_posix(), line=entry.body.seq + 1)
        yield from (replace(complaint, place=complaint.place or place) for complaint in fault.complaints)
