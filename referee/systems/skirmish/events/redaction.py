"""Redaction of events for each side: enemies by alias, and no die that would reveal a secret."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from referee.systems.skirmish.state.table import Table
from schemas.record import PUBLIC, REFEREE, Event, Side
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened

Seen = TypeVar("Seen", bound=Event)


def to_sides(
    redact: Callable[[Table, Seen, Side], Seen | None],
) -> Callable[[Table, Seen, Side], Seen | None]:
    """Show an event whole to the referee, not at all to the public, and redacted to each side."""

    def show(table: Table, event: Seen, viewer: Side) -> Seen | None:
        if viewer == PUBLIC:
            return None
        return event if viewer == REFEREE else redact(table, event, viewer)

    return show


def show_shell(_: Table, event: happened.ShellFell, viewer: Side) -> happened.ShellFell:
    """Show the dice to the firing side only: they reveal the deviation, and so the aim."""
    return event if viewer in {event.side, REFEREE} else replace(event, rolls=())


@to_sides
def show_look(_: Table, event: happened.Looked, viewer: Side) -> happened.Looked | None:
    """Show the look without its dice: a roll would reveal that a figure is there."""
    return replace(event, rolls=(), need=0) if viewer == event.side else None


@to_sides
def show_sighting(_: Table, event: happened.Sighted, viewer: Side) -> happened.Sighted | None:
    """Show the enemy by its alias."""
    return replace(event, figure="") if viewer == event.side else None


@to_sides
def show_contact(_: Table, event: close.ContactMade, viewer: Side) -> close.ContactMade:
    """Show each side its own figure, and the enemy by its alias."""
    return replace(event, **_hide_enemy(event, viewer))


@to_sides
def show_end_of_contact(_: Table, event: close.MeleeEnded, viewer: Side) -> close.MeleeEnded:
    """Show each side its own figure, and the enemy by its alias."""
    return replace(event, **_hide_enemy(event, viewer))


def _hide_enemy(event: close.ContactMade | close.MeleeEnded, viewer: Side) -> dict[str, str]:
    if viewer == event.side:
        return {"defender": "", "attacker_alias": ""}
    return {"attacker": "", "defender_alias": ""}


@to_sides
def show_round(_: Table, event: close.MeleeFought, viewer: Side) -> close.MeleeFought:
    """Show a round with the enemy by aliases, and without the modifiers of its dice."""
    nobody = ("",) * len(event.attackers)
    if viewer == event.side:
        own = (*event.modifiers[:-1], None)
        return replace(event, defender="", attacker_aliases=nobody, modifiers=own)
    own = (*(None for _ in nobody), event.modifiers[-1])
    return replace(event, attackers=nobody, defender_alias="", modifiers=own)


@to_sides
def show_shot(table: Table, event: happened.Shot, viewer: Side) -> happened.Shot | None:
    """Show the firer's side the effect on figures it knows, and the other side the effect on its own.

    A side that does not see the firer learns no misses: the other targets would reveal the weapon.
    """
    own = viewer == event.side
    visible = [
        n
        for n, mark in enumerate(event.marks)
        if (own and (mark.alias or mark.side == viewer))
        or (not own and mark.side == viewer and (event.alias or mark.effect != "miss"))
    ]
    if not own and not visible:
        return None
    changes: dict[str, object] = {
        "marks": tuple(_mark(table, event, event.marks[n], viewer) for n in visible)
    }
    # An event that was redacted before may have no dice any more.
    changes["rolls"] = tuple(event.rolls[n] for n in visible) if event.rolls else ()
    if own:
        changes["alias"] = ""
    else:
        changes |= {"figure": "", "at": (0, 0)}
        changes |= {} if event.alias else {"weapon": "", "kind": None, "rapid": False, "rolls": ()}
    return replace(event, **changes)


def _mark(table: Table, event: happened.Shot, mark: happened.Mark, viewer: Side) -> happened.Mark:
    """Return a mark in the names that one side uses."""
    changes: dict[str, object] = {"alias": ""} if mark.side == viewer else {"figure": ""}
    if not _counts(table, event, viewer):
        changes |= {"total": None, "needed": None}
    return replace(mark, **changes)


def _counts(table: Table, event: happened.Shot, viewer: Side) -> bool:
    """Return True if a side may know what dice needed.

    Aimed fire reveals the firer's class and training, unaimed fire the target's class; both sides can see
    the rest (ground, distance, weapon).
    """
    in_sight = viewer == event.side or bool(event.alias)
    reports_quality = table.parameters.reporting.enemy_quality == "shown"
    return in_sight and (reports_quality or (event.kind == "aimed") == (viewer == event.side))


@to_sides
def show_burst(_: Table, event: happened.ShellBurst, viewer: Side) -> happened.ShellBurst | None:
    """Show a side its own figures in the burst."""
    own = [n for n, mark in enumerate(event.marks) if mark.side == viewer]
    if not own:
        return None
    marks, rolls = tuple(event.marks[n] for n in own), tuple(event.rolls[n] for n in own)
    return replace(event, marks=marks, rolls=rolls)
