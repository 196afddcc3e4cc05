"""Chance as a parameter of the rules: sources of dice, and dice that were rolled before."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from referee.engine.facts import Fact
from schemas.record import Event, Purpose, Roll, Rolled, Shuffled, Side, Value

RECORDED = 3
"""The first format whose journals hold purposes as records; earlier ones hold English sentences."""

PurposeT_contra = TypeVar("PurposeT_contra", contravariant=True)


class Draw(Value):
    """Items in a hidden order, and the purpose of the draw as it is filed."""

    purpose: str | Purpose
    order: tuple[int, ...]


class DiceOf(Protocol[PurposeT_contra]):
    """A source of faces and hidden draws, for purposes of some shape."""

    def throw(
        self, purpose: PurposeT_contra, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Roll `count` dice for a stated purpose; a face of `needed` or under is a hit.

        Everyone sees a roll without an owner. Otherwise the owner, a side or the referee, sees it; the rules
        decide which parts others see.
        """
        ...

    def shuffle(self, purpose: PurposeT_contra, items: Sequence[int]) -> Draw:
        """Return the items in a hidden order."""
        ...


Dice = DiceOf[Purpose]
"""Dice as the rules roll them."""


class NoDice:
    """Dice that cannot be rolled: the source of a dry run."""

    def throw(
        self,
        purpose: str | Purpose,
        count: int,
        *,
        needed: int,
        sides: int = 6,
        owner: Side | None = None,  # noqa: ARG002 - no dice are rolled
    ) -> Roll:
        """Refuse: the roll would be the first irrevocable event."""
        raise DiceNeeded(Roll(purpose=purpose, sides=sides, needed=needed), count)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Refuse: a hidden draw would reveal something."""
        raise DiceNeeded(Roll(purpose=purpose), len(items))


class DiceNeeded(Exception):  # noqa: N818 - a condition of the game, not an error
    """Raised if the rules need dice that the source does not have; states the roll and its purpose.

    `happened` holds the events of the order before this roll, as far as the machine knows them.
    """

    def __init__(self, roll: Roll, count: int) -> None:
        super().__init__(f"{count} dice needed: {roll.purpose}")
        self.roll, self.count = roll, count
        self.happened: tuple[Event, ...] = ()


class WrittenDice:
    """Dice read from a record: a journal, a test, or a written list of faces.

    A record may be forged. If it contains another deck than the rules shuffle, or a key of another owner
    (`owners` maps the known keys to their owners), these dice differ from the record, and a comparison
    shows it.
    """

    def __init__(
        self,
        faces: Iterable[int] = (),
        orders: Iterable[tuple[int, ...]] = (),
        rolls: Iterable[Roll] = (),
        owners: Mapping[str, Side] | None = None,
    ) -> None:
        self._faces: Iterator[int] = iter(faces)
        self._orders = iter(orders)
        self._rolls = iter(rolls)
        self._owners = owners
        self._drawn = 0

    def throw(
        self,
        purpose: str | Purpose,
        count: int,
        *,
        needed: int,
        sides: int = 6,
        owner: Side | None = None,
    ) -> Roll:
        """Take the next faces of the record, seen by all or by one side."""
        recorded = next(self._rolls, None)
        faces: list[int] = []
        for face in self._faces:
            faces.append(face)
            if len(faces) == count:
                break
        if len(faces) < count:
            raise DiceNeeded(Roll(purpose=purpose, sides=sides, needed=needed), count)
        self._drawn += count
        draw = self._drawn - count if recorded is None else recorded.draw
        key, named = ("", "") if recorded is None else (recorded.key, recorded.owner)
        if self._owners is not None and self._owners.get(key) != owner:
            key = owner or ""
        roll = Roll(purpose=purpose, sides=sides, needed=needed, draw=draw, key=key, owner=named)
        return replace(roll, faces=tuple(faces))

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Take the next order of the record."""
        order = next(self._orders, None)
        if order is None:
            raise DiceNeeded(Roll(purpose=purpose), len(items))
        return Draw(purpose, order if sorted(order) == sorted(items) else tuple(items))

    @property
    def left(self) -> tuple[int, ...]:
        """Faces without a throw that asks for them."""
        return tuple(self._faces)


def replay_dice(events: Iterable[Event], owners: Mapping[str, Side] | None = None) -> WrittenDice:
    """The dice of that day, in the order they fell; `owners` says whose each key of a secret throw is."""
    thrown: list[Roll] = []
    orders: list[tuple[int, ...]] = []
    for event in events:
        match event:
            case Rolled(rolls=rolls):
                thrown.extend(rolls)
            case Shuffled(order=order):
                orders.append(order)
            case _:
                pass
    faces = (face for roll in thrown for face in roll.faces)
    return WrittenDice(faces, orders, thrown, owners)


def state_purpose(fact: Fact, /, **parameters: str | int | tuple[str | int, ...]) -> Purpose:
    """State the purpose of a roll."""
    return Purpose(kind=fact.code, parameters=parameters)


class FiledDice:
    """Dice of a match: they see each purpose as a journal of the match's format spells it.

    `word` says a purpose in the English of the pack.
    """

    def __init__(self, dice: DiceOf[str | Purpose], format: int, word: Callable[[Purpose], str]) -> None:
        self._dice, self._format, self._word = dice, format, word

    def throw(
        self, purpose: Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Throw `count` dice for a purpose."""
        return self._dice.throw(self._spell(purpose), count, needed=needed, sides=sides, owner=owner)

    def shuffle(self, purpose: Purpose, items: Sequence[int]) -> Draw:
        """Return the items in a hidden order."""
        return self._dice.shuffle(self._spell(purpose), items)

    def _spell(self, purpose: Purpose) -> str | Purpose:
        return purpose if self._format >= RECORDED else self._word(purpose)
