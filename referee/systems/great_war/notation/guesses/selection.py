"""Short answers that take some of the options of a question and leave others: `i8, not the guard`.

The options are the answers to a question about losses, cards or battles, or the proposed orders of a plan.
Each part of the text names options that are taken or left; `all but Metz` takes the others. An answer that
names anything else is not read.
"""

from collections.abc import Iterator, Sequence
from string import ascii_letters

from msgspec.structs import replace

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import is_question
from referee.i18n.proposals import phrases
from referee.i18n.proposals import selection_words as words
from referee.systems.great_war.language.lexicon import Lexicon, lexicon
from referee.systems.great_war.notation.free_text import card_names
from referee.systems.great_war.notation.free_text.tokens import Token, list_parts, tokens_of
from referee.systems.great_war.notation.proposals import planning
from referee.systems.great_war.notation.proposals.context import Search
from referee.systems.great_war.notation.sentences import COMMA
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import mix
from schemas.great_war.orders import (
    Battle,
    Build,
    Buy,
    Discard,
    Forfeit,
    GreatWarOrder,
    Lose,
    Offensive,
    Pass,
    Place,
    Redraw,
    Spend,
)
from schemas.record import Value

MOST_WORDS = 18
"""Highest number of words of an answer."""

Names = frozenset[str]
_SINGLE = tasks.PayHits | tasks.PayCrisis | tasks.LoseInTransit | tasks.ChooseOffensive
_SEVERAL = tasks.DeclareBattles | tasks.PassMove | tasks.TrimHands | tasks.MakePlans


class Choice(Value):
    """Names in a part of an answer, which are taken or left, with the number of options that they mean.

    A choice `is_bare` without another word, and `keeps` by a verb.
    """

    names: Names
    is_taken: bool
    count: int = 0
    is_all: bool = False
    is_bare: bool = False
    keeps: bool = False


def take(search: Search, text: str) -> bool:
    """Propose the options that a short answer takes, instead of other orders. Return False if unclear."""
    trial = search.copy()
    trial.orders, trial.unread, trial.battles, trial.position = [], [], [], search.first
    if not isinstance(trial.task, _SINGLE | _SEVERAL) or len(text.split()) > MOST_WORDS:
        return False
    trial.words, trial.is_guess = text, True
    if (orders := _select(trial, text)) and trial.take(orders):
        search.adopt(trial)
        return True
    return False


def _select(search: Search, text: str) -> Sequence[GreatWarOrder]:
    """Return the orders that an answer takes, or none if it is unclear."""
    is_plan = isinstance(search.task, tasks.MakePlans)
    if is_plan and (words.REPLACES.search(text) or words.CORRECTION.search(text)):
        return ()
    *_, text = words.CORRECTION.split(text)
    agrees = words.AGREES.match(text)
    marks = (words.OPEN, words.TO_OTHERS, phrases.PAST, phrases.PRETERITE, sentence_phrases.LEFT_OUT)
    is_told = not use.REPORTS.isdisjoint(list_parts(text)) or any(mark.search(text) for mark in marks)
    if is_told or any(map(is_question, text.splitlines())):
        return ()
    if isinstance(search.task, tasks.ChooseOffensive) and words.PASSES.match(text):
        return (Pass(side=search.side),)
    text = text[agrees.end() :] if agrees else text
    options = {order: _list_names(search, order) for order in _list_options(search)}
    choices = [*_read(search, words.LESS.sub("not", text))]
    pairs = [(one, _find(search, options, one)) for one in choices if one is not None and one.names]
    selection = dict.fromkeys(order for one, orders in pairs if one.is_taken for order in orders)
    rejects = [order for one, orders in pairs if not one.is_taken for order in orders]
    # "As proposed, but i8 goes to Metz" changes more than it leaves.
    if None in choices or not all(orders for _, orders in pairs) or (agrees and selection):
        return ()
    # "It is Christmas in Artois" names a place, and nothing that is built there.
    if is_plan and any(one.is_taken and one.names <= search.theatre.areas.keys() for one, _ in pairs):
        return ()
    if agrees or any(one is not None and one.is_taken and not one.names for one in choices):
        selection = dict.fromkeys(options)
    elif not selection and rejects and isinstance(search.task, _SINGLE):
        selection = _find_rest(options, rejects)
    return _combine(search, [one for one in selection if one not in rejects])


