"""Items of a list below a heading that says what they are: `Battles:`, then one area in each line."""

from msgspec.structs import replace

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.proposals.clauses import MARK, Clause, Sentence, read_sentences
from referee.systems.great_war.notation.proposals.mentions import Names

MOST_WORDS = 5
"""Most words of a heading, and of an item."""

_AROUND = order_words.ARTICLES | order_words.OWN | use.SMALL | use.FIRST_PERSON | use.ORDERING | use.THAT

HEADING = "battle: "
"""Words before an item that name its heading."""


def read_heading(names: Names, paragraph: str) -> str:
    """Return the words for the items below a heading of battles, or ""."""
    sentences = tuple(read_sentences(names, paragraph))
    if len(sentences) != 1 or sentences[0].is_blocked or len(sentences[0].clauses) != 1:
        return ""
    clause = sentences[0].clauses[0]
    names_battles = not clause.keys.isdisjoint(use.COMBAT | use.BATTLES | use.COMBAT)
    others = clause.keys - use.COMBAT - use.BATTLES - use.COMBAT - _AROUND
    is_short = len(clause.tokens) <= MOST_WORDS and not clause.mentions
    return HEADING if names_battles and is_short and not (others or _is_void(clause)) else ""


def read_item(names: Names, heading: str, paragraph: str) -> Sentence | None:
    """Return an item of a list as a sentence with its heading, or None for another text."""
    if not heading:
        return None
    text = MARK.sub("", paragraph)
    sentences = tuple(read_sentences(names, f"{heading}{text}"))
    if len(sentences) != 1 or sentences[0].is_blocked:
        return None
    clauses = sentences[0].clauses
    mentions = [one for clause in clauses for one in clause.mentions]
    words = [token for clause in clauses[1:] for token in clause.tokens]
    if len(mentions) != 1 or not mentions[0].area or len(words) > MOST_WORDS:
        return None
    return replace(sentences[0], quote=paragraph)


def is_unclear_item(names: Names, paragraph: str) -> bool:
    """Return True for an item that names an area with a condition: `Sedan if it rains`."""
    first = next(iter(read_sentences(names, paragraph)), None)
    return (
        first is not None
        and first.is_blocked
        and not first.is_question
        and any(one.area for clause in first.clauses for one in clause.mentions)
    )


def _is_void(clause: Clause) -> bool:
    return clause.is_denied or clause.is_unreal or clause.is_of_others
