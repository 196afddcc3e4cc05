"""Dice that a ruling keeps: orders that it took back are filed again, and throw what they threw before.

Such an order says in `kept` which retract took its dice back. It follows that retract and its ruling at once,
and spends no key. Each of its throws is one of the entries that were taken back, to the last sign, and none
is kept twice: what it rests on was proved where it was thrown first.
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
"""An event or a roll as the journal holds it."""


class _Thrown(Value):
    """A throw that may be kept, and whose it was, if it was a secret one."""

    roll: Roll
    owner: Side | None


class KeptDice:
    """Dice that show again what they showed, where the rules ask for the same throw."""

    def __init__(self) -> None:
        self._left: list[_Thrown] = []
        self._draws: list[Draw] = []
        self._taken: list[_Thrown] = []

    def add(self, events: Iterable[Event], owners: Mapping[str, Side] | None) -> None:
        """Keep the dice of some events; `owners` says whose each secret key is, where it is known."""
        for event in events:
            match event:
                case Rolled(rolls=rolls):
                    known = owners or {}
                    self._left += [_Thrown(roll, known.get(roll.key)) for roll in rolls]
                case Shuffled(purpose=purpose, order=[_, *_] as order):
                    self._draws.append(Draw(purpose, tuple(order)))
                case _:
                    pass

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """The first throw that is left and is the same; raises `DiceNeeded` where there is none."""
        asked = Roll(purpose=purpose, sides=sides, needed=needed)
        if not count:
            return asked
        for thrown in self._left:
            roll = thrown.roll
            same = (roll.purpose, roll.sides, roll.needed, len(roll.faces)) == (purpose, sides, needed, count)
            if same and (not roll.key or thrown.owner in {owner, None}):
                self._left.remove(thrown)
                self._taken.append(thrown)
                return roll
        raise DiceNeeded(asked, count)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """The hidden draw for the same purpose from the same items: there is only one."""
        for draw in self._draws:
            if draw.purpose == purpose and sorted(draw.order) == sorted(items):
                return draw
        raise DiceNeeded(Roll(purpose=purpose), len(items))

    def settle(self) -> tuple[Roll, ...]:
        """The order that asked stands: its throws are used up."""
        taken, self._taken = self._taken, []
        return tuple(thrown.roll for thrown in taken)


class Keeping:
    """Which throws of a journal may be kept now, while it is proved entry by entry."""

    def __init__(self, header: Header) -> None:
        self._known = header.format >= PHRASED
        self._thrown: dict[int, set[bytes]] = {}
        self._loose: tuple[set[bytes], ...] = ()
        self._retract = 0
        self._ruled = False

    def take(self, entry: Entry, tellings: Iterable[Iterable[Telling]]) -> Iterator[Saying]:
        """What is wrong with the dice that the next entry keeps; several readers may have a telling of it."""
        if not self._known:
            return
        body = entry.body
        rolls = {respell(roll) for telling in tellings for roll in _list_rolls(telling)}
        if kept := self.keeps(entry):
            yield from self._use(entry, rolls)
        if rolls:
            self._thrown[body.seq] = rolls
        if body.kind == "retract" and isinstance(to := body.public.get("to"), int):
            undone = range(to + 1, body.seq)
            self._loose = tuple(self._thrown[seq] for seq in undone if seq in self._thrown)
            self._retract, self._ruled = body.seq, False
        else:
            follows = body.kind == "ruling" and self._retract == body.seq - 1
            self._ruled = follows or (self._ruled and kept)

    def pass_over(self) -> None:
        """The next entry keeps no dice, has none, and takes nothing back."""
        self._ruled = False

    def keeps(self, entry: Entry) -> bool:
        """Return True if the dice of an entry are those of orders that were taken back; it says so itself."""
        return self._known and "kept" in entry.body.public

    def _use(self, entry: Entry, rolls: set[bytes]) -> Iterator[Saying]:
        body = entry.body
        own = any("key" in part for part in entry.private.values())
        due = self._ruled and body.kind == "order" and _is_number(body.public["kept"], self._retract)
        if not due or body.key or own:
            yield declare(DiceFault.KEPT_WITHOUT_RULING)
            return
        for roll in sorted(rolls):
            home = next((thrown for thrown in self._loose if roll in thrown), None)
            if home is None:
                yield declare(DiceFault.KEPT_UNTHROWN)
            else:
                home.remove(roll)


def _list_rolls(telling: Iterable[Telling]) -> Iterator[Telling]:
    """The throws of some events that have faces, as the journal holds them."""
    for event in telling:
        rolls = event.get("rolls")
        if isinstance(rolls, list):
            yield from (roll for roll in cast(list[Telling], rolls) if roll.get("faces"))


def _is_number(said: object, due: int) -> bool:
    return type(said) is int and said == due
