"""What the policy of a match says of spoken dice: those too many, and those that are still to be thrown."""

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


class SaidDice(Value):
    """Dice that are said for a letter: their faces, on whose word, and the entry that keeps all of them."""

    letter: str
    faces: tuple[int, ...] = ()
    source: str = ""
    entry: int = 0

    def add(self, faces: tuple[int, ...] | None, source: str) -> "SaidDice":
        """These and those that were thrown for the rest of the letter, each with their own source."""
        if not faces:
            return self
        sources = [one for one in (self.source, source) if one]
        return SaidDice(self.letter, (*self.faces, *faces), "; ".join(sources))


def find_said(match: Match, side: Side, letter: str) -> SaidDice:
    """The dice that wait for the rest of a letter's; none for most.

    Raises `Misuse` if they wait for another letter: its author has seen them, and may not choose again. An
    order of that side, a ruling or a takeback sets them aside.
    """
    for entry in reversed(match.entries) if match.header.dice == "spoken" else ():
        said = entry.private.get(side, {})
        match said:
            case {"thrown_for": str(other), "faces": list(), "source": str(source)}:
                if other != letter:
                    raise Misuse(Complaint.of(JudgingFault.DICE_WAIT, entry=entry.body.seq))
                thrown = cast(list[object], said["faces"])
                faces = tuple(face for face in thrown if isinstance(face, int))
                return SaidDice(letter, faces, source, entry.body.seq)
            case _ if _ends_waiting(entry, side):
                break
            case _:
                pass
    return SaidDice(letter)


def _ends_waiting(entry: Entry, side: Side) -> bool:
    kind = entry.body.kind
    return kind in {"ruling", "retract"} or (kind == "order" and entry.body.side == side)


def find_customs(match: Match) -> tuple[Surplus, Missing]:
    """What becomes of dice too many and too few; where the policy is not at hand, both are refused."""
    try:
        loaded = policies.load(match.header.policy)
    except Fault:
        return "refused", "refused"
    known = loaded.digest == match.header.policy_digest
    return (loaded.policy.surplus, loaded.policy.missing) if known else ("refused", "refused")


def settle(
    match: Match,
    cups: SpokenDiceSource,
    said: SaidDice,
    heard: LetterJudgement,
    note: Callable[[SaidDice], int],
) -> tuple[Complaint, ...]:
    """What the sender is to know of his dice: a letter takes exactly as many as it needs.

    Raises `Misuse` for others, unless the policy ignores those too many, or waits for those that are missing:
    then those that fell are kept by a `note`, which gives its entry.
    """
    surplus, missing = find_customs(match)
    if heard.needed and (missing == "refused" or not said.faces):
        raise cups.spoken.missing(heard.needed)
    if heard.needed:
        raise _wait(cups.spoken, heard.needed, said.entry or note(said))
    if heard.falls:
        return ()
    if surplus == "refused":
        cups.spoken.settle()
    cups.ignores = True
    return cups.spoken.list_ignored()


def warn_of_rehearsed(match: Match, spoken: RehearsedDice, heard: LetterJudgement) -> tuple[Complaint, ...]:
    """What the moderator is to know of a rehearsal with dice; raises `Misuse` for dice too many."""
    whole = not (heard.falls or heard.needed)
    surplus, _ = find_customs(match)
    if whole and surplus == "refused":
        spoken.settle()
    ignored = spoken.list_ignored() if whole else ()
    return (*((Complaint.of(JudgingFault.REHEARSED_DICE),) if spoken.used else ()), *ignored)


def _wait(spoken: SpokenDice, needed: DiceNeeded, entry: int) -> Misuse:
    """What to say where dice are awaited: those that fell are kept in an entry."""
    count, purpose = needed.count - len(spoken.left), spoken.word_throw(needed.roll)
    awaited = Complaint.of(DiceFault.DICE_AWAITED, count=count, purpose=purpose, entry=entry)
    return Misuse(*spoken.list_told(), awaited)


def draft_note(match: Match, side: Side, said: SaidDice, *, at: str) -> Draft:
    """The note that keeps the dice of a letter with too few of them; its side and the referee can read it."""
    told: dict[str, object] = {
        "text": "dice were thrown for a letter that needs more of them",
        "thrown_for": said.letter,
        "faces": list(said.faces),
        "source": writable(said.source),
    }
    return journal.unsigned("note", side, told, sides=match.header.sides, at=at)
