"""A letter comes to the desk: it is judged, and what stands and what was refused is filed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Required, TypedDict, Unpack

from referee.core.faults import Complaint, DataFault, Misuse, NotYours
from referee.core.tongue import message
from referee.core.values import dataclass
from referee.desk import (
    filing,
    hearing,
    journal,
    languages,
    letters,
    matches,
    moderating,
    rulings,
    speech,
    telling,
)
from referee.desk.canonical import writable
from referee.desk.chance.cups import Cups, EmptyCups, SealedCups, Shaken, SpokenCups
from referee.desk.filing import Together
from referee.desk.hearing import Hearing, Stands
from referee.desk.history import Move, Step
from referee.desk.journal import Draft, Writer
from referee.desk.letters import repeats
from referee.desk.letters.letter_text import Remarks
from referee.desk.matches import Match
from schemas.journal import Entry, Head
from schemas.letter import Letter
from schemas.record import REFEREE, Side
from schemas.refusal import RefusedLetter
from schemas.ruling import Submitted


class Manner(TypedDict, total=False):
    """How a letter is to be taken: when it came, who says whose it is, and what dice were thrown for it."""

    at: Required[str]
    side: str | None
    faces: tuple[int, ...] | None
    source: str
    expect_head: Head | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A letter as it came in, and how it is to be taken.

    `text` is what was sent, and `warnings` are what its sender should look at.
    """

    letter: Letter
    text: str
    at: str
    warnings: tuple[Complaint, ...] = ()
    side: str | None = None
    faces: tuple[int, ...] | None = None
    source: str = ""
    expect_head: Head | None = None


def sent(name: str, raw: bytes, **how: Unpack[Manner]) -> Sent:
    """A letter opened; `name` is where it came from."""
    remarks = Remarks(name)
    letter = letters.read(raw, name, remarks)
    return Sent(letter=letter, text=raw.decode("utf-8", "replace"), warnings=tuple(remarks.warnings), **how)


def submit(root: Path, name: str, sent: Sent) -> Submitted:
    """Judge a letter and file what becomes of it, in one transaction."""
    with matches.held(root, name, sent.expect_head) as (writer, match):
        return _warned(_submitted(writer, match, sent), match, sent)


def rehearse(root: Path, name: str, sent: Sent) -> Submitted:
    """What would become of a letter, as far as the first die or hidden draw; nothing is filed."""
    match = matches.find(root, name)
    side = _sender(match, sent)
    _check(match, side, sent)
    heard = hearing.hear(match.rules, match.position(), side, sent.letter.orders, EmptyCups().dice, dry=True)
    return _warned(rulings.rehearsed(speech.told(match, side), side, heard), match, sent)


def _submitted(writer: Writer, match: Match, sent: Sent) -> Submitted:
    side = _sender(match, sent)
    if before := repeats.filed_before(match, side, sent.letter):
        return rulings.again(speech.told(match, side), side, sent.letter, before)
    _check(match, side, sent)
    cups = _cups(match, side, sent)
    heard = _heard(match, side, sent, cups)
    drafts = _drafts(match, sent, side, heard, cups.shaken()) if heard.irrevocable or not heard.falls else []
    if heard.falls:
        drafts.append(_refusal(match, sent, side, heard))
    entries = writer.append(*drafts)
    return _answer(replace(match, journal=writer.journal), side, heard, entries)


def _warned(answer: Submitted, match: Match, sent: Sent) -> Submitted:
    """The answer, with what should be known besides."""
    tongue = languages.tongue(answer.language)
    known = (str(warning.speaking(tongue)) for warning in (*sent.warnings, *match.warnings()))
    return answer.model_copy(update={"warnings": (*known, *answer.warnings)})


def _sender(match: Match, sent: Sent) -> Side:
    """Who sends the letter: what the letter says and what is said of it must agree."""
    letter = sent.letter
    if letter.match is not None and letter.match != match.name:
        text = message("the letter is for the match {other}, not for {match}")
        raise DataFault(Complaint.of(text, other=letter.match, match=match.name))
    named = sent.side or letter.side
    if named is None:
        raise Misuse(Complaint.of("nobody says whose letter this is", "name the side with --as"))
    side = match.side(named)
    if letter.side is not None and match.side(letter.side) != side:
        text = message("the letter is signed by {signed}, and it was sent as {side}")
        raise NotYours(Complaint.of(text, signed=letter.side, side=side))
    return side


