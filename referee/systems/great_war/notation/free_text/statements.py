"""Statements beside orders, with words that are not all known: reasons, and pieces that stay.

A writer takes an order back behind it, and names conditions, quotations and drafts. Other words above the
orders change nothing if they give none themselves. A statement behind an order must not speak of the order,
of the thoughts of its writer, or of possibilities.
"""

import re

from referee.i18n import order_words, second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases
from referee.systems.great_war.notation.free_text import staying
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.tokens import Token, leave_counts_out
from referee.systems.great_war.notation.proposals.cards import PAYING
from referee.systems.great_war.notation.proposals.clauses import (
    PAST_FORMS,
    Clause,
    Sentence,
    read_sentences,
)
from referee.systems.great_war.notation.proposals.mentions import NUMBER, Mention, Names
from referee.systems.great_war.state.tasks import CombatCards, DeclareBattles, MakePlans

FEWEST_WORDS = 2
"""Lowest number of words of a remark. A single word may be a misspelt name."""

LONGEST_DENIAL = 4
"""Most letters of words that may deny an order and nothing else: `not now`, but not `not worth it`."""

ORDERS = (
    use.ACTS | use.MOTION | use.RETREATS | use.BATTLES | use.COMBAT | use.PLAYS | use.USES | use.LOSES
    | use.CASUALTIES | use.BUYS | use.SPENDS | use.DISCARDS | use.EXCHANGES | use.TRENCHES
    | use.ENDS | use.PASSES | use.STAYS | use.KEEPS | use.RAIL | use.SEA | use.TOO | use.ARMIES
) - use.SMALL  # fmt: skip
"""Words of orders."""

COUNTS = (use.COUNTS.keys() | order_words.COUNTS.keys()) - {"one", "un", "une", "ein", "eine"}

DOUBTS = (
    use.DOUBTS | use.UNREAL | use.SAYINGS | use.REPORTS | use.SECOND_THOUGHTS | use.EXCEPTIONS | use.ONLY
    | use.OTHERS | use.YOUR | use.SECOND_PERSON | use.REST | use.ORDERING | use.TIMES | COUNTS
    | order_words.SEASON_NAMES.keys()
)  # fmt: skip
"""Words that may limit, delay or take back the order beside them."""

PLANS = frozenset({"idea", "idee", "plan", "once", "proposal", "suggestion", "vorschlag", "proposition"})
"""Words of headings above orders that may not be meant."""

REVERSALS = frozenset({
    "actually", "reverse", "opposite", "contrary", "umgekehrt", "andersrum", "gegenteil", "inverse",
    "contraire", "him", "ihm", "lui",
})  # fmt: skip
"""Words that turn a letter round, and pronouns of the other player: `Take 47 from him`."""

_FRAMES = (
    (use.DOUBTS - use.EXCEPTIONS) | use.UNSURE | use.SAYINGS | use.REPORTS | use.TAKES_BACK | PLANS
    | order_words.SEASON_NAMES.keys()
    | {"other", "draft", "entwurf", "brouillon", "example", "beispiel", "exemple", "case", "fall", "cas"}
) - PAST_FORMS - {"think", "thought", "instead", "can", "idea", "idee"}  # fmt: skip
"""Words after which the orders below may not be meant: `If I were you.`.

Thoughts and possibilities of the writer are only comments.
"""

_STATES = use.BEING | use.POSSESSES | {
    "looks", "look", "sieht", "semble", "hat", "haben", "steht", "stehen", "have", "had", "left", "ve",
}  # fmt: skip
"""Verbs of a clause that tells where pieces are."""

_HELD = use.STAYS | use.KEEPS | order_words.CARDS
"""Words beside them that order nothing: `I am holding three Bad Weather cards`."""

_DEEDS = (
    ORDERS | use.ENDS | use.PASSES | use.FIRST | use.GIVES | (use.ONLY - {"just"})
) - use.ARMIES - {"one", "no", "n", "y", "die"}  # fmt: skip
"""Words of an order, which a statement must not hold."""

