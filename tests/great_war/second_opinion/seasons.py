"""The season track as the second opinion reads it (2.0): from the reinforcements to the next season."""

from collections import Counter

from schemas.great_war.orders import GreatWarOrder, Lose
from tests.great_war.second_opinion.almanac import other
from tests.great_war.second_opinion.arriving import reinforcements
from tests.great_war.second_opinion.marching import worth
from tests.great_war.second_opinion.producing import production
from tests.great_war.second_opinion.supplying import attrition
from tests.great_war.second_opinion.terms import Attrition, Path, Question, Reached, Shuffle, Throw
from tests.great_war.second_opinion.turns import PlayerTurn
from tests.great_war.second_opinion.war import War


def whole(war: War, *, placed: bool = False) -> Path:
    """Season after season, up to the last (2.0-VI); the first reinforcements may be `placed` already."""
    last = war.almanac.scenario.last
    while True:
        if not placed:
            yield from reinforcements(war)
        placed = False
        yield from player_turns(war)
        yield from attrition(war)
        yield from production(war)
        yield from transit(war)
        war.unsupplied = set()
        yield Reached("season")
        if war.turn >= last:
            return
        if war.almanac.turn(war.turn).season == "WINTER":
            war.pile |= war.discards
            war.discards = set()
            yield Shuffle(len(war.pile))
        war.turn += 1
        war.field.templates = war.almanac.templates(war.turn)


def player_turns(war: War) -> Path:
    """The German first, turn about, until both have passed one after the other (2.0-II to 2.0-IV)."""
    side, passes = "german", 0
    while passes < 2:
        turn = PlayerTurn(war, side)
        yield from turn.course()
        passes = passes + 1 if turn.passed else 0
        side = other(side)


def transit(war: War) -> Path:
    """One die for five build points in the transit box or a part of them; a 1 loses a unit (2.0-V-4)."""
    box = next(area for area in war.almanac.areas.values() if area.transit is not None)
    there = [chit for chit in war.field.chits.values() if chit.area == box.id]
    dice = -(-sum(map(worth, there)) // 5)
    if not dice:
        return
    faces = yield Throw("german", "transit", Counter({("transit", 1): dice}))
    for _ in range(sum(face == 1 for thrown in faces.values() for face in thrown)):
        there = [chit for chit in war.field.chits.values() if chit.area == box.id]
        # A filled Army is no unit to be lost as a whole, the Paris Gun none at all (8.3.6).
        one_by_one = [chit for chit in there if not war.field.inside(chit.id) and chit.kind != "P"]
        due = frozenset(chit.id for chit in one_by_one)
        if not due:
            return
        likes = {(chit.kind, chit.nation, chit.army) for chit in one_by_one}
        if len(likes) == 1:
            war.field.remove((yield Attrition(due)))
            continue
        order: GreatWarOrder = yield Question(
            frozenset({"german"}), "transit-losses", lambda order, due=due: _one_of(order, due)
        )
        assert isinstance(order, Lose)
        war.field.remove(order.piece)


def _one_of(order: GreatWarOrder, due: frozenset[str]) -> str:
    return "" if isinstance(order, Lose) and order.piece in due else "a unit in the box (2.0-V-4)"
