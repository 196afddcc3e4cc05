"""Reinforcements, purchases and battles that a frame probably means."""

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases, selection_words
from referee.systems.great_war.combat.battles import compulsory
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.notation.free_text.tokens import Token, is_of_piece, list_parts, tokens_of
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.context import Search
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Mention
from referee.systems.great_war.notation.proposals.pieces import list_choices, list_own_nations, number
from referee.systems.great_war.notation.templates import list_default
from referee.systems.great_war.state.game import GreatWarGame, mix, piece_id
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive, DeclareBattles, MakePlans, MovePieces
from schemas.great_war.orders import Battle, Build, Buy, Done, Entrench, GreatWarOrder, Place
from schemas.record import Side

FEW_WORDS = 4
"""Most words of a purchase without a verb."""


def speaks_of_template(text: str) -> bool:
    """Return True for words about the orders of the template: `As you propose`, and `I do not agree`."""
    return (phrases.AS_PROPOSED.search(text) or phrases.AGREES.search(text)) is not None


def list_plan(theatre: GreatWarGame, position: Position | None, side: Side) -> tuple[GreatWarOrder, ...]:
    """Return the orders of the template, or none if they only close the question."""
    plan = () if position is None else tuple(list_default(theatre, position, side))
    return () if all(isinstance(order, Done) for order in plan) else plan


def agree(search: Search, quotes: Sequence[str]) -> bool:
    """Propose the orders of the template if nothing else is proposed and a sentence agrees to them.

    Words such as `agreed` mean a plan. Elsewhere they may be about anything, and `yes` answers the question.
    """
    if search.orders or search.position is None or any(_names_more(search, quote) for quote in quotes):
        return False
    for quote in quotes:
        buys_cards = phrases.ALL_CARDS.match(quote) is not None
        if not (buys_cards or _agrees(search, quote)):
            continue
        default = tuple(list_default(search.theatre, search.position, search.side))
        if not buys_cards or all(isinstance(one, Buy | Done) for one in default):
            search.words = quote
            return search.take(default)
    return False


def _agrees(search: Search, quote: str) -> bool:
    is_meant = isinstance(search.task, MakePlans) or phrases.AS_PROPOSED.search(quote) is not None
    is_meant = is_meant and not (selection_words.REPLACES.search(quote) or phrases.CONDITIONAL.search(quote))
    return is_meant and speaks_of_template(quote) and use.DENIES.isdisjoint(list_parts(quote))


def _names_more(search: Search, quote: str) -> bool:
    """Return True for pieces or areas other than those of the template: `As proposed, but all in Dvinsk`."""
    tokens = tokens_of(search.theatre, quote)
    plan = list_plan(search.theatre, search.position, search.side)
    areas = {one.area for one in plan if isinstance(one, Build | Place)}
    return any(
        one.area not in {"", *areas} or one.piece or is_of_piece(search.theatre, one) for one in tokens
    )


def declare_all(search: Search, quotes: Sequence[str]) -> bool:
    """Propose each battle that can be declared for `All of them`, in the order of the template."""
    if search.orders or search.position is None or not isinstance(search.task, DeclareBattles):
        return False
    for quote in quotes:
        if phrases.ALL_OF_THEM.match(quote):
            search.words = quote
            options = judgement.lawful(search.theatre, search.position, search.side)
            return search.take(tuple(one for one in options if isinstance(one, Battle)))
    return False


