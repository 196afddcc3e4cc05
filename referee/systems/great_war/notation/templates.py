"""The letter that could answer: examples to choose from and a safe proposal, every line behind a #.

Mail programs send reports back unasked, so that no line of a template may be an order as it stands.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from textwrap import wrap

from msgspec.structs import replace

from referee.engine.dice import DiceNeeded
from referee.i18n.translator import message
from referee.systems.great_war.combat import battles, forced_retreats
from referee.systems.great_war.facts import control
from referee.systems.great_war.flow import agenda, judgement, planning
from referee.systems.great_war.flow.judgement import is_legal
from referee.systems.great_war.flow.orders import ORDERS
from referee.systems.great_war.flow.prompt_builder import ATTACKER, DEFENDER
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.language.lexicon import spell
from referee.systems.great_war.notation import template_remarks
from referee.systems.great_war.notation.plan_lines import SEASON_PASS
from referee.systems.great_war.notation.plans import plan_templates
from referee.systems.great_war.notation.plans.plan_templates import WIDTH
from referee.systems.great_war.notation.template_choices import Choice, Choices
from referee.systems.great_war.season import plans, production
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war import orders as order_kinds
from schemas.great_war.orders import Discard, Done, GreatWarOrder, Move, Offensive, Play, Spend
from schemas.record import Side

MOST_EXAMPLES = 5
"""Highest number of examples in a template."""

MOST_BATTLES = 3
"""Highest number of battles in a template."""

MOST_FAILURES = 6
"""Number of orders of one form that are tried."""

COMMENT = 30
"""The column that names of cards and pieces stand in."""

CHOICES = tasks.LeaveEmpty | tasks.KeepBattle
"""Questions that `done` does not answer."""

PAYMENTS = tasks.PayHits | tasks.PayCrisis | tasks.LoseInTransit
"""Questions that are answered by naming pieces until enough are named."""

HANDFUL = 12
"""Highest number of cards in a line."""

ONE_CARD = message("Choose one of these cards, or pass:")
"""Text above offensive cards: a letter can play only one."""

FOLLOWING = message("The same letter can continue with moves, battles, done and a plan:")
"""Text above the orders that may follow an offensive card."""


def template(narrator: GreatWarLanguage, position: Position, side: Side) -> tuple[str, ...]:
    """Return lines of a letter that could answer the open question of one side; each is a comment.

    Lines with only their # separate the question, the examples and the proposal.
    """
    prompts = [prompt for prompt in agenda.asked(narrator.game, position) if prompt.side == side]
    if not prompts:
        return ()
    default = tuple(list_default(narrator.game, position, side))
    examples = tuple(_examples(narrator, position, side, default))
    there = plans.draft(narrator.game, position, side)
    texts = (_line(narrator, there, one) for one in examples)
    lines = [line for line in texts if 0 < len(line) <= WIDTH]
    if sum(isinstance(one.order, Offensive) for one in examples) > 1:
        lines.insert(0, narrator.say(ONE_CARD))
    agreed = [_line(narrator, there, Choice(order, instead=False)) for order in default]
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
    if not isinstance(position.task, tasks.ChooseOffensive):
        return
    options = judgement.options(narrator.game, position, side)
    cards = [one for one in options if isinstance(one, Offensive) and is_legal(narrator.game, position, one)]
    if not cards:
        comment = narrator.say(plan_templates.UNTIL_SEASON_ENDS)
        lines = (f"{SEASON_PASS:<{column}}  # {comment}" for column in (COMMENT, 0))
        yield next((line for line in lines if len(line) <= WIDTH), SEASON_PASS)
        return
    attacks = (
        (there, after)
        for card in cards
        if (there := _follow(narrator, position, card)) is not None
        for after in _find_attacks(narrator, there, side)
    )
    for there, attack in attacks:
        yield narrator.say(FOLLOWING)
        yield _line(narrator, there, Choice(attack, instead=False))
        area = spell(narrator.game, attack.path[-1], narrator.area_name(attack.path[-1]))
        yield f"battle {area}"
        yield "done"
        yield from plan_templates.list_answers(
            narrator, f"{plan_templates.PLAN} {plan_templates.EVERY}", ATTACKER
        )
        head, *answers = plan_templates.list_answers(narrator, plan_templates.DOCTRINE, DEFENDER)
        yield f"{head}  # {narrator.say(plan_templates.LASTING)}"
        yield from answers
        return


def _follow(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder) -> Position | None:
    """The position in which pieces move after an order, if it leads there without chance."""
    try:
        after = judgement.follow(narrator.game, position, order)
    except DiceNeeded:
        return None
    return after if isinstance(after.task, tasks.MovePieces) else None


def _find_attacks(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Move]:
    """Lawful moves that dispute an area, the shortest first."""
    moves = (one for one in judgement.options(narrator.game, position, side) if isinstance(one, Move))
    for move in moves:
        attacks = control.present(position.map, move.path[-1], narrator.game.other(side))
        if attacks and not move.absorb and not move.into and is_legal(narrator.game, position, move):
            yield move


def list_default(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Yield the least that answers the question: all losses paid, or the first legal of these."""
    if isinstance(position.task, PAYMENTS):
        yield from _payment(theatre, position, side)
        return
    if isinstance(position.task, tasks.RetreatAfter):
        yield from _retreat(theatre, position, position.task, side)
        return
    if isinstance(position.task, tasks.MakePlans):
        yield from plan_templates.default_plan(theatre, position, position.task, side)
        return
    if isinstance(position.task, tasks.TrimHands):
        yield from _discards(theatre, position, side)
        return
    refusals: tuple[GreatWarOrder, ...] = (Done(side=side), order_kinds.Pass(side=side))
    ways = judgement.options(theatre, position, side) if isinstance(position.task, CHOICES) else iter(())
    lawful = (order for order in (*refusals, *ways) if is_legal(theatre, position, order))
    yield from islice(lawful, 1)


