"""Both sides in a report: cards, force pool, build points and plans."""

from collections.abc import Iterator

from referee.i18n.translator import upper
from referee.systems.great_war.facts import pool
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import phrases, pieces, plan_narration
from referee.systems.great_war.season import plans
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war.pack import Nation
from schemas.great_war.view import HandView, PlanView, View
from schemas.record import Side
from schemas.reports import Block, Bullets, Heading, Inline, Paragraph, Table, Text, words


def hand(narrator: GreatWarLanguage, seen: View, side: Side) -> Iterator[Table]:
    """Yield the hand of a side, card by card, for viewers who may see it."""
    hand_view = next(hand for hand in seen.hands if hand.side == side)
    if hand_view.cards:
        yield _cards(narrator, hand_view)


def on_the_table(narrator: GreatWarLanguage, seen: View) -> Iterator[Block]:
    """The piles, and the cards that lie face up or are out of the game."""
    yield narrator.paragraph(
        "Draw pile: {pile}; discards: {discards}.",
        pile=phrases.cards_counted(narrator, seen.pile),
        discards=phrases.cards_counted(narrator, len(seen.discards)),
    )
    if seen.removed:
        yield narrator.paragraph(
            "Out of the game: {cards}.", cards=phrases.cards_called(narrator, seen.removed)
        )
    if seen.discards:
        names = phrases.cards_called(narrator, seen.discards)
        yield narrator.paragraph("Discarded, face up: {cards}.", cards=names)


def _cards(narrator: GreatWarLanguage, held: HandView) -> Table:
    names = phrases.by_name(narrator, held.cards)
    rows = [(kind.name, numbers, str(kind.ersatz)) for kind, numbers in names]
    if held.locked:
        rows.append((narrator.say("Locked this turn"), ", ".join(map(str, held.locked)), ""))
    columns = narrator.say("Card"), narrator.say("Numbers"), narrator.say("Ersatz")
    return Table(columns=columns, rows=tuple(rows), numeric=(2,))


def sides(narrator: GreatWarLanguage, position: Position, seen: View) -> Iterator[Block]:
    """One section for each side."""
    for side in sorted(narrator.game.sides, key=lambda side: side != seen.viewer):
        yield Heading(text=_title(narrator, seen, side), level=3)
        yield words(_means(narrator, seen, side))
        yield from hand(narrator, seen, side)
        yield pieces.pool(narrator, seen, side)
        yield from _building(narrator, position, seen, side)


def tell_plan(
    narrator: GreatWarLanguage, position: Position, seen: View, side: Side, prices: tuple[Inline, ...]
) -> Iterator[Block]:
    """Yield the possible builds of a side, as its plan so far leaves them, and this plan."""
    space = (Text(text=" "),) if prices else ()
    yield Paragraph(parts=(Text(text=_means(narrator, seen, side)), *space, *prices))
    yield from _building(narrator, position, seen, side, is_short=True)


def _title(narrator: GreatWarLanguage, seen: View, side: Side) -> str:
    if side == seen.viewer:
        return narrator.say("Your hand and force pool")
    name = narrator.side_adjective(side)
    if seen.viewer in narrator.game.sides:
        return narrator.say("The {side} side, as far as you may know", side=name)
    return narrator.say("The {side} side", side=name)


def _means(narrator: GreatWarLanguage, seen: View, side: Side) -> str:
    """Return the cards and build points of a side, and the state of its plan."""
    hand = next(hand for hand in seen.hands if hand.side == side)
    plan = _plan(seen, side)
    means = narrator.say(
        "The {side} side holds {cards}; at the end of the season at most {most}. It builds with {points}.",
        side=narrator.side_adjective(side),
        cards=phrases.cards_counted(narrator, hand.size),
        most=plan.card_limit,
        points=_points(narrator, plan.points) + _shares(narrator, plan),
    )
    return f"{means} {narrator.say('Its plan is closed.')}" if plan.closed else means


