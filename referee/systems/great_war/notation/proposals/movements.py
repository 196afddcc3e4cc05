"""Moves and retreats that a frame probably means."""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Mention
from referee.systems.great_war.notation.proposals.pieces import Ids, list_choices
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    LeaveEmpty,
    MovePieces,
    PassMove,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
)
from schemas.great_war.names import Kind
from schemas.great_war.orders import Move, Retreat

MOVING = MovePieces | PassMove
RETREATING = RideOff | StandOrRetreat | RetreatAfter | LeaveEmpty

MOST_GOALS = 4
"""Highest number of areas that are tried as the destination of a frame."""


def take(search: Search, sentence: Sentence, frame: Frame, frames: Sequence[Frame]) -> None:
    """Propose the moves or retreats of a frame, or note its words as not read."""
    view = search.view
    if view is None or not isinstance(view.task, MOVING | RETREATING | ChooseOffensive):
        return
    if frame.is_void or frame.stays or not _is_movement(frame) or _is_about_losses(sentence):
        return
    subjects = _find_subjects(view, frame)
    goals = _find_goals(search, view, frame, subjects) if subjects else ()
    if not subjects:
        _leave_open(search, frame)
    elif not goals and frame.hosts and isinstance(view.task, MOVING):
        _join(search, view, frame, subjects)
    elif not goals or isinstance(view.task, ChooseOffensive):
        # Moves follow an offensive card, which the letter does not name.
        # The destination may follow: "it leaves Sedan and joins the fight in Verdun".
        goes_on = any(other is not frame and other.subjects == frame.subjects for other in frames)
        mentions = [one for clause in frame.clauses for one in clause.mentions]
        names_army = any(one.is_army for one in subjects if one in mentions)
        is_open = (frame.moves or frame.origins or names_army) and not (frame.is_inherited or goes_on)
        if goals or is_open:
            search.leave()
    else:
        _move(search, view, _add_mode(sentence, frame), subjects, goals)


def _is_about_losses(sentence: Sentence) -> bool:
    """Return True for `infantry goes first in losses`, which names no area and no army."""
    names = [one for clause in sentence.clauses for one in clause.mentions]
    is_movement = any(one.area or one.is_army or one.ids for one in names)
    return not sentence.keys.isdisjoint(use.CASUALTIES) and not is_movement


def _find_others(search: Search, frame: Frame, subjects: Sequence[Mention]) -> list[Mention]:
    """Return the own armies in a frame that its orders do not move."""
    moves = [order for _, order in search.orders if isinstance(order, Move)]
    used = {id for order in moves for id in (order.piece, order.into)}
    others: list[Mention] = []
    for clause in frame.clauses:
        has_unit = any(one.kind and one.kind != "army" for one in clause.mentions)
        for one in clause.mentions:
            is_owner = one.role == "of" and has_unit
            if _is_of_other_nation(search, frame, one, subjects):
                continue
            if one.is_army and not one.is_foreign and one not in subjects and not is_owner:
                others.append(one)
    nations = [nation.id for nation in search.theatre.nations.values() if nation.side == search.side]
    return [one for one in others if used.isdisjoint(f"{nation}-{one.ordinal}" for nation in nations)]


def _is_of_other_nation(search: Search, frame: Frame, host: Mention, subjects: Sequence[Mention]) -> bool:
    """Return True for an army that pieces of another nation cannot join: they go where it stands."""
    if host not in frame.hosts or search.start is None or not all(one.nation for one in subjects):
        return False
    choices = list_choices(search.theatre, search.start, search.side, host, frame)
    nations = {search.start.map.pieces[id].nation for ids in choices for id in ids}
    return bool(nations) and nations.isdisjoint(one.nation for one in subjects)


def _is_repeated(search: Search, subjects: Sequence[Mention], goals: Sequence[str]) -> bool:
    """Return True if earlier sentences move the same pieces to the same area."""
    if search.start is None:
        return False
    pieces = {
        order.piece for _, order in search.orders if isinstance(order, Move) and order.path[-1] in goals
    }
    choices = [list_choices(search.theatre, search.start, search.side, one, Frame(())) for one in subjects]
    return all(any(pieces.issuperset(ids) for ids in some) for some in choices)


def _add_mode(sentence: Sentence, frame: Frame) -> Frame:
    """Return a frame with a clause beside it that names a way to travel: `By rail: the 7th Army to Metz`.

    A clause behind the frame must be the last one: `uk-i9 to Calais, strategic movement`.
    """
    at = sentence.clauses.index(frame.clauses[0])
    before, behind = sentence.clauses[:at][-1:], sentence.clauses[at + len(frame.clauses) :]
    if any(map(names_way, before)):
        return replace(frame, clauses=(*before, *frame.clauses))
    is_last = len(behind) == 1 and names_way(behind[0])
    return replace(frame, clauses=(*frame.clauses, *behind)) if is_last else frame


