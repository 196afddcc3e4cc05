"""Payments in sentences: pieces or cards that a letter names where hits, a crisis or a full hand are paid.

Few answers are legal, and each is named by its number: `Pay it with a Bad Weather, I have three of them. 47.`
The words beside the names may say anything about what is kept and why. A clause with a name is known as a
whole, and no other clause may deny, delay, limit or choose again.
"""

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from referee.faults import Unreadable
from referee.i18n import order_words, second_thoughts
from referee.i18n import sentence_words as use
from referee.systems.great_war.flow.judgement import options as options_of
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text.card_names import find_kind
from referee.systems.great_war.notation.free_text.comments import (
    DOUBTS,
    MILD,
    is_about_own,
    prefers_other,
    speaks,
)
from referee.systems.great_war.notation.free_text.context import Context, Orders
from referee.systems.great_war.notation.free_text.statements import read_text
from referee.systems.great_war.notation.free_text.tokens import Token
from referee.systems.great_war.notation.proposals.clauses import Clause
from referee.systems.great_war.notation.proposals.mentions import NUMBER
from referee.systems.great_war.season.production import card_limit
from referee.systems.great_war.state.tasks import LoseInTransit, MakePlans, PayCrisis, PayHits, TrimHands
from schemas.great_war.names import Kind
from schemas.great_war.orders import Forfeit

_PAYS = (use.LOSES | use.SPENDS | use.DISCARDS | use.USES | use.GIVES) - use.SMALL
"""Verbs of payments."""

_OTHER_VERBS = (use.ACTS | use.STAYS | use.KEEPS | use.POSSESSES | use.NEEDS | use.LEAVES_OUT) - _PAYS
"""Verbs of clauses that name a card or a piece and give something else: `leave 47 alone`."""

_KNOWN = (
    use.ALL | _PAYS | use.HITS | use.AROUND_HITS | use.CASUALTIES | use.ARMIES | use.FORTS | use.OF | use.FROM
    | order_words.CARDS | order_words.ARTICLES | order_words.AND | order_words.OWN | frozenset(use.COUNTS)
    | MILD | {"her", "hin", "dafur", "dafuer"}
)  # fmt: skip
"""Words of a clause that names a payment."""

_EXCHANGES = frozenset({"instead", "statt", "anstatt", "que", "αντι"})
"""Words between two names, the second of which is kept."""


class _Payments(NamedTuple):
    """Ids of pieces and numbers of cards that a clause names, its other words, and areas of the pieces."""

    ids: tuple[str, ...]
    cards: tuple[int, ...]
    others: tuple[Token, ...]
    places: frozenset[str]

    @property
    def is_empty(self) -> bool:
        """Return True if nothing is named."""
        return not (self.ids or self.cards)

    def leave_out(self, armies: Container[str]) -> "_Payments":
        """Return the payments without the numbers of some armies among the other words."""
        others = tuple(token for token in self.others if not (token.ordinal and token.ordinal in armies))
        return self._replace(others=others)


def read(context: Context, text: str) -> Orders | None:
    """Return the orders of a text that names exactly what is due, or None."""
    is_asked = isinstance(context.position.task, PayHits | PayCrisis | LoseInTransit | TrimHands | MakePlans)
    sentences = read_text(context, text) if is_asked and "?" not in text else ()
    if not sentences or any(one.is_blocked or one.has_doubt for one in sentences):
        return None
    clauses = [clause for sentence in sentences for clause in sentence.clauses]
    if clauses and clauses[0].keys and clauses[0].keys <= use.NO | use.COURTESIES:
        # Ids alone have no keys.
        clauses = clauses[1:]
    if any(_may_count(context, clause) for clause in clauses):
        return None
    payments = [_find(context, clause) for clause in clauses]
    ids = dict.fromkeys(id for one in payments for id in one.ids)
    cards = dict.fromkeys(number for one in payments for number in one.cards)
    paid = [piece for id in ids if (piece := context.position.map.pieces.get(id))]
    armies, kinds = {(piece.army or "").partition("-")[2] for piece in paid}, {piece.kind for piece in paid}
    payments = [one.leave_out(armies) for one in payments]
    if not _says_so(clauses) or not (ids or cards) or len(ids) + len(cards) != _count_due(context, ids):
        return None
    first = next(at for at, payment in enumerate(payments) if not payment.is_empty)
    if any(second_thoughts.withdraws(clause.text) for clause in clauses[first + 1 :]):
        return None
    for clause, payment in zip(clauses, payments, strict=True):
        if not (_is_comment(clause, payment, kinds) if payment.is_empty else _names_payment(clause, payment)):
            return None
    return _write(context, tuple(ids), tuple(cards))


def _may_count(context: Context, clause: Clause) -> bool:
    """Return True for a number that may count hits or pieces: `the fort takes 2`, `2 infantry`."""
    numbers = [at for at, token in enumerate(clause.tokens) if token.key.isdecimal()]
    behind = (one for at in numbers for one in clause.tokens[at + 1 : at + 2])
    kinds = lexicon(context.theatre).kinds
    units = use.HITS | use.COUNTED
    counts_hits = any(
        one.among(units) or (kinds.holds(one.key) and not one.among(use.ARMIES)) for one in behind
    )
    return bool(numbers) and (counts_hits or not clause.keys.isdisjoint(use.FORTS))


