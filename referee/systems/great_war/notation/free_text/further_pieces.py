"""Pieces that a letter sends and no order moves: the cavalry in `ge-3 to Metz, the cavalry too`."""

from collections.abc import Container, Iterator, Sequence

from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.staying import keeps
from referee.systems.great_war.notation.free_text.tokens import split_sentences
from referee.systems.great_war.notation.proposals.clauses import Clause, read_sentences
from referee.systems.great_war.notation.proposals.mentions import Names
from referee.systems.great_war.state.position import Position
from schemas.great_war.names import Kind
from schemas.great_war.orders import GreatWarOrder, Join, Leave, Move, Retreat

_AROUND = frozenset({"with", "against", "of"})
"""Roles of pieces that a clause does not send anywhere."""

_NOT_SENT = use.LOSES | use.STAYS - use.SMALL
"""Verbs of pieces that go nowhere."""

_FIGHTING = use.ATTACKS | use.FIGHTS | use.COMBAT


def are_sent(context: Context, text: str, orders: Sequence[GreatWarOrder]) -> bool:
    """Return True for a text about moves or retreats that sends a piece which its orders do not move."""
    names = Names(context.theatre, context.side)
    asks = context.moves() or context.retreats()
    return asks and bool(orders) and sends_others(names, context.position, text, orders)


def sends_others(names: Names, position: Position, text: str, orders: Sequence[GreatWarOrder]) -> bool:
    """Return True for pieces without a name that no order moves, such as `the cavalry to Nancy`."""
    pieces = position.map.pieces
    moves = [one for one in orders if isinstance(one, Move | Retreat)]
    own = [pieces[one.piece] for one in orders if isinstance(one, Move | Retreat | Leave | Join)]
    areas = {one.area for one in own} | {getattr(position.task, "area", "")}
    areas |= {one.path[-1] if isinstance(one, Move) else one.to for one in moves}
    kinds = {one.kind for one in own}
    sentences = (one for part in split_sentences(text) for one in read_sentences(names, part))
    clauses = (
        one for sentence in sentences if not sentence.is_question for one in _omit_kept(sentence.clauses)
    )
    return any(_sends(one) and _names_other(one, kinds, areas) for one in clauses)


def _omit_kept(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Yield clauses without those whose verb keeps them: `the infantry in Paris, fr-i20, stays`."""
    is_kept = False
    for clause in reversed(clauses):
        is_kept = keeps(clause) or (is_kept and not (clause.has_verb or clause.areas("to")))
        if not is_kept:
            yield clause


def _names_other(clause: Clause, kinds: Container[Kind], areas: Container[str]) -> bool:
    """Return True for a kind of piece or a place that no order holds, beside pieces without a name."""
    if any(one.ids or one.numbers or one.ordinal for one in clause.mentions):
        return False
    # "The 1st Army attacks the infantry there" names an enemy.
    fights = (at for at, token in enumerate(clause.tokens) if token.among(_FIGHTING))
    end = next(fights, len(clause.tokens))
    own = (one for one in clause.mentions if not one.is_foreign and one.role not in _AROUND and one.at < end)
    # "Orders Liège Germans" is a heading.
    is_sent = clause.has_verb or clause.areas("to")
    unclear = {"fort"} if is_sent else {"fort", "army"}
    loose = [one.kind for one in own if one.kind and one.kind not in unclear]
    loose += ["army"] if not clause.keys.isdisjoint(use.ARMIES) else []
    is_vague = not clause.keys.isdisjoint(use.VAGUE)
    is_elsewhere = any(one.area and one.area not in areas for one in clause.mentions)
    is_further = is_elsewhere or not clause.keys.isdisjoint(use.TOO)
    return any(is_further or kind not in kinds for kind in loose) or (is_vague and is_further)


def _sends(clause: Clause) -> bool:
    """Return True for a verb of movement, a goal, or a place without a verb: `Metz for the guns`."""
    is_idle = clause.is_denied or clause.stays or clause.is_unreal or clause.is_of_others
    if is_idle or clause.is_about_foreigners or not clause.keys.isdisjoint(_NOT_SENT):
        return False
    if not clause.keys.isdisjoint(use.BEING | use.POSSESSES):
        return bool(clause.areas("to")) and not clause.keys.isdisjoint(use.ACTS)
    return any(one.area for one in clause.mentions) or not clause.keys.isdisjoint(use.TOO | use.ACTS)
