"""Orders that the names of a sentence mean, without regard to its verbs.

This reader is asked about sentences whose words leave something open. It proposes the orders that the names
allow, legal ones first, and nothing at all if a name or a doubt is left over.
"""

from collections.abc import Collection, Iterable, Sequence

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases, selection_words
from referee.systems.great_war.combat import battles
from referee.systems.great_war.notation.free_text import staying
from referee.systems.great_war.notation.guesses import bindings, moves, plans
from referee.systems.great_war.notation.proposals import audit, cards, remainders
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.context import Search
from referee.systems.great_war.notation.proposals.frames import Frame, Memory, build_frames
from referee.systems.great_war.notation.proposals.mentions import NUMBER
from referee.systems.great_war.notation.proposals.pieces import list_choices
from referee.systems.great_war.notation.proposals.remainders import Heard
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    DeclareBattles,
    MakePlans,
    MovePieces,
    PassMove,
)
from schemas.great_war.orders import (
    Battle,
    Buy,
    Entrench,
    GreatWarOrder,
    Offensive,
    Redraw,
)

QUESTIONS = ChooseOffensive | DeclareBattles | MakePlans | MovePieces | PassMove
"""Questions that names answer."""


def take(search: Search, sentence: Sentence, last: str) -> bool:
    """Propose the orders that the names of a sentence mean. Return False, and change nothing, if one is left.

    `last` is the area named last before it.
    """
    view = search.view
    if view is None or not isinstance(search.task, QUESTIONS):
        return False
    if _is_unclear(sentence) or not bindings.is_readable(sentence):
        return False
    trial = search.copy()
    if isinstance(search.task, MovePieces | ChooseOffensive | PassMove):
        hand = () if isinstance(search.task, MovePieces) else view.hand(search.side).cards
        sentence = bindings.name_numbers(view, search.side, sentence, hand)
    _take(trial, sentence, last)
    rest = trial.unread[len(search.unread) :]
    if not trial.has_more_than(search) or any(not one.objections for one in rest):
        return False
    if _leaves_name(trial, view, sentence):
        return False
    _take(search, sentence, last)
    return True


def check(search: Search, heard: Iterable[Heard]) -> None:
    """List each sentence as unread that names something without an order, or takes something back."""
    for one in heard:
        if _takes_back(one.sentence) or _leaves_name(search, one.view, one.sentence):
            search.words = one.sentence.quote
            search.leave()


def _take(search: Search, sentence: Sentence, last: str) -> None:
    """Propose the orders of a sentence, or note it as unclear."""
    clauses = bindings.list_live(sentence)
    numbers = _take_numbers(search, sentence, clauses)
    if search.view is None:
        # New cards are drawn.
        return
    if not sentence.keys.isdisjoint(use.CASUALTIES):
        _take_wishes(search, sentence)
    elif isinstance(search.task, MakePlans):
        plans.take(search, sentence, clauses)
    elif isinstance(search.task, MovePieces | PassMove):
        moves.take(search, sentence, clauses, last, numbers)
    elif isinstance(search.task, DeclareBattles):
        _take_battles(search, [one for one in clauses if not one.stays])
    elif any(clause.mentions for clause in clauses):
        search.leave()


def _take_wishes(search: Search, sentence: Sentence) -> None:
    """Note the standing orders of a sentence about losses."""
    view = search.view
    assert view is not None
    frames, memory = build_frames(sentence, Memory())
    lines = [*remainders.find_wishes(view, sentence, frames, memory)]
    if not lines:
        search.leave()
    for line in lines:
        search.wishes.setdefault(line, search.words)


