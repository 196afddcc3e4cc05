"""Proving whom secret throws name as their owner, and that purposes have the shape of their format."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.dice.custom import commit_owner
from referee.dice.faults import DiceFault
from referee.engine.facts import declare
from referee.engine.tongue import Saying
from schemas.journal import PHRASED, Entry, Header
from schemas.record import Roll, Side


class Names:
    """Whom the secret throws of a match name, as far as a copy can tell.

    A reader recognises his own throws by the salt of his part of entry 1, and a copy with every part of it
    recognises them all.
    """

    def __init__(self, header: Header) -> None:
        self._recorded = header.format >= PHRASED
        self._marks: dict[Side, str] = {}
        self._all = False

    def take(self, entry: Entry) -> None:
        """Learn from entry 1 by what owners are named."""
        self._marks = {owner: str(part["salt"]) for owner, part in entry.private.items()}
        self._all = self._marks.keys() == entry.body.commit.keys()

    def spell(self, rolls: Iterable[Roll]) -> Iterator[Saying]:
        """What is wrong with the shape of purposes and names: each format has its own."""
        for roll in rolls:
            if isinstance(roll.purpose, str) == self._recorded:
                yield declare(DiceFault.PURPOSE_MISSPELT, purpose=roll.purpose)
            if bool(roll.owner) != (self._recorded and bool(roll.key)):
                yield declare(DiceFault.OWNER_MISNAMED, purpose=roll.purpose)

    def compare(self, rolls: Sequence[Roll], owned: Mapping[str, Side] | None = None) -> Iterator[Saying]:
        """What is wrong with whom secret throws name.

        `owned` says whose key each follows from, as far as this copy tells; where people threw, no key does.
        """
        for roll in rolls if self._recorded else ():
            marks = self._marks.items()
            named = [who for who, mark in marks if commit_owner(who, mark, roll.key) == roll.owner]
            due = named if owned is None else [who for who in self._marks if owned.get(roll.key) == who]
            if named != due or (self._all and len(named) != 1):
                yield declare(DiceFault.OWNER_MISNAMED, purpose=roll.purpose)
