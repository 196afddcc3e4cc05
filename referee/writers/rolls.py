"""A roll in words: what was needed, what came up, and how many hits it made."""

from schemas.document import DiceThrown
from schemas.record import Roll


def wanted(roll: Roll) -> str:
    """What the dice were thrown for: `needs 1-3`, or the bare throw: `shows`."""
    die = "" if roll.sides == 6 else f"d{roll.sides} "
    if not roll.needed:
        return f"{die}shows"
    return f"{die}needs 1" if roll.needed == 1 else f"{die}needs 1-{roll.needed}"


def faces(roll: Roll) -> str:
    """What came up: `3 1 5`."""
    return " ".join(map(str, roll.faces)) or "no dice"


def scored(roll: Roll) -> str:
    """How many hits the roll made; nothing where none was to be made."""
    if not roll.needed or not roll.faces:
        return ""
    return f"{roll.hits or 'no'} {'hit' if roll.hits == 1 else 'hits'}"


def proof(block: DiceThrown) -> tuple[str, str]:
    """The entry that filed the dice, and the key that they follow from; nothing of what is not known."""
    return f"entry {block.entry}" if block.entry else "", block.key