def _take_numbers(search: Search, sentence: Sentence, clauses: Sequence[Clause]) -> frozenset[str]:
    """Propose the offensive whose card a sentence names by number, or new cards for the named ones.

    Return the numbers of offensives that are played.
    """
    view = search.view
    live = [one for one in clauses if not bindings.orders_nothing(one)]
    if view is None or not isinstance(view.task, ChooseOffensive | PassMove):
        return frozenset()
    numbers = _list_numbers(view.hand(search.side).cards, live)
    if isinstance(view.task, PassMove):
        redraw = (Redraw(side=search.side, cards=tuple(numbers)),) if numbers else ()
        open_clauses = [one for one in sentence.clauses if not (one.is_denied or one.stays)]
        # A number beside "would" may be meant as well.
        is_whole = numbers == _list_numbers(view.hand(search.side).cards, open_clauses)
        keeping = [one for one in sentence.clauses if not one.keys.isdisjoint(selection_words.KEEPS)]
        is_whole = is_whole and not _list_numbers(view.hand(search.side).cards, keeping)
        if not is_whole or not search.take(redraw):
            search.leave(redraw if is_whole else ())
        return frozenset()
    if not sentence.keys.isdisjoint(use.TIMES | selection_words.KEEPS):
        # "Let us talk about card 22 tomorrow", "2 and 15 I keep"
        return frozenset()
    offensives = [Offensive(side=search.side, card=number) for number in numbers]
    legal = [one for one in offensives if search.is_legal((one,))]
    if legal and _count_numbers(live) > 1:
        search.leave()
    elif legal:
        search.take(legal)
    else:
        cards.take(search, Sentence("", "", tuple(live)), tuple(Frame((one,)) for one in live))
    return frozenset(str(one.card) for _, one in search.orders if isinstance(one, Offensive))


def _count_numbers(clauses: Iterable[Clause]) -> int:
    """Return how many numbers stand in clauses, other than those of pieces."""
    count = 0
    for clause in clauses:
        pieces = {at for one in clause.mentions if one.is_piece for at in range(one.at, one.end)}
        count += sum(
            token.key.removeprefix(NUMBER).isdecimal() and at not in pieces
            for at, token in enumerate(clause.tokens)
        )
    return count


def _list_numbers(hand: Collection[int], clauses: Iterable[Clause]) -> list[int]:
    """Return the numbers of cards of a hand in clauses."""
    digits = (token.key.removeprefix(NUMBER) for clause in clauses for token in clause.tokens)
    return [int(text) for text in digits if text.isdecimal() and int(text) in hand]


def _leaves_part(clause: Clause) -> bool:
    """Return True for a part of an army that stays behind, which no single order says."""
    parts = [one for one in clause.mentions if one.kind and one.kind != "army" and not one.is_foreign]
    return clause.stays and any(not (one.ids or one.numbers) for one in parts)


def _is_unclear(sentence: Sentence) -> bool:
    """Return True for a doubt about orders: `The plan was: 1st Army to Liège`, `but next turn`."""
    text = sentence.text
    if phrases.AS_PROPOSED.search(text) or staying.is_open(text) or _takes_back(sentence):
        return True
    marks = (sentence_phrases.LATER_TURNS, phrases.PRETERITE, phrases.PASSES_BY, selection_words.LESS)
    if any(mark.search(text) for mark in marks) or any(map(_leaves_part, sentence.clauses)):
        return True
    is_spread = sentence_phrases.LEFT_OUT.search(sentence.text) is not None
    if is_spread and not any(sentence_phrases.LEFT_OUT.search(one.text) for one in sentence.clauses):
        return True
    for clause in sentence.clauses:
        if _takes_along(clause):
            return True
        pieces = [one for one in clause.mentions if one.is_piece and not one.is_foreign and one.role != "of"]
        joins = any(one.role == "to" and one.is_army for one in pieces)
        # "A gun without an army to Krakow"
        leads = joins or (bool(pieces) and bool(clause.areas("to")))
        is_remark = not clause.mentions and clause.is_unreal
        if (clause.is_denied and leads) or (clause.is_unreal and pieces) or is_remark:
            return True
    return False


def _takes_along(clause: Clause) -> bool:
    """Return True for a piece of another place: `the 3rd Army to Liège with the gun from Aachen`."""
    end = max((one.end for one in clause.mentions if one.role == "with" and one.kind), default=0)
    takes = end > 0 and not clause.keys.isdisjoint(order_words.WITH)
    return takes and any(one.area and one.role in {"from", "in"} and one.at >= end for one in clause.mentions)


