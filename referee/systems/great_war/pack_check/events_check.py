"""What in the game events chart does not fit the map, the forces or the track."""

from collections.abc import Iterator

from referee.core.faults import Misfit
from referee.systems.great_war.pack_check.roll_call import RollCall, strangers, unknown
from schemas.great_war.game_events import GameEvents
from schemas.great_war.pack import Pack

FILE = "tables.yaml"


def complaints(pack: Pack, call: RollCall) -> Iterator[Misfit]:
    """Everything in the chart that does not fit."""
    chart = pack.tables.events
    yield from _joining(chart, call)
    for at, due in enumerate(chart.withdrawals):
        path = ("events", "withdrawals", at)
        yield from call.no_turn(FILE, (*path, "turn"), due.turn)
        yield from unknown(FILE, (*path, "nation"), due.nation, call.nations, "nation")
        yield from strangers(FILE, (*path, "kinds"), due.kinds, call.kinds, "unit type")
    for at, restraint in enumerate(chart.restraints):
        path = ("events", "restraints", at)
        for key, turn in (("first", restraint.first), ("last", restraint.last)):
            yield from call.no_turn(FILE, (*path, key), turn)
        if restraint.last < restraint.first:
            fact = f"turn {restraint.last} comes before the first, {restraint.first}"
            yield Misfit(FILE, (*path, "last"), fact)
        yield from unknown(FILE, (*path, "nation"), restraint.nation, call.nations, "nation")
        yield from strangers(FILE, (*path, "areas"), restraint.areas, call.areas, "area")
        yield from strangers(FILE, (*path, "kinds"), restraint.kinds, call.kinds, "unit type")


def _joining(chart: GameEvents, call: RollCall) -> Iterator[Misfit]:
    """Countries that join nobody knows whom or when, or more than once."""
    joined: set[str] = set()
    for at, joining in enumerate(chart.joining):
        path = ("events", "joining", at)
        yield from call.no_turn(FILE, (*path, "turn"), joining.turn)
        yield from unknown(FILE, (*path, "side"), joining.side, call.sides, "side")
        yield from strangers(FILE, (*path, "countries"), joining.countries, call.countries, "country")
        for n, country in enumerate(joining.countries):
            if country in joined:
                yield Misfit(FILE, (*path, "countries", n), f"`{country}` joins more than once")
            joined.add(country)
