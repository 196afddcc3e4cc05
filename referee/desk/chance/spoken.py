"""Spoken dice: people threw them, and somebody says what they showed."""

from collections.abc import Iterable, Iterator, Sequence

from referee.core.dice import DiceNeeded
from referee.core.faults import Complaint, Misuse
from referee.desk import chance
from schemas.record import Roll, Side


class SpokenDice:
    """Dice that people threw; what nobody may see is still drawn from the hidden secret."""

    def __init__(self, faces: Iterable[int], *, match: str, hidden: str, secrets: bool = True) -> None:
        """`secrets` says whether throws that not everyone sees are marked, as they are since format 2."""
        self._faces = tuple(faces)
        self._match, self._hidden, self._secrets = match, hidden, secrets
        self._index = 0
        self._draw: int = 0
        self.throws: tuple[Roll, ...] = ()

    @property
    def used(self) -> bool:
        """Whether a die was thrown."""
        return self._index > 0

    @property
    def left(self) -> tuple[int, ...]:
        """Faces nobody asked for."""
        return self._faces[self._index :]

    def throw(
        self, purpose: str, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Take the next faces that were given; the key of a secret throw only tells it from others."""
        secret = owner is not None and self._secrets and count > 0
        roll = Roll(purpose=purpose, sides=sides, needed=needed, draw=0 if secret else self._draw)
        if len(self.left) < count:
            raise DiceNeeded(roll, count)
        roll = roll.model_copy(update={"faces": self.left[:count], "key": chance.salt() if secret else ""})
        if strange := [str(face) for face in roll.faces if not 1 <= face <= sides]:
            raise Misuse(f"a die of {sides} sides has no face {', '.join(strange)}: {purpose}")
        self._index += count
        if not secret:
            self._draw += count
        self.throws += (roll,)
        return roll

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        """The items in a hidden order."""
        return chance.shuffled(self._hidden, self._match, purpose, items)

    def missing(self, needed: DiceNeeded) -> Misuse:
        """What to say when too few faces were given: the throws so far, and the one that is wanted."""
        text = f"{_dice(needed.count)} needed for {_for(needed.roll)}; {len(self.left)} given"
        return Misuse(
            *self._told(), Complaint(text=text, remedy="nothing was filed; give all faces in order")
        )

    def settle(self) -> None:
        """Refuse faces that were given and not asked for."""
        if self.left:
            text = f"{_dice(len(self.left))} too many: {_faces(self.left)}"
            raise Misuse(
                *self._told(), Complaint(text=text, remedy="nothing was filed; give only what is needed")
            )

    def _told(self) -> Iterator[str]:
        return (f"{_dice(len(roll.faces))} for {_for(roll)}: {_faces(roll.faces)}" for roll in self.throws)


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _for(roll: Roll) -> str:
    hits = f", {roll.needed} or less hits" if roll.needed else ""
    return f"{roll.purpose} ({roll.sides} sides{hits})"


def _faces(faces: Iterable[int]) -> str:
    return ", ".join(map(str, faces))
