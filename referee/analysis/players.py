"""Players with a purpose: one goes for an objective, the other holds it.

They know what their side may see, the table, and what the rules refuse them; the rest they draw by lot.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from referee.analysis import posts
from referee.analysis.posts import Post
from referee.engine import machine
from referee.engine.dice import Dice, NoDice
from referee.engine.verdict import Accepted
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.secrecy import secrecy
from referee.systems.skirmish.state.position import Position
from referee.values.value import Value
from schemas.record import Side
from schemas.skirmish.orders import (
    Adopt,
    Barrage,
    BeatenZone,
    Deploy,
    Done,
    Fire,
    Flame,
    Move,
    SkirmishOrder,
    Throw,
)
from schemas.skirmish.view import ContactView, FigureView
from schemas.skirmish.words import Moving, Spot


class Temper(Value):
    """From how near a player comes to grips when he attacks, and when he holds."""

    attacking: int
    holding: int


TEMPERS: Mapping[str, Temper] = {"bold": Temper(850, 500), "careful": Temper(550, 200)}
"""Players of the same purpose and different mind; a manoeuvre carries four to nine inches."""

Purpose = Callable[["Seat", Temper, "Lots"], Iterator[Sequence[SkirmishOrder]]]
"""How a side answers a question: choices of orders, of each of which the first lawful one is written."""


class Lots(Protocol):
    """What draws lots; a seeded one makes a game follow from its seed."""

    def choice(self, seq: Sequence[Spot], /) -> Spot:
        """One of some places."""
        ...


class Seat(Post):
    """The place of one side: what it sees, and what it may order."""

    def __init__(self, rules: Skirmish, state: Position, side: Side) -> None:
        # These players look along no line of fire but the judge's.
        super().__init__(rules.table, secrecy.view(rules.narrator, state, side))
        self._rules, self._state = rules, state

    def may(self, order: SkirmishOrder) -> bool:
        """Whether the rules allow an order."""
        return not any(self._rules.objections(self._state, order))


def attack(seat: Seat, temper: Temper, chance: Lots) -> Iterator[Sequence[SkirmishOrder]]:
    """Go for the objective: in bounds while far, with fire when near, to grips at the end."""
    match seat.view.phase:
        case "plotting":
            yield from _shells(seat, chance)
            for unit in seat.view.units:
                yield from _advance(seat, unit.id, temper)
        case "laying":
            yield from _fire(seat)
        case _:
            pass


def hold(seat: Seat, temper: Temper, chance: Lots) -> Iterator[Sequence[SkirmishOrder]]:
    """Stay, look out and fire; throw out those who come in."""
    match seat.view.phase:
        case "deployment":
            for figure in seat.own:
                yield (Deploy(side=seat.side, figure=figure.id, at=figure.at, posture="observe"),)
        case "plotting":
            yield from _shells(seat, chance)
            for figure in seat.own:
                if figure.posture == "hidden":
                    yield (Adopt(side=seat.side, figures=(figure.id,), posture="observe"),)
                yield from _throw_out(seat, figure, temper)
        case "laying":
            yield from _fire(seat)
        case _:
            pass


def purpose(rules: Skirmish, side: Side) -> Purpose:
    """What a side is there for: the ground that brings it points, or to keep the enemy out."""
    return attack if posts.attacks(rules.table, side) else hold


def play(rules: Skirmish, tempers: Mapping[Side, Temper], dice: Dice, lots: Lots) -> Position:
    """The end of a game between two players of these tempers."""
    state, _ = machine.run_on(rules, rules.start(), dice)
    while asked := rules.prompts(state):
        for prompt in asked:
            state = answer(rules, state, prompt.side, tempers[prompt.side], lots)
        state, _ = machine.run_on(rules, state, dice)
    return state


def answer(rules: Skirmish, state: Position, side: Side, temper: Temper, lots: Lots) -> Position:
    """The position when a side has written and closed its orders, which are sealed and throw no dice."""
    seat = Seat(rules, state, side)
    for choices in purpose(rules, side)(seat, temper, lots):
        for order in choices:
            verdict = machine.decide(rules, state, order, NoDice())
            if isinstance(verdict, Accepted):
                state = machine.replay(rules, state, verdict.events)
                break
    return rules.outcome(state, Done(side=side), NoDice()).after


def _shells(seat: Seat, chance: Lots) -> Iterator[Sequence[SkirmishOrder]]:
    """Shells on an enemy in sight, or on the objective, as long as that is far from one's own men."""
    for mission in seat.view.missions:
        if not mission.left or mission.pending:
            continue
        spots = [one.at for one in seat.seen] or [seat.slot(one) for one in seat.own[:1]]
        free = [spot for spot in spots if not any(geometry.within(one.at, spot, 1400) for one in seat.own)]
        if free:
            yield (Barrage(side=seat.side, mission=mission.id, aim=chance.choice(free)),)


