"""Spoken dice: people threw them, and somebody says what they showed."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from referee.dice import chain
from referee.engine.dice import DiceNeeded
from referee.engine.faults import Complaint, Misuse
from referee.engine.tongue import Saying, forms, message, saying
from schemas.record import Roll, Side


class SpokenDice:
    """Dice that people threw; what nobody may see is still drawn from the hidden secret."""

    def __init__(
        self,
        faces: Iterable[int],
        *,
        match: str,
        hidden: str,
        secrets: bool = True,
        worded: Callable[[str], str] = str,
    ) -> None:
        """`secrets` says whether throws that not everyone sees are marked, as they are since format 2.

        `worded` puts purposes into the language of whoever said what the dice showed.
        """
        self._worded = worded
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
        roll = roll.model_copy(update={"faces": self.left[:count], "key": chain.salt() if secret else ""})
        if strange := [str(face) for face in roll.faces if not 1 <= face <= sides]:
            text = message("a die of {sides} sides has no face {faces}: {purpose}")
            raise Misuse(saying(text, sides=sides, faces=", ".join(strange), purpose=self._worded(purpose)))
        self._index += count
        if not secret:
            self._draw += count
        self.throws += (roll,)
        return roll

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        """The items in a hidden order."""
        return chain.shuffled(self._hidden, self._match, purpose, items)

    def missing(self, needed: DiceNeeded) -> Misuse:
        """What to say when too few faces were given: the throws so far, and the one that is wanted."""
        text, many = forms(
            "{count} die needed for {purpose}; {left} given",
            "{count} dice needed for {purpose}; {left} given",
        )
        parts = {"count": needed.count, "purpose": self._for(needed.roll), "left": len(self.left)}
        remedy = saying("nothing was filed; give all faces in order")
        return Misuse(*self._told(), Complaint.of(saying(text, many, **parts), remedy))

    def settle(self) -> None:
        """Refuse faces that were given and not asked for."""
        if self.left:
            text, many = forms("{count} die too many: {faces}", "{count} dice too many: {faces}")
            left = saying(text, many, count=len(self.left), faces=_faces(self.left))
            remedy = saying("nothing was filed; give only what is needed")
            raise Misuse(*self._told(), Complaint.of(left, remedy))

    def _told(self) -> Iterator[Saying]:
        text, many = forms("{count} die for {purpose}: {faces}", "{count} dice for {purpose}: {faces}")
        for roll in self.throws:
            yield saying(text, many, count=len(roll.faces), purpose=self._for(roll), faces=_faces(roll.faces))

    def _for(self, roll: Roll) -> Saying:
        text = (
            message("{purpose} ({sides} sides, {needed} or less hits)")
            if roll.needed
            else message("{purpose} ({sides} sides)")
        )
        return saying(text, purpose=self._worded(roll.purpose), sides=roll.sides, needed=roll.needed)


def _faces(faces: Iterable[int]) -> str:
    return ", ".join(map(str, faces))
