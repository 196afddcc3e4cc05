"""The language of a theatre: its names, and the words of its facts, questions and purposes."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, cast

from referee.engine.facts import Parameter, Statable, list_by_code
from referee.i18n.fact_text import Named, Namer, say
from referee.i18n.translator import ENGLISH, Translator, forms, message
from referee.systems.great_war.combat import fire
from referee.systems.great_war.events import recorder
from referee.systems.great_war.facts import hidden_templates, pool
from referee.systems.great_war.flow import prompt_builder
from referee.systems.great_war.language import localised_pack
from referee.systems.great_war.language.lexicon import spell
from referee.systems.great_war.movement import transit
from referee.systems.great_war.state.game import GreatWarGame, fort_id, mix
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.language import Language
from schemas.great_war.clauses import Clause
from schemas.great_war.names import CardKind, Kind, Names
from schemas.great_war.pack import Area, Level, Nation, Pack, Turn, UnitType
from schemas.record import Side
from schemas.rulebook import Citation


class Naming(Language):
    """Names the things of a theatre in a language; by default they have the names of the pack."""

    def __init__(self, game: GreatWarGame, tongue: Translator = ENGLISH, names: Names | None = None) -> None:
        self.game, self.names = game, names
        self.pack: Pack = game.pack if names is None else localised_pack.rename(game.pack, names)
        super().__init__(tongue, names, self.pack.game.sides)
        pack = self.pack
        self.areas: Mapping[str, Area] = {area.id: area for area in pack.map.areas}
        self.out_of_play = {region.id: region for region in pack.map.out_of_play}
        self.nations: Mapping[str, Nation] = {nation.id: nation for nation in pack.forces.nations}
        self.allies = Counter(nation.side for nation in pack.forces.nations)
        self.units: Mapping[Kind, UnitType] = {unit.kind: unit for unit in pack.forces.units}
        self.cards: tuple[CardKind, ...] = tuple(
            kind for kind in pack.cards.kinds for _ in range(kind.copies)
        )
        self.scenario = next(one for one in pack.scenarios if one.id == game.scenario.id)
        self.levels: tuple[Level, ...] = self.scenario.levels or pack.tables.victory.levels
        self.turns: Mapping[int, Turn] = {turn.number: turn for turn in pack.tables.track.turns}

    @cached_property
    def citations(self) -> Mapping[str, Citation]:
        """The clauses of the rulebook by number; a section without a citation has its title alone."""
        clauses = self.pack.clauses
        titles = {
            number: Citation(number=number, title=title, rule=title)
            for number, title in clauses.sections.items()
        }
        return titles | {citation.number: citation for citation in clauses.citations}

    def worded(self, name: str) -> str:
        """A name of the pack's charts as it stands in the journal, in the language that is spoken."""
        return self.names.words.get(name, name) if self.names is not None else name

    def area_name(self, area: str) -> str:
        """The area as the map names it."""
        place = self.areas.get(area) or self.out_of_play.get(area)
        return place.name if place is not None else area

    def of_area(self, area: str) -> str:
        """The area behind an `of`: the fort `of Liège`."""
        if self.names is not None and area in self.names.of_areas:
            return self.names.of_areas[area]
        return self.say("of {area}", area=self.area_name(area))

    def army_name(self, army: str) -> str:
        """An army by nation and number: `German 1st Army`."""
        nation = self.nations[army.partition("-")[0]]
        if self.names is not None and (name := localised_pack.army(self.names, army, nation.id)):
            return name
        return f"{nation.adjective} {nation.army_names.get(army) or f'{self.army_number(army)} Army'}"

    def army_number(self, army: str) -> str:
        """An army by its number, or by the name it has instead: `1st`."""
        id, _, number = army.partition("-")
        if self.names is not None and self.names.ordinals:
            return localised_pack.ordinal(self.names, number)
        return self.nations[id].army_names.get(army) or ordinal(number)

    def piece_name(self, piece: Piece) -> str:
        """A piece by nation, kind and id: `French infantry fr-i4`."""
        if piece.kind == "army":
            return self.army_name(piece.id)
        if piece.kind == "fort":
            return self.say("the fort {of_area}", of_area=self.of_area(piece.area))
        if self.names is not None and (name := localised_pack.piece(self.names, piece)):
            return name
        return f"{self.nations[piece.nation].adjective} {self.units[piece.kind].name} {piece.id}"

    def counter_name(self, id: str) -> str:
        """Return the name of a counter by its id, wherever it is: `French infantry fr-i4`."""
        piece = pool.counter(self.game, id)
        return id if piece is None else self.piece_name(piece)

    def several(self, kind: Kind, count: int, nation: str = "") -> str:
        """So many of a kind, perhaps of one nation: `2 siege guns`, `2 French infantry`."""
        unit = self.units[kind]
        name = unit.name if count == 1 else unit.plural
        if not nation:
            return f"{count} {name}"
        if self.names is not None:
            return f"{count} {name} ({self.nations[nation].name})"
        return f"{count} {self.nations[nation].adjective} {name}"

    def kind_name(self, kind: Kind, nation: str) -> str:
        """A kind of piece of one nation: `French infantry`."""
        name = self.units[kind].name
        if self.names is not None:
            return f"{name} ({self.nations[nation].name})"
        return f"{self.nations[nation].adjective} {name}"

    def card_kind(self, number: int) -> CardKind | None:
        """Return the kind of the card with this number, counted from one."""
        return self.cards[number - 1] if 1 <= number <= len(self.cards) else None

    def card_name(self, number: int) -> str:
        """A card by name and number: `Limited Offensive (17)`."""
        card = self.card_kind(number)
        return f"{card.name} ({number})" if card else self.say("card {number}", number=number)

    def cite(self, meaning: str) -> Citation:
        """The clause or section of this theatre's rulebook that has the meaning."""
        return self.citations[self.pack.clauses.meanings[Clause(meaning)]]


