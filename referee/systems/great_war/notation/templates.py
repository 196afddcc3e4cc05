"""The letter that could answer: examples to choose from and a safe proposal, every line behind a #.

Mail programs send reports back unasked, so that no line of a template may be an order as it stands.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from textwrap import wrap

from referee.engine.dice import DiceNeeded
from referee.i18n.translator import message
from referee.systems.great_war.combat import forced_retreats
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import control
from referee.systems.great_war.flow import agenda, judgement, planning
from referee.systems.great_war.flow.orders import ORDERS
from referee.systems.great_war.flow.prompt_builder import ATTACKER, DEFENDER
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.language.lexicon import spell
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.notation import plan_templates
from referee.systems.great_war.notation.plan_lines import SEASON_PASS
from referee.systems.great_war.season import arrivals, plans
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    KeepBattle,
    LeaveEmpty,
    LoseInTransit,
    MakePlans,
    MovePieces,
    PayCrisis,
    PayHits,
    RetreatAfter,
    TrimHands,
)
from schemas.great_war.orders import (
    AcceptArmistice,
    Anew,
    Bid,
    Build,
    DeclineArmistice,
    Discard,
    Done,
    Entrench,
    Forfeit,
    Fortify,
    GreatWarOrder,
    Join,
    Leave,
    Lose,
    Move,
    Offensive,
    Pass,
    Place,
    Play,
    React,
    Rebuild,
    Retreat,
    Scramble,
    Spend,
    Swap,
    Transfer,
    Upgrade,
)
from schemas.record import Side

MOST_EXAMPLES = 5
"""Highest number of examples in a template."""

COMMENT = 30
"""The column that names of cards and pieces stand in."""

CHOICES = LeaveEmpty | KeepBattle
"""Questions that `done` does not answer."""

PAYMENTS = PayHits | PayCrisis | LoseInTransit
"""Questions that are answered by naming pieces until enough are named."""

HANDFUL = 12
"""Highest number of cards in a line."""

FOLLOWING = message("The same letter can continue with moves, battles, done and a plan:")
"""Text above the orders that may follow an offensive card."""

WIDTH = 70
"""Highest length of a line in a template: a mail program that breaks a line would break the order."""


def template(narrator: GreatWarLanguage, position: Position, side: Side) -> tuple[str, ...]:
    """Return lines of a letter that could answer the open question of one side; each is a comment.

    Lines with only their # separate the question, the examples and the proposal.
    """
    prompts = [prompt for prompt in agenda.asked(narrator.game, position) if prompt.side == side]
    if not prompts:
        return ()
    default = tuple(_default(narrator, position, side))
    examples = (
        *_examples(narrator, position, side, default),
        *_list_armies_with_room(narrator, position, side, default),
        *_answers_to_offer(narrator, position, side),
    )
    position = plans.draft(narrator.game, position, side)
    lines = [line for order in examples if len(line := _line(narrator, position, order)) <= WIDTH]
    agreed = [_line(narrator, position, order) for order in default]
    parts = (
        wrap(narrator.ask(prompts[0]).text, WIDTH),
        lines,
        [*_list_follow_ups(narrator, position, side)],
        [*plan_templates.list_lines(narrator, position, side)],
        [narrator.say("Proposed orders; to agree, remove the # from these lines:"), *agreed]
        if agreed
        else [],
    )
    first, *others = ([f"# {line}" for line in part] for part in parts if part)
    return (*first, *(line for part in others for line in ("#", *part)))


def _list_follow_ups(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[str]:
    """Yield the orders that may follow an offensive card in one letter: an attack, a battle, their end.

    A side without an offensive card is shown the line that passes until the season ends.
    """
    if not isinstance(position.task, ChooseOffensive):
        return
    options = judgement.options(narrator.game, position, side)
    cards = [one for one in options if isinstance(one, Offensive) and _stands(narrator, position, one)]
    if not cards:
        comment = narrator.say(plan_templates.UNTIL_SEASON_ENDS)
        yield f"{SEASON_PASS:<{COMMENT}}  # {comment}"
        return
    attacks = (
        (there, after)
        for card in cards
        if (there := _follow(narrator, position, card)) is not None
        for after in _find_attacks(narrator, there, side)
    )
    for there, attack in attacks:
        yield narrator.say(FOLLOWING)
        yield _line(narrator, there, attack)
        area = spell(narrator.game, attack.path[-1], narrator.area_name(attack.path[-1]))
        yield f"battle {area}"
        yield "done"
        yield from plan_templates.list_answers(f"{plan_templates.PLAN} {plan_templates.EVERY}", ATTACKER)
        head, *answers = plan_templates.list_answers(plan_templates.DOCTRINE, DEFENDER)
        yield f"{head}  # {narrator.say(plan_templates.LASTING)}"
        yield from answers
        return


def _follow(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder) -> Position | None:
    """The position in which pieces move after an order, if it leads there without chance."""
    course = EventRecorder(narrator.game, position)
    try:
        judgement.outcome(course, order)
    except DiceNeeded:
        return None
    return course.position if isinstance(course.position.task, MovePieces) else None


def _find_attacks(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Move]:
    """Lawful moves that dispute an area, the shortest first."""
    moves = (one for one in judgement.options(narrator.game, position, side) if isinstance(one, Move))
    for move in moves:
        attacks = control.present(position.map, move.path[-1], narrator.game.other(side))
        if attacks and not move.absorb and not move.into and _stands(narrator, position, move):
            yield move


def _default(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """The least that answers the question: all losses paid, or the first legal of these."""
    if isinstance(position.task, PAYMENTS):
        yield from _payment(narrator, position, side)
        return
    if isinstance(position.task, RetreatAfter):
        yield from _retreat(narrator, position, position.task, side)
        return
    if isinstance(position.task, MakePlans):
        yield from plan_templates.default_plan(narrator.game, position, position.task, side)
        return
    if isinstance(position.task, TrimHands):
        yield from _discards(narrator, position, side)
        return
    refusals: tuple[GreatWarOrder, ...] = (Done(side=side), Pass(side=side))
    ways = (
        judgement.options(narrator.game, position, side) if isinstance(position.task, CHOICES) else iter(())
    )
    lawful = (order for order in (*refusals, *ways) if _stands(narrator, position, order))
    yield from islice(lawful, 1)


def _payment(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Pieces that pay all hits, one by one; each is chosen in the position that the one before it leaves."""
    while isinstance(position.task, PAYMENTS) and agenda.asked(narrator.game, position):
        options = judgement.options(narrator.game, position, side)
        order = next(option for option in options if isinstance(option, Lose))
        yield order
        course = EventRecorder(narrator.game, position)
        judgement.outcome(course, order)
        position = course.position


