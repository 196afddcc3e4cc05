"""The chapters of the rules that are hunted through."""

import importlib
from types import ModuleType

COMBAT = (
    "battles", "fire", "losses", "retreats", "driven", "special", "combat_cards", "air", "aircraft", "units",
    "scramble", "crises", "of_combat",
)  # fmt: skip
MOVEMENT = (
    "control", "stacking", "movement", "choices", "transport", "reorganisation", "reserves", "offensives",
    "transit",
)  # fmt: skip
CHAPTERS = (*COMBAT, *MOVEMENT)

ROOMS = {"aircraft": "facts", "control": "facts", "stacking": "facts", "of_combat": "events"} | dict.fromkeys(
    ("movement", "choices", "transport", "reorganisation", "reserves", "offensives", "transit"), "movement"
)
"""The packages of the chapters that are not in `combat`."""


def chapter(name: str) -> ModuleType:
    """A chapter of the rules by its name."""
    return importlib.import_module(f"referee.systems.great_war.{ROOMS.get(name, 'combat')}.{name}")
