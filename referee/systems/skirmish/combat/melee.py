"""Melee: one round a turn, a die for every figure in it."""

from collections.abc import Iterator

from referee.engine.dice import Dice
from referee.engine.purposes import state_purpose
from referee.systems.skirmish.combat import pinning, spotting
from referee.systems.skirmish.combat.purposes import Throw
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.state.position import Figure, Melee
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.close_events import Killed, MeleeFought
from schemas.skirmish.parameters import HandToHand
from schemas.skirmish.words import Effect


def fight(course: EventRecorder, dice: Dice) -> None:
    """A round of every melee; who fell in one does not fight in the next."""
    for defender in dict.fromkeys(one.defender for one in course.position.melees):
        round_ = tuple(one for one in course.position.melees if one.defender == defender)
        if round_:
            _round(course, round_, dice)
    spotting.watch(course)


def modifier(table: Table, figure: Figure, *, second: bool = False) -> int:
    """What a figure adds to its die."""
    rules = table.parameters.hand_to_hand
    return (
        table.troop(figure).melee
        + rules.second_attacker * second
        + rules.armour * ("body-armour" in figure.items)
        + rules.pinned * bool(figure.pins)
    )


def _round(course: EventRecorder, melees: tuple[Melee, ...], dice: Dice) -> None:
    table, rules = course.table, course.table.parameters.hand_to_hand
    attackers = [course.figure(one.attacker) for one in melees]
    defender = course.figure(melees[0].defender)
    given = [modifier(table, one, second=number > 0) for number, one in enumerate(attackers)]
    given.append(modifier(table, defender))
    thrown = [
        Throw.MELEE_SECOND_ATTACKER if number else Throw.MELEE_ATTACKER for number in range(len(attackers))
    ]
    thrown.append(Throw.MELEE_DEFENDER)
    rolls = [dice.throw(state_purpose(one), 1, needed=0, owner=defender.side) for one in thrown]
    scores = [roll.faces[0] + value for roll, value in zip(rolls, given, strict=True)]
    effects = tuple(results(rules, tuple(scores)))
    course.add(
        MeleeFought(
            side=attackers[0].side,
            attackers=tuple(one.id for one in attackers),
            attacker_aliases=tuple(one.attacker_alias for one in melees),
            defender=defender.id,
            defender_alias=melees[0].defender_alias,
            defender_side=defender.side,
            modifiers=tuple(given),
            effects=effects,
            rolls=tuple(rolls),
        )
    )
    for figure, effect in zip((*attackers, defender), effects, strict=True):
        _suffer(course, figure.id, effect)


def results(rules: HandToHand, scores: tuple[int, ...]) -> Iterator[Effect]:
    """What a round does to each figure: the attackers in order, then the defender."""
    *attacks, defence = scores
    best = max(attacks)
    for attack in attacks:
        met = attack == best or rules.two_on_one == "separate"
        yield _lose(rules, defence - attack) if met else "miss"
    yield _lose(rules, best - defence)


def _lose(rules: HandToHand, behind: int) -> Effect:
    return "kill" if behind >= rules.kill_by else "pin" if behind >= 1 else "miss"


def _suffer(course: EventRecorder, id: str, effect: Effect) -> None:
    figure = course.figure(id)
    if not figure.active:
        return
    if effect == "kill":
        course.add(Killed(side=figure.side, figure=id, at=figure.at))
    elif effect == "pin":
        pinning.pin(course, id, 1)
