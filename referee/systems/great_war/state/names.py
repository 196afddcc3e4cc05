"""What the parameters of a fact are called in the reader's language."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.facts import Namer, Objection, word
from referee.systems.great_war.state.position import Piece
from referee.systems.great_war.state.theatre import Theatre, fort_id, piece_id


def namer(theatre: Theatre) -> Namer:
    """The names of what facts are stated of: areas, armies, pieces, cards, sides, words of charts."""
    names: Mapping[str, Callable[[Any], object]] = {
        "area": theatre.area_name,
        "areas": lambda areas: theatre.listed([theatre.area_name(area) for area in areas]),
        "army": theatre.army_name,
        "piece": lambda piece: _piece(theatre, piece),
        "pieces": lambda pieces: theatre.listed([_piece(theatre, piece) for piece in pieces]),
        "card": theatre.card_name,
        "side": theatre.side_name,
        "several": lambda of: theatre.several(*of),
        "kinds": lambda kinds: theatre.choice([theatre.units[kind].plural for kind in kinds]),
        "nation": lambda nation: theatre.nations[nation].name,
        "worded": theatre.worded,
    }

    def name(kind: str, of: Any) -> object:
        return names[kind](of) if kind in names else of

    return name


def _piece(theatre: Theatre, id: str) -> str:
    """A counter of the mix by its id, which tells what it is."""
    for area in theatre.areas:
        if id == fort_id(area):
            return theatre.piece_name(Piece(id, "", "", "fort", area))
    nation = theatre.nations[id.partition("-")[0]]
    if id in nation.armies:
        return theatre.army_name(id)
    for unit in theatre.units.values():
        if re.fullmatch(re.escape(piece_id(nation.id, unit, 0)[:-1]) + r"\d+", id):
            return theatre.piece_name(Piece(id, nation.id, nation.side, unit.kind, ""))
    return id


def worded(theatre: Theatre, objection: Objection) -> str:
    """A fact in words."""
    return word(theatre.tongue, objection, namer(theatre)).text
