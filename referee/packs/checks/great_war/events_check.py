"""What in the game events chart does not fit the map, the forces or the track."""

from collections.abc import Iterator

from referee.engine.faults import PackProblem
from referee.packs.checks.great_war.roll_call import Path, RollCall, strangers, unknown
from schemas.great_war.charts import Early, GameEvents, Joining
from schemas.great_war.pack import Pack

FILE = "tables.yaml"


def complaints(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Everything in the chart that does not fit."""
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
            fact = f"no cards are given beside an offensive for what forbids to {restraint.forbids}"
            yield PackProblem(FILE, (*path, "cards"), fact, "take it out")


def _joining(chart: GameEvents, call: RollCall) -> Iterator[PackProblem]:
    """Countries that join an unknown side, at an unknown time, or more than once."""
    joined: set[str] = set()
    for at, joining in enumerate(chart.joining):
        path = ("events", "joining", at)
        yield from call.no_turn(FILE, (*path, "turn"), joining.turn)
        yield from unknown(FILE, (*path, "side"), joining.side, call.sides, "side")
        yield from strangers(FILE, (*path, "countries"), joining.countries, call.countries, "country")
        if joining.early is not None:
            yield from _early(joining, joining.early, path, call)
        for n, country in enumerate(joining.countries):
            if country in joined:
                yield PackProblem(FILE, (*path, "countries", n), f"`{country}` joins more than once")
            joined.add(country)


def _early(joining: Joining, early: Early, path: Path, call: RollCall) -> Iterator[PackProblem]:
    """An early season that is none, and areas to be held that there are not."""
    yield from call.no_turn(FILE, (*path, "early", "turn"), early.turn)
    if early.turn >= joining.turn:
        fact = f"turn {early.turn} is not before {joining.turn}"
        yield PackProblem(FILE, (*path, "early", "turn"), fact)
    yield from strangers(FILE, (*path, "early", "holding"), early.holding, call.areas, "area")
