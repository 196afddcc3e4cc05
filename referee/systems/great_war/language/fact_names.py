"""Names of a fact's parameters in the viewer's language."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.facts import Parameter
from referee.i18n.fact_text import Namer, say
from referee.i18n.translator import forms, message
from referee.systems.great_war.flow import prompt_builder
from referee.systems.great_war.language.lexicon import spell
from referee.systems.great_war.language.naming import Naming
from referee.systems.great_war.state.game import fort_id, mix
from referee.systems.great_war.state.position import Piece
from schemas.great_war.names import Kind

COUNTS: Mapping[str, tuple[str, str]] = {
    "points": forms("{count} build point", "{count} build points"),
    "area_count": forms("one area", "{count} areas"),
    "piece_count": forms("one piece", "{count} pieces"),
    "battle_count": forms("one battle", "{count} battles"),
}
"""The kinds of parameters that count something, with the word for one of it and for several."""

PARTS_OF_PLANS: Mapping[str, str] = {
    "combat-cards": message("Cards in this battle"),
    "cavalry-retreat": message("Cavalry before the battle"),
    "stand-or-retreat": message("Retreat before fire"),
    "losses": message("Order of losses"),
    "retreat-after": message("Retreat after the battle"),
    "attacker": message("attacker"),
    "defender": message("defender"),
}
"""Questions and roles of a plan."""

MODES: Mapping[str, str] = {
    "march": message("normal movement"),
    "rail": message("rail movement"),
    "strategic": message("strategic movement"),
    "sea": message("sea movement"),
    "reserves": message("the reserves"),
    "transit": message("transit movement"),
}


Names = Mapping[str, Callable[[Any], object]]
"""Naming function of each kind of parameter."""


def namer(narrator: Naming) -> Namer:
    """Return a function that names the parameters of facts by kind."""

    def ask(code: str, parameters: tuple[tuple[str, Parameter], ...]) -> str:
        asking = prompt_builder.BY_CODE[code]
        return say(narrator.tongue, asking.template, dict(parameters), name, asking.many)

    names: Names = {
        **_places(narrator),
        **_forces(narrator),
        **_words(narrator),
        "question": lambda of: ask(*of),
    }

    def name(kind: str, of: Any) -> object:
        if kind in COUNTS:
            return narrator.say(*COUNTS[kind], count=of)
        return names[kind](of) if kind in names else of

    return name


def _places(narrator: Naming) -> Names:
    countries = narrator.pack.map.countries
    return {
        "area": narrator.area_name,
        "spelled": lambda area: spell(narrator.game, area, narrator.area_name(area)),
        "areas": lambda areas: narrator.listed([narrator.area_name(area) for area in areas]),
        "area_choice": lambda areas: narrator.choice([narrator.area_name(area) for area in areas]),
        "country_choice": lambda ids: narrator.choice([countries[country] for country in ids]),
    }


def _forces(narrator: Naming) -> Names:
    return {
        "army": narrator.army_name,
        "armies": lambda ids: ", ".join(map(narrator.army_name, ids)),
        "piece": lambda id: _piece(narrator, id),
        "pieces": lambda ids: narrator.listed([_piece(narrator, id) for id in ids]),
        "piece_choice": lambda ids: narrator.choice([_piece(narrator, id) for id in ids]),
        "sort": lambda id: _sort(narrator, id),
        "several": lambda of: narrator.several(*of),
        "due": lambda of: _due(narrator, *of),
        "arms": lambda of: _arms(narrator, *of),
        "kind": lambda kind: _unit(narrator, kind),
        "kind_within": lambda kind: narrator.within(_unit(narrator, kind)),
        "kind_plural": lambda kind: narrator.units[kind].plural,
        "kinds": lambda kinds: ", ".join(_unit(narrator, kind) for kind in kinds),
        "nation": lambda nation: narrator.nations[nation].name,
        "national": lambda nation: narrator.nations[nation].adjective,
    }


def _words(narrator: Naming) -> Names:
    return {
        "card": narrator.card_name,
        "card_title": lambda number: _title(narrator, number),
        "ids": narrator.listed,
        "level": lambda place: _level(narrator, place),
        "mode": lambda mode: narrator.say(MODES[mode]),
        "season": lambda turn: narrator.turns[turn].title,
        "side": narrator.side_adjective,
        "worded": lambda of: narrator.card_name(of) if isinstance(of, int) else narrator.worded(of),
    }


def _piece(narrator: Naming, id: str) -> str:
    """A counter of the mix by its id, which tells what it is; another id names itself."""
    kind = mix(narrator).get(id)
    if kind is None:
        return id
    if kind == "fort":
        area = next(area for area in narrator.areas if fort_id(area) == id)
        return narrator.piece_name(Piece(id, "", "", "fort", area))
    nation = narrator.nations[id.partition("-")[0]]
    return narrator.piece_name(Piece(id, nation.id, nation.side, kind, ""))


def _sort(narrator: Naming, id: str) -> str:
    """Return the sort of piece of an id: the name of an army, or the kind of another piece."""
    kind, nation = mix(narrator)[id], id.partition("-")[0]
    return narrator.army_name(id) if kind == "army" else narrator.kind_name(kind, nation)


def _title(narrator: Naming, number: int) -> str:
    """A card by its name alone."""
    return narrator.cards[number - 1].name


def _level(narrator: Naming, place: int) -> str:
    """A level of the victory chart by its place there."""
    return narrator.levels[place].name


def _unit(narrator: Naming, kind: Kind) -> str:
    """A kind of piece; of another word the word itself."""
    unit = narrator.units.get(kind)
    return kind if unit is None else unit.name


Counted = Sequence[tuple[Kind, int, str]]
"""Kinds, each with how many of it there are and of which nation."""


def _due(narrator: Naming, armies: Sequence[str], pieces: Counted, swaps: Counted) -> str:
    """Return the due pieces in words: `French 6th Army, 2 French infantry and 1 British infantry`."""
    return narrator.listed(tuple(_words_of_due(narrator, armies, pieces, swaps)))


def _words_of_due(narrator: Naming, armies: Sequence[str], pieces: Counted, swaps: Counted) -> Iterator[str]:
    yield from map(narrator.army_name, armies)
    yield from (narrator.several(*one) for one in pieces)
    yield from (narrator.say("{pieces} by a swap", pieces=narrator.several(*one)) for one in swaps)


def _arms(narrator: Naming, kind: Kind, dice: int) -> str:
    """Pieces of a kind by the number of their dice: `3 siege guns`."""
    name = narrator.units[kind].plural if dice > 1 else narrator.units[kind].name
    return f"{dice} {name.lower() if narrator.names is None else name}"
