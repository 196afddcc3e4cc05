"""The chapters of the rules that are hunted through."""

import importlib
from collections.abc import Mapping
from types import ModuleType

CHAPTERS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "battles", "fire", "losses", "retreats", "driven", "special", "combat_cards", "air", "units",
            "scramble", "crises",
        ),
        "combat",
    ),
    **dict.fromkeys(("aircraft", "control", "stacking"), "facts"),
    "of_combat": "events",
    **dict.fromkeys(
        (
            "movement", "choices", "transport", "allowances", "reorganisation", "reserves", "offensives",
            "transit",
        ),
        "movement",
    ),
}  # fmt: skip
"""The chapters by name, and the package of each."""


def chapter(name: str) -> ModuleType:
    """A chapter of the rules by its name."""
    return importlib.import_module(f"referee.systems.great_war.{CHAPTERS[name]}.{name}")