def _take_battles(search: Search, clauses: Iterable[Clause]) -> None:
    """Propose battles. One that is announced already needs no order."""
    view = search.view
    assert view is not None
    known_areas = battles.list_announced(view)
    for clause in clauses:
        if remainders.names_unknown(clause):
            search.leave()
        # "Metz is quiet" may be a remark.
        is_remark = not clause.keys.isdisjoint(use.BEING)
        for area in (one.area for one in clause.mentions if one.area):
            battle = (Battle(side=search.side, area=area),)
            if is_remark:
                search.leave()
            elif not (search.take(battle) or area in known_areas):
                search.leave(battle)


def _leaves_name(search: Search, view: Position, sentence: Sentence) -> bool:
    """Return True if a sentence names an area, an army, cards or trenches that no order uses.

    Each other piece has an order, or was left.
    """
    pieces = view.map.pieces
    orders = [
        *(order for _, order in search.orders),
        *(one.order for one in search.unread if isinstance(one.order, GreatWarOrder)),
    ]
    used = audit.list_names(orders) | {area for _, area in search.battles}
    used |= {pieces[id].area for id in used if id in pieces} | {*battles.list_announced(view)}
    goods = frozenset[str]()
    if isinstance(view.task, MakePlans):
        kinds = {type(one) for one in orders}
        goods |= frozenset[str]() if Buy in kinds else order_words.CARDS
        goods |= frozenset[str]() if Entrench in kinds else use.TRENCHES - use.SMALL
    live = bindings.list_live(sentence)
    active = [one for one in live if not bindings.orders_nothing(one)]
    if isinstance(view.task, MakePlans) and any(map(_leaves_host, active)):
        return True
    denials = [one for one in sentence.clauses if one.is_denied]
    all_names = used | {name.area for one in denials for name in one.mentions}
    return (
        any(not one.keys.isdisjoint(goods) for one in live)
        or any(remainders.leaves_number(search, view, one, used) or _names_army(one) for one in active)
        or any(_leaves_piece(search, view, one, used) for one in live if not one.stays)
        or not {*bindings.list_areas(active)} <= all_names
    )


def _leaves_piece(search: Search, view: Position, clause: Clause, used: Collection[str]) -> bool:
    """Return True for an own piece that no order names, other than an army that others join or pass."""
    pieces = view.map.pieces
    for one in clause.mentions:
        if one.is_foreign or one.role in {"against", "of"} or not (one.ids or one.ordinal or one.numbers):
            continue
        if isinstance(view.task, MakePlans) and not one.is_army:
            # New pieces are not on the map.
            continue
        choices = list_choices(search.theatre, view, search.side, one, Frame(()))
        places = {pieces[id].area for ids in choices for id in ids if one.is_army}
        if choices and not any(id in used for ids in choices for id in ids) and places.isdisjoint(used):
            return True
    return False


def _names_army(clause: Clause) -> bool:
    """Return True for an army without a number, such as `Südarmee`, which names an unknown piece."""
    mentions = {at for one in clause.mentions for at in range(one.at, one.end)}
    return any(
        token.key.endswith(("armee", "army")) and at not in mentions for at, token in enumerate(clause.tokens)
    )


def _leaves_host(clause: Clause) -> bool:
    """Return True for a number behind new pieces: `cavalry in Posen for his 4` names an army."""
    last = clause.tokens[-1:]
    is_number = any(token.key.isdecimal() for token in last)
    in_piece = any(one.end == len(clause.tokens) and not one.is_bare_number for one in clause.mentions)
    return is_number and not in_piece and any(one.kind or one.ids for one in clause.mentions)


def _takes_back(sentence: Sentence) -> bool:
    """Return True for `at least that is how he would have had it`, which names nothing."""
    refers = not sentence.keys.isdisjoint(use.THAT) and not any(one.mentions for one in sentence.clauses)
    closes = phrases.SAYS_ALL.search(sentence.text) is not None
    return refers and not closes and any(one.is_unreal for one in sentence.clauses)
