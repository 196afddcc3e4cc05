"""Amendments as lines: `exchange FIGURE with FIGURE`, and `put FIGURE at PLACE`."""

from referee.systems.skirmish.notation.misreadings import Misreading
from referee.systems.skirmish.notation.sentences import Sentence, Word, spot
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import REFEREE
from schemas.skirmish.amendments import AmendmentOrder, Exchange, Reposition


def read(table: Table, position: Position, line: str) -> AmendmentOrder:
    """A line as an amendment; raises `Unreadable` with what it may say. Figures go by their ids."""
    sentence = Sentence(table, position, REFEREE, line)
    words = sentence.words()
    match [word.key for word in words]:
        case ["exchange", _, "with" | "and" | "for", _]:
            one, other = _find(sentence, words[1]), _find(sentence, words[3])
            return Exchange(side=REFEREE, of=position.figures[one].side, figure=one, other=other)
        case ["put", _, "at" | "to" | "in", *_] if len(words) > 3:
            one = _find(sentence, words[1])
            at = spot(sentence, words[3:])
            return Reposition(side=REFEREE, of=position.figures[one].side, figure=one, at=at)
        case _:
            raise sentence.fault(Misreading.NO_AMENDMENT, words)


def _find(sentence: Sentence, word: Word) -> str:
    """The figure of an id."""
    known = {id.casefold(): id for id in sentence.position.figures}
    if (id := known.get(word.text.casefold())) is None:
        raise sentence.unknown(Misreading.NO_FIGURE, (word,), known.values())
    return id
