"""Short answers: names of areas, pieces and cards, and hardly another word.

`Boulogne.`, `i2 and i18`, `card 40`, `43 in Artois. Done`. Each part of the answer names what one legal order
names, and no other.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from referee.faults import Unreadable
from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import key
from referee.i18n.proposals import phrases
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.answer_options import (
    drop_implied,
    list_answers,
    list_own_names,
    list_piece_names,
)
from referee.systems.great_war.notation.free_text import card_names
from referee.systems.great_war.notation.free_text.context import Context, Orders
from referee.systems.great_war.notation.free_text.tokens import CONJUNCTION, tokens_of
from referee.systems.great_war.notation.proposals import answers
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame
from schemas.great_war.orders import Done, GreatWarOrder, Pass

MOST_WORDS = 12
"""Most words of a short answer."""

_ASKED = (
    tasks.LeaveEmpty | tasks.RideOff | tasks.StandOrRetreat | tasks.RetreatAfter | tasks.DeclareBattles
    | tasks.CombatCards | tasks.PayHits | tasks.PayCrisis | tasks.LoseInTransit | tasks.MakePlans
    | tasks.ChooseOffensive | tasks.MovePieces | tasks.PassMove
)  # fmt: skip
"""Questions that names answer. A plan names the pieces that armies out of supply lose."""

_BEFORE_PLACES = frozenset({"in", "at", "to", "en", "a", "vers", "nach", "σε", "στο", "στη"})
"""Words before a place, of which `in` also abbreviates infantry."""

_AROUND = (
    use.COURTESIES | (use.THEN - {"last"}) | order_words.ARTICLES | order_words.CARDS | use.ARMIES
    | _BEFORE_PLACES | {"please", "bitte", "svp", "d"}
)  # fmt: skip
"""The only words beside the names."""

_STAYS = use.STAYS - (
    use.RETREATS | use.SMALL | use.REST | use.DOUBTS | use.SECOND_THOUGHTS | use.FOR_LATER | use.GOES_BACK
)
_FIGHTS = frozenset({
    "fight", "fights", "fighting", "kampft", "kampfe", "kampfen", "kaempft", "kaempfe", "kaempfen", "tenir",
    "combattons", "combattent", "combat", "πολεμαμε",
})  # fmt: skip
_STAYING = use.FIRST_PERSON | use.EVERYONE | use.FIGHTS | order_words.AND | _AROUND | {
    "they", "fast", "put", "line", "ground", "position", "positions", "linie", "stellung", "ligne",
}  # fmt: skip
"""Words of pieces that stay where they are asked to retreat, and words beside them."""

_PARTS = re.compile(rf"\s*(?:[,;&+]|\b{CONJUNCTION}\b)\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[a-z]?\d{1,2}")
_LAST_PART = re.compile(r"(?:.*[.!,;\n])?\s*([^.!,;\n]*)$", re.DOTALL)
_DONE = re.compile(r"(?<=\w)\s+(done|finished|fertig|fini)\W*$", re.IGNORECASE)


def set_end_apart(theatre: GreatWarGame, text: str) -> str:
    """Return `fr-2 to Verdun. done` for `fr-2 to Verdun done`. A deed may be `done` behind other words."""
    end = _DONE.search(text)
    last = tokens_of(theatre, text[: end.start()])[-1:] if end else ()
    is_name = any(one.area or one.piece for one in last)
    is_count = any(one.key.isdecimal() or one.key in order_words.CARDS for one in last)
    return f"{text[: end.start()]}. {end[1]}" if end and (is_name or is_count) else text


def read(context: Context, text: str) -> Orders | None:
    """Return the orders of a short answer, `()` for one with several meanings, or None for another text."""
    task = context.position.task
    # A number alone is too little for the card of a turn.
    is_number = isinstance(task, tasks.ChooseOffensive) and not any(map(str.isalpha, text))
    if "?" in text or len(text.split()) > MOST_WORDS or not isinstance(task, _ASKED) or is_number:
        return None
    body, closes = _cut_end(text)
    if answer := _read_refusal(context, body):
        return answer
    parts = [part for part in _PARTS.split(body.strip(" .!,;")) if part]
    names = [_find_names(context, part, is_first=at == 0) for at, part in enumerate(parts)]
    if not any(names) or None in names:
        return None
    moves = isinstance(task, tasks.MovePieces | tasks.PassMove)
    options = () if moves else judgement.options(context.theatre, context.position, context.side)
    candidates = [*list_answers(context.position, context.side, options)]
    # A piece has one order: `ge-b1 in Metz and Saar` is unclear.
    orders: dict[object, GreatWarOrder] = {}
    for one in filter(None, names):
        order = _find_move(context, one) if moves else _choose(context, candidates, one)
        subject = getattr(order, "piece", order)
        if order is None or subject in orders:
            return ()
        orders[subject] = order
    return (*orders.values(), Done(side=context.side)) if closes else tuple(orders.values())


def _read_refusal(context: Context, text: str) -> Orders:
    """Return the pass of `no offensive`, and the end of a question for `they stay` and `I keep my cards`."""
    refuses = answers.is_no(text) or phrases.NO_OFFENSIVE.match(text)
    if isinstance(context.position.task, tasks.ChooseOffensive) and refuses:
        return (Pass(side=context.side),)
    keys = frozenset(key(text.strip(" .!,;")).split())
    fights = not (keys.isdisjoint(_FIGHTS) or keys.isdisjoint(use.FIRST_PERSON | use.EVERYONE))
    stays = (fights or not keys.isdisjoint(_STAYS)) and keys <= _STAYS | _FIGHTS | _STAYING
    keeps = isinstance(context.position.task, tasks.CombatCards) and phrases.KEEPS_CARDS.match(text)
    return (Done(side=context.side),) if keeps or (stays and context.retreats()) else ()


def _cut_end(text: str) -> tuple[str, bool]:
    """Return a text without the words at its end that close a question, and True if it has such words."""
    text = text.rstrip(" .!\n")
    end = _LAST_PART.match(text)
    if end is None or not (order_words.closes(key(end[1])) or sentence_phrases.ALL_SAID.fullmatch(end[1])):
        return text, False
    return text[: end.start(1)], True


def _find_names(context: Context, part: str, *, is_first: bool) -> frozenset[str] | None:
    """Return the names in a part of an answer, or None if it has other words as well.

    A number may be that of a card, of a piece or of an army.
    """
    # A name in another language needs its capital: `podolie`.
    kinds, every = lexicon(context.theatre).kinds, tokens_of(context.theatre, part.title())
    cards, others = card_names.find_all(context.theatre, context.position.hand(context.side).cards, every)
    counts = (one for one, token in pairwise(every) if one.key.isdecimal() and kinds.holds(token.key))
    if next(counts, None) is not None:
        # "2 infantry" may count them, or name one.
        return None
    names = {token.key for token in every if token.key.isdecimal()} or set(map(str, cards))
    for token in others:
        if name := token.area or token.piece or token.ordinal:
            names.add(name)
        elif token.among(use.KEEPS):
            # "Garde" keeps, and is a kind of the East.
            return None
        elif _NUMBER.fullmatch(token.key):
            names.add(token.key)
        elif token.key not in _BEFORE_PLACES and len(like := kinds.find(token.key)) == 1:
            names.add(like[0])
        elif not token.among(_AROUND | use.FIRST if is_first else _AROUND):
            return None
    return frozenset(names)


def _choose(
    context: Context, candidates: Sequence[GreatWarOrder], names: frozenset[str]
) -> GreatWarOrder | None:
    """Return the only legal order that holds all names. An army is chosen before the pieces inside it."""
    legal = (
        order
        for order in dict.fromkeys(candidates)
        if names <= {*list_own_names(context.theatre, order)}
        and judgement.is_legal(context.theatre, context.position, order)
    )
    orders = drop_implied(context.position, legal)
    return orders[0] if len(orders) == 1 else None


def _find_move(context: Context, names: frozenset[str]) -> GreatWarOrder | None:
    """Return the march of a piece to an area where it is not yet: `fr-2 Verdun`."""
    areas = {name for name in names if name in context.theatre.areas}
    pieces = context.position.map.owned(context.side)
    own = [piece for piece in pieces if names - areas <= {*list_piece_names(context.theatre, piece.id)}]
    if len(areas) != 1 or len(own) != 1 or own[0].area in areas:
        return None
    with suppress(Unreadable):
        orders = context.read_line(f"move {own[0].id} to {areas.pop()}")
        return orders[0] if len(orders) == 1 else None
    return None
