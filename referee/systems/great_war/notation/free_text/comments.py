"""Comments beside the answer to a question with few answers, such as reasons and cards that are kept.

The words of a comment are not all known. It names no piece that the answer could be about and no other area,
and it may not deny, delay or limit the answer, or choose again.
"""

from collections.abc import Callable

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.statements import REVERSALS, is_statement, read_text
from referee.systems.great_war.notation.proposals.clauses import Clause
from referee.systems.great_war.notation.proposals.mentions import NUMBER
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    CombatCards,
    DeclareBattles,
    LeaveEmpty,
    MakePlans,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
    Task,
)

MILD = frozenset({
    "can", "cannot", "kann", "peux", "peut", "instead", "plutot", "statt", "stattdessen", "both", "tout",
    "not", "then", "dann", "puis", "ensuite", "held", "everyone", "everybody",
})  # fmt: skip
"""Words that limit no answer: a card may be paid `instead`, and it `can` take a hit."""

CHANGES = (
    use.DOUBTS | use.UNREAL | use.SAYINGS | use.REPORTS | use.SECOND_THOUGHTS | use.EXCEPTIONS
    | use.SECOND_PERSON | use.YOUR | use.ORDERING | REVERSALS
) - MILD  # fmt: skip
"""Words that may deny, delay or change an order."""

DOUBTS = CHANGES | ((use.OTHERS | use.TIMES | use.REST) - MILD)
"""Words that may deny, delay or limit an answer, or choose another one."""

_LIKES = frozenset({"like", "mag", "aime", "trust", "traue"})
"""Verbs beside the name of an area to which nothing goes: `I do not like it out in Lodz`."""

_WANTS = use.NEEDS | use.POSSESSES | use.USES | use.KEEPS | use.STAYS | {"anfangen", "want", "veux"} | _LIKES
"""Verbs of the writer about what he has: `I do not need it`."""

_HOLDS = use.STAYS | use.KEEPS | {"held", "like", "halten"}
"""Words of a denial that is a reason to leave an area: `Metz cannot be held`."""

_POINTS = frozenset({"points", "point", "punkte", "punkten", "punkt", "bp", "bps"})
"""Victory points, in a comment on a plan."""

_RATHER, _THAN = frozenset({"rather", "sooner", "lieber", "plutot"}), frozenset({"than", "als", "que"})
"""Words around what the writer prefers: `I would rather burn a card than a gun`."""


def is_about_own(clause: Clause) -> bool:
    """Return True for a clause about own cards or pieces: they are kept, needed or not to be lost."""
    # Of "can't", "ca" remains.
    wants = _WANTS if not clause.is_denied else _WANTS | use.LOSES
    return (
        not clause.keys.isdisjoint(use.FIRST_PERSON)
        and not clause.keys.isdisjoint(wants)
        and (not clause.is_denied or clause.keys.isdisjoint(use.THAT - {"ca"}))
    )


def prefers_other(clause: Clause) -> bool:
    """Return True for `I would rather burn a card than a gun`."""
    return not (clause.keys.isdisjoint(_RATHER) or clause.keys.isdisjoint(_THAN))


def speaks(clause: Clause) -> bool:
    """Return True for a clause with a verb of a comment. `Fat chance` and `Over my dead body` may deny."""
    return not clause.keys.isdisjoint(use.FIRST_PERSON | _WANTS | use.BEING)


def is_comment(context: Context, text: str) -> bool:
    """Return True for a text that wants nothing, beside a retreat, a card or the use of points."""
    tests: dict[type[Task], Callable[[Context, Clause], bool]] = {
        StandOrRetreat: _wants_nothing, RetreatAfter: _wants_nothing, RideOff: _wants_nothing,
        LeaveEmpty: _wants_nothing, CombatCards: _keeps_card, DeclareBattles: _keeps_card,
        ChooseOffensive: _keeps_card, MakePlans: _counts_points,
    }  # fmt: skip
    task = context.position.task
    test = None if task is None else tests.get(type(task))
    if test is None or "?" in text:
        return False
    sentences = read_text(context, text)
    clauses = [clause for sentence in sentences for clause in sentence.clauses]
    # "Should be 8 points" begins like a question.
    may_ask = test is _counts_points
    is_blocked = any(one.is_blocked and not (may_ask and one.is_question) for one in sentences)
    is_clear = not (is_blocked or any(one.has_doubt for one in sentences))
    return bool(clauses) and is_clear and all(test(context, one) for one in clauses)


def _keeps_card(context: Context, clause: Clause) -> bool:
    """Return True for a card that the writer keeps or needs elsewhere: `I'll need the gas in Artois`."""
    keeps = not clause.keys.isdisjoint(use.KEEPS | use.NEEDS)
    doubts = DOUBTS - use.FOR_LATER
    has_number = any(token.key.removeprefix(NUMBER).isdecimal() for token in clause.tokens)
    # "I save it for Metz" may play it there.
    may_play = any(one.area for one in clause.mentions) and (
        isinstance(context.position.task, DeclareBattles) or clause.keys.isdisjoint(use.NEEDS)
    )
    return (
        keeps
        and not may_play
        and not clause.keys.isdisjoint(use.FIRST_PERSON)
        and clause.keys.isdisjoint((doubts | use.USES | use.NEGATES) - use.KEEPS)
        and not (has_number or any(one.is_piece for one in clause.mentions))
    )


def _counts_points(context: Context, clause: Clause) -> bool:  # noqa: ARG001 - one of several tests
    """Return True for a sum of points: `Should be 8 points on top of the one already planned`."""
    buys = use.BUYS | use.TRENCHES | order_words.CARDS | use.ACTS | use.LOSES
    return (
        not clause.keys.isdisjoint(_POINTS)
        and clause.keys.isdisjoint((DOUBTS | buys | use.NEGATES) - use.REST - use.SMALL - use.UNREAL)
        and not any(one.is_piece or one.area for one in clause.mentions)
    )


def _wants_nothing(context: Context, clause: Clause) -> bool:
    if is_statement(context, clause):
        return True
    own = getattr(context.position.task, "area", "")
    dislikes = clause.is_denied and is_about_own(clause) and not clause.keys.isdisjoint(_LIKES)
    names_other = not dislikes and any(one.area not in {"", own} for one in clause.mentions)
    is_of_others = clause.is_of_others and not clause.stays
    if names_other or is_of_others or clause.is_contrast or not clause.keys.isdisjoint(DOUBTS):
        return False
    if clause.is_denied:
        names_own = any(one.area for one in clause.mentions)
        return is_about_own(clause) or (names_own and not clause.keys.isdisjoint(_HOLDS))
    if clause.stays or not clause.keys.isdisjoint(use.STAYS):
        return True
    names_piece = any(one.is_piece and not one.is_foreign for one in clause.mentions)
    acts = not clause.keys.isdisjoint((use.ACTS | use.RETREATS) - use.SMALL)
    return not (names_piece or acts) and speaks(clause)
