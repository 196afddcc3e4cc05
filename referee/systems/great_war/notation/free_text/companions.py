"""Sentences that say less than they mean: pieces that go with others, and parts and ends that are left open.

Their words are those of remarks: `the rest follows`, `i4 stays with it`, `one infantry remains`, `and so on`.
Such a sentence is asked about, and so is `i4 holds Narew` if i4 is elsewhere.
"""

from referee.i18n.proposals import open_phrases
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.proposals.clauses import Clause, read_sentences
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Names
from referee.systems.great_war.notation.proposals.pieces import list_choices
from referee.systems.great_war.state.tasks import ChooseOffensive, MovePieces, PassMove


def is_open(text: str) -> bool:
    """Return True for words of pieces that may go with others, of parts, and of further things."""
    return open_phrases.GOES_ALONG.search(text) is not None or open_phrases.LEFT_OPEN.search(text) is not None


def misleads(context: Context, text: str) -> bool:
    """Return True for a sentence that may mean more than its names say."""
    moves = isinstance(context.position.task, ChooseOffensive | MovePieces | PassMove)
    if is_open(text) or (moves and open_phrases.PART_STAYS.search(text)):
        return True
    names = Names(context.theatre, context.side)
    clauses = [clause for one in read_sentences(names, text) for clause in one.clauses]
    if any(_holds_another(context, names, one) for one in clauses):
        return True
    # "The 2nd Army goes back to Verdun, the guns stay"
    here = getattr(context.position.task, "area", "")
    leads = any(one.area != here for clause in clauses for one in clause.areas("to"))
    return bool(here) and leads and open_phrases.KIND_STAYS.search(text) is not None


def _holds_another(context: Context, names: Names, clause: Clause) -> bool:
    """Return True for `i4 holds Narew` if i4 is in Grodno."""
    areas = {one.area for one in clause.areas("", "in")}
    if not clause.stays or clause.is_denied or not areas:
        return False
    pieces = context.position.map.pieces
    for one in clause.mentions:
        if one.role or one.is_foreign or not (one.ids or one.ordinal or (one.kind and one.numbers)):
            continue
        choices = list_choices(names.theatre, context.position, context.side, one, Frame(()))
        places = [{pieces[id].area for id in ids} for ids in choices]
        if places and all(here.isdisjoint(areas) for here in places):
            return True
    return False
