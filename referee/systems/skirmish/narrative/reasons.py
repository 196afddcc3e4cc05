"""Why an order was dropped or a way cut short, in the language of the reader.

The journal has the reason in the words of the rules. Here it is taken apart again, as the purposes of throws
are, and said in those of the reader.
"""

from collections.abc import Mapping
from functools import partial

from referee.engine.facts import Statable
from referee.engine.tongue import message
from referee.systems.skirmish.combat import refusals as combat
from referee.systems.skirmish.events import refusals as events
from referee.systems.skirmish.facts import refusals as facts
from referee.systems.skirmish.facts import walking
from referee.systems.skirmish.flow import refusals as flow
from referee.systems.skirmish.movement import refusals as movement
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.table import Table

FACTS: Mapping[str, Statable] = {
    fact.code: fact
    for chapter in (combat.Refusal, events.Refusal, facts.Refusal, flow.Refusal, movement.Refusal)
    for fact in chapter
}
"""The facts that these rules may state, by code."""

REASONS = (
    message("{figure} has no leader left"),
    message("{figure} is {gap} inches from {leader}, its nearest leader"),
    message("{figure} takes no part any more"),
    message("{figure} was contacted and cannot move"),
    message("{figure} was pinned"),
    message("{figure} is pinned, and would come closer to the enemy"),
    message("{figure} is pinned, and only unpinned figures break off"),
    message("{figure} is pinned"),
    message("{unit} failed twice, and may only rush away"),
    message("{unit} failed twice and cannot fire"),
    message("{figure} would not get away from the enemy"),
    message("{enemy} is not there any more"),
    message("{enemy} has as many attackers as can get at him"),
    message("{figure} did not get away"),
    message("{figure} finds no way out"),
    message("{figure} is in no melee"),
    message("{figure} has not fought a round yet"),
    message("{figure} rushes, and who rushes spots nobody"),
    message("{figure} keeps its head down"),
    message("{figure} has looked this turn"),
    message("nobody of your side knows a {enemy}"),
    message("{unit} sees {enemy} already"),
    message("{figure} has no line of sight to where {enemy} is"),
    message("who assaults spots only to {reach} inches"),
    message("{figure} has no such grenade: it carries {carried}"),
    message("{figure} has no flamethrower: it carries {carried}"),
    message("{figure} cannot lay a beaten zone: it carries {carried}"),
    message("{figure} has no such weapon to fire: it carries {carried}"),
    message("{figure} has no unpinned man of its crew within {reach} inches"),
    message("{figure} has no line of sight there: {ground} in the way"),
    message("{figure} has no {weapon} left"),
    message("{figure} moved, and lays no beaten zone"),
    message("{figure} moved, and its {weapon} does not fire"),
    message("{figure} is in contact with an enemy"),
    message("{figure} was in a melee last turn"),
    message("{enemy} is in a melee"),
    message("{figure} fired already, at an attacker"),
    message("{figure} moved stealthily"),
    message("{figure} rushed"),
    message("{figure} manoeuvred, and may fire unaimed only"),
    message("{figure} assaulted, and may fire unaimed only"),
    message("{figure} assaulted, and fires at {reach} inches at most"),
    message("{figure} is not trained to rapid fire"),
    message("nobody is named to fire at"),
    message("only unaimed fire may be laid on a point"),
    message("{unit} sees no enemy {enemy}"),
    message("{place} is not on the table"),
    message("{gap} inches from {figure}, and its {weapon} reaches {reach}"),
    message("{figure} would fire through another figure"),
    message("the {weapon} of {figure} throws {count} dice, at least one of them at {enemy}"),
    message("{enemy} is {gap} inches from {target}, and the radius is {reach}"),
)
"""Why orders are dropped; the longer comes before the shorter that it resembles."""


def told(table: Table, written: str) -> str:
    """Why an order was dropped; what no rule writes is left as it is."""
    return table.tongue.retold(REASONS, written, partial(_said, table))


def _said(table: Table, name: str, parts: Mapping[str, str]) -> str:
    """A part of a reason: the same thing by its name in the language that is spoken."""
    text = parts[name]
    match name:
        case "unit" | "weapon" | "ground":
            return table.called.get(text, text)
        case "carried":
            return _carried(table, text)
        case _:
            return text


def _carried(table: Table, text: str) -> str:
    """What a figure carries, listed again."""
    if text == words.NOTHING:
        return table.say(words.NOTHING)
    return table.listed([table.called.get(one, one) for one in text.replace(" and ", ", ").split(", ")])


def cut(table: Table, written: str) -> str:
    """What cut a way short."""
    return table.say(written) if written in walking.CUTS else written
