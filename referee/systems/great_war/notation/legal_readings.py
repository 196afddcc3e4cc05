"""Lines that can be read in several ways, of which only one is legal, and lines with small slips.

"1st Army to Nancy" can be the Belgian, the British or the French 1st Army, of which one can reach Nancy. A
verb with one wrong letter and a forgotten `to` have one meaning if only one form of the line is legal. All
that is compared is known to the side that orders.
"""

import re
from collections.abc import Callable, Collection, Iterator
from itertools import chain

from referee.faults import Unreadable
from referee.i18n import order_words
from referee.i18n.name_matching import key, strip_comment
from referee.systems.great_war.flow.judgement import is_legal
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.sentences import LONGEST_LINE, MOST_READINGS, Misreading, Reading
from referee.systems.great_war.notation.template_choices import follow
from referee.systems.great_war.season import arrivals, production
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war.orders import Done, GreatWarOrder, Move, Pass, Resign, Retreat
from schemas.record import Side

Orders = tuple[GreatWarOrder, ...]


def settle(
    theatre: GreatWarGame, position: Position, line: str, read_line: Callable[[str], Orders]
) -> Orders:
    """Return the orders of a line. If its pieces can be several, the legal reading is taken.

    Raises Unreadable, with all readings, if none or several of them are legal.
    The answer names the order, so that the writer sees the reading.
    """
    try:
        return read_line(line)
    except Unreadable as fault:
        if fault.stated.fact is not Misreading.PIECE_UNCLEAR or len(fault.readings) >= MOST_READINGS:
            raise
        # An area alone may mean all of its pieces.
        if any(reading.count(",") > line.count(",") for reading in fault.readings):
            raise
        legal = [orders for orders in map(read_line, fault.readings) if _are_legal(theatre, position, orders)]
        if len(legal) != 1:
            raise
        return legal[0]


def _are_legal(theatre: GreatWarGame, position: Position, orders: Orders) -> bool:
    """Return True if pieces go somewhere, and no rule objects to it in the position that the side knows."""
    return all(isinstance(order, Move | Retreat) and is_legal(theatre, position, order) for order in orders)


_PRICE = re.compile(r"\s*\((\d{1,2})(?:\s*(?:bps?|points?|punkte?|πκ))?\)[.,;]?\s*$", re.IGNORECASE)
_IDS = re.compile(r"(?<![\w-])(?:(?P<nation>[a-z]{2})-[a-z]?\d{1,2}|(?P<short>[a-z]\d{1,2}))(?![\w-])")
SHORTEST_VERB = 4
"""Fewest letters of the word of an order that may have a wrong one."""


def read_typed(
    reading: Reading,
    position: Position,
    fault: Unreadable,
    verbs: Collection[str],
    read_line: Callable[[str], Orders],
) -> Orders:
    """Return the orders of an unreadable line that has one legal form; raises the fault of any other.

    Raises Unreadable with all forms if several of them are legal.
    """
    text = strip_comment(reading.line)
    if len(text) > LONGEST_LINE or "?" in text:
        raise fault
    text, price = split_price(position, text)
    bare = reading.replace_line(spell_ids(reading.theatre, text))
    forms: dict[Orders, str] = {}
    for form in dict.fromkeys(_list_forms(bare, fault, verbs, has_price=price > 0)):
        try:
            orders = read_line(form)
        except Unreadable:
            continue
        fits = not price or find_cost(reading.theatre, position, orders) == price
        if fits and not any(_stays(position, order) for order in orders):
            forms.setdefault(orders, form)
    legal = [one for one in forms if _carry_out(reading.theatre, position, one) is not None]
    if len(legal) > 1:
        raise reading.ambiguous(Misreading.LINE_UNCLEAR, reading.phrase(), [forms[one] for one in legal])
    # A line with a verb is an order even if it is illegal: its refusal names the reason.
    has_verb = fault.stated.fact in {Misreading.GOAL_MISSING, Misreading.VERB_UNKNOWN}
    readable = legal or ([*forms] if has_verb and len(forms) == 1 else [])
    if not readable:
        raise fault
    return readable[0]


