"""Reports as documents for one viewer, and the differences between two entries."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from referee.engine.system import State
from referee.faults import Misuse, declare
from referee.matches import history, moderator_entries
from referee.matches.judging import standing_orders
from referee.matches.matches import Match
from referee.packs.rulesets import Ruleset
from referee.reports import entry_summaries, event_news, proofs, sections
from referee.reports.event_news import News, Seen
from referee.reports.event_text import tell_account, word_open_prompts
from referee.reports.faults import ReportFault
from referee.reports.formats import spoken_facts
from referee.reports.pictures import fitting
from referee.systems.faces import Game
from schemas.journal import Entry, Head
from schemas.letter import AdvanceOrder
from schemas.record import REFEREE, Record, Side, Value, to_data
from schemas.reports import (
    Block,
    Bullets,
    Code,
    Document,
    Figure,
    Heading,
    Inline,
    PictureArrow,
    PictureSide,
    Text,
    words,
)


def report(
    match: Match,
    viewer: Side,
    *,
    since: int | None = None,
    at: int | None = None,
    due: str = "",
    full: bool = False,
    letter: Document | None = None,
    letter_entries: range = range(0),
) -> Document:
    """Return a report for mailing: open prompts with deadlines, events since an entry, and the position.

    It is short unless `full` is set, or the game has no short form. The results of the viewer's `letter`
    follow the questions, and its entries are left out of the events.
    """
    if moderator_entries.is_undealt(match):
        return _tell_undealt(match, viewer)
    render_news = _tell_all if full or not match.system.narrator.is_brief else _tell_in_short
    begin, state = event_news.begin(match, viewer, at, since), match.position(at)
    due = due or find_due(match, viewer, at)
    results = letter.blocks if letter is not None else ()
    if letter is not None and not isinstance(next(iter(results), None), Heading):
        results = (Heading(text=letter.title), *results)
    page = _Page(match, viewer, at, begin, state, due, results, letter_entries)
    title = match.tongue.say(
        "{match}: report for {viewer}", match=match.name, viewer=match.bound.name_of(viewer)
    )
    return Document(
        title=mark_secret(match, viewer, title),
        subject=mark_secret(match, viewer, _subject(match, viewer, state, due)),
        language=match.tongue.language,
        sides=sides(match),
        blocks=tuple(render_news(page)),
        letters=match.system.pictures.letters,
    )


class _Page(Value):
    """A report: its match and reader, the entries that it tells, and the results of a letter.

    It tells the entries after `begin` up to `at`, without those of the letter, and the position `state`.
    """

    match: Match
    viewer: Side
    at: int | None
    begin: int
    state: State
    due: str
    results: tuple[Block, ...]
    letter_entries: range = range(0)

    @property
    def head(self) -> Head:
        """Head of the last entry."""
        return _head(self.match, self.match.entries_seen(self.at))

    @property
    def has_prompt(self) -> bool:
        """True if the reader has a question to answer."""
        return self.viewer in history.list_awaited_sides(self.match.rules, self.state)

    @property
    def is_recapped(self) -> bool:
        """True if the reader has a prompt and a recap shows the results of earlier orders."""
        return self.has_prompt and self.match.system.narrator.recaps_orders

    @property
    def chapter(self) -> Seen | None:
        """Events since the beginning of an unfinished battle."""
        begin = event_news.find_chapter(self.match, self.begin)
        return event_news.see(self.match, self.viewer, self.at, begin)

    def list_entries(self) -> Iterator[Entry]:
        """Yield the entries that are visible to the reader."""
        for entry in self.match.entries_to(self.at)[self.begin :]:
            body, part = entry.body, entry.private.get(self.viewer, {})
            is_visible = body.kind not in entry_summaries.UNSIGNED or "letter" in part
            if is_visible and body.seq not in self.letter_entries:
                yield entry


def _tell_undealt(match: Match, viewer: Side) -> Document:
    """Return the report before the deal: the phrases that are missing, and the proof of the head."""
    head = _head(match, match.entries)
    title = match.tongue.say(
        "{match}: report for {viewer}", match=match.name, viewer=match.bound.name_of(viewer)
    )
    blocks = (
        *sections.ask_phrases(match, viewer),
        *_proof(match, head, ()),
        *proofs.prove_head(match, viewer, head, 0),
    )
    return Document(title=title, language=match.tongue.language, sides=sides(match), blocks=blocks)


def answer_without_news(match: Match, viewer: Side, letter: Document) -> Document:
    """Return the results of a letter that changed nothing, and the question that is still open."""
    state, head, due = match.position(), _head(match, match.entries), find_due(match, viewer)
    is_asked = viewer in history.list_awaited_sides(match.rules, state)
    heading = (Heading(text=match.tongue.say("Next question")),) if is_asked else ()
    return replace(
        letter,
        subject=mark_secret(match, viewer, _subject(match, viewer, state, due)),
        blocks=(*letter.blocks, *heading, *sections.ask_in_short(match, viewer, state, head.seq, due)),
    )


def _tell_all(page: _Page) -> Iterator[Block]:
    """Yield the full report of one viewer."""
    match, viewer, state, at, begin = page.match, page.viewer, page.state, page.at, page.begin
    yield words(*_occasion(match, match.entries_seen(at)))
    yield from sections.ask_phrases(match, viewer)
    yield from sections.list_questions(match, viewer, state, page.due)
    if page.results:
        yield from sections.draft_answer(match, viewer, state, page.head.seq)
        yield from page.results
    events = tuple(_list_events(page))
    yield from sections.leave_out(events)
    new = event_news.see(match, viewer, at, begin)
    yield from _standing(match.system, state, viewer, event_news.movements(match.system, viewer, new))
    yield from _in_advance(match, viewer, at)
    if not page.results:
        yield from sections.draft_answer(match, viewer, state, page.head.seq)
    yield from _proof(match, page.head, tell_account(match, viewer, at, begin))
    yield from proofs.prove_head(match, viewer, page.head, begin)
    yield from sections.list_keys(match.tongue, events)


def _tell_in_short(page: _Page) -> Iterator[Block]:
    """Yield the short report: open prompts, options with their details, recent events, and the seal."""
    match, viewer, state, at, begin = page.match, page.viewer, page.state, page.at, page.begin
    yield from sections.ask_in_short(match, viewer, state, page.head.seq, page.due)
    yield from sections.ask_phrases(match, viewer)
    yield from page.results
    yield from _in_advance(match, viewer, at)
    if page.results:
        yield Heading(text=match.tongue.say("Position"))
    yield from match.system.narrator.brief(state, viewer)
    # The results of a letter already tell its battles.
    is_told = bool(page.results) and page.begin == page.head.seq
    news, recap = _summarise(page), () if is_told else tuple(_recap(page))
    if recap or news.blocks:
        yield _title_news(page)
        yield from (*recap, *news.blocks)
    if news.dice or not page.is_recapped:
        yield from tell_account(match, viewer, at, begin)
    yield from sections.list_with_head(match.tongue, page.head, news.dice)
    yield from proofs.prove_head(match, viewer, page.head, begin)


def _recap(page: _Page) -> Iterator[Block]:
    """Yield a summary of the last entries."""
    news = event_news.recap(page.match.system, page.viewer, page.chapter)
    if event_news.tells_fully(page.match, page.viewer):
        yield from news
    else:
        yield from event_news.trim_news(page.match.tongue, news, has_prompt=page.has_prompt)


def find_due(match: Match, viewer: Side, at: int | None = None) -> str:
    """Return the viewer's deadline by the clock of the match, or "". A report of the past has none."""
    if at is not None or not any(True for _ in match.past.list_timed(match.entries)):
        return ""
    from referee.matches.clocks import running_deadlines  # noqa: PLC0415 - most matches have no clock

    return running_deadlines.word_due(match, viewer)