_MEASURES = use.ONLY | {"weg", "away"}
"""Words that limit nothing beside those verbs: `they only have cavalry`, `Mainz is too far away`."""

_REFUSED = use.ACTS | use.COMBAT | use.MOTION | use.RETREATS
"""Words of deeds that a denial may hold."""

_MAY_BE = frozenset({"so", "got", "man", "can", "kann", "peut"}) | PAST_FORMS | use.THAT | COUNTS
"""Words of doubt that a statement behind an order may hold."""

_DOUBTS = (DOUBTS | REVERSALS | use.SECOND_THOUGHTS | use.UNSURE) - use.OTHERS - _MAY_BE | use.SECOND_PERSON
"""Words of a statement behind an order that may limit, delay or take it back."""

_HEADS = (
    use.FIRST_PERSON | use.ACTS | use.RETREATS - use.SMALL | use.THAT | use.QUESTIONS - use.BEING
    | {"here", "hier", "voici", "voila", "ce", "c"}
)  # fmt: skip
"""Words of a heading above orders: `this is what I had`."""

_THE_ONLY = re.compile(
    r"\b(the|die|der|das|eine?|la|le|l['’]|une?) ?(?:only|einzigen?|seule?)\b", re.IGNORECASE
)
"""An adjective that limits no order: `it is the only road home`."""

_ABOUT_IT = re.compile(r"\W*(?:c['’e]|ça|cela|that|this|it|das|dies|es)(?!\w*-)", re.IGNORECASE)
"""The beginning of a clause about the order before it: `that was madness`."""


def sets_scene(context: Context, text: str, *, is_apart: bool = False) -> bool:
    """Return True for a sentence above the orders that gives none, and no condition of them.

    Words before a colon are a heading, unless they tell of something else: `La ville est perdue : ...`.
    """
    if text.rstrip().endswith(":") or len(text.split()) < FEWEST_WORDS or may_refer(text):
        return False
    clauses = _list_clauses(context, text)
    if is_apart and not all(_is_told(one) and one.keys.isdisjoint(_HEADS) for one in clauses):
        return False
    return bool(clauses) and all(_tells(context, one) for one in clauses)


def is_statement(context: Context, clause: Clause) -> bool:
    """Return True for a clause about other things, or about a deed that is denied, without a doubt."""
    is_unreal = phrases.CONDITIONAL.search(clause.text) is not None
    is_plain = not (is_unreal or second_thoughts.may_take_back(clause.text) or _may_doubt(clause))
    return is_plain and _tells(context, clause) and (_is_told(clause) or clause.is_denied)


def holds_only_statements(context: Context, text: str) -> bool:
    """Return True if each clause of a text is about other things: `the French only have cavalry there`."""
    clauses = _list_clauses(context, text)
    return bool(clauses) and all(is_statement(context, one) for one in clauses)