def _points(narrator: GreatWarLanguage, count: int) -> str:
    return narrator.say("{count} build point", "{count} build points", count=count)


def _shares(narrator: GreatWarLanguage, plan: PlanView) -> str:
    """The build points of each nation, where each spends its own."""
    shares = [f"{narrator.nations[purse.nation].name} {purse.points}" for purse in plan.purses]
    return f" ({narrator.listed(shares)})" if plan.purses else ""


def _plan(seen: View, side: Side) -> PlanView:
    return next(plan for plan in seen.plans if plan.side == side)


def _building(
    narrator: GreatWarLanguage, position: Position, seen: View, side: Side, *, is_short: bool = False
) -> Iterator[Block]:
    """Yield the possible builds of a side's nations, and its plan, for viewers who may read it.

    A short report leaves out nations without build points, and builds that the plan has used up.
    """
    nations = [nation for nation in narrator.nations.values() if nation.side == side]
    if is_short:
        payers = {purse.holder for purse in pool.side_budget(narrator.game, position, side) if purse.points}
        nations = [one for one in nations if pool.budget_holder(narrator.game, one.id) in payers]
    rows = tuple(row for nation in nations for row in _offer(narrator, position, nation, is_short=is_short))
    if rows:
        columns = narrator.say("Nation"), narrator.say("May build (build points)")
        yield Table(columns=columns, rows=rows)
    plan = _plan(seen, side)
    if plan.planned:
        yield _seal(narrator, plan, side, is_paid=_is_production(position))
        lines = [plan_narration.plain(narrator, position, step) for step in plan.planned]
        yield Bullets(items=tuple((Text(text=upper(line)),) for line in lines))


def _is_production(position: Position) -> bool:
    return isinstance(position.task, MakePlans) and position.task.phase == "production"


ABREAST = 3
"""Number of kinds of unit in one line of a letter."""


def _offer(
    narrator: GreatWarLanguage, position: Position, nation: Nation, *, is_short: bool
) -> Iterator[tuple[str, str]]:
    """Yield the possible builds of a nation, in lines that fit a letter; the first line names the nation."""
    points: int | None = None
    if is_short:
        if _is_production(position):
            points = pool.count_budget_left(narrator.game, position, nation.side, nation.id)
        position = plans.draft(narrator.game, position, nation.side)
    offers = tuple(_list_builds(narrator, position, nation, points)) or (narrator.say("nothing"),)
    for first in range(0, len(offers), ABREAST):
        yield "" if first else nation.name, ", ".join(offers[first : first + ABREAST])


def _seal(narrator: GreatWarLanguage, plan: PlanView, side: Side, *, is_paid: bool) -> Block:
    """Return the heading of a plan, with its price; reinforcements have none."""
    name = narrator.side_adjective(side)
    if not plan.spent or not is_paid:
        return narrator.paragraph("The sealed plan of the {side} side:", side=name)
    cost = _points(narrator, plan.spent)
    return narrator.paragraph("The sealed plan of the {side} side, for {points}:", side=name, points=cost)


def _list_builds(
    narrator: GreatWarLanguage, position: Position, nation: Nation, points: int | None
) -> Iterator[str]:
    """Yield the possible builds of a nation, with price and number of counters left: `2 tanks at 2`.

    `points` are the build points that are left, or None for builds at any price.
    """
    theatre = narrator.game
    for kind, count in pool.force_pool(position.map, nation).items():
        unit = theatre.units[kind]
        if kind == "army" or not pool.in_time(theatre, position.map, nation.id, kind):
            continue
        if unit.swapped_for is not None:
            free = pool.free(theatre, position.map, nation.id, kind)
            count = sum(pool.has_entered(theatre, position.map, id) for id in free)  # noqa: PLW2901 - those that may come back
        if count and (points is None or unit.cost <= points):
            yield narrator.say("{pieces} at {cost}", pieces=narrator.several(kind, count), cost=unit.cost)
