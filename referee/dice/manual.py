"""Spoken dice: people threw them, and one of them says what they showed."""

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
    """Dice that people threw; what stays hidden is still drawn from the hidden secret."""

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
        """`secrets` says whether throws that not everyone sees are marked, as they are since format 2.

        Since format 3 they name their owner as well (`names`), and what marks them follows from the hidden
        secret and from the seal of the line before the letter (`begun`).

        `worded` puts purposes into the language of the person who said what the dice showed.
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
        """Return True if a die was thrown."""
        return self._index > 0

    @property
    def left(self) -> tuple[int, ...]:
        """Faces without a throw that asks for them."""
        return self._faces[self._index :]

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Take the next faces that were given; the key of a secret throw only tells it from others."""
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
        """A throw that not everyone sees, told from others."""
        if self._names is None:
            return replace(roll, key=chain.salt())
        key = format3.mark_spoken(self._hidden, self._begun, len(self.throws))
        return replace(roll, key=key, owner=self._names.name_owner(owner, key))

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """The items in a hidden order."""
        return Draw(purpose, chain.shuffle_items(self._hidden, self._match, purpose, items))

    def missing(self, needed: DiceNeeded) -> Misuse:
        """What to say when too few faces were given: the throws so far, and the one that is wanted."""
        count, purpose = needed.count, self.word_throw(needed.roll)
        wanted = Complaint.of(DiceFault.DICE_MISSING, count=count, purpose=purpose, left=len(self.left))
        return Misuse(*self.list_told(), wanted)

    def settle(self) -> None:
        """Refuse faces that were given and not asked for."""
        if self.left:
            left = Complaint.of(DiceFault.DICE_LEFT, count=len(self.left), faces=_faces(self.left))
            raise Misuse(*self.list_told(), left)

    def list_told(self) -> Iterator[Saying]:
        """What each of the dice so far was taken for."""
        for roll in self.throws:
            fact, faces = DiceFault.DICE_TAKEN, roll.faces
            yield declare(fact, count=len(faces), purpose=self.word_throw(roll), faces=_faces(faces))

    def list_ignored(self) -> tuple[Complaint, ...]:
        """What is said of faces that were given and not asked for, where they do not count."""
        if not self.left:
            return ()
        return (Complaint.of(DiceFault.DICE_IGNORED, count=len(self.left), faces=_faces(self.left)),)

    def word_throw(self, roll: Roll) -> Saying:
        """What a throw is for, with the dice that it takes."""
        text = (
            message("{purpose} ({sides} sides, {needed} or less hits)")
            if roll.needed
            else message("{purpose} ({sides} sides)")
        )
        return saying(text, purpose=self._worded(roll.purpose), sides=roll.sides, needed=roll.needed)


class RehearsedDice(SpokenDice):
    """Dice that people say in a rehearsal: what not everyone may see is neither thrown nor drawn."""

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Take the next faces that were given, if everyone may see this throw."""
        if owner is not None:
            return NoDice().throw(purpose, count, needed=needed, sides=sides, owner=owner)
        return super().throw(purpose, count, needed=needed, sides=sides)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Refuse, as in every rehearsal."""
        return NoDice().shuffle(purpose, items)


def _faces(faces: Iterable[int]) -> str:
    return ", ".join(map(str, faces))
