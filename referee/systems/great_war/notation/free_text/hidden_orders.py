"""Orders that a text holds and its reader missed: the cavalry in `ge-3 to Metz, the cavalry too`.

A text may be read as a remark, a denial or a plan for later because of one of its clauses. The others are
compared with the orders that were read: the deeds beside a plan or a question, and all pieces that are sent
somewhere.
"""

import re
from collections.abc import Container, Iterator, Sequence

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases
from referee.systems.great_war.language.misspelt_names import holds_misspelt_name
from referee.systems.great_war.notation.free_text import card_names
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.staying import FIGHTING, keeps
from referee.systems.great_war.notation.free_text.tokens import list_parts
from referee.systems.great_war.notation.proposals.audit import list_cards, list_names
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence, read_sentences
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Mention, Names
from referee.systems.great_war.notation.proposals.pieces import list_choices, number
from referee.systems.great_war.notation.proposals.remainders import omits_purchase
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    CombatCards,
    DeclareBattles,
    MakePlans,
    MovePieces,
    PassMove,
    PayHits,
)
from schemas.great_war.names import Kind
from schemas.great_war.orders import Battle, GreatWarOrder, Join, Leave, Lose, Move, Retreat, Spend

_AROUND = frozenset({"with", "against", "of"})
"""Roles of pieces that a clause does not send anywhere."""

_NOT_SENT = use.LOSES | use.STAYS
"""Verbs of pieces that go nowhere."""

_ATTACKING = use.ATTACKS | use.FIGHTS | use.COMBAT

_THE_REST = re.compile(r"\ble reste (?:à|vers|en|aux?|dans|sur)\b", re.IGNORECASE)
"""The rest of the pieces, with a place. French `reste` alone is the verb."""

_DEEDS = (
    use.ACTS | use.COMBAT | use.BATTLES | use.PLAYS | use.SPENDS | use.USES | use.BUYS | use.LOSES
    | use.TRENCHES | use.FIGHTS | order_words.CARDS
    | {word for words in order_words.VERBS.values() for word in words}
) - use.SMALL | FIGHTING  # fmt: skip
"""Words of orders beside names."""

_AS_WELL = re.compile(r"\bas well\b(?! as)", re.IGNORECASE)
_BRACKET = re.compile(r"\(([^()]*)\)")
_REFUSAL = re.compile(r"\b(?:no thank(?:s| you)|nein danke|non merci)\b(?=\s)", re.IGNORECASE)
"""Words that deny what is before them, and nothing behind them."""


def hides_order(context: Context, text: str, orders: Sequence[GreatWarOrder]) -> bool:
    """Return True for a text with a clause that gives an order which is not among its orders."""
    if holds_misspelt_name(context.theatre, text):
        return True
    names, text = Names(context.theatre, context.side), _REFUSAL.sub(r"\g<0>,", text)
    sentences = [one for part in (text, *_BRACKET.findall(text)) for one in read_sentences(names, part)]
    used = list_names(orders) | {str(card) for order in orders for card in list_cards(order)}
    if any(_hides_deed(one, used) for one in sentences):
        return True
    live = [clause for one in sentences if not one.is_question for clause in _omit_plans(one)]
    if orders and any(_hides_same(context, one, used) or _hides_card(context, one, used) for one in live):
        return True
    if orders and any(_takes_all(context, one, orders) or _hides_battle(context, one, used) for one in live):
        return True
    if isinstance(context.position.task, MakePlans) and any(omits_purchase(one, orders) for one in sentences):
        return True
    asks = context.moves() or context.retreats()
    return asks and (
        _sends_named(names, context.position, sentences, orders)
        or (bool(orders) and sends_others(names, context.position, text, orders))
    )


def _hides_deed(sentence: Sentence, used: Container[str]) -> bool:
    """Return True for a deed beside a question or a plan: `battle in Metz, and next turn one in Nancy`."""
    first = next(iter(list_parts(sentence.text)), "")
    if sentence.is_question and first in use.QUESTIONS:
        return False
    # The last clause is the question.
    question = sentence.clauses[-1:] if sentence.is_question else ()
    clauses = [one for one in _omit_plans(sentence) if one not in question]
    is_mixed = len(clauses) < len(sentence.clauses)
    return is_mixed and any(_is_deed(one) and not _are_used(one, used) for one in clauses)


