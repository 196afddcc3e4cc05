"""Checks of a Great War pack across its files; each file is valid by itself."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from referee.faults import PackProblem, suggest_in_english
from referee.packs.checks import absent
from referee.packs.checks.great_war import map_check, set_up_check, start_check
from referee.packs.checks.great_war.pack_index import RollCall, share_names
from referee.packs.checks.problems import (
    Path,
    check_meanings,
    check_sides,
    strangers,
    twice,
    unknown,
)
from referee.systems.great_war.facts.turn_sequence import INITIATIVE
from referee.systems.great_war.flow.rule_options import OPTIONS
from referee.systems.great_war.state.game import piece_id
from schemas.great_war.charts import BuildPoints
from schemas.great_war.clauses import Clause
from schemas.great_war.names import CardKind
from schemas.great_war.pack import Level, Nation, Pack, PerTurn, UnitType
from schemas.rulebook import Option


def complaints(pack: Pack) -> Iterator[PackProblem]:
    """Yield every contradiction in a pack; opening positions are checked only if the rest is valid."""
    misfits = tuple(_parts(pack))
    yield from misfits
    if not misfits:
        yield from absent.make(start_check.complaints(pack, scenario) for scenario in pack.scenarios)


def _parts(pack: Pack) -> Iterator[PackProblem]:
    call = RollCall(pack)
    checks = (
        _game(pack),
        _rulings(pack),
        _clauses(pack),
        map_check.complaints(pack, call),
        map_check.check_outlines(pack, call),
        map_check.check_geography(pack, call),
        _forces(pack, call),
        _cards(pack, call),
        _track(pack),
        _charts(pack, call),
        _victory(pack, call),
        _arrivals(pack, call),
        _sequence(pack, call),
        start_check.check_events(pack, call),
        map_check.check_terrain(pack, call),
    )
    yield from absent.make(checks)
    for scenario in pack.scenarios:
        yield from absent.make((set_up_check.complaints(pack, call, scenario),))
        if scenario.levels:
            yield from _bands(scenario.levels, f"scenarios/{scenario.id}.yaml", ("levels",))


def _game(pack: Pack) -> Iterator[PackProblem]:
    file, rulings = "game.yaml", [ruling.id for ruling in pack.rulings.rulings]
    yield from twice(file, ("sides",), [side.id for side in pack.game.sides], "side")
    yield from twice(file, ("options",), [option.id for option in pack.game.options], "option")
    yield from share_names(file, ("sides",), pack.game.sides)
    yield from check_sides(pack.game.sides)
    for at, option in enumerate(pack.game.options):
        yield from unknown(file, ("options", at, "default"), option.default, option.choices, "choice")
        if option.ruling:
            yield from unknown(file, ("options", at, "ruling"), option.ruling, rulings, "ruling")
        yield from _unread(at, option)


def _unread(at: int, option: Option) -> Iterator[PackProblem]:
    """Yield an option that no rule reads, or choices that its rule does not know."""
    file, path, declaration = "game.yaml", ("options", at), OPTIONS.get(option.id)
    if declaration is None:
        fact, near = f"no rule reads the option `{option.id}`", suggest_in_english(option.id, OPTIONS)
        yield PackProblem(file, (*path, "id"), fact, near)
        return
    for number, choice in enumerate(option.choices):
        if choice not in declaration.choices:
            fact = f"the option `{option.id}` has no choice `{choice}`"
            near = suggest_in_english(choice, declaration.choices)
            yield PackProblem(file, (*path, "choices", number), fact, near)
    earlier = (*declaration.choices, *declaration.earlier)
    if option.earlier and option.earlier not in earlier:
        fact = f"the option `{option.id}` had no choice `{option.earlier}`"
        yield PackProblem(file, (*path, "earlier"), fact, suggest_in_english(option.earlier, earlier))


def _rulings(pack: Pack) -> Iterator[PackProblem]:
    file, options = "rulings.yaml", [option.id for option in pack.game.options]
    yield from twice(file, ("rulings",), [ruling.id for ruling in pack.rulings.rulings], "ruling")
    for at, ruling in enumerate(pack.rulings.rulings):
        if ruling.option is not None:
            yield from unknown(file, ("rulings", at, "option"), ruling.option, options, "option")


def _clauses(pack: Pack) -> Iterator[PackProblem]:
    file, clauses = "clauses.yaml", pack.clauses
    numbers = [citation.number for citation in clauses.citations]
    yield from twice(file, ("citations",), numbers, "clause", "number")
    yield from check_meanings(clauses, Clause, (*numbers, *clauses.sections))


def _forces(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    file, forces = "forces.yaml", pack.forces
    yield from twice(file, ("nations",), [nation.id for nation in forces.nations], "nation")
    yield from twice(file, ("units",), [unit.kind for unit in forces.units], "unit type", "kind")
    for at, nation in enumerate(forces.nations):
        yield from _nation(nation, at, call)
        yield from _counters(nation, at, call)
    for at, unit in enumerate(forces.units):
        path = ("units", at, "buildable_from")
        yield from strangers(file, path, unit.buildable_from, call.nations, "nation", keys=True)
        for nation_id, turn in unit.buildable_from.items():
            yield from call.no_turn(file, (*path, nation_id), turn)


def _nation(nation: Nation, at: int, call: RollCall) -> Iterator[PackProblem]:
    file, path = "forces.yaml", ("nations", at)
    if "-" in nation.id:
        yield PackProblem(
            file, (*path, "id"), f"the nation `{nation.id}` has a hyphen in its id", "leave it out"
        )
    yield from unknown(file, (*path, "side"), nation.side, call.sides, "side")
    yield from strangers(file, (*path, "home"), nation.home, call.countries, "country")
    yield from strangers(file, (*path, "guests"), nation.guests, call.nations, "nation")
    for n, guest in enumerate(nation.guests):
        if guest in call.nations and call.nations[guest].side != nation.side:
            fact = f"`{guest}` fights on the other side and cannot be a guest of `{nation.id}`"
            yield PackProblem(file, (*path, "guests", n), fact)
    yield from call.no_turn(file, (*path, "enters"), nation.enters)
    years = {turn.year for turn in call.turns.values()}
    for year in nation.artillery_per_army:
        if year not in years:
            fact = f"no season of the track is in {year}"
            yield PackProblem(file, (*path, "artillery_per_army", str(year)), fact, key=True)


def _counters(nation: Nation, at: int, call: RollCall) -> Iterator[PackProblem]:
    """Yield counters without a unit type, armies without a counter, and pieces that would share an id."""
    file, path = "forces.yaml", ("nations", at)
    yield from strangers(file, (*path, "counters"), nation.counters, call.kinds, "unit type", keys=True)
    for kind, count in nation.counters.items():
        if count < 0:
            yield PackProblem(
                file, (*path, "counters", kind), f"there cannot be {count} counters of `{kind}`"
            )
    if len(nation.armies) > nation.counters.get("army", 0):
        fact = f"{len(nation.armies)} armies, and `{nation.id}` has {nation.counters.get('army', 0)} in all"
        yield PackProblem(file, (*path, "armies"), fact, "name fewer, or raise `army` in `counters`")
    yield from twice(file, (*path, "armies"), nation.armies, "army", None)
    yield from strangers(file, (*path, "army_names"), nation.army_names, nation.armies, "army", keys=True)
    for n, army in enumerate(nation.armies):
        if not (army.startswith(f"{nation.id}-") and army[len(nation.id) + 1 :].isdecimal()):
            remedy = f"write `{nation.id}-` and a number"
            yield PackProblem(file, (*path, "armies", n), f"`{army}` is not an army of `{nation.id}`", remedy)
    yield from _share_symbols(
        [call.kinds[kind] for kind in nation.counters if kind in call.kinds], nation, at
    )


def _share_symbols(units: list[UnitType], nation: Nation, at: int) -> Iterator[PackProblem]:
    firsts: dict[str, UnitType] = {}
    for unit in units:
        if unit.group in {"army", "fort"}:
            continue
        first = firsts.setdefault(piece_id(nation.id, unit, 1), unit)
        if first is not unit:
            fact = f"`{unit.kind}` and `{first.kind}` have the same symbol, so their pieces would share ids"
            yield PackProblem(
                "forces.yaml", ("nations", at, "counters", unit.kind), fact, "change a symbol", key=True
            )


def _cards(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    file = "cards.yaml"
    if not pack.cards.kinds:
        yield PackProblem(file, ("kinds",), "the deck is empty")
    yield from twice(file, ("kinds",), [kind.id for kind in pack.cards.kinds], "card")
    yield from share_names(file, ("kinds",), pack.cards.kinds)
    for at, kind in enumerate(pack.cards.kinds):
        yield from _card(kind, ("kinds", at), call)


def _card(kind: CardKind, path: tuple[str, int], call: RollCall) -> Iterator[PackProblem]:
    file = "cards.yaml"
    if kind.special_for is not None:
        yield from unknown(file, (*path, "special_for"), kind.special_for, call.sides, "side")
        if kind.offensive is None:
            fact = f"`{kind.id}` is a special offensive and no offensive"
            yield PackProblem(file, (*path, "special_for"), fact, "add `offensive`", key=True)
    elif kind.special_from is not None or kind.special_until is not None:
        fact = f"`{kind.id}` is special from a turn on, but has no nation"
        key = "special_until" if kind.special_from is None else "special_from"
        yield PackProblem(file, (*path, key), fact, "add `special_for`", key=True)
    first, last = kind.special_from, kind.special_until
    if first is not None and last is not None and last < first:
        fact = f"turn {last} comes before the first, {first}"
        yield PackProblem(file, (*path, "special_until"), fact, "give a later turn, or leave it out")
    yield from _deeds(kind, path, call)
    dates = ("special_from", kind.special_from), ("special_until", kind.special_until)
    for key, turn in (*dates, ("playable_from", kind.playable_from)):
        if turn is not None:
            yield from call.no_turn(file, (*path, key), turn)
    by = "playable_from_by"
    yield from strangers(file, (*path, by), kind.playable_from_by, call.sides, "side", keys=True)
    for side, turn in kind.playable_from_by.items():
        yield from call.no_turn(file, (*path, by, side), turn)


def _deeds(kind: CardKind, path: tuple[str, int], call: RollCall) -> Iterator[PackProblem]:
    """Yield unknown nations, sides, kinds and years in extra dice and crises."""
    file, years = "cards.yaml", {turn.year for turn in call.turns.values()}
    if (bonus := kind.bonus) is not None:
        yield from unknown(file, (*path, "bonus", "nation"), bonus.nation, call.nations, "nation")
        yield from unknown(file, (*path, "bonus", "kind"), bonus.kind, call.kinds, "unit type")
        if kind.special_for is None:
            fact = f"`{kind.id}` has extra dice, but has no nation to use them"
            yield PackProblem(file, (*path, "bonus"), fact, "add `special_for`", key=True)
    if kind.crisis is None:
        return
    yield from unknown(file, (*path, "crisis", "by"), kind.crisis.by, call.sides, "side")
    for at, demand in enumerate(kind.crisis.demands):
        here = (*path, "crisis", "demands", at)
        yield from strangers(file, (*here, "nations"), demand.nations, call.nations, "nation")
        yield from strangers(file, (*here, "kinds"), demand.kinds, call.kinds, "unit type")
        if demand.year not in years:
            yield PackProblem(file, (*here, "year"), f"no season of the track is in {demand.year}")


def _track(pack: Pack) -> Iterator[PackProblem]:
    file, turns = "tables.yaml", pack.tables.track.turns
    if not turns:
        yield PackProblem(file, ("track", "turns"), "the track has no season turn")
    for at, turn in enumerate(turns):
        path = ("track", "turns", at)
        if turn.number != at + 1:
            yield PackProblem(
                file, (*path, "number"), f"season turn {turn.number} stands where {at + 1} belongs"
            )
        if at:
            before = turns[at - 1]
            season = SEASONS[(SEASONS.index(before.season) + 1) % len(SEASONS)]
            year = before.year + (before.season == "WINTER")
            if (turn.season, turn.year) != (season, year):
                fact = f"{turn.season} {turn.year} does not follow {before.season} {before.year}"
                yield PackProblem(file, (*path, "season"), fact, f"{season} {year} does")


SEASONS = ("SPRING", "SUMMER", "AUTUMN", "WINTER")
"""Seasons of a year; a winter belongs to the year it begins in."""


def _charts(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    file, tables = "tables.yaml", pack.tables
    yield from unknown(file, ("limits", "strategic_side"), tables.limits.strategic_side, call.sides, "side")
    strategic = len(tables.limits.strategic_per_turn)
    yield from _length(call, ("limits", "strategic_per_turn"), strategic)
    yield from _length(call, ("blockade", "figures"), len(tables.blockade.figures))
    yield from _build_points(call, tables.build_points)
    yield from call.each_side(file, ("card_limits", "figures"), tables.card_limits.figures)
    yield from _per_turn(call, "card_limits", tables.card_limits)


def _build_points(call: RollCall, chart: BuildPoints) -> Iterator[PackProblem]:
    """Yield faults of build points: a side has points, or all of its nations, but not both or only some."""
    file, path = "tables.yaml", ("build_points", "figures")
    payers = (*call.sides, *call.nations)
    yield from strangers(file, path, chart.figures, payers, "side or nation", keys=True)
    for side in call.sides:
        own = [nation.id for nation in call.nations.values() if nation.side == side]
        for nation in own:
            if side in chart.figures and nation in chart.figures:
                fact = f"`{nation}` has points here, and so has its side, `{side}`"
                yield PackProblem(file, (*path, nation), fact, "keep the one or the other", key=True)
            elif side not in chart.figures and nation not in chart.figures:
                yield PackProblem(
                    file, path, f"`{nation}` has no points", f"add `{nation}`, or `{side}` for all"
                )
    yield from _per_turn(call, "build_points", chart)
    yield from strangers(file, ("build_points", "cards"), chart.cards, chart.figures, "purse", keys=True)


def _per_turn(call: RollCall, table: str, chart: PerTurn | BuildPoints) -> Iterator[PackProblem]:
    for holder, figures in chart.figures.items():
        yield from _length(call, (table, "figures", holder), len(figures))


def _length(call: RollCall, path: tuple[str, ...], figures: int) -> Iterator[PackProblem]:
    if figures != len(call.turns):
        fact = f"the track has {len(call.turns)} season turns, and this list {figures}"
        yield PackProblem("tables.yaml", path, fact, "give one figure for each turn")


def _victory(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    file, chart = "tables.yaml", pack.tables.victory
    yield from unknown(file, ("victory", "counts_for"), chart.counts_for, call.sides, "side")
    for at, level in enumerate(chart.levels):
        if level.side is not None:
            yield from unknown(file, ("victory", "levels", at, "side"), level.side, call.sides, "side")
    if chart.capital is not None:
        yield from unknown(file, ("victory", "capital"), chart.capital, call.areas, "area")
    yield from _bands(chart.levels, file, ("victory", "levels"))


def _bands(levels: tuple[Level, ...], file: str, path: Path) -> Iterator[PackProblem]:
    """Yield totals that belong to no level of victory, or to two."""
    if not levels:
        yield PackProblem(file, path, "there is no level of victory")
        return
    by_total = sorted(
        range(len(levels)), key=lambda at: (levels[at].least is not None, levels[at].least or 0)
    )
    lowest, highest = by_total[0], by_total[-1]
    if (least := levels[lowest].least) is not None:
        remedy = "leave out `least` of the lowest level"
        yield PackProblem(file, (*path, lowest), f"the totals under {least} belong to no level", remedy)
    if (most := levels[highest].most) is not None:
        remedy = "leave out `most` of the highest level"
        yield PackProblem(file, (*path, highest), f"the totals over {most} belong to no level", remedy)
    for before, at in pairwise(by_total):
        yield from _seam(levels[before], levels[at], (file, (*path, at)))


def _seam(lower: Level, upper: Level, at: tuple[str, Path]) -> Iterator[PackProblem]:
    if lower.most is None or upper.least is None or lower.most >= upper.least:
        yield PackProblem(*at, f"`{lower.name}` and `{upper.name}` overlap", "give every total to one level")
    elif lower.most + 1 < upper.least:
        fact = f"the totals from {lower.most + 1} to {upper.least - 1} belong to no level"
        yield PackProblem(*at, fact, "give every total to one level")


def _arrivals(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    file, entries = "tables.yaml", pack.tables.arrivals.entries
    for at, arrival in enumerate(entries):
        path = ("arrivals", "entries", at)
        yield from call.no_turn(file, (*path, "turn"), arrival.turn)
        yield from unknown(file, (*path, "nation"), arrival.nation, call.nations, "nation")
        if arrival.comes_with is not None:
            yield from unknown(file, (*path, "comes_with"), arrival.comes_with, call.countries, "country")
        if (nation := call.nations.get(arrival.nation)) is None:
            continue
        yield from strangers(
            file, (*path, "armies"), arrival.armies, nation.armies, f"{nation.adjective} army"
        )
        yield from call.no_counters(file, (*path, "units"), nation, arrival.units)
    arrival_counts = Counter(army for arrival in entries for army in arrival.armies)
    for at, arrival in enumerate(entries):
        for n, army in enumerate(arrival.armies):
            if arrival_counts[army] > 1:
                yield PackProblem(
                    file, ("arrivals", "entries", at, "armies", n), f"`{army}` arrives more than once"
                )


def _sequence(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    file, phases = "sequence.yaml", pack.sequence.phases
    yield from unknown(file, ("first",), pack.sequence.first, call.sides, "side")
    yield from twice(file, ("phases",), phases, "phase", None)
    chart = pack.tables.events
    if (chart.joining or chart.withdrawals) and "events" not in phases:
        fact = "the chart of tables.yaml has events, and no phase reads them"
        yield PackProblem(file, ("phases",), fact, "add `events`")
    if "player-turns" not in phases:
        yield PackProblem(file, ("phases",), "the season turn has no player turns", "add `player-turns`")
    yield from _initiative(pack)


def _initiative(pack: Pack) -> Iterator[PackProblem]:
    """Yield missing parts of bidding for the first player turn: a phase before it, and a limit."""
    file, phases = "sequence.yaml", pack.sequence.phases
    if all(option.id != INITIATIVE.id for option in pack.game.options):
        return
    if "initiative" not in phases:
        fact = "bids for the first player turn may be chosen, and no phase asks for them"
        yield PackProblem(file, ("phases",), fact, "add `initiative` in front")
    elif "player-turns" in phases and phases.index("initiative") > phases.index("player-turns"):
        at = phases.index("initiative")
        yield PackProblem(
            file, ("phases", at), "bids come too late behind the player turns", "put them in front"
        )
    if pack.sequence.bidding is None:
        fact = "bids for the first player turn may be chosen, and nothing says how many cards may be bid"
        yield PackProblem(file, (), fact, "add `bidding`")
