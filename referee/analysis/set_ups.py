"""Odds without a match: a battle as it is given in the notation of cases."""

from collections.abc import Sequence

from referee.analysis import battlefields, policies
from referee.analysis import odds as weighing
from referee.analysis.families import find_great_war
from referee.analysis.faults import AnalysisFault
from referee.analysis.policies import QUIET, Written
from referee.engine.facts import declare
from referee.engine.faults import Complaint, DataFault, Misuse, PackProblem
from referee.packs.binding import Ruleset
from referee.packs.conformance.great_war import case_pieces, casework
from referee.packs.conformance.great_war.case_pieces import Impossible
from referee.systems.great_war.faces.notation import GreatWarNotation
from referee.systems.great_war.facts import control
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.answers.odds import Odds
from schemas.great_war.case import GreatWarGiven
from schemas.record import REFEREE

BETWEEN_AREAS = ";"
"""What stands between two areas of a set-up that is written in one line."""


def weigh(
    bound: Ruleset,
    given: str,
    season: str | None = None,
    policy: Written | None = None,
    cards: Sequence[str] = (),
) -> Odds:
    """How a battle may end that no match has: `reims: ge-1 [5I 1A], fr-1 [3I 1A] entrenched`.

    The battle is in the area that is named first, and the side of the piece that stands first attacks. Other
    areas may follow, each behind a semicolon. Without a `season` it is the first of the scenario. Raises
    `DataFault` with all that is wrong with the set-up, and `Misuse` for another family of games.
    """
    rules = find_great_war(bound.system)
    if rules is None:
        raise Misuse(AnalysisFault.NO_ODDS)
    try:
        area, position = _set_up(rules, given, season)
    except Impossible as impossible:
        raise DataFault(*map(_complain, impossible.misfits)) from None
    answered = QUIET if policy is None else policies.read(rules, position, policy)
    battle = weighing.weigh(rules, position, area, answered, cards)
    return weighing.tell(rules, "", REFEREE, answered, (battle,))


def _complain(misfit: PackProblem) -> Complaint:
    return Complaint.of(declare(AnalysisFault.SET_UP_IMPOSSIBLE, fact=misfit.text), misfit.remedy)


def _set_up(rules: GreatWar, given: str, season: str | None) -> tuple[str, Position]:
    """Where the battle is, and the position in which it comes next."""
    text = "\n".join(_name_area(rules, part) for part in given.split(BETWEEN_AREAS))
    laid = case_pieces.read(rules.theatre, text)
    first = next((piece for piece in laid.pieces.values() if piece.kind != "fort"), None)
    if first is None:
        raise Misuse(AnalysisFault.SET_UP_EMPTY)
    area, names = laid.areas[0], rules.narrator
    turn, asked = f"{first.side} offensive", f"battle {area}"
    position = casework.position(rules, GreatWarGiven(pieces=text, season=season, turn=turn, asked=asked))
    for side in rules.sides:
        if not control.present(position.map, area, side):
            named = {"side": names.side_name(side), "area": names.area_name(area)}
            raise Misuse(declare(AnalysisFault.SET_UP_ONE_SIDED, **named))
    return area, battlefields.show_public(rules.theatre, position, REFEREE)


def _name_area(rules: GreatWar, part: str) -> str:
    """What stands in an area, the area by its id; it may be given by any of its names."""
    name, colon, rest = part.partition(":")
    found = GreatWarNotation(rules.narrator).subjects.find(name.strip())
    return f"{found[0]}{colon}{rest}" if len(found) == 1 else part
