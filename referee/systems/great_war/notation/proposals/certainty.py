"""Clauses whose orders are certain: each word and each name is accounted for, and nothing stays open.

The frames are those of a proposal. An illegal order is kept, because other orders of the letter may come
first; a reading that the rules allow is preferred.
"""

import re
from collections.abc import Collection, Sequence

from referee.i18n import order_words, second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.systems.great_war.flow.judgement import objections
from referee.systems.great_war.notation import legal_readings
from referee.systems.great_war.notation.free_text import additions, denials
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.tokens import Token, speaks_of_armies
from referee.systems.great_war.notation.proposals import answers, audit, movements, planning
from referee.systems.great_war.notation.proposals.cards import PAYING
from referee.systems.great_war.notation.proposals.clauses import (
    Clause,
    Sentence,
    is_part_of_order,
    read_sentences,
)
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Frame, Memory, build_frames
from referee.systems.great_war.notation.proposals.mentions import Mention, Names
from referee.systems.great_war.notation.proposals.pieces import list_choices, list_own_nations
from referee.systems.great_war.notation.proposals.remainders import Heard
from referee.systems.great_war.notation.proposals.single_sentences import read_sentence
from referee.systems.great_war.notation.sentences import ARROW
from referee.systems.great_war.state.game import mix
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive, DeclareBattles, MakePlans, MovePieces
from referee.systems.proposed_orders import Tried
from schemas.great_war.orders import Buy, Forfeit, GreatWarOrder, Lose, Move, Retreat

_BRACKET = re.compile(r"\(([^()]*)\)?")
_QUOTE = re.compile(r"[\"“”„«»]")

_DESTINED = frozenset({"for", "pour", "fur", "fuer"})
"""Words before the destination of pieces that leave an area: `quitte Sedan pour Longwy`."""

VOCABULARY = (
    use.SMALL | use.MOTION | use.MOVES | use.TAKES | use.AROUND_MOTION | use.RETREATS | use.STAYS
    | use.AROUND_STAYS | use.TO | use.INTO | use.FROM | use.VIA | use.RAIL | use.SEA | use.FOLLOWS | use.HELPS
    | use.STRATEGIC | use.AROUND_PIECES
    | use.ARMIES | use.PLACES | use.THERE | order_words.CARDS | order_words.ARTICLES | order_words.OWN
    | {ARROW}
) - {"s"}  # fmt: skip
"""Words that a certain clause may hold beside its names."""

LOSSES = use.AROUND_HITS | use.LOSES | use.EVERYTHING
"""Further words of a clause about hits."""

_LOSES = use.LOSES - use.PLACES - use.SMALL - use.AROUND_MOTION - {"pay", "pays"}
"""Verbs that only mean a loss."""


def read(context: Context, text: str) -> Orders | None:
    """Return the orders of a clause if they are certain, or None."""
    names = Names(context.theatre, context.side)
    text, price = legal_readings.split_price(context.position, text)
    brackets = _BRACKET.findall(text)
    if not all(is_part_of_order(names, one) for one in brackets) or _QUOTE.search(text):
        return None
    if second_thoughts.may_take_back(text):
        # "ge-1 to Metz I take that back"
        return None
    sentences = tuple(read_sentences(names, text))
    if not sentences or not all(_is_clear(context, one) for one in sentences):
        return None
    search = _start(context, names, sentences)
    memory = _remember(context, names)
    readings: list[Heard] = []
    for sentence in sentences:
        search.words = sentence.quote
        memory = read_sentence(search, sentence, memory, readings)
    audit.check(search, readings)
    planning.declare(search)
    if search.unread or search.wishes or not search.orders:
        return None
    orders = tuple(order for _, order in search.orders)
    if price and legal_readings.find_cost(context.theatre, context.position, orders) != price:
        return None
    are_clear = all(_accounts(search, one, orders) and not _may_share_way(one) for one in readings)
    return orders if are_clear else None


def _start(context: Context, names: Names, sentences: Sequence[Sentence]) -> Search:
    """Return the search for orders. Moves may follow a card that another line plays."""
    position = context.position
    names_area = any(
        one.area for sentence in sentences for clause in sentence.clauses for one in clause.mentions
    )
    if isinstance(position.task, ChooseOffensive) and names_area:
        position = position.then(MovePieces(context.side))

    def attempt(position: Position, order: GreatWarOrder) -> Tried[Position]:
        return Tried(tuple(objections(context.theatre, position, order)), position)

    return Search(
        names,
        position,
        attempt,
        lambda _, line: context.read_line(line),
        lambda position: position,
        start=position,
        is_judged_later=True,
    )


def _remember(context: Context, names: Names) -> Memory:
    """Return the names in the texts above."""
    memory = Memory()
    for text in context.before:
        for sentence in read_sentences(names, text):
            _, memory = build_frames(sentence, memory)
    return memory


