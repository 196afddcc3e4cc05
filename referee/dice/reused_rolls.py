"""Dice that a ruling keeps: retracted orders are filed again with the same rolls.

Such an order names the takeback of its dice in `kept`. It directly follows the takeback and its ruling, and
spends no key. Each of its rolls equals a roll of the retracted entries, and none is kept twice. The proof of
the roll is in the retracted entry.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from referee.dice.faults import DiceFault
from referee.engine.dice import DiceNeeded, Draw
from referee.faults import declare
from referee.i18n.translator import Saying
from referee.texts.canonical import respell
from schemas.journal import PHRASED, Entry, Header
from schemas.record import Event, Purpose, Roll, Rolled, Shuffled, Side, Value

Telling = Mapping[str, object]
"""An event or a roll in a journal."""


class _Thrown(Value):
    """A roll that may be kept, with its owner if it is secret."""

    roll: Roll
    owner: Side | None


class KeptDice:
    """Dice that repeat earlier rolls if the rules ask for the same roll."""

    def __init__(self) -> None:
        self._left: list[_Thrown] = []
        self._draws: list[Draw] = []
        self._taken: list[_Thrown] = []

    def add(self, events: Iterable[Event], owners: Mapping[str, Side] | None) -> None:
        """Keep the dice of some events; `owners` maps secret keys to their owners, if known."""
        for event in events:
            match event:
                case Rolled(rolls=rolls):
                    owner_by_key = owners or {}
                    self._left += [_Thrown(roll, owner_by_key.get(roll.key)) for roll in rolls]
                case Shuffled(purpose=purpose, order=[_, *_] as order):
                    self._draws.append(Draw(purpose, tuple(order)))
                case _:
                    pass

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Return the first equal roll that is not used yet. Raises `DiceNeeded` if there is none."""
        roll_asked = Roll(purpose=purpose, sides=sides, needed=needed)
        if not count:
            return roll_asked
        for candidate in self._left:
            roll = candidate.roll
            same = (roll.purpose, roll.sides, roll.needed, len(roll.faces)) == (purpose, sides, needed, count)
            if same and (not roll.key or candidate.owner in {owner, None}):
                self._left.remove(candidate)
                self._taken.append(candidate)
                return roll
        raise DiceNeeded(roll_asked, count)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Return the only hidden draw for the same purpose from the same items."""
        for draw in self._draws:
            if draw.purpose == purpose and sorted(draw.order) == sorted(items):
                return draw
        raise DiceNeeded(Roll(purpose=purpose), len(items))

    def settle(self) -> tuple[Roll, ...]:
        """Return the rolls of the accepted order, and count them as used."""
        rolls, self._taken = self._taken, []
        return tuple(one.roll for one in rolls)


class Keeping:
    """Rolls that the next entry of a journal may keep."""

    def __init__(self, header: Header) -> None:
        self._known = header.format >= PHRASED
        self._thrown: dict[int, set[bytes]] = {}
        self._loose: tuple[set[bytes], ...] = ()
        self._retract = 0
        self._ruled = False

    def take(self, entry: Entry, tellings: Iterable[Iterable[Telling]]) -> Iterator[Saying]:
        """Yield the faults of the dice that the next entry keeps. Several readers may see the same roll."""
        if not self._known:
            return
        body = entry.body
        rolls = {respell(roll) for telling in tellings for roll in _list_rolls(telling)}
        if is_kept := self.keeps(entry):
            yield from self._use(entry, rolls)
        if rolls:
            self._thrown[body.seq] = rolls
        if body.kind == "retract" and isinstance(to := body.public.get("to"), int):
            undone = range(to + 1, body.seq)
            self._loose = tuple(self._thrown[seq] for seq in undone if seq in self._thrown)
            self._retract, self._ruled = body.seq, False
        else:
            follows = body.kind == "ruling" and self._retract == body.seq - 1
            self._ruled = follows or (self._ruled and is_kept)

    def pass_over(self) -> None:
        """Skip an order without dice."""
        self._ruled = False

    def keeps(self, entry: Entry) -> bool:
        """Return True if the entry states that it reuses the rolls of retracted orders."""
        return self._known and "kept" in entry.body.public

    def _use(self, entry: Entry, rolls: set[bytes]) -> Iterator[Saying]:
        body = entry.body
        own = any("key" in part for part in entry.private.values())
        due = self._ruled and body.kind == "order" and _is_number(body.public["kept"], self._retract)
        if not due or body.key or own:
            yield declare(DiceFault.KEPT_WITHOUT_RULING)
            return
        for roll in sorted(rolls):
            home = next((rolls_of_entry for rolls_of_entry in self._loose if roll in rolls_of_entry), None)
            if home is None:
                yield declare(DiceFault.KEPT_UNTHROWN)
            else:
                home.remove(roll)


def _list_rolls(telling: Iterable[Telling]) -> Iterator[Telling]:
    """Yield the rolls with faces of some events, as JSON."""
    for event in telling:
        rolls = event.get("rolls")
        if isinstance(rolls, list):
            yield from (roll for roll in cast(list[Telling], rolls) if roll.get("faces"))


def _is_number(said: object, due: int) -> bool:
    return type(said) is int and said == due