def _hides_same(context: Context, clause: Clause, used: Container[str]) -> bool:
    """Return True for pieces that do what others do, and have no order: `South ditto`, `18 as well`."""
    is_idle = _is_idle(clause) or clause.has_verb or any(one.area for one in clause.mentions)
    if is_idle or not _says_too(clause):
        return False
    numbers = {int(digits) for one in clause.mentions for digits in one.numbers}
    if numbers and isinstance(context.position.task, MovePieces | ChooseOffensive | PassMove):
        own = (piece.id for piece in context.position.map.owned(context.side))
        return not any(id in used for id in own if number(id) in numbers)
    is_bare = not clause.mentions and len(clause.tokens) <= _FEW_WORDS
    return is_bare and not use.DITTO.isdisjoint(clause.keys) and not clause.keys <= use.ALL


_FEW_WORDS = 3
"""Most words of a name beside `ditto`."""


def _hides_card(context: Context, clause: Clause, used: Container[str]) -> bool:
    """Return True for a card of the hand that is named and not used: `and both bad weathers away`."""
    is_state = not clause.keys.isdisjoint(use.BEING | use.POSSESSES | use.KEEPS)
    if _is_idle(clause) or is_state:
        return False
    hand = context.position.hand(context.side).cards
    cards, _ = card_names.find_all(context.theatre, hand, clause.tokens)
    match context.position.task:
        case PassMove():
            is_meant = True
        case CombatCards():
            # "I'll need the gas in Artois" keeps it.
            is_meant = any(one.area for one in clause.mentions) and clause.keys.isdisjoint(use.NEEDS)
        case DeclareBattles():
            # "1. Ardennes 2. Liège" is a list.
            rest = (clause.tokens[at:] for at in range(len(clause.tokens)))
            kinds = (card_names.find_kind(context.theatre, tokens) for tokens in rest)
            is_meant = not clause.keys.isdisjoint(_IN) and any(kind for _, kind in kinds)
        case PayHits():
            # "What a surprise" names no card.
            is_meant = any(token.key.isdecimal() for token in clause.tokens)
        case _:
            return False
    return is_meant and bool(cards) and not any(str(card) in used for card in cards)


def _hides_battle(context: Context, clause: Clause, used: Container[str]) -> bool:
    """Return True for a battle that is named and not declared: `My moves are over, I fight in Lublin`."""
    is_asked = context.moves() or isinstance(context.position.task, DeclareBattles)
    is_state = not clause.keys.isdisjoint(use.BEING | use.POSSESSES) or phrases.PAST.search(clause.text)
    is_declared = clause.keys.isdisjoint(_ANYWAY) and not clause.keys.isdisjoint(_FIGHTING)
    if not (is_asked and is_declared) or is_state or _is_idle(clause):
        return False
    areas = [one.area for one in clause.mentions if one.area and not one.is_foreign]
    return bool(areas) and not any(area in used for area in areas)


_FIGHTING = (use.ATTACKS | use.FIGHTS | use.BATTLES) - use.SMALL
"""Words that declare a battle beside an area."""

_ANYWAY = frozenset({"anyway", "ohnehin", "sowieso"})
"""Words beside a battle that follows from the moves: `Grodno is fought anyway`."""

_IN = order_words.OF | {"en", "a"}
"""Words before the area of a card."""


def _takes_all(context: Context, clause: Clause, orders: Sequence[GreatWarOrder]) -> bool:
    """Return True for `both`, and orders for one of two hits or battles: `the other one with my card`."""
    whole = use.PAIR
    match context.position.task:
        case PayHits(hits=hits) if hits > 1:
            is_part = len([one for one in orders if isinstance(one, Lose | Spend)]) == 1
            whole |= order_words.CARDS
        case DeclareBattles():
            is_part = len([one for one in orders if isinstance(one, Battle)]) == 1
        case _:
            return False
    return is_part and not _is_idle(clause) and not clause.keys.isdisjoint(whole)