def situation(match: Match, viewer: Side, at: int | None = None) -> Document:
    """Return the position as a document, as one viewer sees it."""
    entries, state = match.entries_seen(at), match.position(at)
    blocks = (
        words(*_occasion(match, entries)),
        *sections.ask_phrases(match, viewer),
        *sections.list_questions(match, viewer, state),
        *match.system.narrator.situation(state, viewer),
        match.tongue.paragraph("Head of the journal: {head}", head=Code(text=str(_head(match, entries)))),
    )
    title = match.tongue.say(
        "{match}: situation for {viewer}", match=match.name, viewer=match.bound.name_of(viewer)
    )
    title = mark_secret(match, viewer, title)
    return Document(
        title=title,
        sides=sides(match),
        blocks=blocks,
        language=match.tongue.language,
        letters=match.system.pictures.letters,
    )


def add_facts(document: Document, match: Match, viewer: Side, at: int | None = None) -> Document:
    """Return a document with every fact of the view as a sentence at its end, for the format `speech`."""
    sentences = spoken_facts.tell_facts(to_data(view(match, viewer, at)))
    title = match.tongue.say("Every fact, in the words of orders. Facts that are empty or no are left out")
    return replace(document, blocks=(*document.blocks, Heading(text=title), *map(words, sentences)))


