"""The names of a theatre in one language."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from referee.i18n.translator import ENGLISH, Translator
from referee.systems.great_war.facts import pool
from referee.systems.great_war.language import localised_pack
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece
from referee.systems.language import Language
from schemas.great_war.clauses import Clause
from schemas.great_war.names import CardKind, Kind, Names
from schemas.great_war.pack import Area, Level, Nation, Pack, Turn, UnitType
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
        return f"{self.nations[piece.nation].adjective} {self.units[piece.kind].name.lower()} {piece.id}"

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