def names_way(clause: Clause) -> bool:
    """Return True for a clause such as `by rail` or `strategic movement`."""
    ways = use.RAIL | use.SEA | use.STRATEGIC
    return not (clause.is_denied or clause.mentions or clause.keys.isdisjoint(ways))


def _leave_open(search: Search, frame: Frame) -> None:
    """Note a destination without pieces, such as one behind a quoted line."""
    is_journey = frame.moves or not frame.keys.isdisjoint(use.RAIL | use.SEA)
    if frame.goals and not frame.is_reference and is_journey:
        search.leave()


def _move(
    search: Search, view: Position, frame: Frame, subjects: Sequence[Mention], goals: Sequence[str]
) -> None:
    area = getattr(view.task, "area", "")
    if area and not frame.origins:
        # Only pieces in the battle may retreat.
        frame = replace(frame, origins=(area,))
    orders = _find_orders(search, view, frame, subjects, goals)
    orders = orders and _leave_contents_out(view, orders)
    if orders is None:
        if (frame.goals or frame.takes) and not _is_repeated(search, subjects, goals):
            search.leave()
    elif not search.take(orders):
        search.leave(orders)
    elif not isinstance(view.task, RETREATING) and _find_others(search, frame, subjects):
        # "Accompanied by the 2nd Army" is left out, so that the movement is not over.
        search.leave()


def _leave_contents_out(view: Position, orders: Orders) -> Orders:
    """Return orders without pieces that go inside their army: `both ge-5 and the infantry go back`."""
    ids = {order.piece for order in orders if isinstance(order, Move | Retreat)}
    return tuple(
        order
        for order in orders
        if not (isinstance(order, Move | Retreat) and view.map.pieces[order.piece].army in ids)
    )


def _join(search: Search, view: Position, frame: Frame, subjects: Sequence[Mention]) -> None:
    """Propose that pieces join an army: `infantry 18 joins the 2nd Army`."""
    hosts = {
        id
        for host in frame.hosts
        for ids in list_choices(search.theatre, view, search.side, host, frame)
        for id in ids
    }
    ways = [
        orders
        for host in sorted(hosts)
        for choices in product(
            *(list_choices(search.theatre, view, search.side, mention, frame) for mention in subjects)
        )
        if (orders := search.read(*(f"move {id} into {host}" for ids in choices for id in ids)))
        and search.is_legal(orders)
    ]
    if len(ways) == 1 and search.take(ways[0]):
        return
    # An army of another nation only names the area.
    areas = {area for id in hosts if (area := view.map.pieces[id].area)} & {*frame.places}
    orders = _find_orders(search, view, frame, subjects, sorted(areas)) if len(areas) == 1 else None
    if orders is None or not search.take(orders):
        search.leave(orders or ())


def _find_subjects(view: Position, frame: Frame) -> tuple[Mention, ...]:
    """Return the pieces of a frame, which follow the destination in `We attack Verdun with the 5th Army`."""
    if not frame.subjects:
        mentions = tuple(
            one for one in frame.companions if one.is_army or one.ids or one.numbers or one.count
        )
        # "I retreat with be-1"
        return mentions if frame.takes or frame.moves or not frame.keys.isdisjoint(use.GOES_BACK) else ()
    ids = {id for one in frame.subjects for id in one.ids}
    kinds = {view.map.pieces[id].kind for id in ids if id in view.map.pieces}
    # "My cavalry in Minsk, ah-c3, goes" names one piece.
    subjects = tuple(
        one for one in frame.subjects if not (_is_content(frame, one) or _repeats(one, kinds, len(ids)))
    )
    return (*subjects, *(one for one in frame.companions if one.is_army and not frame.stays))


def _repeats(mention: Mention, kinds: set[Kind], count: int) -> bool:
    """Return True if a description names the pieces with ids beside it once more."""
    return mention.kind in kinds and not (mention.ids or mention.numbers) and mention.count <= count


def _is_content(frame: Frame, mention: Mention) -> bool:
    """Return True for a part of an army: `the 1st Army, tank and all`."""
    if (
        mention.kind is None
        or mention.ids
        or mention.numbers
        or mention.nation
        or mention.count
        or mention.is_loose
    ):
        return False
    clause = next((one for one in frame.clauses if mention in one.mentions), None)
    if clause is None or not any(one.is_army for one in frame.subjects):
        return False
    is_bare = mention.at == 0 or clause.tokens[mention.at - 1].key not in order_words.ARTICLES
    return is_bare and not any(one.area for one in clause.mentions) and not clause.has_verb


