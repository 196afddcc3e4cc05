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
        "The higher bid of cards wins the first player turn of the season; equal bids "
        'leave it with the {side} side. Bid {count} cards at most. End with "done".'
    )
    PLACE_REINFORCEMENTS = 'Reinforcements: {due}. Place them. End with "done".'
    CHANGE_ARMIES = 'No reinforcements. Do pieces join or leave armies? End with "done".'
    OFFENSIVE_OR_PASS = "Play an offensive card, or pass?"
    MOVE = 'Move your pieces. End with "done".'
    MOVE_IN_A_PASS = 'You passed: you may move one piece and exchange cards. End with "done".'
    DECLARE_BATTLES = (
        "Declare your battles in the order in which you fight them. Newly disputed areas "
        'have battles anyway. End with "done".'
    )
    PLAY_CARDS_ON_BATTLES = 'Battles are declared. Do you play cards on them? End with "done".'
    KEEP_A_BATTLE = "Bad weather leaves you one battle. Choose it. Write: keep AREA."
    SCRAMBLE = 'Do biplanes adjacent to {area} join the battle? End with "done".'
    RIDE_OFF = '{area}: does your cavalry retreat before the battle? End with "done".'
    PAY_HITS = (
        (
            "You take {count} hit in {area}. Choose a piece or a card.",
            "You take {count} hits in {area}. Choose pieces or cards.",
        ),
    )
    PAY_SIEGE_HITS = (
        (
            ("You take {count} hit in {area}, {siege} of them on the fort. Choose a piece or a card."),
            ("You take {count} hits in {area}, {siege} of them on the fort. Choose pieces or cards."),
        ),
    )
    PAY_FORT_HITS = (
        (
            "You take {count} hit in {area}, on the fort. Choose a piece or a card.",
            "You take {count} hits in {area}, all on the fort. Choose pieces or cards.",
        ),
    )
    STAND_OR_RETREAT = 'Do any pieces retreat from {area} instead of firing? End with "done".'
    STAND_RETREAT_OR_REACT = (
        'Do any pieces retreat from {area} instead of firing, and do biplanes react? End with "done".'
    )
    THROW_AGAIN = 'Choose the hits in {area} to reroll for your biplanes. End with "done".'
    THROW_AGAIN_FOR_ENEMY = "Choose the hits in {area} to reroll for the enemy's biplanes."
    RETREAT_AFTER_BATTLE = 'Do any pieces retreat from {area} after the battle? End with "done".'
    DRIVEN_BACK = (
        (
            'An army of yours must retreat from {area}. Do other pieces retreat? End with "done".',
            ('{count} armies of yours must retreat from {area}. Do other pieces retreat? End with "done".'),
        ),
    )
    LOSE_AN_ARMY = "Equally weak armies cannot leave {area}. Choose the army to eliminate. Write: lose ARMY."
    REORDER_BATTLES = "Do you fight a different battle next? Write: battle AREA. Or: done."
    PLAY_A_CRISIS = 'The battle is over. Do you play a crisis? End with "done".'
    MOVE_EMPTY_ARMY = "Choose the area that the empty {army} retreats to from {area}."
    PAY_CRISIS = (
        (
            "{name:worded}: remove one piece of infantry.",
            "{name:worded}: remove {count} pieces of infantry.",
        ),
    )
    LOSE_IN_TRANSIT = (
        (
            "You lose {count} piece in transit. Choose it.",
            "You lose {count} pieces in transit. Choose them.",
        ),
    )
    LOSE_UNSUPPLIED = "Out of supply: {armies}. Choose the piece that each army loses."
    SPEND_BUILD_POINTS = 'You have {count} build points for cards, pieces and trenches. End with "done".'
    DISCARD = "You may hold {limit} cards. Choose {over} to discard."


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