def take_builds(search: Search, sentence: Sentence, frame: Frame) -> None:
    """Propose the cards and pieces of a frame that are bought, built or placed."""
    if not isinstance(search.task, MakePlans) or frame.is_void or frame.stays:
        return
    counts = [count for clause in frame.clauses for count in count_cards(clause.tokens)]
    # "Seven cards, please" has no verb.
    is_short = sum(len(clause.tokens) for clause in frame.clauses) <= FEW_WORDS
    if counts and (is_short or not frame.keys.isdisjoint(use.BUYS)) and not frame.subjects:
        purchase = (Buy(side=search.side, cards=counts[0]),)
        if len(counts) > 1 or not search.take(purchase):
            search.leave()
        return
    areas = {*frame.places, *frame.goals}
    hosts = (*frame.hosts, *(one for one in frame.companions if one.is_army))
    frame = replace(frame, hosts=hosts)
    if not frame.subjects or not (areas or hosts):
        return
    mentions = [one for clause in sentence.clauses for one in clause.mentions]
    armies = [one for one in mentions if one.is_army and one not in frame.subjects]
    if armies and not hosts:
        # "It goes to Longwy and is put under the 5th Army" names an army that is not understood.
        search.leave()
        return
    # "One artillery for the 1st Army" is a new piece, although another one stands beside the army.
    is_new = any(one.count and not (one.ids or one.numbers) for one in frame.subjects)
    joins = not is_new or not frame.keys.isdisjoint(use.FOLLOWS - use.SMALL)
    if joins and (orders := join(search, frame)) is not None and search.take(orders):
        return
    builds = [find_builds(search, frame, mention, areas) for mention in frame.subjects]
    if not all(builds) or not search.take([order for some in builds for order in some]):
        unclear = (one for one, orders in zip(frame.subjects, builds, strict=True) if not orders)
        readings = [orders for one in unclear for orders in _read_lines(search, frame, one, areas)]
        search.leave(readings[0] if readings else ())


def take_trenches(search: Search, sentence: Sentence) -> bool:
    """Propose the trenches of a sentence, with the cards beside them. Return False for another sentence."""
    view = search.view
    about = [one for one in sentence.clauses if not (one.is_denied or one.keys.isdisjoint(use.TRENCHES))]
    if view is None or not isinstance(search.task, MakePlans) or not about:
        return False
    mentions = [one for clause in sentence.clauses for one in clause.mentions if one.is_army or one.ids]
    choices = [list_choices(search.theatre, view, search.side, one, Frame(())) for one in mentions]
    orders: list[GreatWarOrder] = []
    for some in choices:
        digs = [Entrench(side=search.side, piece=ids[0]) for ids in some if len(ids) == 1]
        legal = [one for one in digs if search.is_judged_later or search.is_legal((one,))]
        if len(legal) != 1:
            search.leave()
            return True
        orders += legal
    counts = [count for clause in sentence.clauses for count in count_cards(clause.tokens)]
    orders += [Buy(side=search.side, cards=count) for count in counts]
    others = (use.FOLLOWS | use.PLACES) - use.SMALL - use.AROUND_TRENCHES - use.TRENCHES
    # "ru-2 holds Silesia; trenches for ru-4" is about two armies.
    stays = any(one.stays and one not in about for one in sentence.clauses)
    is_void = stays or any(one.is_denied or one.is_unreal or one.is_of_others for one in sentence.clauses)
    is_clear = mentions and len(counts) < 2 and not is_void and sentence.keys.isdisjoint(others)
    if not (is_clear and search.take(orders)):
        search.leave()
    return True


def join(search: Search, frame: Frame) -> Sequence[GreatWarOrder] | None:
    """Return the orders by which pieces on the map join an army of their area, or None."""
    view = search.view
    assert view is not None
    hosts = {
        id
        for host in frame.hosts
        for ids in list_choices(search.theatre, view, search.side, host, frame)
        for id in ids
    }
    choices = [list_choices(search.theatre, view, search.side, one, frame) for one in frame.subjects]
    ids = [id for some in choices for id in some[0]] if all(len(some) == 1 for some in choices) else []
    ways = [search.read(*(f"join {id} to {host}" for id in ids)) for host in sorted(hosts) if ids]
    legal = [orders for orders in ways if orders and search.is_legal(orders)]
    return legal[0] if len(legal) == 1 else None


def counts_cards(clause: Clause) -> bool:
    """Return True for a clause with a number of cards."""
    return not clause.is_denied and any(count_cards(clause.tokens))


