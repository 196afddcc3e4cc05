"""Moves that the pieces and areas of a sentence mean, and the battles after them."""

from collections.abc import Collection, Iterable, Iterator

from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.guesses import bindings
from referee.systems.great_war.notation.guesses.bindings import Binding
from referee.systems.great_war.notation.proposals import remainders
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.pieces import Ids, list_choices
from referee.systems.great_war.state.position import Position

OTHER_WAYS = ("sea", "rail", "strategic", "transit")
"""Journeys that are tried if no march is legal."""


def take(
    search: Search, sentence: Sentence, clauses: Iterable[Clause], last: str, played: Collection[str]
) -> None:
    """Propose the moves of a sentence, and the battles after them.

    The numbers of `played` cards are not those of armies.
    """
    bound = [one for one in bindings.bind(sentence, lambda _: False, last) if one.unit.ordinal not in played]
    references = [one for one in bound if _is_reference(search, one)]
    for one in bound:
        if one not in references:
            _take_move(search, one)
    moving = {clause for one in bound for clause in one.clauses if one not in references}
    areas = bindings.list_areas(
        one for one in clauses if one not in moving and not _leads_to_void(sentence, one)
    )
    fights = not sentence.keys.isdisjoint(use.COMBAT | use.BATTLES | use.FIGHTS - use.SMALL)
    if not fights:
        return
    if not played and any(remainders.names_unknown(clause) for clause in clauses):
        search.leave()
    search.battles += [(sentence.quote, area) for area in areas]


def _leads_to_void(sentence: Sentence, clause: Clause) -> bool:
    """Return True for the beginning of `At Lille, the siege goes on without an attack`."""
    after = sentence.clauses[sentence.clauses.index(clause) + 1 :][:1]
    is_place = len(clause.tokens) == sum(one.end - one.at for one in clause.mentions) + 1
    return is_place and any(bindings.is_ruled_out(one) for one in after)


def _is_reference(search: Search, bound: Binding) -> bool:
    """Return True for an army at the destination of others, as in `i19 goes to Boulogne to the 5th Army`."""
    view = search.view
    if view is None or not bound.unit.is_army:
        return False
    choices = list_choices(search.theatre, view, search.side, bound.unit, Frame(()))
    pieces = view.map.pieces
    return any(all(pieces[id].area in bound.areas for id in ids) for ids in choices)


def _take_move(search: Search, bound: Binding) -> None:
    """Propose the move of a piece to the first of its places that is legal.

    A move that is not legal is named with its objections.
    """
    view = search.view
    if view is None:
        search.leave()
        return
    finders = (_list_legal_moves, _list_moves)
    choices = ([*find(search, view, bound, goal)] for find in finders for goal in bound.areas)
    first = next((one for one in choices if one), None) or []
    if not first and _is_enemy(search, view, bound):
        return
    is_vague = bound.is_bare and not (bound.unit.ids or bound.unit.numbers or bound.unit.ordinal)
    if is_vague or not bound.frame.keys.isdisjoint(use.PASSES):
        # "The 2nd Army attacks Metz, and the cavalry", "fr-1 passes Nancy"
        search.leave()
        return
    if len(first) != 1 or not search.take(first[0]):
        search.leave(first[0] if len(first) == 1 else ())


def _is_enemy(search: Search, view: Position, bound: Binding) -> bool:
    """Return True for pieces of the enemy, as in `attacks the cavalry in Tarnopol`, and for no pieces."""
    unit = bound.unit
    if unit.ids or unit.numbers or unit.ordinal or unit.nation:
        return False
    others = [piece for piece in view.map.pieces.values() if piece.side != search.side]
    is_there = any(piece.kind == unit.kind and piece.area in bound.areas for piece in others)
    # "Siege" is the beginning of a kind, and forts do not move.
    is_none = unit.kind == "fort" or not list_choices(search.theatre, view, search.side, unit, Frame(()))
    return is_there or is_none


def _list_legal_moves(search: Search, view: Position, bound: Binding, goal: str) -> Iterator[Orders]:
    """Yield the legal moves of a piece. Other ways are tried if no march is legal."""
    for ids in _list_pieces(search, view, bound, goal):
        for ways in _list_ways(bound.frame):
            moves = (_read_moves(search, bound, way, ids, goal) for way in ways)
            legal = [orders for orders in moves if orders and search.is_legal(orders)]
            yield from legal
            if legal:
                break


def _list_moves(search: Search, view: Position, bound: Binding, goal: str) -> Iterator[Orders]:
    """Yield the moves by the most usual way."""
    (way, *_), *_ = _list_ways(bound.frame)
    for ids in _list_pieces(search, view, bound, goal):
        if orders := _read_moves(search, bound, way, ids, goal):
            yield orders


def _list_pieces(search: Search, view: Position, bound: Binding, goal: str) -> Iterator[Ids]:
    """Yield the pieces of a mention that are elsewhere."""
    for ids in list_choices(search.theatre, view, search.side, bound.unit, bound.frame):
        if not any(view.map.pieces[id].area == goal for id in ids):
            yield ids


def _read_moves(search: Search, bound: Binding, way: str, ids: Ids, goal: str) -> Orders | None:
    between = [one.area for clause in bound.clauses for one in clause.areas("via")]
    via = f" via {', '.join(between)}" if between and way == "move" else ""
    return search.read(*(f"{way} {id} to {goal}{via}" for id in ids))


def _list_ways(frame: Frame) -> tuple[tuple[str, ...], ...]:
    """Return the way to travel that a frame names, or a march and the other ways."""
    ways = (("strategic", use.STRATEGIC), ("rail", use.RAIL), ("sea", use.SEA))
    way = next((way for way, words in ways if not frame.keys.isdisjoint(words)), "")
    return ((way,),) if way else (("move",), OTHER_WAYS)
