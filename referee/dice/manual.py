"""Manual dice: people roll them, and one of them states the faces."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from referee.dice import chain, format3
from referee.dice.faults import DiceFault
from referee.dice.format3 import Custom
from referee.engine.dice import DiceNeeded, Draw, NoDice
from referee.faults import Complaint, Misuse, declare
from referee.i18n.translator import Saying, message, saying
from schemas.record import Purpose, Roll, Side


class SpokenDice:
    """Dice that people rolled. Hidden draws still follow from the hidden secret."""

    def __init__(
        self,
        faces: Iterable[int],
        *,
        match: str,
        hidden: str,
        secrets: bool = True,
        names: Custom | None = None,
        begun: str = "",
        worded: Callable[[str | Purpose], str] = str,
    ) -> None:
        """`secrets` is True if secret rolls have a key of their own, as they do since format 2.

        Since format 3 they also name their owner (`names`), and the key follows from the hidden secret and
        from the seal of the line before the letter (`begun`).

        `worded` renders purposes in the language of the person who states the faces.
        """
        self._worded = worded
        self._faces = tuple(faces)
        self._match, self._hidden, self._secrets = match, hidden, secrets
        self._names, self._begun = names, begun
        self._index = 0
        self._draw: int = 0
        self.throws: tuple[Roll, ...] = ()

    @property
    def used(self) -> bool:
        """True after the first roll."""
        return self._index > 0

    @property
    def left(self) -> tuple[int, ...]:
        """Faces that no roll has used yet."""
        return self._faces[self._index :]

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Take the next faces. The key of a secret roll only distinguishes it from other rolls."""
        secret = owner is not None and self._secrets and count > 0
        roll = Roll(purpose=purpose, sides=sides, needed=needed, draw=0 if secret else self._draw)
        if secret and owner is not None:
            roll = self._mark(roll, owner)
        if len(self.left) < count:
            raise DiceNeeded(roll, count)
        roll = replace(roll, faces=self.left[:count])
        if strange := [str(face) for face in roll.faces if not 1 <= face <= sides]:
            fact, faces = DiceFault.FACE_IMPOSSIBLE, ", ".join(strange)
            raise Misuse(declare(fact, sides=sides, faces=faces, purpose=self._worded(purpose)))
        self._index += count
        if not secret:
            self._draw += count
        self.throws += (roll,)
        return roll

    def _mark(self, roll: Roll, owner: Side) -> Roll:
        """Return a secret roll with a key that distinguishes it, and with its owner."""
        if self._names is None:
            return replace(roll, key=chain.salt())
        key = format3.mark_spoken(self._hidden, self._begun, len(self.throws))
        return replace(roll, key=key, owner=self._names.name_owner(owner, key))

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Return the items in a hidden order."""
        decks = self._names.decks if self._names else ""
        return Draw(purpose, chain.shuffle_items(self._hidden, self._match, purpose, items, decks))

    def missing(self, needed: DiceNeeded) -> Misuse:
        """Return the error for too few faces: the rolls so far, and the missing roll."""
        count, purpose = needed.count, self.word_throw(needed.roll)
        missing_roll = Complaint.of(DiceFault.DICE_MISSING, count=count, purpose=purpose, left=len(self.left))
        return Misuse(*self.list_told(), missing_roll)

    def settle(self) -> None:
        """Raise `Misuse` if there are unused faces."""
        if self.left:
            extra_faces = Complaint.of(DiceFault.DICE_LEFT, count=len(self.left), faces=_faces(self.left))
            raise Misuse(*self.list_told(), extra_faces)

    def list_told(self) -> Iterator[Saying]:
        """Yield the purpose and the faces of each roll so far."""
        for roll in self.throws:
            fact, faces = DiceFault.DICE_TAKEN, roll.faces
            yield declare(fact, count=len(faces), purpose=self.word_throw(roll), faces=_faces(faces))

    def list_ignored(self) -> tuple[Complaint, ...]:
        """Return a remark about unused faces that are ignored."""
        if not self.left:
            return ()
        return (Complaint.of(DiceFault.DICE_IGNORED, count=len(self.left), faces=_faces(self.left)),)

    def word_throw(self, roll: Roll) -> Saying:
        """Return the purpose of a roll, with its dice."""
        text = (
            message("{purpose} ({sides} sides, {needed} or less hits)")
            if roll.needed
            else message("{purpose} ({sides} sides)")
        )
        return saying(text, purpose=self._worded(roll.purpose), sides=roll.sides, needed=roll.needed)


class RehearsedDice(SpokenDice):
    """Manual dice in a rehearsal. Secret rolls and hidden draws are refused."""

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Take the next faces for a public roll."""
        if owner is not None:
            return NoDice().throw(purpose, count, needed=needed, sides=sides, owner=owner)
        return super().throw(purpose, count, needed=needed, sides=sides)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Refuse, as in every rehearsal."""
        return NoDice().shuffle(purpose, items)


def _faces(faces: Iterable[int]) -> str:
    return ", ".join(map(str, faces))