def _check(match: Match, side: Side, sent: Sent) -> None:
    """Raise unless the letter can be judged at all."""
    moderating.refuse_closed(match)
    if sent.letter.head is not None:
        repeats.check_head(match, sent.letter.head)
    if sent.letter.answers is not None:
        match.entries_to(sent.letter.answers)
        repeats.check_fresh(match, side, sent.letter.answers)


def _cups(match: Match, side: Side, sent: Sent) -> Cups:
    secrets = matches.secrets_of(match)
    if match.header.dice == "sealed":
        if sent.faces is not None:
            text = message("the dice of {match} are sealed: nobody may say what they show")
            raise Misuse(Complaint.of(text, match=match.name))
        return SealedCups(match.rules, match.header, secrets, match.entries)
    if sent.faces and not sent.source:
        raise Misuse(Complaint.of("nobody is named who saw the dice", "name the source with --source"))
    worded = partial(telling.purpose, speech.told(match, side).rules)
    return SpokenCups(match.header, secrets, sent.faces or (), sent.source, worded)


def _heard(match: Match, side: Side, sent: Sent, cups: Cups) -> Hearing:
    """The letter judged; with spoken dice, exactly the faces that were needed."""
    heard = hearing.hear(match.rules, match.position(), side, sent.letter.orders, cups.dice)
    if isinstance(cups, SpokenCups):
        if heard.needed:
            raise cups.spoken.missing(heard.needed)
        if not heard.falls:
            cups.spoken.settle()
    return heard


def _drafts(match: Match, sent: Sent, side: Side, heard: Hearing, shaken: Sequence[Shaken]) -> list[Draft]:
    drafts: list[Draft] = []
    # The order that was refused had its cup too, and left it unshaken.
    cups = iter(shaken)
    for together in _by_entry(match, heard.stands):
        cup = [next(cups) for _ in together.moves][-1]
        if cup.renewed:
            public = {"anchor": cup.renewed}
            drafts.append(Draft(kind="anchor", at=sent.at, side=REFEREE, public=public))
        drafts.append(_orders(match, sent, side, together, cup))
    return drafts


def _by_entry(match: Match, stands: Sequence[Stands]) -> Sequence[Together]:
    moves = [Move(stood.order, stood.events, stood.asked.line) for stood in stands]
    return filing.by_entry(match.rules, moves, shared=match.header.format > 1)


def _orders(match: Match, sent: Sent, side: Side, together: Together, cup: Shaken) -> Draft:
    told = filing.shared_parts(match.rules, side, together)
    public, own = {**told.public}, {**told.private[side], **_marks(sent.letter)}
    if cup.sealed is not None:
        public["sealed"], own["order_salt"] = cup.sealed, cup.order_salt
    if cup.source is not None:
        public["source"] = cup.source
    private = filing.keyed({**told.private, side: own}, cup.owned)
    return Draft(kind="order", at=sent.at, side=side, public=public, private=private, key=cup.key)


def _refusal(match: Match, sent: Sent, side: Side, heard: Hearing) -> Draft:
    content = RefusedLetter(
        **_marks(sent.letter),
        text=writable(sent.text),
        fallen=tuple(rulings.fallen(match.rules, fell) for fell in heard.falls),
        unheard=tuple(asked.line for asked in heard.unheard),
    )
    told = content.model_dump(mode="json", exclude={"padding", "salt"})
    return journal.refusal(side, told, sides=match.header.sides, at=sent.at)


def _marks(letter: Letter) -> dict[str, str]:
    """By what the letter is known again."""
    known = {"letter": letter.digest}
    return {**known, "message_id": writable(letter.message_id)} if letter.message_id else known


def _answer(match: Match, side: Side, heard: Hearing, entries: Sequence[Entry]) -> Submitted:
    filed = [entry for entry in entries if entry.body.kind == "order"]
    # Nothing was filed of the orders before a refusal, unless something irrevocable had happened.
    stands = iter(heard.stands)
    steps: list[Step] = []
    for together, entry in zip(_by_entry(match, heard.stands), filed, strict=False):
        first, *others = [next(stands) for _ in together.moves]
        steps.append(Step(entry, together.moves, first.before, (others or [first])[-1].after))
    now = steps[-1].after if steps else heard.before
    return rulings.ruled(speech.told(match, side), side, steps, entries, heard.falls, now)