def _says_so(clauses: Iterable[Clause]) -> bool:
    """Return True for a verb of payments, or none at all. `ru-8 goes` may mean anything."""
    live = [one.keys for one in clauses if not (one.stays or one.is_denied)]
    clear_verbs = (_PAYS - use.GIVES) | use.SPENDS - use.SMALL | use.HITS | use.CASUALTIES
    is_clear = any(not keys.isdisjoint(clear_verbs) for keys in live)
    return is_clear or all(keys.isdisjoint(use.GIVES - use.SMALL) for keys in live)


def _count_due(context: Context, ids: Iterable[str]) -> int:
    """Return the number of pieces and cards that are due; of pieces out of supply, each that is named."""
    match context.position.task:
        case PayHits(hits=due) | PayCrisis(count=due) | LoseInTransit(count=due):
            return due
        case TrimHands():
            hand = context.position.hand(context.side).cards
            return len(hand) - card_limit(context.theatre, context.position, context.side)
        case MakePlans():
            options = options_of(context.theatre, context.position, context.side)
            forfeits = {one.piece for one in options if isinstance(one, Forfeit)}
            return sum(id in forfeits for id in ids)
        case _:
            return 0


def _write(context: Context, ids: Sequence[str], cards: Sequence[int]) -> Orders | None:
    lines = [*(f"lose {id}" for id in ids), *(f"spend {number}" for number in cards)]
    if isinstance(context.position.task, TrimHands):
        lines = [f"discard {', '.join(map(str, cards))}"]
    try:
        return tuple(order for line in lines for order in context.read_line(line))
    except Unreadable:
        return None


def _find(context: Context, clause: Clause) -> _Payments:
    """Return the payments that a clause names, and its words without these names."""
    task, tokens = context.position.task, clause.tokens
    hand, pieces = context.position.hand(context.side).cards, context.position.map.pieces
    ids = {token.piece: token for token in tokens if token.piece}
    numbers = {token.key.removeprefix(NUMBER): token for token in tokens}
    cards = {int(text): one for text, one in numbers.items() if text.isdecimal() and int(text) in hand}
    words = (*ids.values(), *cards.values())
    others = list[Token]()
    at = 0
    while at < len(tokens):
        length, _ = find_kind(context.theatre, tokens[at:])
        others += () if length or tokens[at] in words else (tokens[at],)
        at += max(length, 1)
    forts: tuple[str, ...] = ()
    if isinstance(task, PayHits) and not (words or clause.stays or clause.keys.isdisjoint(use.FORTS)):
        forts = (f"{task.area}-fort",)
    own = {piece.area for id in ids if (piece := pieces.get(id))} | {getattr(task, "area", "")}
    return _Payments((*ids, *forts), tuple(cards), tuple(others), frozenset(own))


def _names_payment(clause: Clause, payment: _Payments) -> bool:
    """Return True for a clause that gives what it names, with known words only."""
    is_unreal = clause.is_unreal and clause.keys.isdisjoint(MILD)
    if clause.tokens[0].among(use.KEEPS) or _keeps_last(clause, payment):
        # "Garde" keeps, and is a kind of the East.
        return False
    if clause.is_denied or clause.stays or is_unreal or clause.is_of_others:
        return False
    if any(one.area and (one.role == "to" or one.area not in payment.places) for one in clause.mentions):
        return False
    has_verb = not clause.keys.isdisjoint(_PAYS) or clause.keys.isdisjoint(_OTHER_VERBS)
    return has_verb and clause.keys.isdisjoint(DOUBTS) and _is_known(clause, payment)


def _keeps_last(clause: Clause, payment: _Payments) -> bool:
    """Return True for `i5 instead of 28`, also if the first name is unknown."""
    places = [
        at
        for at, token in enumerate(clause.tokens)
        if token.piece in payment.ids or token.key in map(str, payment.cards)
    ]
    words = [at for at, token in enumerate(clause.tokens) if token.key in _EXCHANGES]
    return bool(places and words) and (len(places) > 1 or 0 < words[0] < places[-1])


def _is_known(clause: Clause, payment: _Payments) -> bool:
    """Return True if each word is known or part of a name; the number of another army is neither."""
    names = {clause.tokens[at] for one in clause.mentions for at in range(one.at, one.end)}
    return all(
        token.among(_KNOWN) or token.is_joint or (token in names and not token.ordinal)
        for token in payment.others
    )


def _is_comment(clause: Clause, payment: _Payments, kinds: Container[Kind]) -> bool:
    """Return True for a clause about what is kept, or with a reason. It names no piece to be given."""
    pays = not clause.keys.isdisjoint(_PAYS) and not clause.is_denied
    if not clause.keys.isdisjoint(DOUBTS) or (pays and not _is_known(clause, payment)):
        return False
    denies_payment = not clause.keys.isdisjoint((use.LOSES | use.SPENDS) - use.SMALL)
    if clause.is_denied and (denies_payment or not is_about_own(clause)):
        return False
    # An army of the named pieces is a heading: "5th Army: ru-i11".
    armies = {token.ordinal for token in payment.others}
    own = [one for one in clause.mentions if not one.is_foreign]
    names_piece = any(one.kind or one.ids or (one.ordinal and one.ordinal in armies) for one in own)
    if names_piece and pays and all(one.kind in kinds for one in own if one.kind):
        # "Take an infantry, ge-i8"
        return True
    if names_piece:
        return clause.stays or is_about_own(clause) or prefers_other(clause)
    has_number = any(token.key.removeprefix(NUMBER).isdecimal() for token in payment.others)
    return (speaks(clause) or _is_known(clause, payment)) and not has_number
