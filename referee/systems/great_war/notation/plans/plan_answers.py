"""Answers of plans to the questions of a battle, completed to orders, and their lasting faults."""

from collections.abc import Mapping

from referee.faults import Unreadable, Untimely
from referee.i18n.name_matching import key, strip_comment
from referee.i18n.proposals import selection_words
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation import lines
from referee.systems.great_war.notation.card_lines import ARMY, CHEAPEST
from referee.systems.great_war.notation.sentences import Misreading, Reading
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.record import Side

LOSSES = "losses"

_RETREATS = frozenset({"cavalry-retreat", "stand-or-retreat", "retreat-after"})
"""Questions whose answer is the place that pieces retreat to."""

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "combat-cards": ("play CARD", "no more"),
    "cavalry-retreat": ("stay", "retreat to AREA"),
    "stand-or-retreat": ("stand", "retreat to AREA"),
    LOSSES: ("lose PIECES", "lose first infantry, then cavalry", "lose cheapest"),
    "retreat-after": ("stay", "retreat to AREA"),
}
"""Answers to the questions of a battle, as the remedy of an unreadable answer lists them."""

_LASTING = frozenset({
    Misreading.LINE_EMPTY, Misreading.VERB_UNKNOWN, Misreading.VERB_MISSING, Misreading.NO_VERB,
    Misreading.NOTHING_FOLLOWS, Misreading.AREA_MISSING, Misreading.AREA_UNKNOWN, Misreading.CARD_MISSING,
    Misreading.CARD_UNKNOWN, Misreading.PIECE_MISSING, Misreading.PIECE_UNKNOWN,
    Misreading.PIECE_CONTRADICTED, Misreading.KIND_UNKNOWN, Misreading.GOAL_MISSING,
})  # fmt: skip
"""Faults of a line in each position: they are about its words, and not about where the pieces are."""

_WITHOUT_VERB = frozenset({Misreading.VERB_MISSING, Misreading.NO_VERB, Misreading.LINE_EMPTY})


def complete_answer(theatre: GreatWarGame, question: str, answer: str) -> str:
    """Return the answer of a plan as an order.

    A place alone, perhaps below pieces, is where they retreat to. Kinds of pieces alone are losses, in this
    order, and so are ids.
    """
    words = strip_comment(answer).strip()
    if question in _RETREATS:
        return _complete_retreat(theatre, words) or answer
    return (_complete_losses(theatre, words) or answer) if question == LOSSES else answer


def _complete_retreat(theatre: GreatWarGame, words: str) -> str:
    """Return the order to retreat to a place, or "" if the words are anything else."""
    areas = lexicon(theatre).areas
    if areas.holds(words):
        return f"retreat to {words}"
    match = selection_words.GOAL.fullmatch(words)
    if match is None or not areas.holds(match["place"]):
        return ""
    if match["pieces"] is None:
        return f"retreat to {match['place']}"
    return "" if lines.begins_as_order(words) else f"retreat {match['pieces']} to {match['place']}"


def _complete_losses(theatre: GreatWarGame, words: str) -> str:
    """Return the order to lose kinds of pieces one after the other, or named pieces, or ""."""
    verb = selection_words.LOSS.match(words)
    bare = words[verb.end() :] if verb else words
    parts = [key(part) for part in selection_words.LISTED.split(bare)]
    names = [_name(part) for part in parts]
    if names == [CHEAPEST]:
        return f"lose {CHEAPEST}"
    counters = lexicon(theatre).counters
    if verb is None and all(part in counters for part in parts):
        return f"lose {bare}"
    # `lose infantry` is one piece, but `lose infantry first` is as many as hits are due.
    if verb is not None and names == parts:
        return ""
    matches = [lexicon(theatre).kinds.find(name) for name in names]
    if any(len(kinds) != 1 or ARMY in kinds for kinds in matches):
        return ""
    first, *others = (kinds[0] for kinds in matches)
    return f"lose {', '.join((f'first {first}', *(f'then {kind}' for kind in others)))}"


def _name(part: str) -> str:
    """Return the name of a kind without its article, and without the words that put it in an order."""
    for word in selection_words.AROUND_KINDS:
        part = part.removeprefix(f"{word} ").removesuffix(f" {word}")
    return part


def find_lasting_fault(
    theatre: GreatWarGame, position: Position, side: Side, question: str, answer: str
) -> Unreadable | None:
    """Return the fault of an answer that cannot be read in any position, or None.

    Only the questions of a battle are covered: elsewhere the position says how a line is read.
    """
    if question not in EXAMPLES:
        return None
    try:
        lines.read(theatre, position, side, answer)
    except Untimely:
        return None
    except Unreadable as fault:
        if fault.stated.fact not in _LASTING:
            return None
        if fault.stated.fact not in _WITHOUT_VERB:
            return fault
        reading = Reading(theatre, position, side, answer)
        near = tuple(f"`{example}`" for example in EXAMPLES[question])
        return reading.fault(Misreading.NO_ANSWER, reading.phrase().part(0, 1), asked=question, near=near)
    return None
