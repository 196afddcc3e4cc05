"""Reports: what one viewer may know of a match, as a document."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.engine.system import Rules, State
from referee.engine.tongue import message
from referee.matches import history, phrases
from referee.matches.history import Step
from referee.matches.judging import advance_orders
from referee.matches.matches import Match
from referee.reports import entry_summaries, recent
from referee.reports.telling import list_open_prompts, render_events, tell_account
from referee.systems.abilities import Chronicled
from schemas.advance import AdvanceOrder
from schemas.journal import Entry, Head
from schemas.record import REFEREE, Prompt, Record, Side
from schemas.reports.document import (
    Block,
    Bullets,
    Code,
    Counter,
    Document,
    Figure,
    Heading,
    Inline,
    Paragraph,
    Strong,
    Text,
    Verbatim,
    words,
)
from schemas.reports.picture import PictureArrow, PictureSide


def report(
    match: Match, viewer: Side, *, since: int | None = None, at: int | None = None, due: str = ""
) -> Document:
    """What is asked and by when, what happened since an entry, how things stand; made to be sent."""
    entries = match.entries_seen(at)
    begin = recent.begin(match, viewer, at, since)
    state = match.position(at)
    due = due or _find_due(match, viewer, at)
    new = recent.see(match, viewer, at, begin)
    head = _head(match, entries)
    blocks = (
        words(*_occasion(match, entries)),
        *_ask_phrases(match, viewer),
        *_list_questions(match, viewer, state, due),
        *_list_events(match, viewer, at, begin, recent.digest(match.rules, viewer, new)),
        *_standing(match.rules, state, viewer, recent.movements(match.rules, viewer, new)),
        *_in_advance(match, viewer, at),
        *_answer(match, viewer, state, head.seq),
        *_proof(match, head, tell_account(match, viewer, at, begin)),
    )
    title = match.tongue.say(
        "{match}: report for {viewer}", match=match.name, viewer=match.bound.name_of(viewer)
    )
    return Document(
        title=_mark_secret(match, viewer, title),
        subject=_mark_secret(match, viewer, _subject(match, viewer, state, due)),
        language=match.tongue.language,
        sides=sides(match),
        blocks=blocks,
    )


def _find_due(match: Match, viewer: Side, at: int | None) -> str:
    """Until when the viewer has to answer, by the clock of the match; a report of the past has no clock."""
    if at is not None or not any(True for _ in match.past.list_timed(match.entries)):
        return ""
    from referee.matches.deadlines import running  # noqa: PLC0415 - most matches have no clock

    return running.word_due(match, viewer)


def situation(match: Match, viewer: Side, at: int | None = None) -> Document:
    """How things stand, as one viewer may know it."""
    entries, state = match.entries_seen(at), match.position(at)
    blocks = (
        words(*_occasion(match, entries)),
        *_ask_phrases(match, viewer),
        *_list_questions(match, viewer, state),
        *match.rules.situation(state, viewer),
        match.tongue.paragraph("Head of the journal: {head}", head=Code(text=str(_head(match, entries)))),
    )
    title = match.tongue.say(
        "{match}: situation for {viewer}", match=match.name, viewer=match.bound.name_of(viewer)
    )
    title = _mark_secret(match, viewer, title)
    return Document(title=title, sides=sides(match), blocks=blocks, language=match.tongue.language)


def _mark_secret(match: Match, viewer: Side, title: str) -> str:
    """A title, which says so where more is shown below it than one side may know."""
    return match.tongue.say("SECRET: {title}", title=title) if viewer == REFEREE else title


def view(match: Match, viewer: Side, at: int | None = None) -> Record:
    """The position as one viewer may know it."""
    return match.rules.view(match.position(at), viewer)


def sides(match: Match) -> tuple[PictureSide, ...]:
    """The sides and their colours; that of a side without one is grey."""
    return tuple(
        PictureSide(side=side.id, name=match.bound.name_of(side.id), colour=getattr(side, "colour", "gray"))
        for side in match.bound.pack.game.sides
        if side.id in match.header.sides
    )


def _subject(match: Match, viewer: Side, state: State, due: str) -> str:
    """One line that says which match it is, when it is, and who has to do what."""
    say = match.tongue.say
    mine = [prompt for prompt in list_open_prompts(match.rules, state, viewer) if prompt.side == viewer]
    if not mine:
        told = _waiting(match, state)
    elif due:
        told = say("your answer is wanted (by {due}): {question}", due=due, question=mine[0].text)
    else:
        told = say("your answer is wanted: {question}", question=mine[0].text)
    if not isinstance(match.rules, Chronicled):
        return f"[{match.name}] {told}"
    return say("[{match}] {moment}: {told}", match=match.name, moment=match.rules.moment(state), told=told)


def _head(match: Match, entries: Sequence[Entry]) -> Head:
    if not entries:
        return Head(seq=0, seal=match.journal.header_seal)
    return Head(seq=entries[-1].body.seq, seal=entries[-1].seal)


def _occasion(match: Match, entries: Sequence[Entry]) -> Iterator[str]:
    game, say = match.bound.pack.game, match.tongue.say
    known = {"game": game.name, "version": game.version, "scenario": match.header.scenario}
    yield say("{game} {version}, scenario {scenario}.", **known)
    if chosen := match.bound.chosen:
        named = ", ".join(f"{option}={choice}" for option, choice in chosen.items())
        yield " " + say("Agreed: {options}.", options=named)
    if entries:
        body = entries[-1].body
        yield " " + say("After entry {entry}, filed {at}.", entry=body.seq, at=body.at)


def _ask_phrases(match: Match, viewer: Side) -> Iterator[Block]:
    """Whose phrases the first order waits for, or that a reader may still put one into the dice."""
    line = Code(text="phrase: …")
    if awaited := phrases.list_awaited(match):
        sides = match.tongue.listed([match.bound.name_of(side) for side in awaited])
        yield match.tongue.paragraph(
            "No order is taken before the phrases of all sides are in the dice. Still awaited: {sides}. "
            "A letter with a line {line} and words of your own puts yours there.",
            sides=sides,
            line=line,
        )
    elif viewer in phrases.list_invited(match):
        yield match.tongue.paragraph(
            "Before the first order, a line {line} puts words of your own into every die.",
            line=line,
        )


def _list_questions(match: Match, viewer: Side, state: State, due: str = "") -> Iterator[Block]:
    prompts = list_open_prompts(match.rules, state, viewer)
    mine = any(prompt.side == viewer for prompt in prompts)
    say = match.tongue.say
    yield Heading(text=say("What you must do now") if mine else say("What is asked"))
    if prompts:
        yield Bullets(items=tuple(_question(match, viewer, prompt) for prompt in prompts))
    if due and prompts:
        yield match.tongue.paragraph("The answer is due by {due}.", due=Strong(text=due))
    yield words(_waiting(match, state))


def _question(match: Match, viewer: Side, prompt: Prompt) -> tuple[Inline, ...]:
    citation = match.rules.cite(prompt.clause)
    question = f"{prompt.text} ({citation.number}, {citation.title})"
    if viewer == prompt.side:
        return (Text(text=question),)
    side = match.bound.name_of(prompt.side)
    return match.tongue.sentence("{side}: {question}", side=side, question=question)


def _waiting(match: Match, state: State) -> str:
    waiting = [match.bound.name_of(side) for side in history.list_awaited_sides(match.rules, state)]
    if not waiting:
        return match.tongue.say("Nobody has anything to answer: the match is over.")
    return match.tongue.say("Waiting for {sides}.", sides=match.tongue.listed(waiting))


def _list_events(
    match: Match, viewer: Side, at: int | None, begin: int, digest: Sequence[Block]
) -> Iterator[Block]:
    since = match.tongue.say("What happened since entry {entry}", entry=begin)
    yield Heading(text=since if begin else match.tongue.say("What happened"))
    if not any(True for _ in _list_told(match, viewer, at, begin)):
        yield match.tongue.paragraph("Nothing.")
    yield from digest
    steps = match.steps(at, after=begin)
    step = next(steps, None)
    for entry in _list_told(match, viewer, at, begin):
        while step is not None and step.seq < entry.body.seq:
            step = next(steps, None)
        stands = step is not None and step.seq == entry.body.seq
        yield from entry_told(match, viewer, entry, step if stands else None)


def _list_told(match: Match, viewer: Side, at: int | None, begin: int) -> Iterator[Entry]:
    """The entries behind one that a viewer may hear of."""
    return (
        entry
        for entry in match.entries_to(at)[begin:]
        if entry.body.kind not in entry_summaries.UNSIGNED or _is_sender(viewer, entry)
    )


def _is_sender(viewer: Side, entry: Entry) -> bool:
    return "letter" in entry.private.get(viewer, {})


def entry_told(match: Match, viewer: Side, entry: Entry, step: Step | None) -> Iterator[Block]:
    """What was ordered, and behind it, as long as there is nothing but words, what came of it.

    `step` is the entry with the positions around it, if it stands.
    """
    parts = _caption(match, viewer, entry, stands=step is not None)
    blocks = render_events(match.rules, viewer, step.before, step.events, entry) if step is not None else ()
    first = next((place for place, block in enumerate(blocks) if block.type != "paragraph"), len(blocks))
    for block in blocks[:first]:
        if isinstance(block, Paragraph):
            parts += (Text(text=" "), *block.parts)
    yield Paragraph(parts=parts)
    yield from blocks[first:]


CAPTIONS: Mapping[tuple[bool, bool], str] = {
    (False, True): message("{entry}: {told}."),
    (False, False): message("{entry}: {told} (taken back)."),
    (True, True): message("{entry}, {side}: {told}."),
    (True, False): message("{entry}, {side}: {told} (taken back)."),
}
"""What an entry begins with: whether it is told whose it is, and whether it stands."""

FORCED = message("{entry}, {side}: {told}, the only lawful answer.")
"""What an order begins with that the machine gave for its side."""


def _caption(match: Match, viewer: Side, entry: Entry, *, stands: bool) -> tuple[Inline, ...]:
    body, side = entry.body, entry_summaries.author(match, viewer, entry)
    text = entry_summaries.summarise_entry(match, viewer, entry)
    stands = stands or body.kind not in {"order", "ruling"}
    forced = stands and any("forced" in part for part in entry.private.values())
    return match.tongue.sentence(
        FORCED if forced else CAPTIONS[side is not None, stands],
        entry=Strong(text=match.tongue.say("Entry {entry}", entry=body.seq)),
        side=Counter(text=match.bound.name_of(side), side=side) if side is not None else "",
        told=Code(text=text) if body.kind == "order" else text,
    )


def _standing(rules: Rules, state: State, viewer: Side, moved: tuple[PictureArrow, ...]) -> Iterator[Block]:
    """How things stand, with the movements drawn on the map."""
    for block in rules.situation(state, viewer):
        if isinstance(block, Figure) and moved:
            drawn = replace(block.picture, arrows=moved)
            yield replace(block, picture=drawn)
        else:
            yield block


def _in_advance(match: Match, viewer: Side, at: int | None) -> Iterator[Block]:
    """What the viewer has ordered in advance; the referee sees it of all sides."""
    for side in match.header.sides if viewer == REFEREE else (viewer,):
        if waiting := tuple(advance_orders.list_waiting(match, side, at)):
            said = match.tongue.say("Orders in advance: {side}", side=match.bound.name_of(side))
            yield Heading(text=said)
            yield Bullets(items=tuple(tuple(_say_waiting(match, *one)) for one in waiting))


def _say_waiting(match: Match, order: AdvanceOrder, reason: str) -> Iterator[Inline]:
    yield Code(text=str(order))
    if reason:
        yield Text(text=match.tongue.say(" (passed over: {reason})", reason=reason))


def _answer(match: Match, viewer: Side, state: State, seq: int) -> Iterator[Block]:
    if viewer != REFEREE and any(
        prompt.side == viewer for prompt in list_open_prompts(match.rules, state, viewer)
    ):
        yield Heading(text=match.tongue.say("Your answer"))
        yield match.tongue.paragraph(
            "No line behind a # is read. Take the # away from what you mean, change it, and send it back:"
        )
        yield Verbatim(lines=tuple(_template(match, viewer, match.rules.template(state, viewer), seq)))


def _template(match: Match, viewer: Side, lines: Iterable[str], seq: int) -> Iterator[str]:
    yield f"BEGIN ORDERS {match.name}"
    yield f"side: {viewer}"
    yield f"answers: {seq}"
    yield from lines
    yield "END ORDERS"


def _proof(match: Match, head: Head, account: Iterable[Block]) -> Iterator[Block]:
    """How the reader proves what this report says, and what its dice rest on."""
    yield Heading(text=match.tongue.say("The seal"))
    yield from account
    yield match.tongue.paragraph(
        "Keep the head of the journal: whoever has a copy can show with {command} that nothing up to here "
        "was changed and that every die follows from its key.",
        command=Code(text=f"referee verify {match.name} --head {head.seq}:…"),
    )
    yield match.tongue.paragraph("Head of the journal: {head}", head=Code(text=str(head)))