def read_text(context: Context, text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text with their clauses."""
    names = Names(context.theatre, context.side)
    return tuple(read_sentences(names, text))


def only_stays(context: Context, text: str) -> bool:
    """Return True for pieces that stay, with reasons: `the 4th Army sits in Trier, it is too weak`."""
    is_asked = isinstance(context.position.task, PAYING | CombatCards | DeclareBattles)
    # "We hold the ground afterwards" is about later battles.
    is_later = phrases.AFTER_BATTLE.search(text) or sentence_phrases.OTHER_BATTLES.search(text)
    clauses = [] if is_asked or is_later or may_refer(text) else _list_clauses(context, text)
    rests = [_rests(context, one) for one in clauses]
    tells = [_tells(context, one) and len(one.tokens) > 1 for one in clauses]
    for at, clause in enumerate(clauses):
        if at and rests[at - 1] and (_only_fights(context, clause) or _names_place(context, clause)):
            rests[at] = True
        elif _only_names(clause):
            # "The 6th and the 7th stay", "between Grodno and Kiev"
            near = [one for one in (at - 1, at + 1) if 0 <= one < len(clauses)]
            rests[at] = any(rests[one] for one in near)
            tells[at] = not any(one.is_piece for one in clause.mentions) and any(tells[one] for one in near)
    return bool(clauses) and rests[0] and all(one or other for one, other in zip(rests, tells, strict=True))


def may_refer(text: str) -> bool:
    """Return True for a question, and for words about the orders of the letter: `OK as proposed`."""
    return (
        "?" in text
        or sentence_phrases.ALL_SAID.match(text.strip()) is not None
        or phrases.AS_PROPOSED.search(text) is not None
        or second_thoughts.may_take_back(text)
        or second_thoughts.casts_doubt(text)
    )


def _list_clauses(context: Context, text: str) -> list[Clause]:
    """Return the clauses of a text, none if it holds a condition."""
    sentences: tuple[Sentence, ...] = read_text(context, _THE_ONLY.sub(r"\1 one", text))
    if any(one.has_doubt or one.has_condition for one in sentences):
        return []
    return [clause for sentence in sentences for clause in sentence.clauses]


def _rests(context: Context, clause: Clause) -> bool:
    """Return True for own pieces that stay where they stand, and for a battle that is not fought."""
    names = [one for one in clause.mentions if not one.is_foreign and (one.is_piece or one.is_bare_number)]
    is_exact = any(token.piece or token.ordinal for token in clause.tokens)
    is_named = bool(names) or is_exact or not clause.keys.isdisjoint(use.REST | use.EVERYONE)
    # "He stays in Mulhouse" is about the pieces that are asked about.
    is_named = is_named or context.retreats()
    is_refused = clause.is_denied and not clause.keys.isdisjoint(use.COMBAT)
    deeds = _DEEDS - _HELD - use.REST - use.DENIES - use.TRENCHES
    deeds -= _REFUSED if clause.is_denied else use.COMBAT if context.retreats() else frozenset[str]()
    return (
        (is_refused or (staying.keeps(clause) and is_named))
        and _find_goals(clause) <= (_find_places(context, clause) if is_exact else frozenset())
        and clause.keys.isdisjoint(deeds)
        and staying.are_there(context, clause.tokens)
    )


def _only_fights(context: Context, clause: Clause) -> bool:
    """Return True for the deeds of pieces that stay, where retreats are asked for: `and fight`."""
    is_short = not clause.mentions and len(clause.tokens) < FEWEST_WORDS
    return context.retreats() and is_short and clause.joint in order_words.AND


def _names_place(context: Context, clause: Clause) -> bool:
    """Return True for the place of further pieces that stay: `and the Seventh in Mulhouse`."""
    small = use.SMALL - use.MOTION - use.RETREATS
    return (
        bool(_find_places(context, clause))
        and all(token.among(small) for token in _list_others(clause))
        and _find_goals(clause) <= _find_places(context, clause)
        and staying.are_there(context, clause.tokens)
    )


def _only_names(clause: Clause) -> bool:
    """Return True for a clause of names, which belongs to the verb of another one."""
    is_mixed = any(one.is_piece for one in clause.mentions) and any(one.area for one in clause.mentions)
    small = order_words.ARTICLES | order_words.OWN
    return bool(clause.tokens) and not is_mixed and all(token.among(small) for token in _list_others(clause))


def _list_others(clause: Clause) -> list[Token]:
    """Return the words of a clause that belong to no name."""
    names = {at for one in clause.mentions for at in range(one.at, one.end)}
    return [token for at, token in enumerate(clause.tokens) if at not in names and not token.ordinal]


def _tells(context: Context, clause: Clause) -> bool:
    """Return True for a clause about what is or was, about others, or about what is not done."""
    tokens = leave_counts_out(context.theatre, clause.tokens)
    numbers = [token for token in tokens if token.key.removeprefix(NUMBER).isdecimal()]
    if numbers or any(token.piece for token in tokens) or not clause.keys.isdisjoint(_FRAMES):
        return False
    names = [one for one in clause.mentions if _may_be_ordered(context, one)]
    deeds = _DEEDS
    if phrases.PAST.search(clause.text):
        deeds -= _HELD | use.ACTS
    elif _is_told(clause):
        deeds -= _HELD | _MEASURES if not clause.keys.isdisjoint(_STATES) else use.ACTS
    if any(one.area for one in names):
        deeds |= use.NEXT
    if _denies_first(clause) and not any(one.is_piece for one in names):
        # "No point running into Nancy"
        return clause.keys.isdisjoint(deeds - _REFUSED)
    if isinstance(context.position.task, MakePlans) and any(one.is_army for one in names):
        # "The 2nd Army has trenches" may want them.
        return False
    is_plain = not names or (not _find_goals(clause) and _is_told(clause))
    return is_plain and clause.keys.isdisjoint(deeds)


def _denies_first(clause: Clause) -> bool:
    """Return True for a denial before all areas, and without an exception."""
    first = next((at for at, token in enumerate(clause.tokens) if token.among(use.DENIES)), None)
    area = min((one.at for one in clause.mentions if one.area), default=len(clause.tokens))
    return first is not None and first < area and clause.keys.isdisjoint(use.EXCEPTIONS)


def _is_told(clause: Clause) -> bool:
    """Return True for a clause about others, about the past, or about where something is."""
    is_past = phrases.PAST.search(clause.text) is not None
    is_foreign = clause.is_of_others or clause.is_about_foreigners
    return is_past or is_foreign or not clause.keys.isdisjoint(PAST_FORMS | _STATES)


def _may_be_ordered(context: Context, mention: Mention) -> bool:
    """Return True for a name that an order may hold: an army, an area, and where they count, any piece."""
    if mention.is_foreign or mention.role == "against":
        return False
    if not mention.is_piece:
        return mention.area != (getattr(context.position.task, "area", "") if context.retreats() else "")
    return mention.is_army or bool(mention.ids) or isinstance(context.position.task, PAYING | MakePlans)


def _find_goals(clause: Clause) -> frozenset[str]:
    """Return the areas to which a clause may send pieces."""
    return frozenset(one.area for one in clause.mentions if one.area and (one.role == "to" or one.leads))


def _find_places(context: Context, clause: Clause) -> frozenset[str]:
    """Return the area in which all pieces stand that a clause names by id or number, or no area."""
    names = {token.piece or token.ordinal for token in clause.tokens} - {""}
    own = context.position.map.owned(context.side)
    areas = {one.area for one in own if not names.isdisjoint({one.id, one.id.partition("-")[2]})}
    return frozenset(areas) if len(areas) == 1 else frozenset()


def _may_doubt(clause: Clause) -> bool:
    """Return True for words that may limit or deny the order before them: `not now`, `that is off`."""
    is_past = phrases.PAST.search(clause.text) or not clause.keys.isdisjoint(PAST_FORMS)
    if is_past and _ABOUT_IT.match(clause.text):
        return True
    refers = any(
        token.among(use.THAT) and at in {0, len(clause.tokens) - 1} for at, token in enumerate(clause.tokens)
    )
    is_denied = not clause.keys.isdisjoint(use.DENIES | use.NEGATES)
    is_short = not clause.mentions and all(len(word) <= LONGEST_DENIAL for word in clause.keys - use.ALL)
    is_state = not (clause.keys.isdisjoint(_STATES) or _ABOUT_IT.match(clause.text))
    doubts = _DOUBTS - _MEASURES if is_state else _DOUBTS
    return refers or (is_denied and is_short) or not clause.keys.isdisjoint(doubts)