def count_cards(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the number before a word for cards, if it is the only one."""
    at = next((at for at, token in enumerate(tokens) if token.key in order_words.CARDS), 0)
    if not at:
        return
    counts = [count for token in tokens if (count := _read_count(token.key))]
    near = [count for token in tokens[max(0, at - 2) : at] if (count := _read_count(token.key))]
    if len(counts) == 1 or len(near) == 1:
        yield near[0] if near else counts[0]


def _read_count(word: str) -> int:
    return int(word) if word.isdecimal() and len(word) < 3 else order_words.COUNTS.get(word, 0)


def find_builds(search: Search, frame: Frame, mention: Mention, areas: set[str]) -> list[GreatWarOrder]:
    """Return the orders for the pieces of a mention, or [] if they are not clear."""
    count = len(mention.ids) or len(mention.numbers) or max(mention.count, 1)
    choices: list[list[GreatWarOrder]] = []
    for area, into in _list_hosts(search, frame, areas):
        for ids in _list_reserves(search, mention):
            legal = (order for id in ids if (order := _find_legal(search, id, area, into)) is not None)
            if len(orders := list(islice(legal, count))) == count:
                choices.append(orders)
    if not choices and search.is_judged_later and count == 1:
        choices = list(_read_lines(search, frame, mention, areas))
    return choices[0] if len(choices) == 1 else []


def _read_lines(
    search: Search, frame: Frame, mention: Mention, areas: set[str]
) -> Iterator[list[GreatWarOrder]]:
    """Yield the reinforcement that a line would name, legal or not."""
    names = mention.ids or tuple(filter(None, [mention.kind]))
    for area, into in _list_hosts(search, frame, areas):
        for name in names:
            orders = search.read(f"place {name} in {area}{f' into {into}' if into else ''}")
            if orders and _answers(search, orders):
                yield list(orders)


def _answers(search: Search, orders: Sequence[GreatWarOrder]) -> bool:
    """Return True if orders answer the open question, legal or not."""
    types = {type(one) for one in search.list_options()}
    return all(type(one) in types for one in orders)


def _list_hosts(search: Search, frame: Frame, areas: set[str]) -> Iterator[tuple[str, str | None]]:
    """Yield the areas and armies that a frame names as the places of new pieces."""
    if not frame.hosts:
        yield from ((area, None) for area in sorted(areas))
        return
    view = search.view
    assert view is not None
    for host in frame.hosts:
        nations = list_own_nations(search.theatre, search.side, host)
        for id in host.ids or [f"{nation}-{host.ordinal}" for nation in nations]:
            army = view.map.pieces.get(id)
            if army is not None and (not areas or army.area in areas):
                yield army.area, id


def _list_reserves(search: Search, mention: Mention) -> Iterator[tuple[str, ...]]:
    """Yield the pieces that a mention may mean, by nation."""
    if mention.ids:
        yield mention.ids
        return
    kind = mention.kind
    if mention.is_army:
        yield from (
            (f"{one}-{mention.ordinal}",) for one in list_own_nations(search.theatre, search.side, mention)
        )
    if kind is None:
        return
    unit = search.theatre.units[kind]
    for nation in list_own_nations(search.theatre, search.side, mention):
        if mention.numbers:
            yield tuple(piece_id(nation, unit, int(digits)) for digits in mention.numbers)
        else:
            ids = (id for id, one in mix(search.theatre).items() if one == kind)
            yield tuple(sorted((id for id in ids if id.startswith(f"{nation}-")), key=number))


def _find_legal(search: Search, piece: str, area: str, into: str | None) -> GreatWarOrder | None:
    """Return the legal order that brings a piece to a place, or None."""
    models: tuple[type[Build | Place], ...] = (Build, Place)
    orders = (model(side=search.side, piece=piece, area=area, into=into) for model in models)
    lines = search.read(f"rebuild {piece} in {area}") or () if into is None else ()
    return next((order for order in (*orders, *lines) if search.is_legal((order,))), None)


def take_battles(search: Search, sentence: Sentence, frames: Sequence[Frame]) -> None:
    """Propose the battles that a sentence names."""
    if isinstance(search.task, MovePieces | ChooseOffensive):
        search.battles += [(search.words, area) for area in _announce(sentence, frames)]
        return
    if not isinstance(search.task, DeclareBattles) or sentence.is_blocked:
        return
    storms = not (sentence.keys.isdisjoint(use.FIRST_PERSON) or sentence.keys.isdisjoint(use.TAKES))
    fights = storms or not sentence.keys.isdisjoint(use.COMBAT | use.BATTLES)
    for frame in frames:
        if frame.is_void or frame.stays:
            continue
        areas = dict.fromkeys((*frame.places, *frame.goals, *frame.origins)) or dict.fromkeys((frame.there,))
        for area in filter(None, areas):
            order = Battle(side=search.side, area=area)
            if not search.is_legal((order,)):
                continue
            if fights and not frame.subjects:
                search.take((order,))
            elif not any(one.numbers for clause in frame.clauses for one in clause.mentions):
                # The name of a battle that may be declared is not a remark.
                search.leave()


def leave_battles(search: Search, sentence: Sentence) -> None:
    """List a sentence with a doubt if it wants a battle: `Fights: Metz, no attack in Mons or Lille`.

    Plans for losses are wishes of their own.
    """
    asks = isinstance(search.task, MovePieces | ChooseOffensive | DeclareBattles)
    plans = not sentence.keys.isdisjoint(use.CASUALTIES | use.LOSES | use.GOES_BACK)
    fights = not (plans or sentence.keys.isdisjoint(use.COMBAT | use.BATTLES | use.FIGHTS - use.SMALL))
    clauses = (clause for clause in sentence.clauses if not (clause.is_denied or clause.is_unreal))
    areas = {one.area for clause in clauses for one in clause.mentions if one.area}
    proposed_areas = {order.area for _, order in search.orders if isinstance(order, Battle)}
    if sentence.is_blocked and asks and fights and not areas <= proposed_areas:
        search.words = sentence.quote
        search.leave()


MOST_WORDS = 6
"""Most words of a clause about a battle that needs no other mark: `the battle is Metz`."""


def _announce(sentence: Sentence, frames: Sequence[Frame]) -> Iterator[str]:
    """Yield the areas of the battles that a sentence wants after the moves."""
    if sentence.is_blocked or sentence.keys.isdisjoint(use.COMBAT | use.BATTLES | use.COMBAT):
        return
    is_marked = not sentence.keys.isdisjoint(use.FIRST_PERSON | use.ORDERING)
    for frame in frames:
        # "I attack Metz" names a battle, and "I go to Metz" a destination.
        attacks = not frame.keys.isdisjoint(use.ATTACKS) and not frame.keys.isdisjoint(use.FIRST_PERSON)
        # The attackers may be named in the sentence before.
        names_piece = any(one in clause.mentions for clause in frame.clauses for one in frame.subjects)
        if frame.is_void or frame.stays or names_piece or (frame.goals and not attacks):
            continue
        for clause in frame.clauses:
            areas = [one for one in clause.mentions if one.area and (attacks or one.role != "to")]
            is_short = len(clause.tokens) <= MOST_WORDS
            # "The fight in Flanders is hard" is a remark.
            is_remark = not clause.keys.isdisjoint(use.POSSESSES) and not _ends_with_area(clause)
            if clause.is_relative or is_remark or any(one.is_piece for one in clause.mentions):
                continue
            if is_marked or is_short:
                yield from (one.area for one in areas)


def _ends_with_area(clause: Clause) -> bool:
    return bool(clause.mentions) and clause.mentions[-1].end == len(clause.tokens)


def declare(search: Search) -> None:
    """Propose the battles that follow the moves. One that a move brings about anyway needs no order."""
    if not isinstance(search.task, MovePieces):
        for words, _ in search.battles:
            search.words = words
            search.leave()
        return
    battles: dict[str, str] = {}
    for words, area in search.battles:
        battles.setdefault(area, words)
    view = search.view
    assert view is not None
    if len(battles) == 1 and battles.keys() <= {*compulsory(view)} - {*search.battle_areas}:
        return
    is_open = bool(search.unread)
    for area, words in battles.items():
        search.words = words
        if is_open or not search.take((Battle(side=search.side, area=area),)):
            search.leave()