def _list_options(search: Search) -> Iterator[GreatWarOrder]:
    """Yield the options, of which only one is listed for pieces or cards that are alike, and their likes."""
    view = search.view
    assert view is not None
    if isinstance(view.task, tasks.MakePlans):
        yield from planning.list_plan(search.theatre, search.position, search.side)
        return
    hand = view.hand(search.side).cards
    own = [piece.id for piece in view.map.owned(search.side)]
    options = [*search.list_options()]
    orders: list[GreatWarOrder] = [one for one in options if isinstance(one, Battle | Offensive)]
    if any(isinstance(one, Lose) for one in options):
        forts = [one for one in options if isinstance(one, Lose) and one.piece not in own]
        orders += [*forts, *(Lose(side=search.side, piece=id) for id in own)]
    if any(isinstance(one, Forfeit) for one in options):
        orders += [Forfeit(side=search.side, piece=id) for id in own]
    if any(isinstance(one, Spend) for one in options):
        orders += [Spend(side=search.side, card=card) for card in hand]
    if isinstance(view.task, tasks.PassMove):
        orders += [Redraw(side=search.side, cards=(card,)) for card in hand]
    if isinstance(view.task, tasks.TrimHands):
        yield from (Discard(side=search.side, cards=(card,)) for card in hand)
        return
    yield from (one for one in dict.fromkeys(orders) if search.is_legal((one,)))


def _list_names(search: Search, order: GreatWarOrder) -> Names:
    """Return the names by which an answer may mean an order."""
    view = search.view
    assert view is not None
    names: set[str] = set()
    match order:
        case Lose(piece=id) | Forfeit(piece=id):
            names |= _list_piece_names(search, id)
        case Build(piece=id, area=area, into=host) | Place(piece=id, area=area, into=host):
            names |= {*_list_piece_names(search, id), area, *([f"#{host.partition('-')[2]}"] if host else ())}
        case Spend(card=card) | Offensive(card=card) | Redraw(cards=(card,)) | Discard(cards=(card,)):
            kind = search.theatre.card(card)
            names |= {str(card), "card", *([kind.id] if kind is not None else ())}
        case Battle(area=area):
            names.add(area)
        case Buy(cards=count):
            names |= {"card", str(count)}
        case _:
            pass
    return frozenset(names)


def _list_piece_names(search: Search, id: str) -> Names:
    nation, _, tail = id.partition("-")
    kind = mix(search.theatre).get(id) or ("fort" if id.endswith("-fort") else "")
    view = search.view
    piece = None if view is None else view.map.pieces.get(id)
    army = "" if piece is None or piece.army is None else f"#{piece.army.partition('-')[2]}"
    places = {nation} if kind == "fort" else {piece.area} if piece is not None else set[str]()
    return frozenset({id, tail, tail.lstrip(ascii_letters), nation, kind, army, *places}) - {""}


def _find(search: Search, options: dict[GreatWarOrder, Names], choice: Choice) -> Sequence[GreatWarOrder]:
    """Return the options that a choice names. It takes as many as it counts, and all of a plan."""
    orders = [order for order, names in options.items() if choice.names <= names]
    kinds = {*mix(search.theatre).values()}
    count = choice.count if not kinds.isdisjoint(choice.names) else 0
    if count > len(orders):
        return ()
    if len(orders) <= 1 or choice.is_all or not choice.is_taken:
        return orders
    count = count or (len(orders) if isinstance(search.task, tasks.MakePlans) else 1)
    return orders[:count] if count == len(orders) or _are_alike(options, orders) else ()


def _are_alike(options: dict[GreatWarOrder, Names], orders: Sequence[GreatWarOrder]) -> bool:
    """Return True for options that only differ by a number."""
    plain = [
        {one for one in options[order] if not one[-1:].isdecimal() or one[:1] == "#"} for order in orders
    ]
    return all(one == plain[0] for one in plain)


def _find_rest(
    options: dict[GreatWarOrder, Names], rejects: Sequence[GreatWarOrder]
) -> dict[GreatWarOrder, None]:
    """Return the only option that is not left."""
    rest = [one for one in options if one not in rejects]
    return dict.fromkeys(rest[:1]) if rest and _are_alike(options, rest) else {}


