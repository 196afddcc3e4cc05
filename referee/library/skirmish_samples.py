"""Skirmishes sampled from the knowledge of one side: unseen enemies stand anywhere out of its sight.

A sample reads no secret. It starts from the rosters of the scenario, which both sides know, and from the
contacts, units and sealed orders of the viewer. A side's own copy has the same samples as the whole journal
if orders are plotted.
"""

from collections.abc import Iterator, Mapping
from random import Random

from msgspec.structs import replace

from referee.systems.skirmish.combat import spotting
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.facts import geometry, visibility
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import (
    Contact,
    Dead,
    Figure,
    Melee,
    Mission,
    Plan,
    Position,
    Unit,
)
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.names import Spot

TRIES = 40
"""Number of places that are tried for an enemy out of sight."""

CLOCK = 64
"""Number of directions in which an enemy can have gone."""


def sample_skirmish(rules: Skirmish, position: Position, viewer: Side, seed: int) -> Position:
    """Return a position that a side cannot tell from the real one.

    Each contact is a random enemy of its class and weapon, in its place while it is in sight. Other enemies
    stand near their last known or printed places, out of sight if one of `TRIES` places is. Markers, sealed
    orders and missions of the enemy are as at the start.
    """
    table, rng = rules.table, Random(f"sample {seed}")
    enemy, start = position.other(viewer), rules.table.start()
    roster = [one for one in start.figures.values() if one.side == enemy]
    contacts_by_id = dict(_name_contacts(table, position.contacts(viewer), roster, rng))
    # The enemies are put down one by one; none of them hides another.
    own = {id: one for id, one in position.figures.items() if one.side == viewer}
    seen_by = replace(position, figures=own, melees=())
    places = _Places(table, seen_by, viewer, rng)
    certain_first = sorted(roster, key=lambda one: not _is_certain(contacts_by_id.get(one.id)))
    figures = {one.id: places.place(one, contacts_by_id.get(one.id)) for one in certain_first}
    aliases = {contact.alias: id for id, contact in contacts_by_id.items()}
    contacts = {alias: replace(position.contacts(viewer)[alias], figure=id) for alias, id in aliases.items()}
    guess = replace(
        position,
        figures={**own, **figures},
        units={**position.units, **{id: Unit(id, enemy) for id in _list_units(position, enemy)}},
        known={viewer: contacts, enemy: {}},
        melees=tuple(_name_melee(one, viewer, aliases) for one in position.melees),
        plans={viewer: position.plan(viewer), enemy: Plan(closed=position.plan(enemy).closed)},
        dead=tuple(_list_dead(position, viewer, figures, contacts_by_id)),
        missions=_own_missions(position, start, viewer),
        entered=frozenset(one for one in position.entered if one[0] == viewer),
        rewarded=frozenset(one for one in position.rewarded if one[0] == viewer),
        score=position.score if position.phase == "over" else {**position.score, enemy: 0},
    )
    return _let_enemy_look(rules, _move_in_turn(table, guess, position, enemy, rng), enemy)


def _name_contacts(
    table: Table, contacts: Mapping[str, Contact], roster: list[Figure], rng: Random
) -> Iterator[tuple[str, Contact]]:
    """Yield an enemy of the roster for each contact, of its class and weapon if one is left."""
    candidates = rng.sample(roster, len(roster))
    for contact in sorted(contacts.values(), key=lambda one: one.alias):
        alike = [
            one
            for one in candidates
            if contact.quality in {"", table.units[one.unit].quality}
            and (not contact.weapon or contact.weapon in one.weapons)
        ]
        figure = next(iter(alike or candidates))
        candidates.remove(figure)
        yield figure.id, contact


