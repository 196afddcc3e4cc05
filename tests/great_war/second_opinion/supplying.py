"""Supply as the second opinion reads it (6.0): who is in supply, and what becomes of the rest."""

from collections.abc import Mapping

from schemas.great_war.orders import Anew, Done, Forfeit, GreatWarOrder
from tests.great_war.second_opinion.almanac import SIDES, other
from tests.great_war.second_opinion.field import Chit
from tests.great_war.second_opinion.terms import Attrition, Path, Question, Reached
from tests.great_war.second_opinion.war import War


def enemies(war: War, area: str, side: str) -> bool:
    """Whether an enemy unit of any strength is there: supply does not flow through it (8.4)."""
    return bool(war.field.of(area, other(side)))


def conduits(war: War, side: str) -> set[str]:
    """The Friendly areas from which a line runs through Friendly areas to a Friendly source (6.2)."""
    open_areas = {
        area for area in war.almanac.areas
        if war.status(area, side) == "friendly" and not enemies(war, area, side)
    }  # fmt: skip
    found = {area for area in open_areas if war.almanac.areas[area].supply == side}
    frontier = list(found)
    while frontier:
        for near in war.almanac.borders[frontier.pop()]:
            if near in open_areas and near not in found:
                found.add(near)
                frontier.append(near)
    return found


def supplied(war: War, side: str) -> set[str]:
    """The areas whose pieces of a side are in supply; a Disputed source feeds those in it (6.2, 6.3)."""
    lines = conduits(war, side)
    fed = set(lines)
    for name, area in war.almanac.areas.items():
        source = area.supply == side and war.status(name, side) in {"friendly", "disputed"}
        if source or war.almanac.borders[name] & lines:
            fed.add(name)
        if area.transit == side:
            fed.add(name)
    return fed


def attrition(war: War) -> Path:
    """Check supply, and let what has none suffer (2.0-V-1, 6.5)."""
    fed = {side: supplied(war, side) for side in SIDES}
    war.unsupplied = {
        chit.id for chit in war.field.chits.values() if chit.army is None and chit.area not in fed[chit.side]
    }
    yield Reached("supply")
    chosen = yield from _choices(war)
    for id in sorted(war.unsupplied):
        chit = war.field.chits[id]
        if chit.kind == "army":
            yield from _shrink(war, chit, chosen)
        elif chit.kind == "fort" and chit.strength > 1:
            chit.strength -= 1
        else:
            war.field.remove(id)
    war.settle()
    # A counter that leaves the map leaves its marker behind, and comes back without it.
    war.unsupplied &= war.field.chits.keys()
    yield Reached("attrition")


def _shrink(war: War, army: Chit, chosen: Mapping[str, str]) -> Path:
    """An army loses a unit of its owner's choice, and with the last one itself (6.5)."""
    held = war.field.inside(army.id)
    if held:
        lost = chosen.get(army.id)
        if lost is None and (due := losable(held)):
            lost = yield Attrition(frozenset(chit.id for chit in due))
        if lost is not None:
            war.field.remove(lost)
    if len(held) <= 1:
        war.field.remove(army.id)


def _choices(war: War) -> Path:
    """Each side says under seal what its armies lose, where there is anything to choose."""
    chosen: dict[str, str] = {}
    waiting = {side for side in SIDES if _undecided(war, side, chosen)}
    while waiting:
        order: GreatWarOrder = yield Question(
            frozenset(waiting), "attrition", lambda order, chosen=chosen: _against(war, order, chosen)
        )
        match order:
            case Forfeit(piece=piece):
                army = war.field.chits[piece].army
                assert army is not None
                chosen[army] = piece
            case Anew(side=side):
                chosen = {army: one for army, one in chosen.items() if war.field.chits[army].side != side}
            case _:
                raise AssertionError(order)
        waiting = {side for side in waiting if _undecided(war, side, chosen)}
    return chosen


def _undecided(war: War, side: str, chosen: Mapping[str, str]) -> bool:
    return any(_real_choice(war, id) and id not in chosen for id in _armies(war, side))


def _armies(war: War, side: str) -> list[str]:
    there = (war.field.chits[id] for id in sorted(war.unsupplied))
    return [chit.id for chit in there if chit.kind == "army" and chit.side == side]


def _real_choice(war: War, army: str) -> bool:
    return len({(chit.kind, chit.nation) for chit in losable(war.field.inside(army))}) > 1


def losable(held: list[Chit]) -> list[Chit]:
    """What an army may lose: its Paris Gun only with the army (8.3.6, A-74)."""
    return [chit for chit in held if chit.kind != "P"]


def _against(war: War, order: GreatWarOrder, chosen: Mapping[str, str]) -> str:
    match order:
        case Forfeit(piece=piece):
            chit = war.field.chits.get(piece)
            if chit is None or chit.side != order.side or chit.army not in war.unsupplied or chit.kind == "P":
                return "in no army out of supply (6.5)"
            return "chosen already" if chit.army in chosen or not _real_choice(war, chit.army) else ""
        case Done():
            return "an army has lost nothing yet (6.5)"
        case Anew(side=side):
            return "" if any(war.field.chits[id].side == side for id in chosen) else "nothing to tear up"
        case _:
            return "not now"
