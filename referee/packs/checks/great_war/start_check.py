"""Checks of a scenario's start: the events chart, reinforcements and the opening position."""

from collections import Counter
from collections.abc import Iterator

from referee.faults import PackProblem
from referee.packs.checks.great_war.pack_index import RollCall
from referee.packs.checks.problems import Path, strangers, twice, unknown
from referee.systems.great_war.combat import removals
from referee.systems.great_war.facts import control
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war.charts import Early, GameEvents, Joining
from schemas.great_war.names import Kind
from schemas.great_war.pack import Pack, Scenario

FILE = "tables.yaml"


def check_events(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield everything in the chart that does not fit."""
    chart = pack.tables.events
    yield from _joining(chart, call)
    for at, due in enumerate(chart.withdrawals):
        path = ("events", "withdrawals", at)
        yield from call.no_turn(FILE, (*path, "turn"), due.turn)
        yield from unknown(FILE, (*path, "nation"), due.nation, call.nations, "nation")
        yield from strangers(FILE, (*path, "kinds"), due.kinds, call.kinds, "unit type")
        if (nation := call.nations.get(due.nation)) is not None:
            what = f"{nation.adjective} army"
            yield from strangers(FILE, (*path, "armies"), due.armies, nation.armies, what)
    cards = [kind.id for kind in pack.cards.kinds if kind.special_for is not None]
    for at, restraint in enumerate(chart.restraints):
        path = ("events", "restraints", at)
        for key, turn in (("first", restraint.first), ("last", restraint.last)):
            yield from call.no_turn(FILE, (*path, key), turn)
        if restraint.last < restraint.first:
            fact = f"turn {restraint.last} comes before the first, {restraint.first}"
            yield PackProblem(FILE, (*path, "last"), fact)
        yield from unknown(FILE, (*path, "nation"), restraint.nation, call.nations, "nation")
        yield from strangers(FILE, (*path, "areas"), restraint.areas, call.areas, "area")
        yield from strangers(FILE, (*path, "kinds"), restraint.kinds, call.kinds, "unit type")
        yield from strangers(FILE, (*path, "free"), restraint.free, cards, "special offensive")
        if restraint.cards and restraint.forbids not in {"attack", "enter-enemy-areas"}:
            fact = f"no cards beside an offensive are listed for the restraint on {restraint.forbids}"
            yield PackProblem(FILE, (*path, "cards"), fact, "remove it")


def _joining(chart: GameEvents, call: RollCall) -> Iterator[PackProblem]:
    """Yield countries that join an unknown side, at an unknown time, or more than once."""
    countries: set[str] = set()
    for at, joining in enumerate(chart.joining):
        path = ("events", "joining", at)
        yield from call.no_turn(FILE, (*path, "turn"), joining.turn)
        yield from unknown(FILE, (*path, "side"), joining.side, call.sides, "side")
        yield from strangers(FILE, (*path, "countries"), joining.countries, call.countries, "country")
        if joining.early is not None:
            yield from _early(joining, joining.early, path, call)
        for n, country in enumerate(joining.countries):
            if country in countries:
                yield PackProblem(FILE, (*path, "countries", n), f"`{country}` joins more than once")
            countries.add(country)


def _early(joining: Joining, early: Early, path: Path, call: RollCall) -> Iterator[PackProblem]:
    """Yield an early season that is invalid, and unknown areas to be held."""
    yield from call.no_turn(FILE, (*path, "early", "turn"), early.turn)
    if early.turn >= joining.turn:
        fact = f"turn {early.turn} is not before {joining.turn}"
        yield PackProblem(FILE, (*path, "early", "turn"), fact)
    yield from strangers(FILE, (*path, "early", "holding"), early.holding, call.areas, "area")


def check_muster(pack: Pack, call: RollCall, scenario: Scenario) -> Iterator[PackProblem]:
    """Yield everything about the dates of a set-up that does not fit the charts."""
    file = f"scenarios/{scenario.id}.yaml"
    yield from _early_armies(pack, scenario, file)
    yield from _lose_armies(call, scenario, file)
    yield from _early_kinds(call, scenario, file)
    yield from _check_replacements(pack, call, scenario, file)
    yield from _large_hands(pack, scenario, file)
    yield from _past_crises(pack, call, scenario, file)


def _arrivals(pack: Pack, scenario: Scenario) -> dict[str, int]:
    """Return the turns of the armies that arrive after the set-up."""
    return {
        army: arrival.turn
        for arrival in pack.tables.arrivals.entries
        if arrival.turn >= scenario.turn
        for army in arrival.armies
    }


def _early_armies(pack: Pack, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Yield armies that are on the map, or were eliminated, although they have yet to arrive."""
    coming = _arrivals(pack, scenario)
    for at, placement in enumerate(scenario.placements):
        if placement.army in coming:
            fact = f"`{placement.army}` stands here and is to arrive on turn {coming[placement.army]}"
            yield PackProblem(file, ("placements", at, "army"), fact)
    for at, army in enumerate(scenario.eliminated):
        if army in coming:
            fact = f"`{army}` cannot be lost before it arrives on turn {coming[army]}"
            yield PackProblem(file, ("eliminated", at), fact)


def _lose_armies(call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Yield armies eliminated before the scenario that are unknown, or that are on the map."""
    armies = [army for nation in call.nations.values() for army in nation.armies]
    yield from strangers(file, ("eliminated",), scenario.eliminated, armies, "army")
    yield from twice(file, ("eliminated",), scenario.eliminated, "army", None)
    armies_on_map = {placement.army for placement in scenario.placements}
    for at, army in enumerate(scenario.eliminated):
        if army in armies_on_map:
            yield PackProblem(
                file, ("eliminated", at), f"`{army}` stands on the map", "take it out here or there"
            )


def _early_kinds(call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Yield pieces of nations that are not yet in the war, and of kinds that could not yet be built."""
    for at, placement in enumerate(scenario.placements):
        path, nation = ("placements", at), call.nations.get(placement.nation)
        if nation is None:
            continue
        if nation.enters > 1 and nation.enters >= scenario.turn:
            fact = f"`{nation.id}` enters the war on turn {nation.enters}"
            yield PackProblem(file, (*path, "nation"), fact)
            continue
        for kind in placement.holds:
            first = call.kinds[kind].buildable_from.get(nation.id, 1) if kind in call.kinds else 1
            if first > 1 and first >= scenario.turn:
                fact = f"`{nation.id}` has no `{kind}` before turn {first}"
                yield PackProblem(file, (*path, "holds", kind), fact, key=True)


def _check_replacements(pack: Pack, call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Yield pieces that replace others in a wrong number: the chart decides, because no others come later."""
    come: Counter[tuple[str, Kind]] = Counter()
    for arrival in pack.tables.arrivals.entries:
        if arrival.turn < scenario.turn:
            for kind, count in arrival.units.items():
                come[arrival.nation, kind] += count
    for nation in call.nations.values():
        for kind in nation.counters:
            if kind not in call.kinds or call.kinds[kind].swapped_for is None:
                continue
            total = sum(one.holds.get(kind, 0) for one in scenario.placements if one.nation == nation.id)
            if total != come[nation.id, kind]:
                had = f"`{nation.id}` has had {come[nation.id, kind]} so far"
                fact = f"{total} of `{kind}` in the whole set-up, and {had}"
                yield PackProblem(file, ("placements",), fact)


def _large_hands(pack: Pack, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Yield hands over the card limit of the first season."""
    for side, size in scenario.hands.items():
        limits = pack.tables.card_limits.figures.get(side, ())
        if 0 < scenario.turn <= len(limits) and size > (limit := limits[scenario.turn - 1]):
            yield PackProblem(file, ("hands", side), f"{size} cards, and the card limit is {limit} then")


def _past_crises(pack: Pack, call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Yield cards of crises that are over: they were removed for good, or are to be left out."""
    cards = [kind for kind in pack.cards.kinds for _ in range(kind.copies)]
    if (turn := call.turns.get(scenario.turn)) is None:
        return
    for number, card in enumerate(cards, start=1):
        last = card.crisis.last if card.crisis is not None else None
        if last is not None and turn.year > last and number not in scenario.without_cards:
            fact = f"card {number}, `{card.id}`, is out of play by now"
            yield PackProblem(file, ("without_cards",), fact, f"name {number} in `without_cards`")


def complaints(pack: Pack, scenario: Scenario) -> Iterator[PackProblem]:
    """Yield everything invalid in the opening position. The set-up must have passed its own check."""
    theatre = GreatWarGame(pack, scenario.id)
    opening = _Opening(theatre, theatre.start())
    yield from opening.armies()
    yield from opening.owners()
    yield from opening.boxes()
    yield from opening.supplies()
    yield from opening.stragglers()
    yield from opening.points()


class _Opening:
    """A position, and the place of each of its pieces in the file."""

    def __init__(self, theatre: GreatWarGame, position: Position) -> None:
        self._theatre, self._position = theatre, position
        self._scenario = theatre.scenario
        self._file = f"scenarios/{self._scenario.id}.yaml"

    def armies(self) -> Iterator[PackProblem]:
        """Yield armies that are off the map and never arrive: they could not be rebuilt."""
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
        """Yield areas that would change their owner immediately."""
        for side, areas in self._scenario.control.items():
            for at, area in enumerate(areas):
                holder = control.holder(self._theatre, self._position.map, area)
                if holder not in {None, side}:
                    fact = f"`{area}` is held by the {holder} side alone"
                    yield PackProblem(self._file, ("control", side, at), fact, f"move it to `{holder}`")

    def boxes(self) -> Iterator[PackProblem]:
        """Yield pieces in a box off the map whose nation does not go to sea."""
        for at, placement in enumerate(self._scenario.placements):
            if self._theatre.areas[placement.area].box and not self._theatre.nations[placement.nation].sea:
                fact = f"`{placement.nation}` does not go to sea and cannot be in `{placement.area}`"
                yield PackProblem(self._file, ("placements", at, "area"), fact)
        for at, id in enumerate(self._scenario.kept_apart):
            if not self._theatre.areas[self._position.map.pieces[id].area].box:
                fact = f"`{id}` stands on the map, where nothing keeps pieces apart"
                yield PackProblem(self._file, ("kept_apart", at), fact)

    def supplies(self) -> Iterator[PackProblem]:
        """Yield pieces that open the scenario without supply."""
        for side in self._theatre.sides:
            lines = control.Lines(self._theatre, self._position.map, side)
            for at, placement in enumerate(self._scenario.placements):
                nation = self._theatre.nations[placement.nation]
                if nation.side == side and not lines.feed(placement.area, nation.id):
                    fact = f"the {side} side is out of supply in `{placement.area}`"
                    yield PackProblem(self._file, ("placements", at, "area"), fact)
            for fort in self._position.map.owned(side):
                taken_in = fort.area in self._position.map.owner
                if fort.kind == "fort" and taken_in and not lines.feed(fort.area, fort.nation):
                    fact = f"{GreatWarLanguage(self._theatre).piece_name(fort)} is out of supply"
                    yield PackProblem(
                        self._file, ("control",), fact, f"`{fort.area}: -1` in `forts` takes it off the map"
                    )

    def stragglers(self) -> Iterator[PackProblem]:
        """Yield pieces that would be removed at once, and empty armies among enemies."""
        for area in self._theatre.areas:
            lost: tuple[Piece, ...] = (
                *removals.unaccompanied(self._theatre, self._position, area),
                *removals.empty_armies(self._position, area),
            )
            for piece in lost:
                name = GreatWarLanguage(self._theatre).piece_name(piece)
                fact = f"{name} cannot stand alone among enemies in `{area}`"
                yield PackProblem(self._file, ("placements", self._find_placement(area, piece)), fact)

    def _find_placement(self, area: str, piece: Piece) -> int:
        return next(
            at
            for at, placement in enumerate(self._scenario.placements)
            if (placement.area, placement.army) == (area, piece.id if piece.kind == "army" else piece.army)
            and (piece.kind == "army" or piece.kind in placement.holds)
        )

    def points(self) -> Iterator[PackProblem]:
        """Yield a total that differs from the author's, or that ends the match at once."""
        total = victory.points(self._theatre, self._position).total
        level = victory.victory_level(self._theatre, total)
        if self._scenario.points not in {None, total}:
            fact = f"the scenario opens with {total} victory points, not {self._scenario.points}"
            yield PackProblem(self._file, ("points",), fact)
        if level.decisive:
            fact = f"{total} victory points are a {level.name}: the match would be over as it opens"
            yield PackProblem(self._file, ("control",), fact)