def mark_secret(match: Match, viewer: Side, title: str) -> str:
    """Mark the title of a document for the referee as secret."""
    return match.tongue.say("SECRET: {title}", title=title) if viewer == REFEREE else title


def is_secret(match: Match, title: str) -> bool:
    """Return True if a title is marked as secret."""
    return title.startswith(match.tongue.say("SECRET: {title}", title=""))


def view(match: Match, viewer: Side, at: int | None = None) -> Record:
    """Return the position as one viewer sees it."""
    return match.system.secrecy.view(match.position(at), viewer)


def sides(match: Match) -> tuple[PictureSide, ...]:
    """Return the sides of a match and their colours."""
    return list_sides(match.bound, match.header.sides)


def list_sides(bound: Ruleset, side_ids: Sequence[Side]) -> tuple[PictureSide, ...]:
    """Return the played sides and their colours (default: grey)."""
    return tuple(
        PictureSide(side=side.id, name=bound.name_of(side.id), colour=getattr(side, "colour", "gray"))
        for side in bound.pack.game.sides
        if side.id in side_ids
    )


SENTENCE_END = re.compile(r"(?<=[^\W\d][.?!])\s|(?<=\s[?!])\s")
"""End of a sentence, unlike the full stop of an ordinal number."""


def _subject(match: Match, viewer: Side, state: State, due: str) -> str:
    """Return the subject: the match, the open prompt or the awaited sides, the deadline and the moment."""
    say = match.tongue.say
    mine = [prompt for prompt in word_open_prompts(match.system, state, viewer) if prompt.side == viewer]
    text = sections.waiting(match, state)
    if mine:
        text = say("your turn: {question}", question=SENTENCE_END.split(mine[0].text, 1)[0])
    due_text = say("due {due}", due=due) if mine and due else ""
    # A telephone shows the first words of a subject.
    details = match.tongue.chain(filter(None, (due_text, match.system.narrator.moment(state))))
    subject = f"[{match.name}] {text.removesuffix('.')}"
    return f"{subject} ({details})" if details else subject


def _head(match: Match, entries: Sequence[Entry]) -> Head:
    if not entries:
        return Head(seq=0, seal=match.journal.header_seal)
    return Head(seq=entries[-1].body.seq, seal=entries[-1].seal)


def _occasion(match: Match, entries: Sequence[Entry]) -> Iterator[str]:
    game, say = match.bound.pack.game, match.tongue.say
    names = {"game": game.name, "version": game.version, "scenario": match.header.scenario}
    yield say("{game} {version}, scenario {scenario}.", **names)
    if options := match.bound.chosen:
        agreement = ", ".join(f"{option}={choice}" for option, choice in options.items())
        yield " " + say("Agreed: {options}.", options=agreement)
    if entries:
        body = entries[-1].body
        yield " " + say("After entry {entry}, filed {at}.", entry=body.seq, at=body.at)


def _list_events(page: _Page) -> Iterator[Block]:
    match, viewer = page.match, page.viewer
    yield _title_news(page)
    if not any(True for _ in page.list_entries()):
        yield match.tongue.paragraph("Nothing.")
    yield from event_news.digest(match.system, viewer, page.chapter)
    steps = match.steps(page.at, after=page.begin)
    step = next(steps, None)
    for entry in page.list_entries():
        while step is not None and step.seq < entry.body.seq:
            step = next(steps, None)
        stands = step is not None and step.seq == entry.body.seq
        yield from sections.tell_entry(match, viewer, entry, step if stands else None)


