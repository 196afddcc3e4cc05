"""Templates of plans: the lines for a battle, and the safe default plan."""

from collections.abc import Iterator, Mapping
from itertools import chain

from referee.i18n.translator import message
from referee.systems.great_war.facts import pool
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.flow.prompt_builder import ATTACKER, find_role
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.language.lexicon import spell
from referee.systems.great_war.season import arrivals, calendar, plans, production
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    AnswerFire,
    CombatCards,
    DeclareBattles,
    MakePlans,
    MovePieces,
    PayHits,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
)
from schemas.great_war.names import Kind
from schemas.great_war.orders import Anew, Buy, Done, GreatWarOrder, SealedOrder, Swap
from schemas.record import Side

PLAN, DOCTRINE = "plan for", "doctrine"
"""Beginnings of the heads of a plan, and of the answers that remain in force in later player turns."""

EVERY = "every battle"
"""Text for the places of all battles in the head of a plan."""

SAVES = {
    True: message("or for AREA; saves questions"),
    False: message("or for every battle"),
}
"""Comments beside the head of a plan, by whether it is for every battle."""

INSTEAD = message("or: {comment}")
"""Comment on a line that excludes another line of the template, and on the other answer of a plan."""

ELSEWHERE = message("retreat to AREA")
"""Other answer to the questions of a plan about retreats: all pieces that may retreat go there."""

LASTING = message("until you change it")
"""Comment beside a doctrine."""

UNTIL_SEASON_ENDS = message("in each turn until the season ends")
"""Comment beside the pass of a season."""

OFFERED = (
    MovePieces | DeclareBattles | CombatCards | RideOff | StandOrRetreat | PayHits | AnswerFire | RetreatAfter
)
"""The questions beside which a plan is offered."""

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "combat-cards": ("", "no more"),
    "cavalry-retreat": ("stay",),
    "stand-or-retreat": ("stand",),
    "losses": ("lose first infantry, then cavalry", "lose cheapest"),
    "retreat-after": ("stay",),
}
"""Questions of a battle, and their usual answers, the most common first; it may be empty."""

ABOUT_RETREATS = frozenset({"cavalry-retreat", "stand-or-retreat", "retreat-after"})
"""Questions that an area answers."""

WIDTH = 70
"""Highest length of a line in a template: a mail program that breaks a line would break the order."""

ANSWER_WIDTH = 28
"""Width of an answer before its comment."""

OF_DEFENDER = frozenset({"combat-cards", "stand-or-retreat"})
"""Questions that are asked only of the defender."""


def list_lines(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[str]:
    """The form for the battles that are fought and wait, where more will be asked about them."""
    task = position.task
    if position.now is None or not isinstance(task, OFFERED):
        return
    waiting = list_waiting(position)
    if isinstance(task, RetreatAfter) or position.fight is None:
        areas = waiting
    else:
        areas = (position.fight.area, *waiting)
    if areas or isinstance(task, MovePieces):
        is_one = len(areas) == 1 and not isinstance(task, MovePieces)
        place = spell(narrator.game, areas[0], narrator.area_name(areas[0])) if is_one else EVERY
        head, *answers = list_answers(narrator, f"{PLAN} {place}", find_role(position, side))
        line = f"{head}  # {narrator.say(SAVES[place == EVERY])}"
        yield line if len(line) <= WIDTH else head
        yield from answers


def list_waiting(position: Position) -> tuple[str, ...]:
    """The areas of the battles that are still to come in this player turn."""
    now, fought = position.now, position.fight
    if now is None:
        return ()
    here = fought.area if fought is not None else ""
    return tuple(
        area for area in dict.fromkeys((*now.battles, *now.disputed)) if area not in {*now.fought, here}
    )


def list_answers(narrator: GreatWarLanguage, head: str, role: str) -> Iterator[str]:
    """Yield a plan or a doctrine for a role, with the most usual answers. Its head gives the battles.

    The other answer to a question about retreats is a comment; the place differs from battle to battle.
    """
    yield f"{head} as {role}:"
    comment = "" if head == DOCTRINE else narrator.say(INSTEAD, comment=narrator.say(ELSEWHERE))
    for question, (answer, *_) in ANSWERS.items():
        if answer and not (role == ATTACKER and question in OF_DEFENDER):
            line = f"  {question}: {answer}"
            yield f"{line:<{ANSWER_WIDTH}}  # {comment}" if comment and question in ABOUT_RETREATS else line


def default_plan(
    theatre: GreatWarGame, position: Position, task: MakePlans, side: Side
) -> Iterator[GreatWarOrder]:
    """Sealed orders that make a whole plan, each chosen in the position that the ones before it leave.

    A plan that crowds an area cannot be closed, and is torn up first.
    """
    if any(plans.overstacked(theatre, position, side)):
        yield (torn := Anew(side=side))
        position = judgement.follow(theatre, position, torn)
    while (order := _next(theatre, position, task, side)) is not None:
        yield order
        position = judgement.follow(theatre, position, order)
    if task.phase != "attrition":
        yield Done(side=side)


def _next(theatre: GreatWarGame, position: Position, task: MakePlans, side: Side) -> SealedOrder | None:
    """The next of the safe orders, or nothing when the plan is whole."""
    match task.phase:
        case "initiative":
            return None
        case "reinforcements":
            candidates = _placements(theatre, position, side)
        case "attrition":
            candidates = calendar.options(theatre, position, side)
        case "production":
            candidates = chain(_cards(theatre, position, side), _infantry(theatre, position, side))
    stands = (order for order in candidates if not any(judgement.object_in_chapter(theatre, position, order)))
    return next(stands, None)


def _placements(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[SealedOrder]:
    """Placements as they are offered; of the pieces to be swapped out, one of a mobile army first."""
    mobile: list[SealedOrder] = []
    others: list[SealedOrder] = []
    there = plans.draft(theatre, position, side)
    for order in arrivals.options(theatre, position, side):
        if not isinstance(order, Swap):
            others.append(order)
            break
        piece = there.map.pieces[order.piece]
        army = there.map.pieces.get(piece.army or "")
        (mobile if army is not None and not army.entrenched else others).append(order)
    return iter((*mobile, *others))


def _cards(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[SealedOrder]:
    cards = position.hand(side).size + pool.cards_bought(position, side)
    room = production.card_limit(theatre, position, side) - cards
    if (count := min(room, pool.cards_left(theatre, position, side))) > 0:
        yield Buy(side=side, cards=count)


def _infantry(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[SealedOrder]:
    cheapest = min(theatre.units[kind].cost for kind in theatre.infantry)
    if production.leave(theatre, position, side) < cheapest:
        return
    for order in chain.from_iterable(production.build_option_groups(theatre, position, side)):
        if order.into is not None:
            piece = pool.counter(theatre, order.piece)
            if piece is not None and _plain(theatre, piece.kind, cheapest):
                yield order


def _plain(theatre: GreatWarGame, kind: Kind, cost: int) -> bool:
    return kind in theatre.infantry and theatre.units[kind].cost == cost