def _payment(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Pieces that pay all hits, one by one; each is chosen in the position that the one before it leaves."""
    while isinstance(position.task, PAYMENTS) and agenda.asked(theatre, position):
        options = judgement.options(theatre, position, side)
        order = next(option for option in options if isinstance(option, order_kinds.Lose))
        yield order
        position = judgement.follow(theatre, position, order)


def _discards(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Discard]:
    """The cards above the limit, a handful a line."""
    whole = next(planning.discard_options(theatre, position, side))
    for first in range(0, len(whole.cards), HANDFUL):
        yield Discard(side=side, cards=whole.cards[first : first + HANDFUL])


def _retreat(
    theatre: GreatWarGame, position: Position, task: tasks.RetreatAfter, side: Side
) -> Iterator[GreatWarOrder]:
    """Only the armies that must go do so, and only what has to falls."""
    while order := forced_retreats.owed(theatre, position, task):
        yield order
        position = judgement.follow(theatre, position, order)
    yield Done(side=side)


def _examples(
    narrator: GreatWarLanguage, position: Position, side: Side, default: Sequence[GreatWarOrder]
) -> Iterator[Choice]:
    """Yield legal answers, the first of each form, the plain ones before the others."""
    choices = Choices(narrator.game, position, side, default)
    forms = (
        *_pick_cards(narrator, position, side),
        *sorted(_pick_forms(narrator, position, side, default, choices), key=_is_elaborate),
    )
    plain = dict.fromkeys(order for order in forms if not isinstance(order, order_kinds.Battle | Spend))
    yield from choices.arrange(_sort_payments(narrator, forms))
    yield from choices.arrange(_vary(plain)[:MOST_EXAMPLES])
    yield from _arrange_battles(narrator, position, side, choices)
    yield from choices.arrange(_answers_to_offer(narrator, position, side))


def _vary(orders: Iterable[GreatWarOrder]) -> list[GreatWarOrder]:
    """Return orders; in production the first of each purchase, then of each kind of piece, come first."""
    verbs, kinds = set[str](), set[str]()
    ranks: dict[GreatWarOrder, int] = {}
    for order in orders:
        piece: str = getattr(order, "piece", "")
        kind = f"{order.type} {piece.rpartition('-')[2].rstrip('0123456789')}"
        if isinstance(order, production.Purchase):
            ranks[order] = (order.type in verbs) + (kind in kinds)
            verbs.add(order.type)
            kinds.add(kind)
        else:
            ranks[order] = 1 if verbs else 0
    return sorted(ranks, key=ranks.__getitem__)


def _sort_payments(narrator: GreatWarLanguage, orders: Sequence[GreatWarOrder]) -> list[Spend]:
    """Return the cards of each kind that can pay hits, sorted by the hits they pay, highest first."""
    kinds = ((one, narrator.card_kind(one.card)) for one in orders if isinstance(one, Spend))
    ranks = {one: kind.ersatz if kind is not None else 1 for one, kind in kinds}
    return sorted(ranks, key=ranks.__getitem__, reverse=True)


def _pick_forms(
    narrator: GreatWarLanguage,
    position: Position,
    side: Side,
    default: Sequence[GreatWarOrder],
    choices: Choices,
) -> Iterator[GreatWarOrder]:
    """Yield the first order of each form that a letter can complete."""
    forms = {_form(order) for order in default}
    failures = Counter[tuple[str, str]]()
    for order in judgement.list_examples(narrator.game, position, side):
        form = _form(order)
        if form in forms or failures[form] == MOST_FAILURES or not is_legal(narrator.game, position, order):
            continue
        if choices.leaves_room(order) and not _empties_army(position, order):
            forms.add(form)
            yield _make_safe(narrator, position, order)
        else:
            failures[form] += 1


def _empties_army(position: Position, order: GreatWarOrder) -> bool:
    """Return True if the last piece leaves an army, which then must leave a disputed area as well."""
    if not isinstance(order, order_kinds.Leave):
        return False
    piece = position.map.pieces.get(order.piece)
    return piece is not None and piece.army is not None and len([*position.map.contents(piece.army)]) == 1


def _make_safe(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder) -> GreatWarOrder:
    """Return a retreat to an area without enemies if there is one; other orders unchanged."""
    if not isinstance(order, order_kinds.Retreat) or order.into is not None:
        return order
    return next(
        (order.replace(to=area) for area in template_remarks.list_retreats(narrator.game, position, order)),
        order,
    )


def _arrange_battles(
    narrator: GreatWarLanguage, position: Position, side: Side, choices: Choices
) -> Iterator[Choice]:
    """Yield some battles, the optional ones first. The last line names the other optional battles."""
    is_declaring = battles.declaring(position)
    anyway = battles.compulsory(position) if is_declaring else ()
    orders = sorted(_pick_battles(narrator, position, side), key=lambda order: order.area in anyway)
    others = tuple(order.area for order in orders[MOST_BATTLES:] if is_declaring and order.area not in anyway)
    lines = tuple(choices.arrange(orders[:MOST_BATTLES]))
    yield from lines[:-1]
    yield from (replace(line, others=others) for line in lines[-1:])


def _pick_battles(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[order_kinds.Battle]:
    """Yield the battles that a side may declare, or choose among."""
    # All options would be every move of the side.
    match position.task:
        case tasks.MovePieces() | tasks.DeclareBattles():
            options = battles.options(narrator.game, position, side)
        case tasks.RetreatAfter():
            options = battles.next_options(narrator.game, position, side)
        case _:
            return
    # Forts never attack (8.4): a battle with a fort alone is without dice.
    yield from (
        one for one in options if _has_attackers(position, one) and is_legal(narrator.game, position, one)
    )


def _has_attackers(position: Position, order: order_kinds.Battle) -> bool:
    standing = position.map.standing(order.area, order.side)
    return any(piece.kind != "fort" and control.contests(piece) for piece in standing)


def _pick_cards(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[Play]:
    """Yield one card of each kind for each declared battle, as far as the hand suffices."""
    if not isinstance(position.task, tasks.CombatCards):
        return
    numbers = list(position.hand(side).cards)
    for area in (*battles.list_announced(position), None):
        kinds = set[str]()
        for number in tuple(numbers):
            kind, order = narrator.cards[number - 1].id, Play(side=side, card=number, area=area)
            if kind not in kinds and is_legal(narrator.game, position, order):
                kinds.add(kind)
                numbers.remove(number)
                yield order


def _answers_to_offer(narrator: GreatWarLanguage, position: Position, side: Side) -> Iterator[GreatWarOrder]:
    """Yield the answers to the other side's offer of an armistice."""
    if position.armistice not in {None, side}:
        answers = (order_kinds.AcceptArmistice(side=side), order_kinds.DeclineArmistice(side=side))
        yield from (order for order in answers if is_legal(narrator.game, position, order))


def _form(order: GreatWarOrder) -> tuple[str, str]:
    """Return the properties that make one example different from another."""
    return order.type, ORDERS.of(order).likeness(order)


def _is_elaborate(order: GreatWarOrder) -> bool:
    return isinstance(order, order_kinds.Anew) or (
        isinstance(order, Move) and bool(order.into or order.absorb)
    )


def _line(narrator: GreatWarLanguage, position: Position, choice: Choice) -> str:
    """Return an order as a line, with a comment if there is room for it."""
    order = choice.order
    line = ORDERS.write(narrator.game, order)
    remarks = [*template_remarks.list_remarks(narrator, position, order, choice.others)]
    if choice.instead:
        # The areas of a retreat stand beside the line above.
        if isinstance(order, order_kinds.Retreat):
            remarks = [*template_remarks.list_names(narrator, position, order)]
        texts = [*(remarks or [line.partition(" ")[0]]), template_remarks.LEFT_OUT]
        remarks = [narrator.say(plan_templates.INSTEAD, comment=text) for text in texts]
    lines = (f"{line:<{column}}  # {comment}" for comment in remarks for column in (COMMENT, 0))
    # The mark of an alternative is never left out: such a line is not offered.
    bare = "" if choice.instead else line
    return next((one for one in lines if len(one) <= WIDTH), bare)