def _is_clear(context: Context, sentence: Sentence) -> bool:
    """Return True if all words are known. A remark may follow an order: `fight the Belgians`."""
    if sentence.is_blocked or sentence.is_question or sentence.is_bare_no or not sentence.clauses:
        return False
    texts = (sentence.text, *context.before)
    speaks = any(speaks_of_armies(text) for text in texts)
    first, *others = sentence.clauses
    if any(
        (one.stays and not (one.mentions or one.says_there)) or answers.changes_order(context, one.text)
        for one in others
    ):
        # "fr-2 to Nancy, stays", "ge-1 to Metz, half of it"
        return False
    is_known = [_is_known(context, one, speaks_of_armies=speaks) for one in (first, *others)]
    return is_known[0] and all(
        is_order or _is_remark(context, one) for is_order, one in zip(is_known[1:], others, strict=True)
    )


def _is_remark(context: Context, clause: Clause) -> bool:
    # In "I attack Metz, Brussels is quiet", the second area would be one of a list.
    names_area = any(one.area for one in clause.mentions)
    is_idle = not names_area and additions.adds_nothing(context, clause.text, follows=True)
    return is_idle or denials.is_empty(clause.tokens)


def _is_known(context: Context, clause: Clause, *, speaks_of_armies: bool) -> bool:
    # "We fight in Aachen - Brussels I leave alone", or "is quiet"
    is_left_out = sentence_phrases.LEFT_OUT.search(clause.text) is not None or (
        isinstance(context.position.task, DeclareBattles)
        and not clause.keys.isdisjoint(use.BEING)
        and clause.keys.isdisjoint(use.COMBAT | use.BATTLES | use.FIGHTS)
    )
    is_denied = clause.is_denied or is_left_out
    if is_denied or clause.is_unreal or clause.is_of_others or clause.is_about_foreigners:
        return False
    if clause.stays and any(one.area and one.role == "to" for one in clause.mentions):
        # Pieces do not stay and go.
        return False
    if _names_piece_behind_area(clause) or _names_piece_in_time(clause) or _only_goes_back(context, clause):
        return False
    names = {at for one in clause.mentions for at in range(one.at, one.end)}
    vocabulary = VOCABULARY
    if isinstance(context.position.task, PAYING | MakePlans):
        vocabulary |= LOSSES
    if not use.TRENCHES.isdisjoint(clause.keys):
        vocabulary |= use.TRENCHES | use.AROUND_TRENCHES
    for at, token in enumerate(clause.tokens):
        if token.ordinal and not (at in names and (speaks_of_armies or token.key[:1].isdigit())):
            # "Die erste" may be anything.
            return False
        if at not in names and not (
            token.area or token.piece or token.is_joint or token.among(vocabulary) or _counts(token)
        ):
            return False
    return True


def _only_goes_back(context: Context, clause: Clause) -> bool:
    """Return True for the second clause of `ah-4 to Lublin and back`."""
    is_move = isinstance(context.position.task, ChooseOffensive | MovePieces)
    return is_move and not clause.mentions and not clause.keys.isdisjoint(use.GOES_BACK)


def _names_piece_behind_area(clause: Clause) -> bool:
    """Return True for `ge-1 to Amiens after ge-6`: nothing joins the second piece to the first."""
    first = next((one.at for one in clause.mentions if one.is_piece), len(clause.tokens))
    area = next((one.at for one in clause.mentions if one.area and one.at > first), len(clause.tokens))
    behind = [one.at for one in clause.mentions if one.is_piece and not one.role and one.at > area]
    return any(not any(token.is_joint for token in clause.tokens[area:at]) for at in behind)


def _names_piece_in_time(clause: Clause) -> bool:
    """Return True for `after ge-6 ge-1 to Amiens`."""
    before = (clause.tokens[max(0, one.at - 2) : one.at] for one in clause.mentions if one.is_piece)
    return any(token.among(use.AFTER) for tokens in before for token in tokens)


def _counts(token: Token) -> bool:
    return token.key in use.COUNTS


def _accounts(search: Search, heard: Heard, orders: Orders) -> bool:
    """Return True if orders use all names of a sentence, except those of pieces that stay."""
    used = audit.list_names(orders)
    pieces = heard.view.map.pieces
    places = {pieces[id].area for id in used if id in pieces} | {getattr(heard.view.task, "area", "")}
    goals = {
        one.path[-1] if isinstance(one, Move) else one.to for one in orders if isinstance(one, Move | Retreat)
    }
    frames = {clause: frame for frame in heard.frames for clause in frame.clauses}
    for clause in heard.sentence.clauses:
        frame = frames.get(clause, Frame((clause,)))
        # New pieces stand nowhere yet.
        builds = isinstance(heard.view.task, MakePlans) and not frame.stays
        if not (builds or _stands_there(search, heard, clause, frozenset() if frame.stays else goals)):
            return False
        if frame.stays:
            continue
        if any(isinstance(one, Lose | Forfeit) for one in orders) and clause.keys.isdisjoint(
            _LOSES | use.HITS
        ):
            # "It goes" may mean anything.
            return False
        numbers = {1, len(orders), *(one.cards for one in orders if isinstance(one, Buy))}
        if any(_counts(token) and use.COUNTS[token.key] not in numbers for token in clause.tokens):
            return False
        if not all(_is_used(search, heard, one, frame, orders, used | places) for one in clause.mentions):
            return False
        if not all(_is_led_to(clause, one) for one in clause.mentions if one.area in goals - places):
            return False
    return True


