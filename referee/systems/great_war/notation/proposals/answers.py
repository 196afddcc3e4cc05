"""Answers to a question that yes or no answers, with their reasons: `No, the cavalry stays in Lublin`.

Also the words behind an order that change it.
"""

import re
from collections.abc import Sequence

from referee.i18n import order_words, second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import key
from referee.i18n.proposals import phrases
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.statements import is_statement, read_text
from referee.systems.great_war.notation.free_text.tokens import (
    find_keys,
    is_of_piece,
    tokens_of,
)
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.sentences import ARROW
from schemas.great_war.orders import (
    Battle,
    Build,
    Discard,
    Done,
    Forfeit,
    GreatWarOrder,
    Lose,
    Move,
    Place,
    Retreat,
)

_BACK = frozenset({"back", "again", "zuruck", "zurueck", "wieder", "retour"})
"""Words of a way there and back."""

_MILD = frozenset({"so", "yet", "donc", "alors", "daher", "darum", "both"})
_OTHER_ANSWERS = frozenset({"halt", "stop", "stopp", "yes", "ja", "oui", "ναι", "περιμενε"})
_UNDECIDED = (
    use.SECOND_THOUGHTS | use.EXCEPTIONS | use.CONTRAST | use.ORDERING | _OTHER_ANSWERS
) - _MILD  # fmt: skip
"""Words after which an answer is not clear: a second thought, a limit, or the other answer."""


def says_no(context: Context, text: str) -> bool:
    """Return True for the answer no with a reason: pieces that stay, cards that are kept, or a denial."""
    first = sentence_phrases.BEGINS_WITH_NO.match(text)
    if first is None or not context.asks_whether:
        return False
    sentences = tuple(read_text(context, text[first.end() :]))
    clauses = [clause for sentence in sentences for clause in sentence.clauses]
    return bool(clauses) and _is_reason(clauses[0]) and all(_agrees(context, one) for one in sentences)


def stays(context: Context, text: str) -> bool:
    """Return True for pieces that stay where retreats are asked about: `The cossacks stay and fight`."""
    if not context.retreats():
        return False
    bracket = _IN_BRACKETS.fullmatch(text)
    sentences = tuple(read_text(context, bracket[1] if bracket else text))
    clauses = [clause for sentence in sentences for clause in sentence.clauses]
    says_so = any((one.stays and not one.is_denied) or _is_reason(one) for one in clauses)
    return says_so and all(_agrees(context, one) for one in sentences)


def find_retreating(context: Context, text: str) -> frozenset[str] | None:
    """Return the kinds of pieces in a clause such as `Yes, the cavalry runs`, or None for another text."""
    tokens = tokens_of(context.theatre, text)
    kinds = {token: kind for token in tokens if (kind := lexicon(context.theatre).kinds.find(token.key))}
    keys = find_keys(token for token in tokens if token not in kinds and not token.area)
    around = use.SMALL | use.COURTESIES | use.AROUND_MOTION | use.FIRST_PERSON | order_words.ARTICLES
    around |= use.EVERYONE | use.FROM | use.THERE | use.BEING | _LEAVING
    own = getattr(context.position.task, "area", "")
    is_plain = not any(token.area not in {"", own} or token.piece or token.ordinal for token in tokens)
    if not (context.retreats() and is_plain and keys <= around | use.RETREATS):
        return None
    if keys.isdisjoint((use.RETREATS - use.SMALL) | _LEAVING):
        return None
    return frozenset(one for some in kinds.values() for one in some)


def is_comment(context: Context, text: str) -> bool:
    """Return True for a sentence behind an answer that names nothing and decides nothing."""
    sentences = tuple(read_text(context, text))
    mentions = [one for sentence in sentences for clause in sentence.clauses for one in clause.mentions]
    if any(one.area or one.ids or one.ordinal or one.numbers for one in mentions):
        return False
    keys = frozenset[str]().union(*(sentence.keys for sentence in sentences))
    cards = order_words.CARDS | use.PLAYS & use.USES
    return keys.isdisjoint(cards - use.SMALL) and all(_agrees(context, one) for one in sentences)


def _is_reason(clause: Clause) -> bool:
    has_subject = bool(clause.mentions) or not clause.keys.isdisjoint(use.FIRST_PERSON | _PRONOUNS)
    denies = clause.is_denied and not clause.keys.isdisjoint(use.ACTS | order_words.CARDS | use.PLAYS)
    return (clause.stays and not clause.is_denied and has_subject) or denies


_LEAVING = frozenset({"get", "getting", "out", "raus", "away", "weg"})
"""Words of an announcement that pieces leave: `Get everyone out of Metz!`"""

_PARTICLES = frozenset({"doch", "halt"})
"""German words that take something back at the beginning of a clause only: `ge-i5 hält die Stellung`."""

_IN_BRACKETS = re.compile(r"\((.*)\)\W*")

_PRONOUNS = frozenset({"it", "they", "we", "elle", "elles", "il", "on", "sie", "er"})


_THEY = re.compile(r"\W*(?:they|ils|elles|sie)\b", re.IGNORECASE)


