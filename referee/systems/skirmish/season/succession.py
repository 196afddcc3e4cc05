"""Succession: where a pack says so, a man takes over when the leader of his unit is gone."""

from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts.motivation import LEADERS
from schemas.skirmish.events import LeaderNamed
from schemas.skirmish.words import Role


def take_over(course: EventRecorder) -> None:
    """At the beginning of a turn the first man left of a unit without a leader leads it."""
    if course.table.parameters.motivation.succession != "next-turn":
        return
    for id, entry in course.table.units.items():
        members = list(course.position.members(id))
        if entry.kind == "command" or not members or any(one.role in LEADERS for one in members):
            continue
        role: Role = "gun-leader" if entry.kind == "heavy-weapon" else "squad-leader"
        heir = next((one for one in members if not one.pins), members[0])
        course.add(LeaderNamed(side=heir.side, figure=heir.id, role=role))
