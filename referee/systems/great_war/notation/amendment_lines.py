"""Lines of the moderator as amendments of a position."""

from referee.i18n.name_matching import key
from referee.systems.great_war.notation import names
from referee.systems.great_war.notation.sentences import Misreading, Phrase, Reading, Word
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import AmendmentOrder, Exchange, Reposition
from schemas.record import REFEREE


def read_amendment_lines(theatre: GreatWarGame, position: Position, line: str) -> AmendmentOrder:
    """Return a line as an amendment.

    Raises `Unreadable` with the possible readings. Pieces go by their ids.
    """
    reading = Reading(theatre, position, REFEREE, line)
    phrase = reading.phrase()
    ids = {key(id): id for id in position.map.pieces}

    def name(word: Word) -> str:
        return ids.get(word.key, line[word.start : word.end])

    parts = phrase.words
    match [word.key for word in parts]:
        case ["exchange", _, "with" | "and" | "for", _]:
            return Exchange(side=REFEREE, piece=name(parts[1]), other=name(parts[3]))
        case ["put", _, "in" | "into", army] if army in ids:
            area = position.map.pieces[ids[army]].area
            return Reposition(side=REFEREE, piece=name(parts[1]), area=area, into=ids[army])
        case ["put", _, "in" | "into", _, *_]:
            area = names.area(reading, Phrase(parts[3:], phrase.end))
            return Reposition(side=REFEREE, piece=name(parts[1]), area=area)
        case _:
            raise reading.fault(Misreading.NO_AMENDMENT, phrase)