def _agrees(context: Context, sentence: Sentence) -> bool:
    """Return False for a condition, a second thought, or pieces that move."""
    return not (sentence.is_blocked or sentence.is_question) and all(
        _agrees_in_clause(context, one) for one in sentence.clauses
    )


def _agrees_in_clause(context: Context, clause: Clause) -> bool:
    own = getattr(context.position.task, "area", None)
    later = sentence_phrases.BATTLE_STEPS.search(clause.text) or (
        clause.is_denied and phrases.AFTER_BATTLE.search(clause.text)
    )
    if later and not any(one.area or one.ids for one in clause.mentions):
        # "Lose infantry first" is about a later question.
        return True
    if is_statement(context, clause):
        return True
    # "They stay" is about the own pieces, or about others that change nothing.
    speaks_of_them = clause.stays and clause.keys.isdisjoint(use.SECOND_PERSON) and _THEY.match(clause.text)
    is_others = clause.is_of_others and not speaks_of_them
    first = clause.tokens[0].key if clause.tokens else ""
    other_words = _UNDECIDED if first in _PARTICLES else _UNDECIDED - _PARTICLES
    if clause.is_unreal or is_others or not clause.keys.isdisjoint(other_words):
        return False
    if any(one.area and one.area != own for one in clause.mentions):
        return False
    acts = _may_act(context, clause) or not clause.keys.isdisjoint(use.ACTS - use.KEEPS)
    return clause.is_denied or not acts


def _may_act(context: Context, clause: Clause) -> bool:
    """Return True for an unknown verb of own pieces: `the cavalry scarpers`, or `and scarpers`."""
    foreign = {at for one in clause.mentions if one.is_foreign for at in range(one.at, one.end)}
    has_subject = any(
        token.piece or is_of_piece(context.theatre, token)
        for at, token in enumerate(clause.tokens)
        if at not in foreign
    )
    if not (has_subject or (clause.joint.isalpha() and not clause.mentions)):
        return False
    if not clause.keys.isdisjoint(use.KEEPS | use.STAYS | use.BEING | use.POSSESSES | use.COMBAT):
        return False
    names = {at for one in clause.mentions for at in range(one.at, one.end)}
    return any(not token.among(use.ALL) for at, token in enumerate(clause.tokens) if at not in names)


def contradicts(context: Context, parts: Sequence[str], orders: Sequence[GreatWarOrder]) -> bool:
    """Return True for the parts `ge-8 to Vilna` and `ge-8 stays`, and for cards that are kept twice."""
    holds = use.STAYS - use.REST
    keeps = [part for part in parts if not holds.isdisjoint(key(part).split())]
    if len(keeps) > 1 and any(isinstance(order, Discard) for order in orders):
        return True
    used = {order.piece for order in orders if isinstance(order, Move | Retreat | Lose | Forfeit)}
    for part in parts if used else ():
        tokens = tokens_of(context.theatre, part)
        keys = find_keys(token for token in tokens if not token.piece)
        stays = not keys.isdisjoint(use.STAYS | use.DENIES) and keys.isdisjoint(use.TO | {ARROW})
        if stays and any(token.piece in used for token in tokens):
            return True
    return False


def sends_back(context: Context, kinds: frozenset[str], orders: Sequence[GreatWarOrder]) -> bool:
    """Return True if orders hold a retreat of each kind that words before them name."""
    pieces = context.position.map.pieces
    sent = {pieces[order.piece].kind for order in orders if isinstance(order, Retreat)}
    return bool(sent) and kinds <= sent


def leaves_out(context: Context, part: str, orders: Sequence[GreatWarOrder]) -> bool:
    """Return True for `not Thorn` behind battles or new pieces in other areas."""
    areas_of_orders = [order.area for order in orders if isinstance(order, Battle | Build | Place)]
    areas_of_orders += [order.to for order in orders if isinstance(order, Retreat)]
    tokens = tokens_of(context.theatre, part)
    areas = {token.area for token in tokens if token.area}
    others = [token for token in tokens if not token.area]
    names = any(
        token.piece or token.key.isdecimal() or is_of_piece(context.theatre, token) for token in others
    )
    return (
        len(areas_of_orders) == len(orders)
        and bool(areas)
        and areas.isdisjoint(areas_of_orders)
        and not names
    )


def goes_on_after_end(orders: Sequence[GreatWarOrder]) -> bool:
    """Return True if other orders follow the order that closes the question."""
    ends = [at for at, order in enumerate(orders) if isinstance(order, Done)]
    return bool(ends) and any(not isinstance(order, Done) for order in orders[ends[0] :])


def is_no(sentence: str) -> bool:
    """Return True for a bare `no`, or `nothing`."""
    return sentence.strip(" .!").casefold() in use.NO


def changes_order(context: Context, part: str) -> bool:
    """Return True for words behind an order that take it back, correct it or limit it: `ge-6 to Metz, no`."""
    tokens = tokens_of(context.theatre, part)
    if any(token.area or token.piece or token.ordinal for token in tokens):
        return second_thoughts.corrects(part)
    keys = find_keys(tokens)
    returns = (
        context.moves() and not keys.isdisjoint(_BACK) and keys <= _BACK | use.SMALL | use.AFTER | use.THEN
    )
    return is_no(part) or returns or second_thoughts.may_change(part)