def _grips(seat: Seat, figure: FigureView, reach: int) -> tuple[SkirmishOrder, ...]:
    """Moves that come to grips with the nearest enemy."""
    enemy = seat.nearest(figure)
    if enemy is None or not geometry.within(enemy.at, figure.at, reach):
        return ()
    return (
        Move(side=seat.side, figures=(figure.id,), mode="manoeuvre", path=(enemy.at,), contact=enemy.alias),
    )


def _throw_out(seat: Seat, figure: FigureView, temper: Temper) -> Iterator[Sequence[SkirmishOrder]]:
    """A man who has an enemy before him, inside the objective or at its edge, goes for him."""
    if figure.id not in seat.engaged and not figure.pins and figure.role == "trooper":
        yield _grips(seat, figure, temper.holding)


def _advance(seat: Seat, unit: str, temper: Temper) -> Iterator[Sequence[SkirmishOrder]]:
    """A unit goes on, as a whole if it may, or man by man; the crew of a heavy weapon stays and fires."""
    members = [one for one in seat.members(unit) if one.id not in seat.engaged]
    free = [one for one in members if not one.pins and not seat.there(one)]
    if not free or any(seat.weapons(one, "heavy") for one in members):
        return
    going: list[FigureView] = []
    for figure in free:
        grips = _grips(seat, figure, temper.attacking)
        if grips and figure.role == "trooper":
            yield grips
        elif not (seat.nearest(figure) and seat.weapons(figure, "automatic")):
            going.append(figure)
    together = (
        next((order for order in _marches(seat, tuple(going)) if seat.may(order)), None) if going else None
    )
    if together is not None:
        yield (together,)
        return
    # The leader goes last, so that his men set out while he is near.
    for figure in reversed(going):
        yield tuple(_marches(seat, (figure,)))


def _marches(seat: Seat, figures: tuple[FigureView, ...]) -> Iterator[SkirmishOrder]:
    """Ways to the objective, the best first: through a gap where there is wire, or straight."""
    first, ids = figures[0], tuple(one.id for one in figures)
    goal = seat.slot(first)
    far = not geometry.within(first.at, goal, 1100)
    modes: tuple[Moving, ...] = ("rush", "manoeuvre") if far else ("manoeuvre", "rush")
    aside = tuple((first.at[0] + step, (first.at[1] + goal[1]) // 2) for step in (-600, 600))
    for mode in modes:
        for path in ((goal,), *((gap, goal) for gap in seat.gaps(first)), *((spot, goal) for spot in aside)):
            yield Move(side=seat.side, figures=ids, mode=mode, path=path)


def _fire(seat: Seat) -> Iterator[Sequence[SkirmishOrder]]:
    """Every figure fires with the best that it has at the nearest enemy it sees."""
    for figure in seat.own:
        if figure.pins or figure.mode == "rush" or figure.fired:
            continue
        enemy = seat.nearest(figure)
        yield tuple(_shots(seat, figure, enemy)) if enemy is not None else tuple(_blind(seat, figure))


def _shots(seat: Seat, figure: FigureView, enemy: ContactView) -> Iterator[SkirmishOrder]:
    side, near = seat.side, geometry.within(enemy.at, figure.at, 600)
    if near and seat.weapons(figure, "lane"):
        yield Flame(side=side, figure=figure.id, to=enemy.at)
    for grenade in seat.weapons(figure, "blast") if near else ():
        friends = sum(geometry.within(one.at, enemy.at, 300) for one in seat.own)
        foes = sum(geometry.within(one.at, enemy.at, 300) for one in seat.seen)
        if foes > friends:
            yield Throw(side=side, figure=figure.id, grenade=grenade, burst=enemy.at)
    if figure.mode != "manoeuvre":
        yield Fire(side=side, figures=(figure.id,), kind="aimed", target=enemy.alias)
    yield Fire(side=side, figures=(figure.id,), kind="unaimed", target=enemy.alias)


def _blind(seat: Seat, figure: FigureView) -> Iterator[SkirmishOrder]:
    """A crew that sees no enemy lays its weapon on the last place where one was."""
    lost = [one for one in seat.view.contacts if one.status == "active"]
    place = min(lost, key=lambda one: (geometry.square(one.at, figure.at), one.alias), default=None)
    if place is None:
        return
    if seat.weapons(figure, "zone"):
        yield BeatenZone(side=seat.side, figure=figure.id, centre=place.at)
    if seat.weapons(figure, "automatic"):
        yield Fire(side=seat.side, figures=(figure.id,), kind="unaimed", point=place.at)
