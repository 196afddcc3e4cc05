"""Answers to a question that yes or no answers, with their reasons: `No, the cavalry stays in Lublin`."""

from referee.i18n import sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.proposals import words as hints
from referee.systems.great_war.notation.free_text.orders import Context
from referee.systems.great_war.notation.free_text.tokens import split_sentences
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence, read_sentences
from referee.systems.great_war.notation.proposals.mentions import Names

_MILD = frozenset({"so", "yet", "donc", "alors", "daher", "darum", "both"})
_OTHER_ANSWERS = frozenset({"halt", "stop", "stopp", "yes", "ja", "oui", "ναι", "περιμενε"})
_UNDECIDED = (
    use.SECOND_THOUGHTS | use.EXCEPTIONS | hints.CONTRAST | hints.ORDERING | _OTHER_ANSWERS
) - _MILD  # fmt: skip
"""Words after which an answer is not clear: a second thought, a limit, or the other answer."""

_ACTS = hints.MOVES | hints.TAKES | hints.RETREATS
"""Verbs of pieces that do not stay."""


def says_no(context: Context, text: str) -> bool:
    """Return True for the answer no with a reason: pieces that stay, cards that are kept, or a denial."""
    first = sentence_phrases.BEGINS_WITH_NO.match(text)
    if first is None or not context.asks_whether:
        return False
    sentences = tuple(_read(context, text[first.end() :]))
    clauses = [clause for sentence in sentences for clause in sentence.clauses]
    return bool(clauses) and _is_reason(clauses[0]) and all(_agrees(context, one) for one in sentences)


def is_comment(context: Context, text: str) -> bool:
    """Return True for a sentence behind an answer that names nothing and decides nothing."""
    sentences = tuple(_read(context, text))
    mentions = [one for sentence in sentences for clause in sentence.clauses for one in clause.mentions]
    if any(one.area or one.ids or one.ordinal or one.numbers for one in mentions):
        return False
    keys = frozenset[str]().union(*(sentence.keys for sentence in sentences))
    cards = use.CARDS | use.PLAYS & hints.USES
    return keys.isdisjoint(cards - use.SMALL) and all(_agrees(context, one) for one in sentences)


def _read(context: Context, text: str) -> tuple[Sentence, ...]:
    names = Names(context.theatre, context.side)
    return tuple(one for part in split_sentences(text) for one in read_sentences(names, part))


def _is_reason(clause: Clause) -> bool:
    has_subject = bool(clause.mentions) or not clause.keys.isdisjoint(use.FIRST_PERSON | _PRONOUNS)
    denies = clause.is_denied and not clause.keys.isdisjoint(_ACTS | hints.CARDS | use.PLAYS)
    return (clause.stays and not clause.is_denied and has_subject) or denies


_PRONOUNS = frozenset({"it", "they", "we", "elle", "elles", "il", "on", "sie", "er"})


def _agrees(context: Context, sentence: Sentence) -> bool:
    """Return False for a condition, a second thought, or pieces that move."""
    return not (sentence.is_blocked or sentence.is_question) and all(
        _agrees_in_clause(context, one) for one in sentence.clauses
    )


def _agrees_in_clause(context: Context, clause: Clause) -> bool:
    own = getattr(context.position.task, "area", None)
    if clause.is_unreal or clause.is_of_others or not clause.keys.isdisjoint(_UNDECIDED):
        return False
    if any(one.area and one.area != own for one in clause.mentions):
        return False
    return clause.is_denied or clause.keys.isdisjoint(_ACTS - hints.KEEPS)
