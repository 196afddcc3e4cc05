"""Changes of a match between two entries, for one viewer."""

from referee.engine.facts import declare
from referee.engine.faults import Misuse
from referee.engine.system import State
from referee.matches.matches import Match
from referee.reports import recent
from referee.reports.documents import mark_secret, sides
from referee.reports.faults import ReportFault
from schemas.record import Side
from schemas.reports.document import Document


def between(match: Match, viewer: Side, first: int, last: int) -> Document:
    """Return the difference of the positions after two entries, and the battles between them."""
    if not match.system.narrator.compares:
        raise Misuse(declare(ReportFault.NOT_COMPARABLE, game=match.bound.pack.game.name))
    if first > last:
        raise Misuse(declare(ReportFault.ENTRIES_REVERSED, first=first, last=last))
    then, now = match.standing(first), match.standing(last)
    same = now[: len(then)] == then
    begin = then[-1] if then else 0
    title = match.tongue.say(
        "{match}: from entry {first} to entry {last}", match=match.name, first=first, last=last
    )
    return Document(
        title=mark_secret(match, viewer, title),
        language=match.tongue.language,
        sides=sides(match),
        blocks=(
            *match.system.narrator.change(_find_position(match, first), _find_position(match, last), viewer),
            # Omit battles if entries between them were taken back.
            *(recent.digest(match.system, viewer, recent.see(match, viewer, last, begin)) if same else ()),
        ),
    )


def _find_position(match: Match, at: int) -> State:
    """Return the position after an entry, or the start for entry 0."""
    return match.past.position(match.rules, match.entries_to(at))