def _discards(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Discard]:
    """The cards above the limit, a handful a line."""
    whole = next(planning.discard_options(narrator.game, position, side))
    for first in range(0, len(whole.cards), HANDFUL):
        yield Discard(side=side, cards=whole.cards[first : first + HANDFUL])


def _retreat(
    narrator: GreatWarLanguage, position: Position, task: RetreatAfter, side: Side
) -> Iterator[GreatWarOrder]:
    """Only the armies that must go do so, and only what has to falls."""
    while order := forced_retreats.owed(narrator.game, position, task):
        yield order
        course = EventRecorder(narrator.game, position)
        judgement.outcome(course, order)
        position = course.position
    yield Done(side=side)


def _stands(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder) -> bool:
    return not any(judgement.objections(narrator.game, position, order))


def _examples(
    narrator: GreatWarLanguage, position: Position, side: Side, default: Iterable[GreatWarOrder]
) -> tuple[GreatWarOrder, ...]:
    """Lawful answers, the first of every form, the plain ones before the others."""
    forms = set(map(_form, default))
    examples: list[GreatWarOrder] = []
    for order in judgement.list_examples(narrator.game, position, side):
        form = _form(order)
        if form not in forms and _stands(narrator, position, order):
            forms.add(form)
            examples.append(order)
    return tuple(sorted(examples, key=_elaborate)[:MOST_EXAMPLES])


def _list_armies_with_room(
    narrator: GreatWarLanguage, position: Position, side: Side, default: Sequence[GreatWarOrder]
) -> Iterator[Place]:
    """Yield the placements of the first reinforcement in armies. An army that is not listed has no room."""
    if not isinstance(position.task, MakePlans) or position.task.phase != "reinforcements":
        return
    options = [order for order in arrivals.options(narrator.game, position, side) if isinstance(order, Place)]
    first = next((order.piece for order in options), "")
    places = (one for one in options if one.piece == first and one.into and one not in default)
    yield from (one for one in places if _stands(narrator, position, one))


def _answers_to_offer(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Yield the answers to the other side's offer of an armistice."""
    if position.armistice not in {None, side}:
        answers = (AcceptArmistice(side=side), DeclineArmistice(side=side))
        yield from (order for order in answers if _stands(narrator, position, order))


def _form(order: GreatWarOrder) -> tuple[str, str]:
    """Return the properties that make one example different from another."""
    return order.type, ORDERS.of(order).likeness(order)


def _elaborate(order: GreatWarOrder) -> bool:
    return isinstance(order, Anew) or (isinstance(order, Move) and bool(order.into or order.absorb))


DETACHED = message("detach {piece}")
"""Comment on an order whose line names no army."""

ONE_BATTLE = message("{card}: one battle")
"""Comment on a Limited Offensive."""

ONE_HIT = message("{card}: pays one hit")
"""Comment on a card that is spent in place of a piece."""


def _line(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder) -> str:
    """Return an order as a line, with a comment if there is room for it."""
    line = ORDERS.write(narrator.game, order)
    name = name_subject(narrator, position, order)
    remark = _remark(narrator, order, name)
    columns = ((remark, COMMENT), (remark, 0), (name, COMMENT))
    lines = (f"{line:<{column}}  # {comment}" for comment, column in columns)
    return next((one for one in lines if name and len(one) <= WIDTH), line)


def _remark(narrator: GreatWarLanguage, order: GreatWarOrder, name: str) -> str:
    """Return the piece or the card of an order by name, with its effect if the line does not tell it."""
    match order:
        case Leave():
            return narrator.say(DETACHED, piece=name)
        case Offensive(card=card) if narrator.cards[card - 1].offensive == "limited":
            return narrator.say(ONE_BATTLE, card=name)
        case Spend():
            return narrator.say(ONE_HIT, card=name)
        case _:
            return name


def name_subject(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder) -> str:
    """The piece or the card of an order in words; empty where it has neither."""
    match order:
        case Move() | Join() | Leave() | Lose() | Retreat() | React() | Scramble():
            piece = position.map.pieces.get(order.piece)
            return narrator.piece_name(piece) if piece is not None else ""
        case Offensive() | Spend() | Play():
            return narrator.card_name(order.card)
        case Rebuild(army=army):
            return narrator.army_name(army)
        case Bid(cards=cards):
            return phrases.cards_called(narrator, cards)
        case Place() | Build() | Swap() | Upgrade() | Entrench() | Fortify() | Transfer() | Forfeit():
            return narrator.counter_name(order.piece)
        case _:
            return ""
