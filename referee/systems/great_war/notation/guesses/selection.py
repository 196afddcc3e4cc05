"""Short answers that take some of the options of a question and leave others: `i8, not the guard`.

The options are the answers to a question about losses, cards or battles, or the proposed orders of a plan.
Each part of the text names options that are taken or left; `all but Metz` takes the others. An answer that
names anything else is not read.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from string import ascii_letters

from msgspec.structs import replace

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import is_question
from referee.i18n.proposals import phrases
from referee.i18n.proposals import selection_words as words
from referee.i18n.proposals.sentence_cuts import split_sentences
from referee.systems.great_war.language.lexicon import Lexicon, lexicon
from referee.systems.great_war.notation.answer_options import drop_implied, list_answers, list_names
from referee.systems.great_war.notation.free_text import card_names
from referee.systems.great_war.notation.free_text.simplification import leave_reasons_out
from referee.systems.great_war.notation.free_text.staying import is_partitive
from referee.systems.great_war.notation.free_text.tokens import Token, find_keys, list_parts, tokens_of
from referee.systems.great_war.notation.proposals import planning
from referee.systems.great_war.notation.proposals.cards import PAYING
from referee.systems.great_war.notation.proposals.context import Search
from referee.systems.great_war.notation.proposals.movements import RETREATING
from referee.systems.great_war.notation.sentences import COMMA
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import mix
from schemas.great_war.orders import Discard, GreatWarOrder, Pass, Redraw, Retreat
from schemas.record import Value

MOST_WORDS = 25
"""Highest number of words of an answer, without talk."""

FEWEST_WORDS = 4
"""Fewest words of talk. A shorter denial may be about the options: `not now`."""

Names = frozenset[str]
Options = dict[GreatWarOrder, Names]
_NUMERALS = {**order_words.COUNTS, **dict.fromkeys(use.PAIR, 2)}
_APART = PAYING | tasks.TrimHands | RETREATING
"""Questions that no other orders follow in a letter, so that sentences without their names are talk."""

_QUESTIONS = _APART | tasks.ChooseOffensive | tasks.DeclareBattles | tasks.PassMove | tasks.MakePlans


class Choice(Value):
    """Names in a part of an answer, which are taken or left, with the number of options that they mean.

    A choice `is_bare` without another word, `keeps` by a verb, and `is_joined` behind `and`.
    """

    names: Names
    is_taken: bool
    count: int = 0
    is_all: bool = False
    is_bare: bool = False
    keeps: bool = False
    is_joined: bool = False


def take(search: Search, text: str) -> bool:
    """Propose the options that a short answer takes, instead of other orders. Return False if unclear."""
    trial = replace(search, words=text, orders=[], unread=[], battles=[], position=search.first)
    orders = _select(trial, text) if isinstance(trial.task, _QUESTIONS) else ()
    if not (orders and trial.take(orders)):
        return False
    search.orders, search.unread, search.battles = trial.orders, [], []
    search.position, search.is_guess = trial.position, True
    return True


def _select(search: Search, text: str) -> Sequence[GreatWarOrder]:
    """Return the orders that an answer takes, or none if it is unclear."""
    is_plan = isinstance(search.task, tasks.MakePlans)
    if is_plan and (words.REPLACES.search(text) or words.CORRECTION.search(text)):
        return ()
    *_, text = words.CORRECTION.split(words.LESS.sub("not", text))
    is_open = words.OPEN.search(text) or phrases.CONDITION.search(text)
    if is_open or any(map(is_question, text.splitlines())):
        return ()
    agrees = words.AGREES.match(text)
    text = text[agrees.end() :] if agrees else text
    options = _list_options(search)
    all_names = frozenset[str]().union(*options.values())
    several = [*options.values()] if len(options) > 1 else [frozenset[str]()]
    common_names = all_names.intersection(*several)
    options = {order: names - common_names for order, names in options.items()}
    parts = [*_list_parts(search, text, all_names - common_names)]
    if sum(len(part.split()) for part in parts) > MOST_WORDS or any(map(_is_told, parts)):
        return ()
    if isinstance(search.task, tasks.ChooseOffensive) and words.PASSES.match(text):
        return (Pass(side=search.side),)
    choices_read = [one for part in parts for one in _read_part(search, tokens_of(search.theatre, part))]
    choices = [replace(one, names=one.names - common_names) for one in choices_read if one is not None]
    if None in choices_read:
        return ()
    if isinstance(search.task, RETREATING):
        options, choices = _aim(options, choices)
    orders = _decide(search, options, choices, agrees=is_plan and agrees is not None)
    return _combine(search, orders, {one.count for one in choices})


def _list_options(search: Search) -> Options:
    """Return the answers to the question, or the orders of the proposed plan, with their names."""
    view = search.view
    assert view is not None
    hand = view.hand(search.side).cards
    orders: Iterable[GreatWarOrder]
    match view.task:
        case tasks.MakePlans():
            orders = planning.list_plan(search.theatre, search.position, search.side)
        case tasks.TrimHands():
            orders = [Discard(side=search.side, cards=(card,)) for card in hand]
        case tasks.PassMove():
            orders = [Redraw(side=search.side, cards=(card,)) for card in hand]
        case _:
            answers = dict.fromkeys(list_answers(view, search.side, search.list_options()))
            orders = drop_implied(view, (one for one in answers if search.is_legal((one,))))
    return {order: frozenset(list_names(search.theatre, view, order)) - {""} for order in orders}


def _are_alike(options: Options, orders: Sequence[GreatWarOrder]) -> bool:
    """Return True for options that only differ by a number."""
    plain = [
        {one for one in options[order] if not one[-1:].isdecimal() or one[:1] == "#"} for order in orders
    ]
    return all(one == plain[0] for one in plain)


def _decide(
    search: Search, options: Options, choices: Sequence[Choice], *, agrees: bool
) -> Sequence[GreatWarOrder]:
    """Return the options that choices take, or none if they contradict each other or name anything else."""
    pairs = [*_leave_descriptions_out([(one, _find(search, options, one)) for one in choices if one.names])]
    taken_orders = [orders for one, orders in pairs if one.is_taken]
    selection = dict.fromkeys(order for orders in taken_orders for order in orders)
    # "47, the weather is useless" takes one of the cards that it denies.
    exact = [orders[0] for orders in taken_orders if len(orders) == 1]
    left_orders = [orders for one, orders in pairs if not one.is_taken]
    rejects = [order for orders in left_orders for order in orders if len(orders) == 1 or order not in exact]
    # "As proposed, but i8 goes to Metz" changes more than it leaves.
    if not all(orders or one.keeps for one, orders in pairs) or (agrees and selection):
        return ()
    if any(all(one in rejects for one in orders) for orders in taken_orders):
        return ()
    if agrees or any(one.is_taken and one.is_all and not one.names for one in choices):
        counts_all = any(one.is_all and one.count == len(options) for one in choices)
        is_whole = counts_all or len(selection) in {0, len(options)}
        # "All, Metz last", but not "Everyone, i6 too"
        selection = dict.fromkeys(options if is_whole or not isinstance(search.task, _APART) else ())
    elif not selection and rejects and isinstance(search.task, PAYING):
        selection = _find_rest(options, rejects)
    return [one for one in selection if one not in rejects]


def _aim(options: Options, choices: Sequence[Choice]) -> tuple[Options, list[Choice]]:
    """Return the retreats to the only area that an answer takes, and the pieces that it names."""
    goals = {one.to for one in options if isinstance(one, Retreat)}
    wanted_goals = {name for one in choices if one.is_taken for name in one.names} & goals
    denied_goals = {name for one in choices if not one.is_taken and one.names <= goals for name in one.names}
    if len(wanted_goals) != 1 or wanted_goals & denied_goals:
        return {}, []
    retreats = {one: names - goals for one, names in options.items() if not wanted_goals.isdisjoint(names)}
    pieces = [replace(one, names=one.names - goals) for one in choices]
    # "Back to Metz" is about the only piece.
    is_whole = len(retreats) == 1 and not any(one.names for one in pieces)
    return retreats, [replace(one, is_all=one.is_all or is_whole) for one in pieces]


_Pair = tuple[Choice, Sequence[GreatWarOrder]]


def _leave_descriptions_out(pairs: Sequence[_Pair]) -> Iterator[_Pair]:
    """Yield choices with their orders, without the first of `one of the two gas cards, the 47`."""
    for at, (one, orders) in enumerate(pairs):
        after = [more for other, more in pairs[at + 1 : at + 2] if other.is_taken and not other.is_joined]
        is_wider = any(len(more) < len(orders) and all(order in orders for order in more) for more in after)
        if not (one.is_taken and is_wider):
            yield one, orders


def _find(search: Search, options: Options, choice: Choice) -> Sequence[GreatWarOrder]:
    """Return the options that a choice names. It takes as many as it counts, and all of a plan."""
    is_plan = isinstance(search.task, tasks.MakePlans)
    # "It is Christmas in Artois" names a place, and nothing that is built there.
    if is_plan and choice.is_taken and choice.names <= search.theatre.areas.keys():
        return ()
    orders = [order for order, names in options.items() if choice.names <= names]
    count = choice.count if not {*mix(search.theatre).values()}.isdisjoint(choice.names) else 0
    if count > len(orders):
        return ()
    if len(orders) <= 1 or choice.is_all or not choice.is_taken:
        return orders
    count = count or (len(orders) if is_plan else 1)
    return orders[:count] if count == len(orders) or _are_alike(options, orders) else ()


def _find_rest(options: Options, rejects: Sequence[GreatWarOrder]) -> dict[GreatWarOrder, None]:
    """Return the only option that is not left."""
    rest = [one for one in options if one not in rejects]
    return dict.fromkeys(rest[:1]) if rest and _are_alike(options, rest) else {}


def _combine(search: Search, orders: Sequence[GreatWarOrder], counts: Set[int]) -> Sequence[GreatWarOrder]:
    """Return one order for all cards that are discarded or exchanged, and all hits that are counted."""
    cards = tuple(order.cards[0] for order in orders if isinstance(order, Discard | Redraw))
    match search.task:
        case tasks.TrimHands() if cards:
            discard = Discard(side=search.side, cards=cards)
            result = search.judge((discard,))
            return (discard,) if result is not None and result.after is None else ()
        case tasks.PassMove() if cards:
            return (Redraw(side=search.side, cards=cards),)
        case tasks.PayHits(hits=due) | tasks.PayCrisis(count=due) | tasks.LoseInTransit(count=due):
            # A fort can take all hits.
            orders = [*orders] * due if len(orders) == 1 and due in counts else orders
            return orders if len(orders) in {1, due} else ()
        case _:
            return orders


def _list_parts(search: Search, text: str, names: Names) -> Iterator[str]:
    """Yield the parts of an answer, except longer ones without names."""
    text = leave_reasons_out(text).replace("(", ", ")
    text = sentence_phrases.WITH_CONTENTS.sub("", phrases.SAYS_ALL.sub("", text))
    parts = [part for one in split_sentences(text) for part in words.CUTS.split(one.strip(" ."))]
    for part in parts:
        tokens = tokens_of(search.theatre, part)
        may_be_talk = isinstance(search.task, _APART) and len(tokens) >= FEWEST_WORDS
        if not may_be_talk or any(name in names for name, _ in _find_names(search, tokens)):
            yield part


_TOLD = (
    words.TO_OTHERS, phrases.PAST, phrases.PRETERITE, phrases.CONDITIONAL, sentence_phrases.LEFT_OUT,
    sentence_phrases.LATER_TURNS, sentence_phrases.WHOLE_SEASON, sentence_phrases.FOR_THE_SEASON,
)  # fmt: skip


def _is_told(part: str) -> bool:
    """Return True for a report, the past, another player or time, and a thing that is left alone."""
    return not use.REPORTS.isdisjoint(list_parts(part)) or any(mark.search(part) for mark in _TOLD)


def _read_part(search: Search, tokens: Sequence[Token]) -> list[Choice | None]:
    """Return the choices of a part, and None for a denial of something that is not known."""
    all_choices: list[Choice | None] = []
    is_taken = goes_on = True
    is_joined = False
    segment: list[Token] = []
    for token in (*tokens, _END):
        if not (token.is_joint or token.among(words.ANEW)):
            segment.append(token)
            continue
        choices = [*_read_segment(search, segment, is_taken=is_taken)]
        denies, keys = any(one.among(words.NOT) for one in segment), find_keys(segment)
        stays = not keys.isdisjoint(words.KEEPS) and keys.isdisjoint(use.REST)
        # "No, i8" denies nothing, and "bis auf einen" may.
        is_apart = isinstance(search.task, _APART) and len(segment) > 1
        may_deny = stays or ((denies or not is_taken) and (is_apart or not keys <= use.ALL))
        # "No battle in Lodz, Banat" may deny both.
        follows_denial = not goes_on and any(one.is_bare for one in choices) and not denies
        if follows_denial or (may_deny and not choices and len(segment) < FEWEST_WORDS):
            all_choices.append(None)
        if any(one.keeps for one in choices):
            all_choices = [*_keep_all(all_choices)]
        all_choices += [replace(one, is_joined=is_joined) for one in choices]
        # "Not i6 and i8" leaves both.
        is_joined = token.key in order_words.AND
        is_taken = choices[-1].is_taken if choices and is_joined else True
        goes_on = not (denies and token.key == COMMA and segment[0].among(words.NOT))
        segment = []
    return all_choices


def _keep_all(choices: Sequence[Choice | None]) -> Iterator[Choice | None]:
    """Yield choices of which the last ones are left: all of `7, 9 and 14 I keep`."""
    last = max((at for at, one in enumerate(choices, 1) if one is None or not one.is_bare), default=0)
    yield from choices[:last]
    yield from (one and replace(one, is_taken=False) for one in choices[last:])


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
    words_named = [*_find_names(search, tokens)]
    names = {name for name, _ in words_named} - {""}
    # "The guard" is not the verb.
    keeps = any(not name and token.among(words.KEEPS) for name, token in words_named)
    is_part = is_partitive(tokens) and tokens[0].key not in words.ALL
    is_all = not is_part and any(token.key in words.ALL for token in tokens)
    count = max((_NUMERALS.get(token.key, 0) for token in tokens), default=0)
    if not (names or is_all):
        return None
    is_bare = len(names) == len(tokens)
    return Choice(frozenset(names), is_taken != keeps, count, is_all, is_bare, keeps)


def _find_names(search: Search, tokens: Sequence[Token]) -> Iterator[tuple[str, Token]]:
    """Yield the name of each word or phrase, or "", with its first word."""
    at = 0
    while at < len(tokens):
        length, card = card_names.find_kind(search.theatre, tokens[at:])
        yield card or _find_name(lexicon(search.theatre), tokens[at]), tokens[at]
        at += max(length, 1)


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
    """Return the nation that a word such as `French` or `Frenchman` names, or ""."""
    for word in (token.key, token.key.removesuffix("man")):
        name = use.NATIONS_OF.get(word, word)
        nations = index.nations.find(name) if name != word or index.nations.holds(word) else ()
        if len(nations) == 1:
            return nations[0]
    return ""
