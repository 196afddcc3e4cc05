"""What no journal proves: the list that the machine prints, and the help page with it."""

from collections.abc import Iterator

from referee.engine.facts import Fact
from referee.engine.tongue import Translator
from referee.matches.journal.verification import Report
from schemas.answers.evidence import Limits
from schemas.answers.matches import Limit
from schemas.journal import Head


class Unprovable(Fact):
    """One thing that no journal shows: what it is, and why, or what helps."""

    MATCHES_OPENED = (
        "How many matches he opened.",
        "The secrets are drawn by `new`. A moderator who runs it a hundred times keeps the deck he likes, "
        "and the dice, unless the players put phrases into them. Let him publish head and first key first, "
        "and draw lots for the sides then.",
    )
    LAST_PHRASE = (
        "Who knew the last phrase before it was written.",
        "A moderator who shows the keys to the side that writes last lets it choose among dice.",
    )
    TRIED_IN_SECRET = (
        "What he tried and told in secret.",
        "He knows keys and deck, could try a favourite's orders before they are sent, and tell him what "
        "others wrote.",
    )
    LETTER_FIRST = (
        "Whose letter came first.",
        "Where both sides are asked at once (a skirmish asks so), dice follow from the order that closes the "
        "last answer, so that one of two sets of dice is his to choose.",
    )
    LETTER_WRITER = (
        "Who wrote a letter, and which he threw away.",
        "Keep what you sent; your reports quote it, line by line.",
    )
    DESERVED = (
        "Whether a takeback or a ruling was deserved.",
        "After it the dice are those of the next key, which he knows. That it happened, with his reason, "
        "stands in everybody's log.",
    )
    CUT_OFF = (
        "That nothing was cut off the end.",
        "A player who kept a later head can show it.",
    )
    ONE_HISTORY = (
        "That two copies are of one history.",
        "They are once they are compared.",
    )
    WITNESS_FILER = (
        "Who put a witness into the journal.",
        "The moderator files it. Look the head up where the entry says that it stands, or ask the side that "
        "quoted it.",
    )
    SECRETS_OPENED = (
        "That the secrets are ever opened.",
        "Hidden draws, salts and later key chains are proved when `reveal` opens them, and a moderator "
        "who has something to hide does not. Agree on the day.",
    )
    PACK_NAMED = (
        "By which pack a copy is judged.",
        "The header names the pack by a digest, and a forger of a copy writes the header. Keep the digest "
        "that was announced, and compare it.",
    )
    STATEMENTS = (
        "What is only stated.",
        "Times, reasons, seats, bots, clocks, absences, lateness, messages and notes are checked for form, "
        "and for the sides and entries that they name. Whether they are true, your own mail shows.",
    )


def list_all(tongue: Translator) -> Limits:
    """Everything that no journal shows."""
    return Limits(limits=tuple(_word(one, tongue) for one in Unprovable))


def find(proved: Report, kept: Head | None, tongue: Translator) -> tuple[Limit, ...]:
    """List the facts that a journal leaves unproved; `kept` is a head that its reader kept."""
    return tuple(_word(one, tongue) for one in _apply(proved, kept))


def _apply(proved: Report, kept: Head | None) -> Iterator[Unprovable]:
    sealed = proved.header.dice == "sealed"
    left_out = {
        Unprovable.SECRETS_OPENED: proved.opened,
        Unprovable.LAST_PHRASE: not proved.phrased or not sealed,
        Unprovable.LETTER_FIRST: not sealed,
        Unprovable.CUT_OFF: kept is not None,
    }
    yield from (one for one in Unprovable if not left_out.get(one, False))


def _word(limit: Unprovable, tongue: Translator) -> Limit:
    return Limit(code=limit.code, text=tongue.say(limit.template), why=tongue.say(limit.remedy))
