"""A roll in words: what was needed, what came up, and how many hits it made."""

from referee.engine.tongue import Translator
from schemas.record import Roll
from schemas.reports.document import DiceThrown


def render_roll(roll: Roll, tongue: Translator, faces: str) -> str:
    """What the dice were thrown for and what came up: `needs 1-3: 3 1 5`, or the bare throw: `shows 4`."""
    die = "" if roll.sides == 6 else f"d{roll.sides} "
    faces = faces or tongue.say("no dice")
    if not roll.needed:
        return die + tongue.say("shows {faces}", faces=faces)
    needed = "1" if roll.needed == 1 else f"1-{roll.needed}"
    return die + tongue.say("needs {needed}: {faces}", needed=needed, faces=faces)


def faces(roll: Roll) -> str:
    """What came up: `3 1 5`."""
    return " ".join(map(str, roll.faces))


def render_hits(roll: Roll, tongue: Translator) -> str:
    """How many hits the roll made; nothing where none was to be made."""
    if not roll.needed or not roll.faces:
        return ""
    if not roll.hits:
        return tongue.say("no hits")
    return tongue.say("{count} hit", "{count} hits", count=roll.hits)


def proof(block: DiceThrown, tongue: Translator, key: str) -> str:
    """The entry that filed the dice, and the key that they follow from; nothing of what is not known."""
    parts = [tongue.say("entry {entry}", entry=block.entry)] if block.entry else []
    parts += [tongue.say("key {key}", key=key)] if key else []
    if block.basis == "own-key":
        parts.append(tongue.say("from a key of its own"))
    return ", ".join(parts)
