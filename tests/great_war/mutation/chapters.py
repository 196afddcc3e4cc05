"""The chapters of the rules that are hunted through."""

import importlib
from collections.abc import Mapping
from types import ModuleType

CHAPTERS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "battles", "fire", "losses", "retreats", "forced_retreats", "card_effects", "cards", "air",
            "removals",
        ),
        "combat",
    ),
    **dict.fromkeys(("aircraft", "control", "stacking"), "facts"),
    "combat_events": "events",
    **dict.fromkeys(
        (
            "movement", "enumeration", "transport", "reorganisation", "reserves", "offensives", "transit",
        ),
        "movement",
    ),
}  # fmt: skip
"""The chapters by name, and the package of each."""


def chapter(name: str) -> ModuleType:
    """A chapter of the rules by its name."""
    return importlib.import_module(f"referee.systems.great_war.{CHAPTERS[name]}.{name}")
