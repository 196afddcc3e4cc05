"""What a side can be asked."""

from typing import Literal, get_args

Question = Literal[
    "initiative", "reinforcements", "offensive", "movement", "pass-move", "battles", "combat-cards",
    "kept-battle", "scramble", "cavalry-retreat", "losses", "stand-or-retreat", "rerolls", "retreat-after",
    "empty-army", "crisis", "transit-losses", "attrition", "production", "discards",
]  # fmt: skip
"""A question by its name, in the order of play."""

QUESTIONS: tuple[str, ...] = get_args(Question)
"""All of them."""
