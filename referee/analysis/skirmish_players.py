"""Scripted skirmish players, and the balance of a scenario by games between them.

They know the view of their side, the table, and the objections to their orders. Their other choices are
random.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Protocol

from referee.analysis.families import find_skirmish
from referee.analysis.faults import AnalysisFault, find_interval
from referee.dice import chain as dice_chain
from referee.dice.chain import SealedDice
from referee.engine import machine
from referee.engine.dice import Dice, FiledDice, NoDice
from referee.engine.system import Accepted
from referee.faults import Misuse
from referee.systems.faces import Game
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.secrecy import visibility
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.answers.packs import CountedGames, CountedShare
from schemas.journal import OWNED
from schemas.record import Side, Value
from schemas.skirmish import orders
from schemas.skirmish.names import Moving, Spot
from schemas.skirmish.pack import Feature
from schemas.skirmish.view import ContactView, FigureView, View


def attacks(table: Table, side: Side) -> bool:
    """Return True if a side scores for figures inside an objective."""
    rewards = table.scenario.victory.get(side, ())
    return any(one.test == "inside" and one.side == side for one in rewards)


class Post:
    """The view of a side, with the table, which is public."""

    def __init__(self, table: Table, view: View) -> None:
        self.table, self.view, self.side = table, view, view.viewer
        self.own = tuple(one for one in view.figures if one.status == "active")
        self.seen = tuple(one for one in view.contacts if one.units and one.status == "active")
        self.engaged = frozenset(melee.own for melee in view.melees)

    def members(self, unit: str) -> tuple[FigureView, ...]:
        """Return the figures of a unit, its leader first."""
        figures = [one for one in self.own if one.unit == unit]
        return tuple(sorted(figures, key=lambda one: one.role in {"trooper", "loader"}))

    @property
    def objective(self) -> Feature:
        """Terrain that scores points, or the middle feature of the scenario if no terrain does."""
        scenario = self.table.scenario
        victory_terrain = {one.terrain for one in chain(*scenario.victory.values())}
        middle = scenario.terrain[len(scenario.terrain) // 2]
        return next((one for one in scenario.terrain if one.id in victory_terrain), middle)

    def weapons(self, figure: FigureView, trait: str) -> tuple[str, ...]:
        """Return the weapons of a figure that have a trait, such as a blast, a lane or a zone."""
        table = self.table.weapons
        return tuple(one for one in figure.weapons if getattr(table[one], trait))

    @property
    def goal(self) -> Spot:
        """Centre of the objective."""
        corners = self.objective.corners
        return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)

    def slot(self, figure: FigureView) -> Spot:
        """Return the place in the objective nearest to a figure: its centre or the middle of an edge."""
        corners = self.objective.corners
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        halves = (((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in sides)
        spots = [*halves, self.goal]
        inside = [spot for spot in spots if geometry.covers(corners, spot)]
        return min(inside, key=lambda spot: (geometry.square(spot, figure.at), spot))

    def nearest(self, figure: FigureView) -> ContactView | None:
        """Return the nearest enemy in sight of a figure's unit, or None."""
        visible_contacts = [one for one in self.seen if figure.unit in one.units]
        return min(
            visible_contacts, key=lambda one: (geometry.square(one.at, figure.at), one.alias), default=None
        )

    def gaps(self, figure: FigureView) -> tuple[Spot, ...]:
        """Return the two nearest ends of wire to a figure, an inch beyond the wire."""
        spots: list[Spot] = []
        for feature in self.table.of_kind("wire"):
            xs, ys = zip(*feature.corners, strict=True)
            spots += [(min(xs) - 100, sum(ys) // len(ys)), (max(xs) + 100, sum(ys) // len(ys))]
        ahead = [spot for spot in spots if self.table.on_table(spot)]
        return tuple(sorted(ahead, key=lambda spot: (geometry.square(spot, figure.at), spot))[:2])

    def there(self, figure: FigureView) -> bool:
        """Return True if a figure is in the objective."""
        return geometry.covers(self.objective.corners, figure.at)


class Temper(Value):
    """Distances at which a player seeks a melee when attacking and when holding, in hundredths of an inch."""

    attacking: int
    holding: int


TEMPERS: Mapping[str, Temper] = {"bold": Temper(850, 500), "careful": Temper(550, 200)}
"""Players with the same purpose and different caution; a manoeuvre moves four to nine inches."""

Purpose = Callable[["Seat", Temper, "Rng"], Iterator[Sequence[orders.SkirmishOrder]]]
"""Function that answers a prompt: choices of orders; the first legal order of each choice is given."""


class Rng(Protocol):
    """Random choice; with a seed, the game is reproducible."""

    def choice(self, seq: Sequence[Spot], /) -> Spot:
        """Return one of some places."""
        ...


class Seat(Post):
    """The place of one side: its view, and its legal orders."""

    def __init__(self, rules: Skirmish, state: Position, side: Side) -> None:
        # These players compute no lines of fire of their own.
        super().__init__(rules.table, visibility.view(SkirmishLanguage(rules.table), state, side))
        self._rules, self._state = rules, state

    def may(self, order: orders.SkirmishOrder) -> bool:
        """Return True if the order is legal."""
        return not any(self._rules.objections(self._state, order))


def attack(seat: Seat, temper: Temper, rng: Rng) -> Iterator[Sequence[orders.SkirmishOrder]]:
    """Move to the objective: rush while far, fire when near, and a melee at the end."""
    match seat.view.phase:
        case "plotting":
            yield from _shells(seat, rng)
            for unit in seat.view.units:
                yield from _advance(seat, unit.id, temper)
        case "laying":
            yield from _fire(seat)
        case _:
            pass


def hold(seat: Seat, temper: Temper, rng: Rng) -> Iterator[Sequence[orders.SkirmishOrder]]:
    """Stay, observe and fire; attack enemies that enter."""
    match seat.view.phase:
        case "deployment":
            for figure in seat.own:
                yield (orders.Deploy(side=seat.side, figure=figure.id, at=figure.at, posture="observe"),)
        case "plotting":
            yield from _shells(seat, rng)
            for figure in seat.own:
                if figure.posture == "hidden":
                    yield (orders.Adopt(side=seat.side, figures=(figure.id,), posture="observe"),)
                yield from _throw_out(seat, figure, temper)
        case "laying":
            yield from _fire(seat)
        case _:
            pass


def purpose(rules: Skirmish, side: Side) -> Purpose:
    """Return the purpose of a side: attack if ground scores points for it, otherwise hold."""
    return attack if attacks(rules.table, side) else hold


def play(rules: Skirmish, tempers: Mapping[Side, Temper], dice: Dice, rng: Rng) -> Position:
    """Return the end of a game between two players."""
    state, _ = machine.run_on(rules, rules.start(), dice)
    while prompts := rules.prompts(state):
        for prompt in prompts:
            state = answer(rules, state, prompt.side, tempers[prompt.side], rng)
        state, _ = machine.run_on(rules, state, dice)
    return state


def answer(rules: Skirmish, state: Position, side: Side, temper: Temper, rng: Rng) -> Position:
    """Return the position after a side gave and closed its orders, which are sealed and roll no dice."""
    seat = Seat(rules, state, side)
    for choices in purpose(rules, side)(seat, temper, rng):
        for order in choices:
            verdict = machine.decide(rules, state, order, NoDice())
            if isinstance(verdict, Accepted):
                state = machine.replay(rules, state, verdict.events)
                break
    return rules.outcome(state, orders.Done(side=side), NoDice()).after


def _shells(seat: Seat, rng: Rng) -> Iterator[Sequence[orders.SkirmishOrder]]:
    """Yield barrages on a visible enemy, or on the objective, if it is far from own figures."""
    for mission in seat.view.missions:
        if not mission.left or mission.pending:
            continue
        spots = [one.at for one in seat.seen] or [seat.slot(one) for one in seat.own[:1]]
        free = [spot for spot in spots if not any(geometry.within(one.at, spot, 1400) for one in seat.own)]
        if free:
            yield (orders.Barrage(side=seat.side, mission=mission.id, aim=rng.choice(free)),)


def _grips(seat: Seat, figure: FigureView, reach: int) -> tuple[orders.SkirmishOrder, ...]:
    """Return the moves into a melee with the nearest enemy, if it is within reach."""
    enemy = seat.nearest(figure)
    if enemy is None or not geometry.within(enemy.at, figure.at, reach):
        return ()
    return (
        orders.Move(
            side=seat.side, figures=(figure.id,), mode="manoeuvre", path=(enemy.at,), contact=enemy.alias
        ),
    )


def _throw_out(seat: Seat, figure: FigureView, temper: Temper) -> Iterator[Sequence[orders.SkirmishOrder]]:
    """Yield the moves of a trooper to attack an enemy near it."""
    if figure.id not in seat.engaged and not figure.pins and figure.role == "trooper":
        yield _grips(seat, figure, temper.holding)


def _advance(seat: Seat, unit: str, temper: Temper) -> Iterator[Sequence[orders.SkirmishOrder]]:
    """Yield the moves of a unit, as a whole if legal, otherwise by figure; crews of heavy weapons stay."""
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
    # The leader goes last, so that its figures start while it is near.
    for figure in reversed(going):
        yield tuple(_marches(seat, (figure,)))


def _marches(seat: Seat, figures: tuple[FigureView, ...]) -> Iterator[orders.SkirmishOrder]:
    """Yield the ways to the objective, best first: straight, through gaps in wire, or to one side."""
    first, ids = figures[0], tuple(one.id for one in figures)
    goal = seat.slot(first)
    far = not geometry.within(first.at, goal, 1100)
    modes: tuple[Moving, ...] = ("rush", "manoeuvre") if far else ("manoeuvre", "rush")
    aside = tuple((first.at[0] + step, (first.at[1] + goal[1]) // 2) for step in (-600, 600))
    for mode in modes:
        for path in ((goal,), *((gap, goal) for gap in seat.gaps(first)), *((spot, goal) for spot in aside)):
            yield orders.Move(side=seat.side, figures=ids, mode=mode, path=path)


def _fire(seat: Seat) -> Iterator[Sequence[orders.SkirmishOrder]]:
    """Yield the shots of every figure at the nearest enemy in sight, with its best weapon first."""
    for figure in seat.own:
        if figure.pins or figure.mode == "rush" or figure.fired:
            continue
        enemy = seat.nearest(figure)
        yield tuple(_shots(seat, figure, enemy)) if enemy is not None else tuple(_blind(seat, figure))


def _shots(seat: Seat, figure: FigureView, enemy: ContactView) -> Iterator[orders.SkirmishOrder]:
    side, near = seat.side, geometry.within(enemy.at, figure.at, 600)
    if near and seat.weapons(figure, "lane"):
        yield orders.Flame(side=side, figure=figure.id, to=enemy.at)
    for grenade in seat.weapons(figure, "blast") if near else ():
        friends = sum(geometry.within(one.at, enemy.at, 300) for one in seat.own)
        foes = sum(geometry.within(one.at, enemy.at, 300) for one in seat.seen)
        if foes > friends:
            yield orders.Throw(side=side, figure=figure.id, grenade=grenade, burst=enemy.at)
    if figure.mode != "manoeuvre":
        yield orders.Fire(side=side, figures=(figure.id,), kind="aimed", target=enemy.alias)
    yield orders.Fire(side=side, figures=(figure.id,), kind="unaimed", target=enemy.alias)


def _blind(seat: Seat, figure: FigureView) -> Iterator[orders.SkirmishOrder]:
    """Yield the fire of a crew without a visible enemy at the last known place of one."""
    lost = [one for one in seat.view.contacts if one.status == "active"]
    place = min(lost, key=lambda one: (geometry.square(one.at, figure.at), one.alias), default=None)
    if place is None:
        return
    if seat.weapons(figure, "zone"):
        yield orders.BeatenZone(side=seat.side, figure=figure.id, centre=place.at)
    if seat.weapons(figure, "automatic"):
        yield orders.Fire(side=seat.side, figures=(figure.id,), kind="unaimed", point=place.at)


SECRET = dice_chain.digest("the games of scripted players")
"""Seed of the dice of these games; public, so that everyone gets the same count."""

WAYS = (("bold", "careful"), ("careful", "bold"))
"""The two players, in the order of the sides."""


def measure_balance(system: Game, games: int) -> tuple[CountedGames, ...]:
    """Return the results of a number of games each way. Raises `Misuse` for a family without scripts."""
    if games < 1:
        return ()
    rules = find_skirmish(system)
    if rules is None:
        raise Misuse(AnalysisFault.NO_PLAYERS)
    return tuple(_way(rules, games, way) for way in WAYS)


def _way(rules: Skirmish, games: int, way: tuple[str, str]) -> CountedGames:
    won = Counter(_winner(rules, number, way) for number in range(games))
    one, other = (
        _share(side, player, won[side], games) for side, player in zip(rules.sides, way, strict=True)
    )
    return CountedGames(games=games, drawn=won[""], shares=(one, other))


def _winner(rules: Skirmish, number: int, way: tuple[str, str]) -> str:
    name = f"{rules.table.scenario.id} {' '.join(way)}"
    dice = SealedDice(SECRET, name, number, None, dice_chain.digest(name), SECRET)
    tempers = {side: TEMPERS[player] for side, player in zip(rules.sides, way, strict=True)}
    roller = FiledDice(dice, OWNED, rules.spell_purpose)
    return play(rules, tempers, roller, random.Random(f"{name} {number}")).winner or ""


def _share(side: str, player: str, won: int, games: int) -> CountedShare:
    least, most = find_interval(won / games, games)
    percent = round(100 * won / games, 1)
    return CountedShare(side=side, player=player, won=won, percent=percent, least=least, most=most)