def _list_forms(
    reading: Reading, fault: Unreadable, verbs: Collection[str], *, has_price: bool
) -> Iterator[str]:
    """Yield the lines that a line with slips may mean."""
    if order_words.closes(key(reading.line)):
        yield "done"
    if has_price:
        yield reading.line
    if fault.stated.fact is Misreading.GOAL_MISSING and len(fault.readings) == 1:
        yield fault.readings[0]
    words = reading.phrase()
    first, terms = words.part(0, 1), reading.names
    if first.key in verbs:
        return
    if any(word.key in terms.counters or terms.areas.holds(word.key) for word in words.words[1:]):
        yield from (reading.instead(first, verb) for verb in verbs if _is_slip(first.key, verb))


def _is_slip(word: str, verb: str) -> bool:
    """Return True for a word that differs from the word of an order in one letter, neither first nor last."""
    if word in order_words.NO_SLIPS or len(verb) < SHORTEST_VERB or abs(len(word) - len(verb)) > 1:
        return False
    if word[:1] != verb[:1] or word[-1:] != verb[-1:]:
        return False
    if len(word) != len(verb):
        shorter, longer = sorted((word, verb), key=len)
        return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    wrong = [at for at, (one, right) in enumerate(zip(word, verb, strict=True)) if one != right]
    is_swap = len(wrong) == 2 and wrong[1] == wrong[0] + 1
    return len(wrong) == 1 or (
        is_swap and word[wrong[0]] == verb[wrong[1]] and word[wrong[1]] == verb[wrong[0]]
    )


def split_price(position: Position, line: str) -> tuple[str, int]:
    """Return a line without the price at its end, and the price, or 0 if it has none: `5 cards (5)`."""
    is_production = isinstance(position.task, MakePlans) and position.task.phase == "production"
    price = _PRICE.search(line) if is_production else None
    return (line[: price.start()], int(price[1])) if price else (line, 0)


def list_own(theatre: GreatWarGame, position: Position, side: Side) -> list[str]:
    """Return the ids of a side's pieces on the map, and of due ones while it places them."""
    due = arrivals.list_next(theatre, position, side) if position.task == MakePlans("reinforcements") else ()
    return [piece.id for piece in chain(position.map.owned(side), due)]


def spell_ids(theatre: GreatWarGame, text: str, own: Collection[str] = ()) -> str:
    """Return a text in which a short id follows its nation: `ge-i32 to Nancy, i33 stays` names ge-i33.

    A short id without a nation before it means the only piece of that number among the `own` ones.
    """
    ids, nation = lexicon(theatre).counters, ""

    def spell(match: re.Match[str]) -> str:
        nonlocal nation
        nation = match["nation"] or nation
        if match["nation"]:
            return match[0]
        possible_ids = (f"{nation}-{match['short']}",) if nation else own
        like = [id for id in possible_ids if key(id) in ids and id.endswith(f"-{match['short']}")]
        return like[0] if len(like) == 1 else match[0]

    return _IDS.sub(spell, text)


def _carry_out(theatre: GreatWarGame, position: Position, orders: Orders) -> Position | None:
    """Return the position after orders, or None if one of them is illegal or gives up what was asked."""
    after: Position | None = position
    for order in orders:
        if isinstance(order, Pass | Resign) or after is None:
            return None
        after = after if isinstance(order, Done) else follow(theatre, after, order)
    return after if orders else None


def _stays(position: Position, order: GreatWarOrder) -> bool:
    """Return True for a move to the area of the piece, which the line names as its place."""
    piece = position.map.pieces.get(order.piece) if isinstance(order, Move) else None
    return isinstance(order, Move) and piece is not None and piece.area == order.path[-1]


def find_cost(theatre: GreatWarGame, position: Position, orders: Orders) -> int:
    """Return the build points that orders cost one after the other."""
    cost = 0
    for order in orders:
        if isinstance(order, production.Purchase):
            cost += production.price(theatre, position, order)
        position = follow(theatre, position, order) or position
    return cost
