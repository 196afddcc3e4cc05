"""The last check of a proposal: names without an order are listed as unread.

Words that name an own piece, a card of the hand, a destination or a number of cards to buy must be used by a
proposed order, or want nothing: a piece that stays, a denial, the past. All others are listed. An order in
words without any of these names is not noticed.
"""

from collections.abc import Iterable
from typing import cast

from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases
from referee.systems.great_war.notation.proposals import cards, planning, remainders
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Mention
from referee.systems.great_war.notation.proposals.movements import RETREATING
from referee.systems.great_war.notation.proposals.pieces import list_choices
from referee.systems.great_war.notation.proposals.remainders import Heard
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    CombatCards,
    DeclareBattles,
    MakePlans,
    MovePieces,
    PassMove,
    TrimHands,
)
from schemas.great_war.orders import (
    Build,
    Buy,
    Discard,
    Done,
    Entrench,
    Forfeit,
    GreatWarOrder,
    Lose,
    Move,
    Offensive,
    Place,
    Play,
    Redraw,
    Retreat,
    Spend,
    Transfer,
)

JOURNEYS = use.MOVES | use.RAIL | use.SEA
"""Words of a journey."""

CARD_QUESTIONS = ChooseOffensive | CombatCards | TrimHands | cards.PAYING
"""Questions that a card answers."""


def check(search: Search, heard: Iterable[Heard]) -> None:
    """List each sentence as unread that may hold an order which is not proposed."""
    orders = tuple(order for _, order in search.orders)
    for one in heard:
        is_plan = isinstance(one.view.task, MakePlans)
        if _is_open(search, one, orders) or (is_plan and remainders.omits_purchase(one.sentence, orders)):
            search.words = one.sentence.quote
            search.leave()


def find_doubts(search: Search, heard: Iterable[Heard], lines: Orders) -> tuple[str, ...]:
    """Return the sentences that may take back an order of a line: a denial or a stay of its pieces."""
    if not any(not isinstance(order, Done) for order in lines):
        return ()
    used = list_names(lines)
    return tuple(one.sentence.quote for one in heard if _doubts(search, one, used))


def _doubts(search: Search, heard: Heard, used: frozenset[str]) -> bool:
    sentence = heard.sentence
    everything = [one for clause in sentence.clauses for one in clause.mentions]
    is_about = not everything or _names_used(search, heard.view, everything, used)
    pieces_named = [one for one in everything if one.is_piece]
    names_pieces = bool(pieces_named)
    is_talk_of_others = phrases.ASKS_WHO.match(sentence.text) and not _names_used(
        search, heard.view, pieces_named, used
    )
    is_small_talk = sentence.is_question and bool(is_talk_of_others or not names_pieces)
    if sentence.is_question and not is_small_talk:
        return True
    if phrases.AS_SIDE.match(sentence.text) and not any(
        one.area or one.ids or one.ordinal for one in everything
    ):
        return False
    names_card = bool(cards.find_named(search, heard.view, sentence.clauses).numbers)
    is_of_card = names_card and not any(one.is_piece for one in everything)
    # "I would like to play 45 in the Argonne if I may" takes no move back.
    is_unsure = sentence.is_blocked and not (is_small_talk or is_of_card)
    if is_about and (is_unsure or not sentence.keys.isdisjoint(use.SECOND_THOUGHTS)):
        return True
    for clause in sentence.clauses:
        names = [one for one in clause.mentions if not one.is_foreign]
        if clause.is_denied and (not names or _names_used(search, heard.view, names, used)):
            return not clause.keys.isdisjoint(use.OBJECTS | use.THAT) if not names else True
        pieces = [one for one in names if one.is_piece]
        if (clause.stays or clause.is_unreal) and _names_used(search, heard.view, pieces, used):
            return True
    return False


def _names_used(search: Search, view: Position, names: Iterable[Mention], used: frozenset[str]) -> bool:
    """Return True if one of the pieces, its army or one of the areas stands in an order."""
    for one in names:
        choices = list_choices(search.theatre, view, search.side, one, Frame(()))
        if one.area in used or any(not used.isdisjoint(ids) for ids in choices) or one.is_bare_number:
            return True
    return False


