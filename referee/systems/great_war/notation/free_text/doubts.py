"""Doubts about the orders of a line.

A sentence may take back, correct or deny another one, or answer the question that `done` only closes.
"""

from collections.abc import Sequence

from referee.i18n import order_words, second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text import card_names, comments, denials, remarks
from referee.systems.great_war.notation.free_text.context import Context, Orders
from referee.systems.great_war.notation.free_text.simplification import simplify
from referee.systems.great_war.notation.free_text.statements import is_statement, read_text
from referee.systems.great_war.notation.free_text.tokens import JOINT, list_parts
from referee.systems.great_war.notation.proposals import answers, planning
from referee.systems.great_war.notation.proposals.clauses import Clause
from referee.systems.great_war.state.tasks import DeclareBattles, MakePlans, MovePieces, PassMove
from schemas.great_war.orders import Buy, Done, GreatWarOrder, Pass

MOST_WORDS = 6
"""Most words of a short answer. A longer clause without a verb of a deed tells something."""

_SUBJECTS = use.FIRST_PERSON | use.EVERYONE | {"it", "they", "elle", "elles", "ils", "on", "sie", "er"}
"""Pronouns of the own side and of its pieces."""

_GREETINGS = frozenset(
    {"hello", "hi", "hey", "dear", "hallo", "moin", "liebe", "salut", "bonjour", "bonsoir", "cher", "chers"}
)
"""First words of a greeting: `Hello all`."""

_HIM = use.SECOND_PERSON | use.YOUR | {"he", "him", "his", "ihm", "lui"}
"""Pronouns of the other player."""

_YES = frozenset({"yes", "ja", "oui"})

_OUT = frozenset({"out", "away", "raus"})
"""Words of a retreat that need no subject: `them out of there`."""

_LEAVES = (use.RETREATS | use.GOES_BACK | use.MOVES | use.USES | use.PLAYS) - use.SMALL | _OUT
"""Words of a retreat or of a card that is played."""

_WHOLE = use.EVERYONE | use.BOTH | use.REST | {
    "do", "does", "will", "shall", "all", "every", "each", "alle", "jede", "toutes", "chaque", "everywhere",
    "uberall", "ueberall", "partout", "forward", "forwards", "vorwarts", "vorwaerts",
}  # fmt: skip
"""Words of a short answer: `we do`, `all of them`, `everywhere`."""

_AROUND = (
    use.SMALL | use.OF | use.OBJECTS | use.ARMIES | use.BATTLES | order_words.CARDS | use.COUNTS.keys()
    | {"them", "you", "list"}
) - use.COURTESIES  # fmt: skip
"""The only words beside them."""


def are_doubtful(
    context: Context,
    sentences: Sequence[tuple[str, Orders]],
    orders: Sequence[GreatWarOrder],
    *,
    says_no: bool,
) -> bool:
    """Return True if the orders of a line are not certain. Each sentence has its orders beside it."""
    closes = any(isinstance(order, Pass | Done) for order in orders)
    # "ru-3 to Rovno" has no verb, but its order has.
    holding = [" ".join((sentence, *(order.type for order in some))) for sentence, some in sentences if some]
    parts = [part for sentence, _ in sentences for part in JOINT.split(sentence)]
    # "No. The 1st Army retreats" contradicts itself, and "1 card. Two cards." buys one or the other.
    return (
        any(_is_open(context, sentence) for sentence, _ in sentences if closes)
        or _omits_answer(context, sentences, orders)
        or any(_corrects(context, sentence) for sentence, _ in sentences)
        or any(_changes_others(context, sentence, holding) for sentence, some in sentences if not some)
        or (says_no and any(not isinstance(order, Done) for order in orders))
        or (context.asks_once and answers.goes_on_after_end(orders))
        or sum(isinstance(order, Buy) for order in orders) > 1
        or answers.contradicts(context, parts, orders)
    )


def _omits_answer(
    context: Context, sentences: Sequence[tuple[str, Orders]], orders: Sequence[GreatWarOrder]
) -> bool:
    """Return True if orders only close the question, and a sentence without orders may answer it."""
    closes = bool(orders) and all(isinstance(order, Done) for order in orders)
    return closes and any(may_answer(context, sentence) for sentence, some in sentences if not some)


