"""Rolls as text: the needed number, the faces and the hits."""

from referee.i18n.translator import Translator
from schemas.record import Roll
from schemas.reports import DiceThrown


def render_roll(roll: Roll, tongue: Translator, faces: str) -> str:
    """Render the needed number and the faces (`needs 1-3: 3 1 5`), or only the faces (`shows 4`)."""
    die = "" if roll.sides == 6 else f"d{roll.sides} "
    faces = faces or tongue.say("no dice")
    if not roll.needed:
        return die + tongue.say("shows {faces}", faces=faces)
    needed = "1" if roll.needed == 1 else f"1-{roll.needed}"
    return die + tongue.say("needs {needed}: {faces}", needed=needed, faces=faces)


def faces(roll: Roll) -> str:
    """Return the faces, such as `3 1 5`."""
    return " ".join(map(str, roll.faces))


def render_hits(roll: Roll, tongue: Translator) -> str:
    """Render the number of hits, or "" for a roll that cannot hit."""
    if not roll.needed or not roll.faces:
        return ""
    if not roll.hits:
        return tongue.say("no hits")
    return tongue.say("{count} hit", "{count} hits", count=roll.hits)


def proof(block: DiceThrown, tongue: Translator, key: str) -> str:
    """Render the entry and the key of the dice, as far as they are known."""
    parts = [tongue.say("entry {entry}", entry=block.entry)] if block.entry else []
    parts += [tongue.say("key {key}", key=key)] if key else []
    if block.basis == "own-key":
        parts.append(tongue.say("with its own key"))
    return ", ".join(parts)