def _is_open(search: Search, heard: Heard, orders: Orders) -> bool:
    """Return True if a sentence may hold an order that is not proposed."""
    sentence, used = heard.sentence, list_names(orders)
    if sentence.is_blocked:
        return (
            remainders.leaves_doubt(heard)
            or remainders.leaves_choice(heard, orders)
            or (not sentence.is_question and any(_is_limited(heard, frame) for frame in heard.frames))
        )
    if remainders.leaves_part(heard) or _leaves_cards(search, heard, orders) or _leaves_same(heard):
        return True
    if any(_leaves_name(search, heard, clause, used) for clause in sentence.clauses):
        return True
    if not search.is_judged_later and remainders.leaves_card(search, heard, orders):
        return True
    plans = any(isinstance(one, Build | Place | Buy | Transfer) for one in orders)
    in_frames = [clause for frame in heard.frames for clause in frame.clauses]
    beside = (clause for clause in sentence.clauses if clause not in in_frames)
    if any(_leaves_aside(search, heard.view, clause, used) for clause in beside):
        return True
    return any(
        _leaves_pieces(search, heard, frame, own, used) or _leaves_goal(heard, frame, own, used, plans=plans)
        for frame, own in zip(heard.frames, heard.by_frame, strict=True)
    )


def _leaves_name(search: Search, heard: Heard, clause: Clause, used: frozenset[str]) -> bool:
    """Return True if a clause names a battle, an unknown area or the number of an army without an order."""
    task = heard.view.task
    used_later = used | {area for _, area in search.battles}
    if isinstance(task, ChooseOffensive | MovePieces) and _leaves_battle(heard.sentence, clause, used_later):
        return True
    if isinstance(task, DeclareBattles) and heard.orders and remainders.names_unknown(clause):
        return True
    return remainders.leaves_number(search, heard.view, clause, used)


def _leaves_same(heard: Heard) -> bool:
    """Return True for pieces that do what others do, and have no order: `the 4th to Lodz, 3 also`."""
    pairs = zip(heard.frames, heard.by_frame, strict=True)
    with_orders = {clause for frame, own in pairs if own for clause in frame.clauses}
    clauses = (one for one in heard.sentence.clauses if one not in with_orders and not one.has_verb)
    return any(_does_same(one, builds=isinstance(heard.view.task, MakePlans)) for one in clauses)


def _does_same(clause: Clause, *, builds: bool) -> bool:
    """Return True for pieces before `too`, or beside `ditto`. Those of a kind may be part of an army."""
    is_idle = clause.stays or clause.is_denied or not clause.keys.isdisjoint(use.COMBAT | use.BATTLES)
    is_same = any(one.among(use.TOO) for one in clause.tokens[-1:]) or clause.keys & (use.DITTO - {"meme"})
    if is_idle or not is_same or any(one.area or one.is_foreign for one in clause.mentions):
        return False
    names = (one.ids or one.ordinal or one.numbers or one.count or builds for one in clause.mentions)
    return any(names) or not clause.keys.isdisjoint(use.REST)


def list_names(orders: Iterable[GreatWarOrder]) -> frozenset[str]:
    """Return the ids of all pieces and areas that orders name."""
    names: set[str] = set()
    for order in orders:
        for value in order.model_dump().values():
            values = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
            names.update(one for one in values if isinstance(one, str))
    return frozenset(names)


def _is_limited(heard: Heard, frame: Frame) -> bool:
    """Return True for own pieces with a verb in a condition, a choice or a report."""
    pays = isinstance(heard.view.task, cards.PAYING)
    acts = (
        frame.goals
        or frame.hosts
        or not frame.keys.isdisjoint(use.ACTS | (use.LOSES if pays else frozenset[str]()))
    )
    if frame.stays or frame.is_denied or not acts:
        return False
    mentions = (one for clause in frame.clauses for one in _list_own(clause))
    return any(one.is_army or one.ids or one.numbers or one.nation or pays for one in mentions)


def _list_own(clause: Clause) -> tuple[Mention, ...]:
    """Return the own pieces that a clause names, not as the place or the owner of other ones."""
    mentions = [one for one in clause.mentions if one.is_piece and not one.is_foreign]
    has_unit = any(one.kind and one.kind != "army" for one in mentions)
    return tuple(one for one in mentions if one.role != "against" and not (one.role == "of" and has_unit))