def _title_news(page: _Page) -> Heading:
    say = page.match.tongue.say
    return Heading(text=say("Events since entry {entry}", entry=page.begin) if page.begin else say("Events"))


def _summarise(page: _Page) -> News:
    """Summarise the last entries in a few lines each."""
    match, viewer = page.match, page.viewer
    steps = {step.seq: step for step in match.steps(page.at, after=page.begin)}
    tells_fully = event_news.tells_fully(match, viewer)
    entries = page.list_entries()
    summaries = event_news.describe_letters(match, viewer, entries, steps, has_rolls=not tells_fully)
    is_recapped = page.is_recapped
    news = [one for one in summaries if one.parts and not (is_recapped and one.side)]
    tell = event_news.tell_each if tells_fully else event_news.tell_news
    return tell(match.tongue, news, has_prompt=page.has_prompt)


def _standing(game: Game, state: State, viewer: Side, arrows: tuple[PictureArrow, ...]) -> Iterator[Block]:
    """Yield the position, with the movements drawn on the map."""
    for block in game.narrator.situation(state, viewer):
        if isinstance(block, Figure) and arrows:
            picture = fitting.number_movements(replace(block.picture, arrows=arrows))
            yield replace(block, picture=picture)
        else:
            yield block


def _in_advance(match: Match, viewer: Side, at: int | None) -> Iterator[Block]:
    """Yield the standing orders of the viewer. The referee sees those of all sides."""
    for side in match.header.sides if viewer == REFEREE else (viewer,):
        if waiting := tuple(standing_orders.list_waiting(match, side, at)):
            title = match.tongue.say("Standing orders: {side}", side=match.bound.name_of(side))
            yield Heading(text=title)
            yield Bullets(items=tuple(tuple(_say_waiting(match, *one)) for one in waiting))


def _say_waiting(match: Match, order: AdvanceOrder, reason: str) -> Iterator[Inline]:
    yield Code(text=str(order))
    if reason:
        yield Text(text=match.tongue.say(" (skipped: {reason})", reason=reason))


def _proof(match: Match, head: Head, account: Iterable[Block]) -> Iterator[Block]:
    """Yield instructions for verifying the report, and the basis of its dice."""
    yield Heading(text=match.tongue.say("The seal"))
    yield from account
    yield match.tongue.paragraph(
        "Keep the head of the journal. Anyone with a copy can use {command} to prove that nothing up to"
        " here was changed and that every die follows from its key.",
        command=Code(text=f"referee verify {match.name} --head {head.seq}:…"),
    )
    yield match.tongue.paragraph("Head of the journal: {head}", head=Code(text=str(head)))


def list_differences(match: Match, viewer: Side, first: int, last: int) -> Document:
    """Return the difference of the positions after two entries, and the battles between them."""
    if not match.system.narrator.compares:
        raise Misuse(declare(ReportFault.NOT_COMPARABLE, game=match.bound.pack.game.name))
    if first > last:
        raise Misuse(declare(ReportFault.ENTRIES_REVERSED, first=first, last=last))
    then, now = match.standing(first), match.standing(last)
    changes = match.system.narrator.change(_find_position(match, first), _find_position(match, last), viewer)
    battles: tuple[Block, ...] = ()
    # Omit battles if entries between them were taken back.
    if now[: len(then)] == then:
        news = event_news.see(match, viewer, last, then[-1] if then else 0)
        battles = event_news.digest(match.system, viewer, news)
    title = match.tongue.say(
        "{match}: from entry {first} to entry {last}", match=match.name, first=first, last=last
    )
    return Document(
        title=mark_secret(match, viewer, title),
        language=match.tongue.language,
        sides=sides(match),
        blocks=(*changes, *battles),
    )


def _find_position(match: Match, at: int) -> State:
    """Return the position after an entry, or the start for entry 0."""
    return match.past.position(match.rules, match.entries_to(at))
