"""Amendments as lines: `exchange PIECE with PIECE`, and `put PIECE in AREA` or `put PIECE into ARMY`."""

from referee.engine.names import key
from referee.systems.great_war.notation import names
from referee.systems.great_war.notation.misreadings import Misreading
from referee.systems.great_war.notation.sentences import Phrase, Reading, Word
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.amendments import AmendmentOrder, Exchange, Reposition
from schemas.record import REFEREE


def read(theatre: GreatWarGame, position: Position, line: str) -> AmendmentOrder:
    """A line as an amendment; raises `Unreadable` with what it may say. Pieces go by their ids."""
    reading = Reading(theatre, position, REFEREE, line)
    phrase = reading.phrase()
    found = {key(id): id for id in position.map.pieces}

    def name(word: Word) -> str:
        return found.get(word.key, line[word.start : word.end])

    said = phrase.words
    match [word.key for word in said]:
        case ["exchange", _, "with" | "and" | "for", _]:
            return Exchange(side=REFEREE, piece=name(said[1]), other=name(said[3]))
        case ["put", _, "in" | "into", army] if army in found:
            area = position.map.pieces[found[army]].area
            return Reposition(side=REFEREE, piece=name(said[1]), area=area, into=found[army])
        case ["put", _, "in" | "into", _, *_]:
            area = names.area(reading, Phrase(said[3:], phrase.end))
            return Reposition(side=REFEREE, piece=name(said[1]), area=area)
        case _:
            raise reading.fault(Misreading.NO_AMENDMENT, phrase)