def _may_share_way(heard: Heard) -> bool:
    """Return True for `uk-i9 to Calais, by rail, uk-3 to Artois`: either may go by rail."""
    own = {clause for frame in heard.frames for clause in frame.clauses}
    return any(movements.names_way(clause) for clause in heard.sentence.clauses[1:-1] if clause not in own)


def _stands_there(search: Search, heard: Heard, clause: Clause, goals: Collection[str]) -> bool:
    """Return False for the first clause of `ge-4 in Trier hinein, ge-i9 bleibt`: ge-4 is elsewhere.

    `goals` are the areas to which pieces go.
    """
    roles = {"", "in"} if goals else {"", "in", "to"}
    areas = {one.area for one in clause.mentions if one.area and one.role in roles} - {*goals}
    pieces = heard.view.map.pieces
    own = (one for one in clause.mentions if areas and one.is_piece and not one.is_foreign)
    choices = (list_choices(search.theatre, heard.view, search.side, one, Frame(())) for one in own)
    return all(any({pieces[id].area for id in ids} <= areas for ids in one) for one in choices)


def _is_led_to(clause: Clause, goal: Mention) -> bool:
    """Return True if words make an area the destination: `to Liège`, `attacks Liège`, `move ge-1 Liège`."""
    if goal.role == "to" or goal.leads or not clause.keys.isdisjoint(use.ATTACKS | use.TAKES | use.TOO):
        return True
    ends = {one.end for one in clause.mentions if one.is_piece}
    is_beside = goal.at in ends and clause.moves
    is_bare = goal.at in ends and len(clause.tokens) == sum(one.end - one.at for one in clause.mentions)
    return goal.at == 0 or is_beside or is_bare or not _DESTINED.isdisjoint(clause.keys)


def _is_used(
    search: Search, heard: Heard, mention: Mention, frame: Frame, orders: Orders, used: frozenset[str]
) -> bool:
    if mention.area:
        return mention.area in used
    if mention.is_bare_number:
        return any(isinstance(one, Buy) and (str(one.cards),) == mention.numbers for one in orders)
    holds = mention.role == "with" and mention.kind and not (mention.ids or mention.numbers)
    if (
        mention.is_foreign
        or mention.role == "against"
        or (holds and any(one.is_army for one in frame.subjects))
    ):
        # The contents of an army go where it goes.
        return True
    if mention.ids:
        return used.issuperset(mention.ids) and _is_described(search, mention)
    return _is_description_used(search, heard, mention, frame, orders, used)


def _is_described(search: Search, mention: Mention) -> bool:
    """Return True if other words about ids agree with them, other than in `infantry ge-c3`."""
    kinds = mix(search.theatre)
    return all(
        mention.kind in {None, kinds.get(id)} and mention.nation in {"", id.partition("-")[0]}
        for id in mention.ids
    )


def _is_description_used(
    search: Search, heard: Heard, mention: Mention, frame: Frame, orders: Orders, used: frozenset[str]
) -> bool:
    if isinstance(heard.view.task, MakePlans) and mention.kind and not mention.numbers:
        # New pieces of a kind are alike.
        kinds = mix(search.theatre)
        return sum(kinds.get(id) == mention.kind for id in used) == max(mention.count, 1)
    if isinstance(heard.view.task, MakePlans) and mention.ordinal:
        nations = list_own_nations(search.theatre, search.side, mention)
        return not used.isdisjoint(f"{nation}-{mention.ordinal}" for nation in nations)
    pieces = heard.view.map.pieces
    if mention.kind == "army" and heard.sentence.clauses[0].mentions == (mention,):
        # A heading, as in "Serbs: sb-1 goes to Syrmia".
        return any(id in pieces and pieces[id].nation == mention.nation for id in used)
    choices = list_choices(search.theatre, heard.view, search.side, mention, frame)
    is_clear = (
        not mention.kind or bool(mention.numbers) or _is_only_choice(search, heard.view, mention, frame)
    )
    is_used = any(used.issuperset(ids) for ids in choices)
    return is_clear and (is_used or audit.stands_in(search, heard, mention, orders))


def _is_only_choice(search: Search, view: Position, mention: Mention, frame: Frame) -> bool:
    """Return True if a description fits one piece, or as many like pieces in one place as it counts."""
    area = getattr(view.task, "area", "")
    places = {area} if area else {*frame.origins, *frame.places}
    like = [
        one
        for one in view.map.owned(search.side)
        if one.kind == mention.kind and mention.nation in {"", one.nation} and one.area not in frame.goals
    ]
    like = [one for one in like if one.area in places] or like
    is_whole = len(like) in {1, mention.count}
    return is_whole or (mention.count > 0 and len({(one.area, one.army, one.nation) for one in like}) == 1)