def _is_deed(clause: Clause) -> bool:
    """Return True for a deed of the own side with a name or a number."""
    is_state = not clause.keys.isdisjoint(use.BEING | use.POSSESSES)
    has_place = any(one.ids for one in clause.mentions) and any(one.area for one in clause.mentions)
    has_number = any(one.is_bare_number for one in clause.mentions)
    acts = has_place or has_number or not clause.keys.isdisjoint(_DEEDS)
    return bool(clause.mentions) and acts and not (is_state or _is_idle(clause))


def _is_idle(clause: Clause) -> bool:
    """Return True for a denial, and for pieces that stay or that are not the writer's."""
    stays = not clause.keys.isdisjoint(use.KEEPS | use.STAYS)
    stays = stays and not _THE_REST.search(clause.text)
    return stays or clause.is_denied or clause.is_about_foreigners


def _are_used(clause: Clause, used: Container[str]) -> bool:
    """Return True if orders hold one of the names of a clause. Armies are compared by `_sends_named`."""
    names = {name for one in clause.mentions for name in (one.area, *one.ids, *one.numbers)}
    return any(name in used for name in names) or any(one.ordinal for one in clause.mentions)


def _sends_named(
    names: Names, position: Position, sentences: Sequence[Sentence], orders: Sequence[GreatWarOrder]
) -> bool:
    """Return True if a clause moves pieces that it names, or all pieces, and no order does so."""
    used, goals = list_names(orders), _list_destinations(orders)
    return any(
        not _is_ordered(names, position, clause, used, goals)
        for sentence in sentences
        if not sentence.is_question
        for clause in (*filter(_is_sent, _omit_plans(sentence)), *filter(_runs_on, sentence.clauses))
    )


def _list_destinations(orders: Sequence[GreatWarOrder]) -> list[str]:
    moves = (one for one in orders if isinstance(one, Move | Retreat))
    return [one.path[-1] if isinstance(one, Move) else one.to for one in moves]


def _omit_plans(sentence: Sentence) -> Iterator[Clause]:
    """Yield the clauses about this turn. A plan without names, as in `next turn, ...`, goes on behind it."""
    is_plan = False
    if phrases.CONDITION.match(sentence.text):
        return
    for clause in sentence.clauses:
        is_apart = _is_plan(clause)
        if not (is_apart or (is_plan and clause.joint == ",")):
            yield clause
        is_plan = is_apart and not clause.mentions


def _is_plan(clause: Clause) -> bool:
    """Return True for a clause about another time, a condition, or the words of someone else."""
    return (
        clause.is_unreal
        or clause.is_of_others
        or sentence_phrases.LATER_TURNS.search(clause.text) is not None
        or phrases.CONDITION.search(clause.text) is not None
        or not clause.keys.isdisjoint(use.REPORTS | use.DOUBTS - use.EXCEPTIONS)
    )


def _is_sent(clause: Clause) -> bool:
    """Return True for own pieces with a destination, or that do the same: `ge-5 too`."""
    if _is_idle(clause):
        return False
    has_subject = bool(_list_named(clause))
    if has_subject and (_says_too(clause) or not clause.keys.isdisjoint(use.FOLLOWS - use.SMALL)):
        return True
    if not has_subject and any(one.is_piece for one in clause.mentions):
        return False
    if clause.areas("via"):
        return True
    if clause.joint in order_words.AND and clause.areas("to"):
        return True
    return (has_subject or _is_vague(clause) or clause.says_there) and bool(_list_goals(clause))


def _list_named(clause: Clause) -> list[Mention]:
    """Return the named pieces that a clause moves, also those of `the same for ge-5`."""
    roles = {"", "to"} if _says_too(clause) else {""}
    return [
        one
        for one in clause.mentions
        if (one.ids or one.ordinal) and not one.is_foreign and one.role in roles
    ]


def _is_vague(clause: Clause) -> bool:
    """Return True for `everyone to Metz` and `le reste à Metz`."""
    return not clause.keys.isdisjoint(use.REST | use.EVERYONE) and not clause.subjects


def _list_goals(clause: Clause) -> list[Mention]:
    is_state = not clause.keys.isdisjoint(use.BEING | use.POSSESSES)
    return [one for one in clause.mentions if one.area and (one.role == "to" or (one.leads and not is_state))]