def may_answer(context: Context, text: str) -> bool:
    """Return True for words that may answer the question: `Yes`, `They retreat`, `Both`, `All battles`.

    With `done` behind them, the question would be closed without an order.
    """
    if answers.says_no(context, text) or answers.stays(context, text):
        return False
    if planning.speaks_of_template(text) and planning.list_plan(
        context.theatre, context.position, context.side
    ):
        return True
    yes = phrases.BEGINS_WITH_YES.match(text)
    if yes and (context.asks_whether or not text[yes.end() :].strip(" .!")):
        return True
    sentences = () if remarks.is_later(context, text) else read_text(context, simplify(context, text))
    every = [clause for sentence in sentences for clause in sentence.clauses]
    clauses = [clause for clause in every if not _is_no(clause)]
    greets = not _GREETINGS.isdisjoint(list_parts(text)[:1])
    if any(_acts(context, one, follows_yes=bool(yes)) or (_is_whole(one) and not greets) for one in clauses):
        return True
    names_all = len(clauses) == len(every) and context.asks_once
    return names_all and any(_is_short_answer(context, one) for one in clauses)


def _is_no(clause: Clause) -> bool:
    """Return True for a denial, for pieces that stay, and for losses, which are asked about later."""
    return clause.is_denied or clause.stays or not clause.keys.isdisjoint(use.STAYS | use.LOSES | {"halt"})


def _acts(context: Context, clause: Clause, *, follows_yes: bool) -> bool:
    """Return True for own pieces that leave or fight, a card that is played, and `the 2nd Army yes`."""
    if phrases.PAST.search(clause.text) or phrases.CONDITIONAL.search(clause.text):
        return False
    if clause.is_about_foreigners or not clause.keys.isdisjoint(_HIM):
        return False
    says_yes = any(token.among(_YES) for token in clause.tokens[-1:])
    is_own = follows_yes or _is_about_own(context, clause)
    return says_yes or (is_own and not clause.keys.isdisjoint(_list_deeds(context)))


def _is_about_own(context: Context, clause: Clause) -> bool:
    """Return True for own pieces and their pronouns. A purchase needs none: `Only cards`."""
    if isinstance(context.position.task, MakePlans):
        return clause.keys.isdisjoint(use.BEING | use.POSSESSES)
    return _names(context, clause) or not clause.keys.isdisjoint(_SUBJECTS | _OUT | _YES)


def _list_deeds(context: Context) -> frozenset[str]:
    """Return the words of orders that answer the question."""
    match context.position.task:
        case MakePlans():
            return order_words.CARDS | use.TRENCHES | use.BUYS - use.SMALL
        case DeclareBattles():
            return use.COMBAT | use.FIGHTS - use.SMALL
        case MovePieces() | PassMove():
            return (use.MOVES | use.MOTION | use.COMBAT) - use.SMALL - use.BEING
        case _:
            return _LEAVES if context.asks_whether else frozenset()


def _is_whole(clause: Clause) -> bool:
    """Return True for `both`, `all of them` and `everywhere`, but not for `hello everyone`."""
    return clause.keys <= _WHOLE | _AROUND and not clause.keys.isdisjoint(_WHOLE)


def _is_short_answer(context: Context, clause: Clause) -> bool:
    """Return True for pieces, or cards without a verb of a state: `The gas, please`."""
    if clause.is_about_foreigners or is_statement(context, clause) or len(clause.tokens) > MOST_WORDS:
        return False
    hand = context.position.hand(context.side).cards
    if any(token.key.isdecimal() and int(token.key) not in hand for token in clause.tokens):
        # "15 infantry" are the enemy's.
        return False
    return _names(context, clause) and clause.keys.isdisjoint(use.BEING | use.POSSESSES)


def _names(context: Context, clause: Clause) -> bool:
    """Return True for own pieces or cards."""
    hand = context.position.hand(context.side).cards if context.plays_cards() else ()
    cards, _ = card_names.find_all(context.theatre, hand, clause.tokens)
    return bool(cards) or any((one.is_piece and one.kind != "fort") or one.numbers for one in clause.mentions)


def _is_open(context: Context, sentence: str) -> bool:
    """Return True for `Done. Or shall I wait?`, which does not close the question."""
    is_apart = remarks.is_later(context, sentence) or comments.is_comment(context, sentence)
    return remarks.leaves_open(simplify(context, sentence)) and not is_apart


def _corrects(context: Context, sentence: str) -> bool:
    """Return True for a name in place of another one: `ge-1 to Metz, I mean Nancy`."""
    return second_thoughts.corrects(sentence) and denials.names_something(context, sentence)


def _changes_others(context: Context, sentence: str, holding: Sequence[str]) -> bool:
    """Return True for a sentence such as `No moves`, which changes or denies the orders of others."""
    areas = lexicon(context.theatre).areas
    return (
        second_thoughts.may_take_back(sentence)
        or answers.changes_order(context, sentence)
        or remarks.is_bare_condition(sentence)
        or second_thoughts.contradicts(areas, sentence, holding)
        or sentence_phrases.TAG_QUESTION.match(sentence) is not None
    )
