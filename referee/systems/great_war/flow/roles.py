"""In which role a side is asked, and what the others can see of its answer."""

from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.words import Question
from schemas.record import Prompt, Side

ATTACKER, DEFENDER = ROLES = "attacker", "defender"

PLAIN: frozenset[Question] = frozenset({"scramble", "cavalry-retreat", "stand-or-retreat", "rerolls"})
"""What pieces on the map alone can answer."""

OF_CARDS: frozenset[Question] = frozenset({"combat-cards"})
"""What cards alone can answer."""

DECLARING: frozenset[Question] = frozenset({"battles", "combat-cards", "kept-battle"})
"""What is asked of all battles of a turn, and not of one area."""


def find_role(position: Position, side: Side) -> str:
    """The role of a side in the player turn; empty between player turns."""
    if position.now is None:
        return ""
    return ATTACKER if position.now.side == side else DEFENDER


def find_asked_role(position: Position, prompt: Prompt) -> str:
    """The role that a question is asked in: in a battle, or in the declarations before it."""
    about_battle = bool(prompt.subject) or prompt.question in DECLARING
    return find_role(position, prompt.side) if about_battle else ""


def is_plain(theatre: GreatWarGame, position: Position, prompt: Prompt) -> bool:
    """Whether no hidden card or army may answer a question. Both sides see how many cards a hand holds."""
    if prompt.question in OF_CARDS:
        return not position.hand(prompt.side).size
    return prompt.question in PLAIN and not hidden_templates.is_played(theatre)
