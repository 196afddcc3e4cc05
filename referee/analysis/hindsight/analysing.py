"""A match looked back upon: the luck of its battles, its turning points, and what orders changed."""

from typing import cast

from referee.analysis import battlefields
from referee.analysis.families import find_great_war
from referee.analysis.faults import AnalysisFault
from referee.analysis.hindsight import changes, fought, swings
from referee.engine.faults import Misuse
from referee.matches.matches import Match
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.answers.hindsight import Hindsight
from schemas.answers.odds import HiddenBattle
from schemas.record import PUBLIC, REFEREE, Side


def analyse(match: Match, viewer: Side, at: int | None = None) -> Hindsight:
    """What luck did in the battles of a match up to an entry, and what orders changed.

    A battle counts when it is over. Two matches that differ in what the viewer may not know are looked back
    upon alike. Raises `Misuse` for a family of games without odds, or a match without odds that goes on.
    """
    rules = find_great_war(match.system)
    if rules is None:
        raise Misuse(AnalysisFault.NO_HINDSIGHT)
    if not changes.may_weigh(match):
        raise Misuse(AnalysisFault.ODDS_FORBIDDEN)
    match.entries_seen(at)
    battles = tuple(fought.list_fought(rules, match.steps(at), viewer))
    hidden = [one for one in battles if battlefields.hides_armies(one.start, one.area)]
    weighed = tuple(swings.weigh(rules, one) for one in battles if one not in hidden)
    changed = tuple(
        one for one in changes.list_changes(match, rules, viewer) if at is None or one.entry <= at
    )
    return Hindsight(
        match=match.name,
        viewer=viewer,
        sides={side: rules.narrator.side_name(side) for side in rules.sides},
        battles=swings.rank(weighed),
        ledger=swings.add_up(rules, weighed),
        changes=changed,
        hidden=tuple(HiddenBattle(area=one.area, name=rules.narrator.area_name(one.area)) for one in hidden),
        secret=viewer == REFEREE and (bool(changed) or _hides(rules, match.position(at))),
    )


def _hides(rules: GreatWar, position: object) -> bool:
    """Whether armies hide what they hold from those who look on."""
    return bool(battlefields.show_public(rules.theatre, cast(Position, position), PUBLIC).map.closed)