def _runs_on(clause: Clause) -> bool:
    """Return True for two clauses without a mark between them: `no move to Verdun ge-1 to Amiens`."""
    goals = [one.at for one in _list_goals(clause)]
    pieces = [one.at for one in clause.mentions if (one.ids or one.ordinal) and not one.is_foreign]
    return any(goals[0] < at < goals[-1] for at in pieces) if goals else False


def _is_ordered(
    names: Names, position: Position, clause: Clause, used: Container[str], goals: Sequence[str]
) -> bool:
    """Return True if orders name all pieces that a clause names, or all its destinations if it names none."""

    def is_used(mention: Mention) -> bool:
        choices = list_choices(names.theatre, position, names.side, mention, Frame((clause,)))
        return not choices or any(all(id in used for id in ids) for ids in choices)

    if not all(one.area in used for one in clause.areas("via")):
        return False
    if pieces := _list_named(clause):
        return all(map(is_used, pieces))
    # "Everyone to Metz" moves more than one piece.
    fewest = 2 if _is_vague(clause) else 1
    return all(goals.count(one.area) >= fewest for one in _list_goals(clause))


def sends_others(names: Names, position: Position, text: str, orders: Sequence[GreatWarOrder]) -> bool:
    """Return True for pieces without a name that no order moves, such as `the cavalry to Nancy`."""
    pieces = position.map.pieces
    ids = [one.piece for one in orders if isinstance(one, Move | Retreat | Leave | Join)]
    own = [pieces[id] for id in ids if id in pieces]
    areas = {one.area for one in own} | {getattr(position.task, "area", "")}
    areas |= {*_list_destinations(orders)}
    kinds = {one.kind for one in own}
    clauses = (
        one
        for sentence in read_sentences(names, text)
        if not sentence.is_question
        for one in _omit_kept(sentence.clauses)
    )
    return any(_sends(one) and _names_other(one, kinds, areas) for one in clauses)


def _omit_kept(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Yield clauses without those whose verb keeps them: `the infantry in Paris, fr-i20, stays`."""
    is_kept = False
    for clause in reversed(clauses):
        is_kept = keeps(clause) or (is_kept and not (clause.has_verb or clause.areas("to")))
        if not is_kept:
            yield clause


def _names_other(clause: Clause, kinds: Container[Kind], areas: Container[str]) -> bool:
    """Return True for a kind of piece or a place that no order holds, beside pieces without a name."""
    if any(one.ids or one.numbers or one.ordinal for one in clause.mentions):
        return False
    # "The 1st Army attacks the infantry there" names an enemy.
    fights = (at for at, token in enumerate(clause.tokens) if token.among(_ATTACKING))
    end = next(fights, len(clause.tokens))
    own = (one for one in clause.mentions if not one.is_foreign and one.role not in _AROUND and one.at < end)
    # "Orders Liège Germans" is a heading.
    is_sent = clause.has_verb or clause.areas("to")
    unclear = {"fort"} if is_sent else {"fort", "army"}
    loose = [one.kind for one in own if one.kind and one.kind not in unclear]
    loose += ["army"] if not clause.keys.isdisjoint(use.ARMIES) else []
    is_vague = not clause.keys.isdisjoint(use.VAGUE)
    is_elsewhere = any(one.area and one.area not in areas for one in clause.mentions)
    is_further = is_elsewhere or _says_too(clause)
    return any(is_further or kind not in kinds for kind in loose) or (is_vague and is_further)


def _sends(clause: Clause) -> bool:
    """Return True for a verb of movement, a goal, or a place without a verb: `Metz for the guns`."""
    is_idle = clause.is_denied or clause.stays or clause.is_unreal or clause.is_of_others
    if is_idle or clause.is_about_foreigners or not clause.keys.isdisjoint(_NOT_SENT):
        return False
    if not clause.keys.isdisjoint(use.BEING | use.POSSESSES):
        return bool(clause.areas("to")) and not clause.keys.isdisjoint(use.ACTS)
    return (
        any(one.area for one in clause.mentions) or _says_too(clause) or not clause.keys.isdisjoint(use.ACTS)
    )


def _says_too(clause: Clause) -> bool:
    """Return True for `too` and its like. `As well` is two words."""
    return not clause.keys.isdisjoint(use.TOO) or _AS_WELL.search(clause.text) is not None
