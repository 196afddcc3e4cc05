"""Orders that the names of a letter mean, without regard to its verbs.

This reader is asked about each proposal. It proposes the orders that the names allow, legal ones first, and
nothing at all if a name or a doubt is left over.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from referee.i18n import order_words, second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import is_question
from referee.i18n.proposals import phrases
from referee.systems.great_war.combat import battles
from referee.systems.great_war.notation.free_text import companions, remarks
from referee.systems.great_war.notation.guesses import bindings, moves, plans
from referee.systems.great_war.notation.proposals import audit, cards, planning, remainders
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence, read_sentences
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Frame, Memory, build_frames
from referee.systems.great_war.notation.proposals.mentions import NUMBER
from referee.systems.great_war.notation.proposals.proposer import LONGEST, find_closing, take_line
from referee.systems.great_war.notation.proposals.remainders import Heard
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    DeclareBattles,
    MakePlans,
    MovePieces,
    PassMove,
)
from referee.systems.proposed_orders import Proposal, ProposedOrder, UnreadWords
from schemas.great_war.orders import (
    Battle,
    Buy,
    Done,
    Entrench,
    GreatWarOrder,
    Leave,
    Offensive,
    Redraw,
)

QUESTIONS = ChooseOffensive | DeclareBattles | MakePlans | MovePieces | PassMove
"""Questions that names answer."""

_PRICE = re.compile(r"\s*\(\d{1,2}\)")
"""Price of a purchase: `build fr-a3 in Flanders (1)`."""


def propose(
    search: Search, paragraphs: Sequence[str], unread: Iterable[UnreadWords]
) -> Proposal[GreatWarOrder]:
    """Return the orders that names mean, or an empty proposal if something is left over.

    `unread` are the words that the other reader left: each must hold a name.
    """
    search.names = replace(search.names, speaks_of_armies=True)
    search.start, search.first = search.view, search.position
    if not isinstance(search.task, QUESTIONS) or second_thoughts.takes_back("\n".join(paragraphs)):
        return Proposal()
    if sum(map(len, paragraphs)) > LONGEST or not all(_holds_name(search, one.words) for one in unread):
        return Proposal()
    readings: list[Heard] = []
    closing = ""
    for paragraph in paragraphs:
        search.words = paragraph
        if not is_question(paragraph) and (orders := search.read(paragraph)) is not None:
            closing = take_line(search, paragraph, orders) or closing
        elif (end := _take_paragraph(search, readings, paragraph)) is not None:
            closing = end or closing
        else:
            return Proposal()
    orders = (
        *(order for _, order in search.orders),
        *(one.order for one in search.unread if isinstance(one.order, GreatWarOrder)),
    )
    is_open = any(_is_silent(search, one.words) for one in unread) or _leaves_name(search, readings, orders)
    if not orders or is_open or audit.find_doubts(search, readings, orders):
        return Proposal()
    planning.declare(search)
    if closing and not search.unread and search.position is not None:
        search.words = closing
        search.take((Done(side=search.side),))
    proposals = tuple(ProposedOrder(words, order) for words, order in search.orders)
    wishes = tuple((words, line) for line, words in search.wishes.items())
    return Proposal(proposals, wishes, tuple(search.unread), is_guess=True)


def _is_silent(search: Search, words: str) -> bool:
    """Return True for words that gave no order, other than those about pieces that stay."""
    sentences = read_sentences(search.names, words)
    clauses = [clause for one in sentences for clause in one.clauses if clause.mentions]
    if clauses and all(one.stays for one in clauses):
        return False
    own = [*(one for one, _ in search.orders), *(one for one, _ in search.battles), *search.wishes.values()]
    own += [one.words for one in search.unread]
    return not any(one in words or words in one for one in own)


def is_better(guess: Proposal[GreatWarOrder], proposal: Proposal[GreatWarOrder]) -> bool:
    """Return True if a guess replaces a proposal that has unread words, or lacks orders of the guess."""
    own = [one.order for one in proposal.orders if not isinstance(one.order, Done)]
    others = [*(one.order for one in guess.orders), *(one.order for one in guess.unread)]
    if any(isinstance(one, Leave) and one not in others for one in own):
        return False
    if proposal.unread or not own:
        return bool(guess.orders) and len(others) >= len(own)
    more = [one for one in others if one not in own]
    keeps = all(one in others for one in own) and len(guess.wishes) >= len(proposal.wishes)
    return keeps and bool(more) and not any(isinstance(one, Battle | Done | None) for one in more)


def _holds_name(search: Search, words: str) -> bool:
    """Return True for words with a piece, an area or a number of cards."""
    sentences = read_sentences(search.names, words)
    return any(
        clause.mentions or planning.counts_cards(clause) for one in sentences for clause in one.clauses
    )


def _take_paragraph(search: Search, readings: list[Heard], paragraph: str) -> str | None:
    """Propose the orders of a paragraph. Return the sentence that closes the question, or None if unclear."""
    closing = ""
    text = _PRICE.sub("", paragraph) if isinstance(search.task, MakePlans) else paragraph
    for sentence in read_sentences(search.names, bindings.leave_number_out(text)):
        search.words = sentence.quote
        view = search.view
        names = any(clause.mentions for clause in sentence.clauses)
        if (view is None and names) or sentence.is_bare_no or remarks.is_bare_condition(sentence.text):
            return None
        areas = (bindings.find_last_area(one.sentence.clauses) for one in reversed(readings))
        last = next(filter(None, areas), "")
        if view is not None:
            readings.append(Heard(sentence, (), view, (), ()))
        if bindings.is_readable(sentence):
            _take(search, sentence, last)
        elif names:
            return None
        if any(not one.objections for one in search.unread):
            return None
        closing = find_closing(sentence, has_orders=bool(search.orders)) or closing
    return closing


def _take(search: Search, sentence: Sentence, last: str) -> None:
    """Propose the orders of a sentence, or note it as unclear."""
    clauses = bindings.list_live(sentence)
    numbers = _take_numbers(search, sentence, clauses)
    if any(map(_leaves_part, clauses)) or _is_unclear(sentence):
        search.leave()
    elif search.view is None:
        # New cards are drawn.
        return
    elif not sentence.keys.isdisjoint(use.CASUALTIES):
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
        if not is_whole or not search.take(redraw):
            search.leave(redraw if is_whole else ())
        return frozenset()
    if any(not clause.keys.isdisjoint(use.TIMES) for clause in live):
        # "Let us talk about card 22 tomorrow"
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
    """Return True for a doubt about a piece or an area: `The plan was: 1st Army to Liège`."""
    if phrases.AS_PROPOSED.search(sentence.text) or companions.is_open(sentence.text):
        return True
    is_spread = sentence_phrases.LEFT_OUT.search(sentence.text) is not None
    if is_spread and not any(sentence_phrases.LEFT_OUT.search(one.text) for one in sentence.clauses):
        return True
    for clause in sentence.clauses:
        pieces = [one for one in clause.mentions if one.is_piece and not one.is_foreign and one.role != "of"]
        joins = any(one.role == "to" and one.is_army for one in pieces)
        # "A gun without an army to Krakow"
        leads = joins or (bool(pieces) and bool(clause.areas("to")))
        is_remark = not clause.mentions and clause.is_unreal
        if (clause.is_denied and leads) or (clause.is_unreal and pieces) or is_remark:
            return True
    return False


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


def _leaves_name(search: Search, readings: Iterable[Heard], orders: Orders) -> bool:
    """Return True if a sentence names an area, an army, cards or trenches that no order uses.

    Each other piece has an order, or was left.
    """
    view = search.start
    assert view is not None
    pieces = view.map.pieces
    used = audit.list_names(orders) | {area for _, area in search.battles}
    used |= {pieces[id].area for id in used if id in pieces} | {*battles.list_announced(view)}
    goods = frozenset[str]()
    if isinstance(view.task, MakePlans):
        kinds = {type(one) for one in orders}
        goods |= frozenset[str]() if Buy in kinds else order_words.CARDS
        goods |= frozenset[str]() if Entrench in kinds else use.TRENCHES - use.SMALL

    def is_open(sentence: Sentence) -> bool:
        live = bindings.list_live(sentence)
        active = [one for one in live if not bindings.orders_nothing(one)]
        denials = [one for one in sentence.clauses if one.is_denied]
        all_names = used | {name.area for one in denials for name in one.mentions}
        return (
            any(not one.keys.isdisjoint(goods) for one in live)
            or any(remainders.leaves_number(search, view, one, used) or _names_army(one) for one in active)
            or not {*bindings.list_areas(active)} <= all_names
            or _takes_back(sentence)
        )

    return any(is_open(one.sentence) for one in readings)


def _names_army(clause: Clause) -> bool:
    """Return True for an army without a number, such as `Südarmee`, which names an unknown piece."""
    mentions = {at for one in clause.mentions for at in range(one.at, one.end)}
    return any(
        token.key.endswith(("armee", "army")) and at not in mentions for at, token in enumerate(clause.tokens)
    )


def _takes_back(sentence: Sentence) -> bool:
    """Return True for `at least that is how he would have had it`, which names nothing."""
    refers = not sentence.keys.isdisjoint(use.THAT) and not any(one.mentions for one in sentence.clauses)
    return refers and any(one.is_unreal for one in sentence.clauses)