def _is_used(
    search: Search, view: Position, frame: Frame | None, mention: Mention, used: frozenset[str]
) -> bool:
    """Return True if an order names a piece that a mention may mean. All ids must be named."""
    if mention.ids:
        return used.issuperset(mention.ids)
    place = frame or Frame(())
    choices = list_choices(search.theatre, view, search.side, mention, place)
    return not choices or any(used.issuperset(ids) for ids in choices)


def _leaves_aside(search: Search, view: Position, clause: Clause, used: frozenset[str]) -> bool:
    """Return True for an army with a destination in a clause beside the frames."""
    if remainders.is_idle(clause) or not clause.areas("to"):
        return False
    mentions = (one for one in _list_own(clause) if one.is_army or one.ids)
    return any(not _is_used(search, view, None, one, used) for one in mentions)


def _leaves_battle(sentence: Sentence, clause: Clause, used: frozenset[str]) -> bool:
    """Return True for a battle of the writer that is not proposed: `the one battle, I fight it in Amiens`."""
    fights = not clause.keys.isdisjoint(use.COMBAT)
    # "The one battle that I may fight is Aachen"
    is_denied = any(one.is_denied for one in sentence.clauses)
    names_piece = any(one.is_piece for one in clause.mentions)
    is_apart = not (is_denied or names_piece or sentence.keys.isdisjoint(use.COMBAT & use.BATTLES))
    is_own = not (clause if fights else sentence).keys.isdisjoint(use.FIRST_PERSON)
    is_live = (fights or is_apart) and is_own and not remainders.is_idle(clause)
    return is_live and any(one.area not in used for one in clause.areas("", "in", "to"))


def _leaves_pieces(search: Search, heard: Heard, frame: Frame, own: Orders, used: frozenset[str]) -> bool:
    """Return True if a frame names an own piece that no order uses, and does not let it stay."""
    view = heard.view
    builds = isinstance(view.task, MakePlans)
    has_place = frame.goals or frame.places or frame.origins or frame.hosts or frame.companions
    is_still = not has_place and frame.keys.isdisjoint(use.ACTS | use.LOSES)
    if is_still and not frame.keys.isdisjoint(use.POSSESSES):
        return False
    for clause in frame.clauses:
        for one in _list_own(clause):
            if builds and not (one.ids or (one.is_army and one.role == "to")):
                continue
            if not (one.is_army or one.ids or one.numbers or (one.nation and one.role != "with")):
                continue
            if _is_used(search, view, frame, one, used) or stands_in(search, heard, one, heard.orders):
                continue
            if not _rests(frame, clause):
                return True
    return _leaves_kind(frame, own or (heard.orders if frame.is_inherited else ()))


def stands_in(search: Search, heard: Heard, host: Mention, own: Orders) -> bool:
    """Return True for an army in the area to which pieces retreat: `to Strasbourg and joins the 7th Army`."""
    goals = {order.to for order in own if isinstance(order, Retreat)}
    pieces = heard.view.map.pieces
    choices = list_choices(search.theatre, heard.view, search.side, host, Frame(()))
    return bool(goals) and any(all(pieces[id].area in goals for id in ids) for ids in choices)


def _rests(frame: Frame, clause: Clause) -> bool:
    """Return True if the words say that the pieces of a clause do nothing, or only where they are."""
    deeds = [one for one in frame.clauses if remainders.acts(one) and not remainders.is_idle(one)]
    if deeds and (not frame.is_denied or any(remainders.is_denied_late(one) for one in deeds)):
        return False
    if remainders.is_idle(clause) or any(remainders.is_idle(one) for one in frame.clauses):
        return True
    return not frame.keys.isdisjoint(use.POSSESSES) or clause.is_denied or frame.stays


def _leaves_kind(frame: Frame, own: Orders) -> bool:
    """Return True for pieces of a kind that move or join an army, if the frame has no order."""
    if own or frame.is_void or frame.stays:
        return False
    kinds = [one for one in frame.subjects if one.kind and not one.ids]
    armies = any(one.is_army for clause in frame.clauses for one in clause.mentions)
    has_place = frame.goals or frame.places or frame.origins or any(one.nation or one.count for one in kinds)
    return bool(kinds and (has_place or frame.hosts)) and (
        bool(frame.hosts) or (not armies and any(remainders.acts(one) for one in frame.clauses))
    )


