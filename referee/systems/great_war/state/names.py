"""What the parameters of a fact are called in the reader's language."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from referee.engine.facts import Namer, Objection, Parameter, word
from referee.engine.purposes import Named
from referee.engine.tongue import forms, message
from referee.systems.great_war.state.lexicon import mix
from referee.systems.great_war.state.position import Piece
from referee.systems.great_war.state.theatre import GreatWarGame, fort_id
from schemas.great_war.pack import Kind

COUNTS: Mapping[str, tuple[str, str]] = {
    "points": forms("{count} build point", "{count} build points"),
    "area_count": forms("one area", "{count} areas"),
    "piece_count": forms("one piece", "{count} pieces"),
    "battle_count": forms("one battle", "{count} battles"),
}
"""The kinds of parameters that count something, with the word for one of it and for several."""

MODES: Mapping[str, str] = {
    "march": message("normal movement"),
    "rail": message("rail movement"),
    "strategic": message("strategic movement"),
    "sea": message("sea movement"),
    "reserves": message("the reserves"),
    "transit": message("the way to another front"),
}


MOST_DICE = 100
"""No kind of pieces throws as many dice at once."""


def namer(theatre: GreatWarGame) -> Namer:
    """The names of what facts are stated of, by kind."""
    names = {**_places(theatre), **_forces(theatre), **_words(theatre)}

    def name(kind: str, of: Any) -> object:
        if kind in COUNTS:
            return theatre.say(*COUNTS[kind], count=of)
        return names[kind](of) if kind in names else of

    return name


Names = Mapping[str, Callable[[Any], object]]
"""How each kind of parameter is named."""


def _places(theatre: GreatWarGame) -> Names:
    countries = theatre.pack.map.countries
    return {
        "area": theatre.area_name,
        "areas": lambda areas: theatre.listed([theatre.area_name(area) for area in areas]),
        "area_choice": lambda areas: theatre.choice([theatre.area_name(area) for area in areas]),
        "country_choice": lambda ids: theatre.choice([countries[country] for country in ids]),
    }


def _forces(theatre: GreatWarGame) -> Names:
    return {
        "army": theatre.army_name,
        "armies": lambda ids: ", ".join(map(theatre.army_name, ids)),
        "piece": lambda id: _piece(theatre, id),
        "pieces": lambda ids: theatre.listed([_piece(theatre, id) for id in ids]),
        "piece_choice": lambda ids: theatre.choice([_piece(theatre, id) for id in ids]),
        "sort": lambda id: _sort(theatre, id),
        "several": lambda of: theatre.several(*of),
        "due": lambda of: _due(theatre, *of),
        "arms": lambda of: _arms(theatre, *of),
        "kind": lambda kind: _unit(theatre, kind),
        "kind_within": lambda kind: _unit(theatre, kind).lower(),
        "kind_plural": lambda kind: theatre.units[kind].plural,
        "kinds": lambda kinds: ", ".join(_unit(theatre, kind) for kind in kinds),
        "nation": lambda nation: theatre.nations[nation].name,
        "national": lambda nation: theatre.nations[nation].adjective,
    }


def _words(theatre: GreatWarGame) -> Names:
    return {
        "card": theatre.card_name,
        "card_title": lambda number: _title(theatre, number),
        "ids": theatre.listed,
        "level": lambda place: _level(theatre, place),
        "mode": lambda mode: theatre.say(MODES[mode]),
        "season": lambda turn: theatre.turns[turn].title,
        "side": theatre.side_adjective,
        "worded": theatre.worded,
    }


def _piece(theatre: GreatWarGame, id: str) -> str:
    """A counter of the mix by its id, which tells what it is; another id names itself."""
    kind = mix(theatre).get(id)
    if kind is None:
        return id
    if kind == "fort":
        area = next(area for area in theatre.areas if fort_id(area) == id)
        return theatre.piece_name(Piece(id, "", "", "fort", area))
    nation = theatre.nations[id.partition("-")[0]]
    return theatre.piece_name(Piece(id, nation.id, nation.side, kind, ""))


def _sort(theatre: GreatWarGame, id: str) -> str:
    """What sort of piece an id is of: an army has a name of its own, and others their kind."""
    kind, nation = mix(theatre)[id], id.partition("-")[0]
    return theatre.army_name(id) if kind == "army" else theatre.kind_name(kind, nation)


def _title(theatre: GreatWarGame, number: int) -> str:
    """A card by its name alone."""
    return theatre.cards[number - 1].name


def _level(theatre: GreatWarGame, place: int) -> str:
    """A level of the victory chart by its place there."""
    return theatre.levels[place].name


def _unit(theatre: GreatWarGame, kind: Kind) -> str:
    """A kind of piece; of another word the word itself."""
    unit = theatre.units.get(kind)
    return kind if unit is None else unit.name


Counted = Sequence[tuple[Kind, int, str]]
"""Kinds, each with how many of it there are and of which nation."""


def _due(theatre: GreatWarGame, armies: Sequence[str], pieces: Counted, swaps: Counted) -> str:
    """What is due: `French 6th Army, 2 French infantry and 1 British infantry`."""
    return theatre.listed(tuple(_words_of_due(theatre, armies, pieces, swaps)))


def _words_of_due(
    theatre: GreatWarGame, armies: Sequence[str], pieces: Counted, swaps: Counted
) -> Iterator[str]:
    yield from map(theatre.army_name, armies)
    yield from (theatre.several(*one) for one in pieces)
    yield from (theatre.say("{pieces} by a swap", pieces=theatre.several(*one)) for one in swaps)


def _arms(theatre: GreatWarGame, kind: Kind, dice: int) -> str:
    """Pieces of a kind by how many dice they throw: `3 siege guns`."""
    name = theatre.units[kind].plural if dice > 1 else theatre.units[kind].name
    return f"{dice} {name.lower() if theatre.names is None else name}"


def gather_filed_names(theatre: GreatWarGame) -> Named:
    """What the names in purposes stand for that journals of formats 1 and 2 hold as sentences."""
    name, arms = namer(theatre), product(theatre.units, range(MOST_DICE))
    cards = range(1, len(theatre.cards) + 1)
    stated: Mapping[str, Iterable[Parameter]] = {
        "area": theatre.areas, "side": theatre.sides, "arms": arms, "card": cards,
    }  # fmt: skip
    return {kind: {str(name(kind, of)): of for of in known} for kind, known in stated.items()}


def worded(theatre: GreatWarGame, objection: Objection) -> str:
    """A fact in words."""
    return word(theatre.tongue, objection, namer(theatre)).text