def _find_goals(search: Search, view: Position, frame: Frame, subjects: Sequence[Mention]) -> tuple[str, ...]:
    """Return the areas that may be the destination. Words such as `to` make it clear."""
    rides = isinstance(view.task, RETREATING) and len(set(frame.places)) == 1
    rides = rides or not frame.keys.isdisjoint(use.TOO)
    if frame.goals or not (frame.moves or rides):
        return tuple(dict.fromkeys(frame.goals))
    choices = (list_choices(search.theatre, view, search.side, mention, frame) for mention in subjects)
    here = {view.map.pieces[id].area for some in choices for ids in some for id in ids}
    return tuple(area for area in dict.fromkeys(frame.places) if area not in here)[:MOST_GOALS]


def _is_movement(frame: Frame) -> bool:
    """Return False for words of possession or position beside a place."""
    return frame.moves or frame.keys.isdisjoint(use.POSSESSES)


def _find_orders(
    search: Search, view: Position, frame: Frame, subjects: Sequence[Mention], goals: Sequence[str]
) -> Orders | None:
    """Return the orders of all pieces to one destination, or None if there are none or several."""
    legal_orders: list[Orders] = []
    illegal: list[Orders] = []
    for goal in goals:
        choices = [list(_list_orders(search, view, frame, mention, goal)) for mention in subjects]
        legal = [[orders for orders in some if search.is_legal(orders)] for some in choices]
        if all(len(some) == 1 for some in legal):
            legal_orders.append(tuple(order for some in legal for order in some[0]))
        elif any(len(some) > 1 for some in legal):
            return None
        elif all(len(some) == 1 for some in choices):
            illegal.append(tuple(order for some in choices for order in some[0]))
    if len(legal_orders) == 1:
        return legal_orders[0]
    # An illegal order is named with its objections if no other one can be meant.
    return illegal[0] if not legal_orders and len(goals) == len(illegal) == 1 else None


def _list_orders(
    search: Search, view: Position, frame: Frame, mention: Mention, goal: str
) -> Iterator[Orders]:
    """Yield the orders of each choice of pieces that a mention may mean."""
    for ids in _list_pieces(search, view, frame, mention, goal):
        lines = [_write(view, frame, id, goal) for id in ids]
        if (orders := search.read(*lines)) is not None:
            yield orders


def _list_pieces(search: Search, view: Position, frame: Frame, mention: Mention, goal: str) -> Iterator[Ids]:
    for ids in list_choices(search.theatre, view, search.side, mention, frame):
        pieces = [view.map.pieces[id] for id in ids]
        area = getattr(view.task, "area", None)
        if not any(piece.area == goal for piece in pieces) and all(
            area in {None, piece.area} for piece in pieces
        ):
            yield ids


def _write(view: Position, frame: Frame, id: str, goal: str) -> str:
    """Return the line of an order."""
    if isinstance(view.task, RETREATING):
        return f"retreat {id} to {goal}"
    via = f" via {', '.join(frame.between)}" if frame.between else ""
    keys = frame.keys
    if not keys.isdisjoint(use.STRATEGIC):
        return f"strategic {id} to {goal}"
    if not keys.isdisjoint(use.RAIL):
        return f"rail {id} to {goal}"
    if not keys.isdisjoint(use.SEA):
        return f"sea {id} to {goal}"
    return f"move {id} to {goal}{via}"


def _is_about_all(search: Search, view: Position, frame: Frame) -> bool:
    """Return True if a frame names all pieces that may retreat."""
    may_retreat = {order.piece for order in search.list_options() if isinstance(order, Retreat)}
    choices = [list_choices(search.theatre, view, search.side, one, frame) for one in frame.subjects]
    mentions = {id for some in choices for ids in some for id in ids}
    return bool(may_retreat) and mentions.issuperset(may_retreat)


def stands(search: Search, frame: Frame) -> bool:
    """Return True if a frame answers the question of a retreat with no: `no retreat`, `we stay`."""
    view = search.view
    if view is None or not isinstance(view.task, RideOff | StandOrRetreat | RetreatAfter):
        return False
    if (
        frame.is_unreal
        or frame.is_of_others
        or {*frame.places, *frame.goals, *frame.origins} - {view.task.area}
    ):
        return False
    is_all = _is_about_all(search, view, frame)
    is_general = not frame.subjects or is_all or not frame.keys.isdisjoint(use.REST)
    # "No, we retreat" denies no retreat.
    acts = use.GOES_BACK | use.MOVES
    denies = any(one.is_denied and not one.keys.isdisjoint(acts) for one in frame.clauses)
    says_all = is_all or not frame.keys.isdisjoint(use.FIRST_PERSON | use.REST)
    holds = frame.stays and not frame.is_denied and says_all
    return is_general and (denies or holds)