def _leaves_goal(heard: Heard, frame: Frame, own: Orders, used: frozenset[str], *, plans: bool) -> bool:
    """Return True if a frame names a destination and has no order, and no order like it.

    Each place without a piece counts if there are orders for new pieces (`plans`).
    """
    if isinstance(heard.view.task, MakePlans):
        # "The other one in Warsaw" is about a piece that has no name.
        others = (
            one
            for one in frame.clauses
            if not one.subjects and not ((own or not plans) and one.keys.isdisjoint(use.REST))
        )
        return any(one.areas("", "in", "to") and not remainders.is_idle(one) for one in others)
    if own:
        return False
    here = {getattr(heard.view.task, "area", None), *(list_names(heard.orders) if heard.orders else ())}
    retreats = isinstance(heard.view.task, RETREATING)
    for clause in frame.clauses:
        goals = [one.area for one in clause.areas("to")]
        sends = not clause.keys.isdisjoint(use.FIRST_PERSON) and not clause.keys.isdisjoint(use.OBJECTS)
        if sends and not frame.subjects and not clause.keys.isdisjoint(use.ACTS) and not frame.stays:
            # "I make it come back to Ghent" names no piece.
            goals += [one.area for one in clause.areas("in")]
        if not retreats and not frame.subjects and not clause.keys.isdisjoint(JOURNEYS) and not frame.stays:
            # "The English army lands at Calais" names no piece that is known.
            goals += [one.area for one in clause.areas("in", "") if one.area not in used]
        if retreats:
            goals += [one.area for one in clause.areas("in", "") if not clause.keys.isdisjoint(use.ACTS)]
        goals = [area for area in goals if area not in here]
        # "They get out to Nish" may be about the own pieces that are asked for.
        void = clause.is_denied or clause.is_unreal if retreats else remainders.is_void(clause)
        if not goals or void or frame.is_denied:
            continue
        is_repeated = bool(frame.subjects) and used.issuperset(goals)
        if not is_repeated:
            return True
    return False


def _leaves_cards(search: Search, heard: Heard, orders: Orders) -> bool:
    """Return True if a sentence names a card to be used, or a number of cards to buy, without an order."""
    task, sentence = heard.view.task, heard.sentence
    live = [
        clause for frame in heard.frames if not frame.is_void and not frame.stays for clause in frame.clauses
    ]
    if isinstance(task, cards.PAYING | MakePlans) and not any(
        isinstance(one, Lose | Forfeit) for one in heard.orders
    ):
        lost = (one for frame in heard.frames if cards.loses(frame) for one in frame.subjects)
        if any(one.kind for one in lost):
            return True
    for question, words, model in ((PassMove, use.EXCHANGES, Redraw), (MakePlans, use.TRENCHES, Entrench)):
        wants = any(not (remainders.is_idle(one) or one.keys.isdisjoint(words)) for one in sentence.clauses)
        if isinstance(task, question) and wants and not any(isinstance(one, model) for one in orders):
            return True
    if isinstance(task, MakePlans):
        # "5 cards instead" may be an order.
        clauses = (one for one in sentence.clauses if one in live or len(one.tokens) <= planning.FEW_WORDS)
        buys = any(isinstance(order, Buy) for order in orders)
        return not buys and any(planning.counts_cards(one) for one in clauses)
    if isinstance(task, cards.PAYING):
        forts = any(
            not remainders.is_idle(one) and not one.keys.isdisjoint(use.FORTS) for one in sentence.clauses
        )
        if forts and not any(isinstance(one, Lose) for one in orders):
            return True
    uses = not sentence.keys.isdisjoint(use.USES | use.SPENDS)
    if not isinstance(task, CARD_QUESTIONS) or not uses:
        return False
    mentions = cards.find_named(search, heard.view, live)
    numbers_used = {card for order in orders for card in list_cards(order)}
    kinds = {card.id for number in numbers_used if (card := search.theatre.card(number)) is not None}
    return not (mentions.numbers <= numbers_used and (mentions.numbers or mentions.kinds <= kinds))


def list_cards(order: GreatWarOrder) -> tuple[int, ...]:
    """Return the numbers of the cards that an order uses."""
    match order:
        case Offensive(card=card) | Spend(card=card) | Play(card=card):
            return (card,)
        case Discard(cards=numbers) | Redraw(cards=numbers):
            return numbers
        case Move(card=int(card)):
            return (card,)
        case _:
            return ()