def _combine(search: Search, orders: Sequence[GreatWarOrder]) -> Sequence[GreatWarOrder]:
    """Return one order for all cards that are discarded or exchanged."""
    cards = tuple(order.cards[0] for order in orders if isinstance(order, Discard | Redraw))
    if cards and isinstance(orders[0], Discard):
        return (Discard(side=search.side, cards=cards),)
    if cards:
        return (Redraw(side=search.side, cards=cards),)
    return orders


def _read(search: Search, text: str) -> Iterator[Choice | None]:
    """Yield the choices of an answer, and None for a denial of something that is not known."""
    for part in words.CUTS.split(text):
        yield from _read_part(search, tokens_of(search.theatre, part))


def _read_part(search: Search, tokens: Sequence[Token]) -> Iterator[Choice | None]:
    is_taken = goes_on = True
    segment: list[Token] = []
    is_bare = False
    for token in (*tokens, _END):
        # "All but Metz" leaves Metz.
        is_exception = any(one.key in words.ALL for one in segment)
        if not (token.is_joint or (token.among(words.ANEW) and not is_exception)):
            segment.append(token)
            continue
        choices = [*_read_segment(search, segment, is_taken=is_taken)]
        denies = any(one.among(words.NOT) for one in segment)
        if (denies or not is_taken) and not choices and not all(one.among(use.ALL) for one in segment):
            yield None
        # "No battle in Lodz, Banat" may deny both, and "7, 9 and 14 I keep" keeps all.
        follows_denial = not goes_on and any(one.is_bare for one in choices) and not denies
        if follows_denial or (is_bare and any(one.keeps for one in choices)):
            yield None
        yield from choices
        is_bare = any(one.is_bare for one in choices)
        # "Not i6 and i8" leaves both.
        is_taken = choices[-1].is_taken if choices and token.key in order_words.AND else True
        goes_on = not (denies and token.key == COMMA and segment[0].among(words.NOT))
        segment = []


_END = Token(COMMA, COMMA)


def _read_segment(search: Search, tokens: Sequence[Token], *, is_taken: bool) -> Iterator[Choice]:
    """Yield the names before a denial, and those behind it. A denial behind the last name leaves it."""
    groups: list[tuple[bool, list[Token]]] = [(is_taken, [])]
    for token in tokens:
        if token.among(words.NOT):
            groups.append((False, []))
        else:
            groups[-1][1].append(token)
    choices = [one for sign, some in groups if (one := _read_names(search, some, is_taken=sign)) is not None]
    last = _read_names(search, groups[-1][1], is_taken=False)
    ends_with_denial = len(groups) > 1 and (last is None or not last.names)
    if ends_with_denial and choices:
        yield replace(choices[0], is_taken=False)
    else:
        yield from choices


def _read_names(search: Search, tokens: Sequence[Token], *, is_taken: bool) -> Choice | None:
    """Return the names of some words, or None if they have none. A verb such as `keep` leaves them."""
    names, at, keeps = set[str](), 0, 0
    while at < len(tokens):
        length, card = card_names.find_kind(search.theatre, tokens[at:])
        name = card or _find_name(lexicon(search.theatre), tokens[at])
        names |= {name} if name else set()
        keeps += not name and tokens[at].among(words.KEEPS)
        at += max(length, 1)
    is_all = any(token.key in words.ALL for token in tokens)
    count = max((order_words.COUNTS.get(token.key, 0) for token in tokens), default=0)
    if not (names or is_all):
        return None
    is_bare = len(names) == len(tokens)
    return Choice(frozenset(names), is_taken != bool(keeps), count, is_all, is_bare, keeps > 0)


def _find_name(index: Lexicon, token: Token) -> str:
    """Return the name that a word has in the names of an option, or ""."""
    if token.area or token.piece or token.ordinal:
        return token.area or token.piece or f"#{token.ordinal}"
    if token.key.lstrip(ascii_letters).isdecimal() and len(token.key) < _LONGEST_NUMBER:
        return token.key
    if token.key in order_words.CARDS:
        return "card"
    kinds = index.kinds.find(token.key) if index.kinds.holds(token.key) else ()
    return kinds[0] if len(kinds) == 1 else _find_nation(index, token)


_LONGEST_NUMBER = 4
"""Letters of `i12`, and one more."""


def _find_nation(index: Lexicon, token: Token) -> str:
    """Return the nation that a word names, or ""."""
    name = use.NATIONS_OF.get(token.key, token.key if index.nations.holds(token.key) else "")
    nations = index.nations.find(name) if name else ()
    return nations[0] if len(nations) == 1 else ""
