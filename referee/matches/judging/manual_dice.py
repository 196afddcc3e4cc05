"""Manual dice and the policy of a match: surplus dice, and dice that are still missing."""

from collections.abc import Callable
from typing import cast

from referee.dice.faults import DiceFault
from referee.dice.manual import RehearsedDice, SpokenDice
from referee.engine.dice import DiceNeeded
from referee.faults import Complaint, Fault, Misuse
from referee.matches import journal
from referee.matches.faults import JudgingFault
from referee.matches.journal import Draft
from referee.matches.judging.dice_sources import SpokenDiceSource
from referee.matches.judging.judge_letter import LetterJudgement
from referee.matches.matches import Match
from referee.packs import policies
from referee.texts.canonical import writable
from schemas.journal import Entry
from schemas.policy import Missing, Surplus
from schemas.record import Side, Value


class StoredDice(Value):
    """Manual dice for a letter: faces, source, and the entry that stores all of them."""

    letter: str
    faces: tuple[int, ...] = ()
    source: str = ""
    entry: int = 0

    def add(self, faces: tuple[int, ...] | None, source: str) -> "StoredDice":
        """Return these dice with more dice for the rest of the letter, each with its source."""
        if not faces:
            return self
        sources = [one for one in (self.source, source) if one]
        return StoredDice(self.letter, (*self.faces, *faces), "; ".join(sources))


def find_stored(match: Match, side: Side, letter: str) -> StoredDice:
    """Return the dice that are stored for the rest of a letter, usually none.

    Raises Misuse if they are stored for another letter: its author has seen them and may not choose again. An
    order of that side, a ruling or a takeback discards them.
    """
    for entry in reversed(match.entries) if match.header.dice == "spoken" else ():
        part = entry.private.get(side, {})
        match part:
            case {"thrown_for": str(other), "faces": list(), "source": str(source)}:
                if other != letter:
                    raise Misuse(Complaint.of(JudgingFault.DICE_WAIT, entry=entry.body.seq))
                values = cast(list[object], part["faces"])
                faces = tuple(face for face in values if isinstance(face, int))
                return StoredDice(letter, faces, source, entry.body.seq)
            case _ if _ends_waiting(entry, side):
                break
            case _:
                pass
    return StoredDice(letter)


def _ends_waiting(entry: Entry, side: Side) -> bool:
    kind = entry.body.kind
    return kind in {"ruling", "retract"} or (kind == "order" and entry.body.side == side)


def find_policies(match: Match) -> tuple[Surplus, Missing]:
    """Return the policies for surplus and missing dice.

    Both are refused if the policy file is not available.
    """
    try:
        policy = policies.load(match.header.policy)
    except Fault:
        return "refused", "refused"
    is_agreed = policy.digest == match.header.policy_digest
    return (policy.policy.surplus, policy.policy.missing) if is_agreed else ("refused", "refused")


def settle(
    match: Match,
    dice_source: SpokenDiceSource,
    manual: StoredDice,
    judgement: LetterJudgement,
    note: Callable[[StoredDice], int],
) -> tuple[Complaint, ...]:
    """Return warnings for the sender about manual dice. A letter uses exactly the dice that it needs.

    Raises Misuse for too many or too few dice, unless the policy ignores surplus ones or waits for missing
    ones. While waiting, `note` stores the dice and returns the number of its entry.
    """
    surplus, missing = find_policies(match)
    if judgement.needed and (missing == "refused" or not manual.faces):
        raise dice_source.spoken.missing(judgement.needed)
    if judgement.needed:
        raise _wait(dice_source.spoken, judgement.needed, manual.entry or note(manual))
    if judgement.refused_lines:
        return ()
    if surplus == "refused":
        dice_source.spoken.settle()
    dice_source.ignores = True
    return dice_source.spoken.list_ignored()


def warn_of_rehearsed(
    match: Match, spoken: RehearsedDice, judgement: LetterJudgement
) -> tuple[Complaint, ...]:
    """Return warnings for the moderator about a rehearsal with dice. Raises Misuse for surplus dice."""
    whole = not (judgement.refused_lines or judgement.needed)
    surplus, _ = find_policies(match)
    if whole and surplus == "refused":
        spoken.settle()
    warnings = spoken.list_ignored() if whole else ()
    return (*((Complaint.of(JudgingFault.REHEARSED_DICE),) if spoken.used else ()), *warnings)


def _wait(spoken: SpokenDice, needed: DiceNeeded, entry: int) -> Misuse:
    """Return the message about missing dice. The dice so far are stored in an entry."""
    count, purpose = needed.count - len(spoken.left), spoken.word_throw(needed.roll)
    complaint = Complaint.of(DiceFault.DICE_AWAITED, count=count, purpose=purpose, entry=entry)
    return Misuse(*spoken.list_told(), complaint)


def draft_note(match: Match, side: Side, manual: StoredDice, *, at: str) -> Draft:
    """Draft the note that stores the dice of an unfinished letter, for its side and the referee."""
    fields: dict[str, object] = {
        "text": "dice were thrown for a letter that needs more of them",
        "thrown_for": manual.letter,
        "faces": list(manual.faces),
        "source": writable(manual.source),
    }
    return journal.unsigned("note", side, fields, sides=match.header.sides, at=at)
