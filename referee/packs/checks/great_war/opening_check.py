"""What in the position that a scenario opens with could not stand for a moment by the rules of every turn."""

from collections.abc import Iterator

from referee.engine.faults import PackProblem
from referee.systems.great_war.combat import units
from referee.systems.great_war.facts import control, supply
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.pack import Pack, Scenario


def complaints(pack: Pack, scenario: Scenario) -> Iterator[PackProblem]:
    """Everything about the opening position that does not hold. The set-up must have passed its own check."""
    theatre = GreatWarGame(pack, scenario.id)
    opening = _Opening(theatre, theatre.start())
    yield from opening.armies()
    yield from opening.owners()
    yield from opening.boxes()
    yield from opening.supplies()
    yield from opening.stragglers()
    yield from opening.points()


class _Opening:
    """A position, and where in the file each of its pieces comes from."""

    def __init__(self, theatre: GreatWarGame, position: Position) -> None:
        self._theatre, self._position = theatre, position
        self._scenario = theatre.scenario
        self._file = f"scenarios/{self._scenario.id}.yaml"

    def armies(self) -> Iterator[PackProblem]:
        """Armies that are nowhere and never come: they could not be rebuilt."""
        scenario, entries = self._scenario, self._theatre.pack.tables.arrivals.entries
        coming = {army for entry in entries if entry.turn >= scenario.turn for army in entry.armies}
        for nation in self._theatre.nations.values():
            for army in nation.armies:
                if army not in {*self._position.map.pieces, *scenario.eliminated, *coming}:
                    fact = f"`{army}` stands nowhere and is not to arrive"
                    yield PackProblem(
                        self._file, ("placements",), fact, "place it, or name it in `eliminated`"
                    )

    def owners(self) -> Iterator[PackProblem]:
        """Areas that would change hands at the first look."""
        for side, areas in self._scenario.control.items():
            for at, area in enumerate(areas):
                holder = control.holder(self._theatre, self._position.map, area)
                if holder not in {None, side}:
                    fact = f"`{area}` is held by the {holder} side alone"
                    yield PackProblem(self._file, ("control", side, at), fact, f"move it to `{holder}`")

    def boxes(self) -> Iterator[PackProblem]:
        """Pieces in a box beside the map whose nation does not go to sea."""
        for at, placement in enumerate(self._scenario.placements):
            if self._theatre.areas[placement.area].box and not self._theatre.nations[placement.nation].sea:
                fact = f"`{placement.nation}` does not go to sea and cannot be in `{placement.area}`"
                yield PackProblem(self._file, ("placements", at, "area"), fact)
        for at, id in enumerate(self._scenario.kept_apart):
            if not self._theatre.areas[self._position.map.pieces[id].area].box:
                fact = f"`{id}` stands on the map, where nothing keeps pieces apart"
                yield PackProblem(self._file, ("kept_apart", at), fact)

    def supplies(self) -> Iterator[PackProblem]:
        """Pieces that open the scenario without supply."""
        for side in self._theatre.sides:
            lines = supply.Lines(self._theatre, self._position.map, side)
            for at, placement in enumerate(self._scenario.placements):
                nation = self._theatre.nations[placement.nation]
                if nation.side == side and not lines.feed(placement.area, nation.id):
                    fact = f"the {side} side is out of supply in `{placement.area}`"
                    yield PackProblem(self._file, ("placements", at, "area"), fact)
            for fort in self._position.map.owned(side):
                taken_in = fort.area in self._position.map.owner
                if fort.kind == "fort" and taken_in and not lines.feed(fort.area, fort.nation):
                    fact = f"{Narrator(self._theatre).piece_name(fort)} is out of supply"
                    yield PackProblem(
                        self._file, ("control",), fact, f"`{fort.area}: -1` in `forts` takes it off the map"
                    )

    def stragglers(self) -> Iterator[PackProblem]:
        """Pieces that die at once where they stand, and empty armies among enemies."""
        for area in self._theatre.areas:
            lost: tuple[Piece, ...] = (
                *units.unaccompanied(self._theatre, self._position, area),
                *units.empty_armies(self._position, area),
            )
            for piece in lost:
                name = Narrator(self._theatre).piece_name(piece)
                fact = f"{name} cannot stand alone among enemies in `{area}`"
                yield PackProblem(self._file, ("placements", self._placed(area, piece)), fact)

    def _placed(self, area: str, piece: Piece) -> int:
        return next(
            at
            for at, placement in enumerate(self._scenario.placements)
            if (placement.area, placement.army) == (area, piece.id if piece.kind == "army" else piece.army)
            and (piece.kind == "army" or piece.kind in placement.holds)
        )

    def points(self) -> Iterator[PackProblem]:
        """A total that is not the one the author expected, or that ends the match at once."""
        total = victory.points(self._theatre, self._position).total
        level = victory.level(self._theatre, total)
        if self._scenario.points not in {None, total}:
            fact = f"the scenario opens with {total} victory points, not {self._scenario.points}"
            yield PackProblem(self._file, ("points",), fact)
        if level.decisive:
            fact = f"{total} victory points are a {level.name}: the match would be over as it opens"
            yield PackProblem(self._file, ("control",), fact)
