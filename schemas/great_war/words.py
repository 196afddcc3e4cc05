"""The words that every shape of the Great War family is written in."""

from typing import Literal, get_args

from schemas.model import Slug as Slug  # noqa: PLC0414 - a word of packs too

Kind = Slug
"""What a playing piece is, as its pack names it; the rules themselves know `army`, `fort` and `artillery`."""

FirePhase = Literal["dogfight", "artillery", "defensive", "pursuit", "offensive"]
"""Who fires when: each is one phase, in which a card's Ersatz is spent or lost."""

Fate = Literal[
    "hit", "last-unit", "unaccompanied", "empty-army", "retreated-twice", "left-alone", "gun-abandoned",
    "crisis", "withdrawn", "cut-off", "out-of-supply", "elsewhere", "exhausted",
]  # fmt: skip
"""Why a piece left the map; `last-unit` is an army that lost it, `cut-off` one driven back in vain.

What is lost `elsewhere` was in a transit box, on its way to another front. An `exhausted` piece was lost
after the battles of a special offensive.
"""

Question = Literal[
    "initiative", "reinforcements", "offensive", "movement", "pass-move", "battles", "combat-cards",
    "kept-battle", "scramble", "cavalry-retreat", "losses", "stand-or-retreat", "rerolls", "retreat-after",
    "empty-army", "crisis", "transit-losses", "attrition", "production", "discards",
]  # fmt: skip
"""A question by its name, in the order of play."""

QUESTIONS: tuple[str, ...] = get_args(Question)
"""All of them."""
