"""What every family of games tells in one language: the sayings of the tongue, and the names of the sides."""

from collections.abc import Iterable

from referee.engine.tongue import Translator
from schemas.record import Side
from schemas.rulebook import PackNames, SideEntry


class Teller:
    """Tells of a pack by the names that a language has for its things, else by those of the pack."""

    def __init__(self, tongue: Translator, names: PackNames | None, sides: Iterable[SideEntry]) -> None:
        self.tongue = tongue
        self.say, self.sentence, self.paragraph, self.told = (
            tongue.say, tongue.sentence, tongue.paragraph, tongue.told,
        )  # fmt: skip
        self.listed, self.choice, self.series = tongue.listed, tongue.choice, tongue.series
        self.within, self.chain = tongue.within, tongue.chain
        self._labels = {side: called.label for side, called in names.sides.items()} if names else {}
        self._adjectives = {side.id: side.adjective for side in sides}

    def side_name(self, side: Side) -> str:
        """The side as the cell of a table has it: `German`."""
        return self._labels.get(side) or self.side_adjective(side)

    def side_adjective(self, side: Side) -> str:
        """The side behind the word for it: the `German` side."""
        return self._adjectives.get(side, side)
