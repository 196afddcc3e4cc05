"""How orders and events are spelled: each a known shape, and each order as the referee spells it.

The dice of an entry follow from its order to the letter. If there were more than one spelling, a moderator
could choose among as many sets of dice. Entries that were taken back are asked too: their dice were thrown.
"""

from pathlib import Path

from msgspec.structs import replace

from referee.engine.faults import DataFault
from referee.engine.system import Rules
from referee.matches import history
from referee.matches.history import Move
from schemas.journal import Entry
from schemas.record import Place


def read_moves(rules: Rules, entry: Entry, path: Path) -> tuple[Move, ...]:
    """The orders and events of an entry; a `DataFault` where the rules of a match do not know them so."""
    try:
        known = history.find_order(entry)
        for part in (entry.body.public, *entry.private.values()):
            told = part.get("order")
            if told is not known:
                history.read_order(rules, entry, told)
        return history.moves_of(rules, entry)
    except DataFault as fault:
        place = Place(file=path.as_posix(), line=entry.body.seq + 1)
        complaints = (replace(one, place=one.place or place) for one in fault.complaints)
        raise DataFault(*complaints) from None
