"""Prompts for the sides, and the role in which each side answers."""

from collections.abc import Mapping
from enum import unique

from referee.engine.facts import Asked, Fact, OpenQuestion, Parameter
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.clauses import Clause
from schemas.great_war.names import Question
from schemas.record import Side


@unique
class Asking(Fact):
    """Question for a side, with its parameters."""

    BID = (
        "Whoever bids more cards has the first player turn of the season; level bids leave it with the "
        "{side} side. Which do you bid, {count} at most? Then: done."
    )
    PLACE_REINFORCEMENTS = "Reinforcements: {due}. Where do they go? Then: done."
    CHANGE_ARMIES = "No reinforcements. Which pieces change their armies? Then: done."
    OFFENSIVE_OR_PASS = "Play an offensive card, or pass?"
    MOVE = "Which pieces move? Then: done."
    MOVE_IN_A_PASS = "You passed: one piece may move, and cards may be exchanged. Then: done."
    DECLARE_BATTLES = (
        "Where do you fight, and in which order? Newly disputed areas are battles anyway. Then: done."
    )
    PLAY_CARDS_ON_BATTLES = "Battles are declared. Do you play cards on them? Then: done."
    KEEP_A_BATTLE = "Bad weather leaves you one battle: which? Write: keep AREA."
    SCRAMBLE = "Do biplanes next to {area} come into the battle? Then: done."
    RIDE_OFF = "Does cavalry leave {area} before the battle? Then: done."
    PAY_HITS = (
        (
            "{count} hit to pay in {area}: which pieces or cards?",
            "{count} hits to pay in {area}: which pieces or cards?",
        ),
    )
    PAY_SIEGE_HITS = (
        (
            "{count} hit to pay in {area}, {siege} of them on the fort: which pieces or cards?",
            "{count} hits to pay in {area}, {siege} of them on the fort: which pieces or cards?",
        ),
    )
    STAND_OR_RETREAT = "Does anyone retreat from {area} instead of firing? Then: done."
    STAND_RETREAT_OR_REACT = (
        "Who retreats from {area} instead of firing, and which biplanes react? Then: done."
    )
    THROW_AGAIN = "Which hits in {area} are thrown again for your biplanes? Then: done."
    THROW_AGAIN_FOR_ENEMY = "Which hits in {area} are thrown again for the enemy's biplanes?"
    RETREAT_AFTER_BATTLE = "Does anyone retreat from {area} after the battle? Then: done."
    DRIVEN_BACK = (
        (
            "An army of yours must retreat from {area}; does anyone else? Then: done.",
            "{count} armies of yours must retreat from {area}; does anyone else? Then: done.",
        ),
    )
    LOSE_AN_ARMY = "Equally weak armies cannot leave {area}: which falls? Write: lose ARMY."
    REORDER_BATTLES = "Is another battle than the one declared fought next? Write: battle AREA. Or: done."
    PLAY_A_CRISIS = "The battle is over. Do you play a crisis? Then: done."
    MOVE_EMPTY_ARMY = "Where does the empty {army} go from {area}?"
    PAY_CRISIS = (
        (
            "{name:worded}: remove one piece of infantry.",
            "{name:worded}: remove {count} pieces of infantry.",
        ),
    )
    LOSE_IN_TRANSIT = (
        (
            "{count} piece lost in transit: which?",
            "{count} pieces lost in transit: which?",
        ),
    )
    LOSE_UNSUPPLIED = "Out of supply: {armies}. Which piece does each lose?"
    SPEND_BUILD_POINTS = "You have {count} build points: cards, pieces, trenches? Then: done."
    DISCARD = "You may hold {limit} cards, and {over} must go: which do you discard?"


BY_CODE: Mapping[str, Asking] = {asking.code: asking for asking in Asking}


def ask(
    side: Side,
    question: Question,
    clause: Clause,
    asking: Asking,
    subject: str = "",
    /,
    **parameters: Parameter,
) -> OpenQuestion:
    """Ask a side a question."""
    return OpenQuestion(
        asking,
        tuple(parameters.items()),
        side=side,
        question=question,
        clause=clause.value,
        subject=subject,
    )


ATTACKER, DEFENDER = ROLES = "attacker", "defender"

PLAIN: frozenset[Question] = frozenset({"scramble", "cavalry-retreat", "stand-or-retreat", "rerolls"})
"""Questions that pieces on the map alone can answer."""

OF_CARDS: frozenset[Question] = frozenset({"combat-cards"})
"""Questions that cards alone can answer."""

DECLARING: frozenset[Question] = frozenset({"battles", "combat-cards", "kept-battle"})
"""Questions about all battles of a turn, and not about one area."""


def find_role(position: Position, side: Side) -> str:
    """The role of a side in the player turn; empty between player turns."""
    if position.now is None:
        return ""
    return ATTACKER if position.now.side == side else DEFENDER


def find_asked_role(position: Position, prompt: Asked) -> str:
    """The role that a question is asked in: in a battle, or in the declarations before it."""
    about_battle = bool(prompt.subject) or prompt.question in DECLARING
    return find_role(position, prompt.side) if about_battle else ""


def is_plain(theatre: GreatWarGame, position: Position, prompt: Asked) -> bool:
    """Return True if no hidden card or army can answer a question. Both sides see the size of a hand."""
    if prompt.question in OF_CARDS:
        return not position.hand(prompt.side).size
    return prompt.question in PLAIN and not hidden_templates.is_played(theatre)