def ordinal(number: str) -> str:
    """A number as armies carry it: `1st`, `2nd`, `17th`."""
    teen = number.endswith(("11", "12", "13"))
    return number + ("th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1:], "th"))


COUNTS: Mapping[str, tuple[str, str]] = {
    "points": forms("{count} build point", "{count} build points"),
    "area_count": forms("one area", "{count} areas"),
    "piece_count": forms("one piece", "{count} pieces"),
    "card_count": forms("one card", "{count} cards"),
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


FactNames = Mapping[str, Callable[[Any], object]]
"""Naming function of each kind of parameter."""


def namer(narrator: Naming) -> Namer:
    """Return a function that names the parameters of facts by kind."""

    def ask(code: str, parameters: tuple[tuple[str, Parameter], ...]) -> str:
        asking = prompt_builder.BY_CODE[code]
        return say(narrator.tongue, asking.template, dict(parameters), name, asking.many)

    names: FactNames = {
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


def _places(narrator: Naming) -> FactNames:
    countries = narrator.pack.map.countries
    return {
        "area": narrator.area_name,
        "spelled": lambda area: spell(narrator.game, area, narrator.area_name(area)),
        "areas": lambda areas: narrator.listed([narrator.area_name(area) for area in areas]),
        "area_choice": lambda areas: narrator.choice([narrator.area_name(area) for area in areas]),
        "country_choice": lambda ids: narrator.choice([countries[country] for country in ids]),
    }


def _forces(narrator: Naming) -> FactNames:
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
        "kind_plural": lambda kind: narrator.units[kind].plural,
        "kinds": lambda kinds: ", ".join(_unit(narrator, kind) for kind in kinds),
        "nation": lambda nation: narrator.nations[nation].name,
        "national": lambda nation: narrator.nations[nation].adjective,
    }


def _words(narrator: Naming) -> FactNames:
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
    """Return the pieces of a kind that roll some dice: `3 siege guns`. One fort rolls a die for each step."""
    return _count_arms(narrator, kind, 1 if kind == "fort" else dice)


def _count_arms(narrator: Naming, kind: Kind, count: int) -> str:
    name = narrator.units[kind].plural if count > 1 else narrator.units[kind].name
    return f"{count} {name}"


PURPOSES = list_by_code(fire.Throw, transit.Throw, recorder.Draw)
"""Purposes of rolls and of mixed cards, by code."""

MOST_DICE = 100
"""No kind of pieces rolls as many dice at once."""


class GreatWarLanguage(Naming):
    """One theatre in one language."""

    purposes: Mapping[str, Statable] = PURPOSES

    @cached_property
    def _namer(self) -> Namer:
        return namer(self)

    def name(self, kind: str, of: Parameter) -> object:
        """Return the name of a parameter of a fact."""
        return self._namer(kind, of)

    def name_filed(self) -> Named:
        return _gather_filed_names(self.game)

    def show_to(self, position: Position, viewer: Side) -> Position:
        """Return the position as one viewer knows it, to be told to that viewer."""
        return hidden_templates.show_to(self.game, position, viewer)


class FiledLanguage(GreatWarLanguage):
    """The English in which journals of formats 1 and 2 file purposes. Their dice depend on each word."""

    def name(self, kind: str, of: Parameter) -> object:
        """Return the name of a parameter of a fact; forts are counted by their dice, without capitals."""
        if kind != "arms":
            return super().name(kind, of)
        return _count_arms(self, *cast(tuple[Kind, int], of)).lower()


@lru_cache(maxsize=8)
def older_english(game: GreatWarGame) -> FiledLanguage:
    """Return one theatre in the English of older journals."""
    return FiledLanguage(game)


@lru_cache(maxsize=8)
def english(game: GreatWarGame) -> GreatWarLanguage:
    """Return one theatre in English."""
    return GreatWarLanguage(game)


@lru_cache(maxsize=8)
def _gather_filed_names(game: GreatWarGame) -> Named:
    name, arms = older_english(game).name, product(game.units, range(MOST_DICE))
    cards = range(1, len(game.cards) + 1)
    parameters: Mapping[str, Iterable[Parameter]] = {
        "area": game.areas, "side": game.sides, "arms": arms, "card": cards,
    }  # fmt: skip
    return {kind: {str(name(kind, of)): of for of in values} for kind, values in parameters.items()}