class _Places:
    """Puts enemies down among the figures of the viewer, one by one."""

    def __init__(self, table: Table, position: Position, viewer: Side, rng: Random) -> None:
        self._table, self._position, self._viewer, self._rng = table, position, viewer, rng
        self._pace = table.parameters.movement.paces["manoeuvre"].inches
        self._base = table.parameters.measuring.base_diameter
        self._taken = [one.at for one in position.figures.values() if one.active]

    def place(self, figure: Figure, contact: Contact | None) -> Figure:
        """Return an enemy in its known place, or out of sight near its last one."""
        figure_as_known = figure if contact is None else _recognise(figure, contact)
        result = figure_as_known if _is_certain(contact) else self._hide(figure_as_known, contact)
        if result.active:
            self._taken.append(result.at)
        return result

    def _hide(self, figure: Figure, contact: Contact | None) -> Figure:
        """Return an enemy out of sight; where it was, if no free place is found."""
        turns = max(1, self._position.turn - (contact.told if contact is not None else 0))
        for number in range(TRIES):
            # The last tries go beyond a walk.
            reach = self._pace * max(turns, number // 8)
            distance, part = round(reach * self._rng.random() ** 0.5), self._rng.randrange(CLOCK)
            at = geometry.by_clock(figure.at, distance, part, CLOCK)
            candidate = replace(figure, at=at, start=at)
            if self._is_free(at) and not self._is_seen(candidate, contact):
                return candidate
        return figure

    def _is_free(self, at: Spot) -> bool:
        """Return True if a figure can stand in a place."""
        return (
            self._table.on_table(at)
            and not visibility.grounds(self._table, at, ("impassable",))
            and not any(geometry.closer(at, other, self._base) for other in self._taken)
        )

    def _is_seen(self, figure: Figure, contact: Contact | None) -> bool:
        """Return True if a figure of the viewer sees an enemy without a roll."""
        return bool(
            spotting.find_seeing(self._table, self._position, self._viewer, figure, contact, fired=False)
        )


def _is_certain(contact: Contact | None) -> bool:
    """Return True if the viewer knows the place of an enemy: it is in sight, or out of the game."""
    return contact is not None and bool(contact.units or contact.status != "active")


def _recognise(figure: Figure, contact: Contact) -> Figure:
    """Return an enemy as a contact shows it."""
    return replace(
        figure,
        at=contact.at,
        start=contact.at,
        posture=contact.posture,
        mode=contact.mode,
        pins=contact.pins,
        status=contact.status,
        way=contact.way,
        went=contact.went,
    )


def _list_units(position: Position, side: Side) -> list[str]:
    return [one.id for one in position.units.values() if one.side == side]


def _move_in_turn(table: Table, guess: Position, position: Position, enemy: Side, rng: Random) -> Position:
    """Return the guess with the fewest enemy units moved that let the same side be asked."""
    if not sequence.live(table):
        return guess
    able = [id for id in _list_units(guess, enemy) if any(guess.members(id))]
    rng.shuffle(able)
    for count in range(len(able) + 1):
        changes = {id: replace(guess.units[id], activated=True) for id in able[:count]}
        after = replace(guess, units={**guess.units, **changes})
        if sequence.list_asked(table, after) == sequence.list_asked(table, position):
            return after
    return guess


def _name_melee(melee: Melee, viewer: Side, aliases: Mapping[str, str]) -> Melee:
    """Return a melee with the sampled enemy; a melee is between one figure of each side."""
    if melee.side == viewer:
        return replace(melee, defender=aliases[melee.defender_alias], attacker_alias="")
    return replace(melee, attacker=aliases[melee.attacker_alias], defender_alias="")


def _list_dead(
    position: Position, viewer: Side, figures: Mapping[str, Figure], contacts_by_id: Mapping[str, Contact]
) -> Iterator[Dead]:
    """Yield the figures that the viewer knows to have died this turn."""
    yield from (one for one in position.dead if one.side == viewer)
    for id, contact in contacts_by_id.items():
        if contact.status == "killed" and contact.told == position.turn:
            one = figures[id]
            yield Dead(id, one.unit, one.side, one.role, one.at)


def _own_missions(position: Position, start: Position, viewer: Side) -> Mapping[str, Mission]:
    """Return the viewer's missions as they are, and the enemy's as at the start."""
    return {id: one if one.side == viewer else start.missions[id] for id, one in position.missions.items()}


def _let_enemy_look(rules: Skirmish, position: Position, enemy: Side) -> Position:
    """Return the position with the contacts that the enemy's figures have by the rules of spotting."""
    course = EventRecorder(rules.table, position, lambda _: "")
    fighting = {one.defender if one.side == enemy else one.attacker for one in position.melees}
    for figure in position.figures.values():
        if figure.side == enemy:
            continue
        spotting.observe(course, enemy, figure, fired=False)
        if figure.id in fighting and not course.position.alias(enemy, figure.id):
            spotting.show(course, enemy, figure, (), "contact")
    after = course.position
    return replace(
        after,
        melees=tuple(
            replace(one, defender_alias=after.alias(enemy, one.defender))
            if one.side == enemy
            else replace(one, attacker_alias=after.alias(enemy, one.attacker))
            for one in after.melees
        ),
    )
