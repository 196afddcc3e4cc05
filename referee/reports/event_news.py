"""News for a viewer: the last entries in a few lines each, or in full, and summaries since the last order."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.engine.system import State
from referee.i18n.translator import Translator, message
from referee.matches import history
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.reports import entry_summaries, sections
from referee.reports.event_text import render_events
from referee.reports.formats import rolls
from referee.systems.faces import Game
from schemas.journal import Entry
from schemas.record import PUBLIC, REFEREE, Event, Roll, Side, Value
from schemas.reports import Block, Bullets, DiceThrown, Inline, Paragraph, PictureArrow, Strong, Table, Text


def tells_fully(match: Match, viewer: Side) -> bool:
    """Return True if a viewer reads every entry in full: a player, whose news are those of a few letters.

    A game whose recap shows the results of orders tells only the others.
    """
    return viewer in match.header.sides and not match.system.narrator.recaps_orders


ROOM: Mapping[bool, int] = {False: 650, True: 240}
"""Highest number of characters of all items, by whether the reader has a prompt: about ten lines, or four."""


LONGEST: Mapping[bool, int] = {False: 350, True: 240}
"""Highest number of characters of one item, by the same: about five lines, or four."""


MOST_ROWS: Mapping[bool, int] = {False: 8, True: 6}
"""Number of last rows shown of a table of events, by the same."""


class Heard(Value):
    """Content of one entry for a reader: its side, text and dice.

    `must` marks an amendment of the moderator, which is always included, and `agrees` a quoted head that is
    one of this journal.
    """

    seq: int
    side: str
    parts: tuple[Inline, ...]
    dice: tuple[DiceThrown, ...] = ()
    must: bool = False
    agrees: bool = False


class News(Value):
    """News of some entries, with the shown dice."""

    blocks: tuple[Block, ...]
    dice: tuple[DiceThrown, ...] = ()


def tell_each(tongue: Translator, summaries: Sequence[Heard], *, has_prompt: bool) -> News:
    """Tell each order in full, one item an entry, and other entries shortened.

    Quoted heads of this journal are left out; those of another history are news.
    """
    entries = [one for one in summaries if not one.agrees]
    whole = [_word(tongue, (one,)) for one in entries]
    items = [
        item if one.side else tuple(_shorten(item, LONGEST[has_prompt]))
        for one, item in zip(entries, whole, strict=True)
    ]
    more = tuple(_say_what_is_missing(tongue, 0, cut=items != whole and not has_prompt))
    dice = tuple(roll for one in entries for roll in one.dice)
    return News((Bullets(items=(*more, *items)),) if items else (), dice)


def tell_news(tongue: Translator, summaries: Sequence[Heard], *, has_prompt: bool) -> News:
    """Summarise the last entries in a few lines each; consecutive entries of a side may form one item.

    The text is shorter for a reader who is `asked` a question.
    """
    items: list[tuple[Inline, ...]] = []
    dice: list[DiceThrown] = []
    room, groups, cut = ROOM[has_prompt], list(_group(summaries)), False
    while groups:
        whole = _word(tongue, groups[-1])
        item = tuple(_shorten(whole, LONGEST[has_prompt]))
        room -= sum(len(part.text) for part in item)
        if items and room < 0:
            break
        cut = cut or item != whole
        items.insert(0, item)
        dice[:0] = (roll for one in groups.pop() for roll in one.dice)
    required_groups = [group for group in groups if any(one.must for one in group)]
    items[:0] = (_word(tongue, group) for group in required_groups)
    earlier = sum(map(len, groups)) - sum(map(len, required_groups))
    # The ellipsis is enough for a reader with a prompt.
    more = tuple(_say_what_is_missing(tongue, earlier, cut=cut and not has_prompt))
    return News((Bullets(items=(*more, *items)),) if items else (), tuple(dice))


def _group(summaries: Sequence[Heard]) -> Iterator[tuple[Heard, ...]]:
    """Yield groups of entries that form one item."""
    group: tuple[Heard, ...] = ()
    for one in summaries:
        alone = not one.side or one.dice or (group and (group[-1].dice or group[-1].side != one.side))
        if group and alone:
            yield group
            group = ()
        group = (*group, one)
    if group:
        yield group


def _word(tongue: Translator, group: tuple[Heard, ...]) -> tuple[Inline, ...]:
    """Return a group with its entry numbers and its side: `44-46, Germany: ...`."""
    first, last = group[0], group[-1]
    if not first.side:
        return first.parts
    numbers = str(first.seq) if first is last else f"{first.seq}-{last.seq}"
    parts = tongue.sentence("{entries}, {side}:", entries=Strong(text=numbers), side=first.side)
    for one in group:
        parts = (*parts, Text(text=" "), *one.parts)
    return parts


def trim_news(tongue: Translator, blocks: Iterable[Block], *, has_prompt: bool) -> Iterator[Block]:
    """Yield blocks with tables cut to their last rows, fewer for a reader who is `asked` a question."""
    most = MOST_ROWS[has_prompt]
    for block in blocks:
        if isinstance(block, Table) and len(block.rows) > most:
            yield tongue.paragraph("Earlier rows are in the full report.")
            yield replace(block, rows=block.rows[-most:])
        else:
            yield block


def _say_what_is_missing(tongue: Translator, earlier: int, *, cut: bool) -> Iterator[tuple[Inline, ...]]:
    if earlier:
        yield tongue.sentence(
            "{count} earlier entry is in the full report.",
            "{count} earlier entries are in the full report.",
            count=earlier,
        )
    elif cut:
        yield tongue.sentence("The full report contains the rest.")


def join_news(tongue: Translator, blocks: Iterable[Block]) -> Iterator[Inline]:
    """Yield the text of blocks as one paragraph, dice included."""
    joint = ""
    for block in blocks:
        parts = tuple(_find_words(tongue, block))
        if joint and parts:
            yield Text(text=joint)
        yield from parts
        joint = joint or (" " if parts else "")


def _find_words(tongue: Translator, block: Block) -> Iterator[Inline]:
    match block:
        case Paragraph(parts=parts):
            yield from parts
        case DiceThrown(rolls=thrown):
            yield Text(text=" ".join(_word_roll(tongue, roll) for roll in thrown))
        case _:
            return


def _word_roll(tongue: Translator, roll: Roll) -> str:
    """Render a roll as a sentence: `Namur: German fire, 3 artillery, needs 1: 1 1 5 -> 2 hits.`."""
    hits = rolls.render_hits(roll, tongue)
    result = rolls.render_roll(roll, tongue, rolls.faces(roll)) + (f" -> {hits}" if hits else "")
    return f"{roll.purpose}, {result}."


def _shorten(parts: Iterable[Inline], room: int) -> Iterator[Inline]:
    """Yield text up to the room of an item, with an ellipsis if it is cut."""
    for part in parts:
        if len(part.text) > room:
            text = part.text[:room].rpartition(" ")[0]
            yield Text(text=f"{text} …" if text else " …")
            return
        room -= len(part.text)
        yield part


FORCED_SHORT = message("{told} (the only legal answer).")
"""The same after the entry and the side."""


def describe_letters(
    match: Match, viewer: Side, entries: Iterable[Entry], steps: Mapping[int, Step], *, has_rolls: bool
) -> Iterator[Heard]:
    """Summarise entries beside a recap of all of them. `steps` are the effective ones."""
    places = _find_recapped(match.system, viewer, steps.values())
    for entry in entries:
        seq = entry.body.seq
        # A refusal was answered by its ruling, and a proposal in it may have been played since.
        if viewer == REFEREE or entry.body.kind != "refusal":
            left_out = places.get(seq, ())
            yield _describe_letter(match, viewer, entry, steps.get(seq), left_out, has_rolls=has_rolls)


def _find_recapped(game: Game, viewer: Side, steps: Iterable[Step]) -> Mapping[int, Container[int]]:
    """Return the places of events that are shown in the table of a recap, by entry."""
    places: list[tuple[int, int]] = []
    events: list[Event] = []
    for step in steps:
        for place, event in enumerate(step.events):
            if (visible_event := game.secrecy.redact_event(event, viewer)) is not None:
                places.append((step.seq, place))
                events.append(visible_event)
    by_entry: dict[int, set[int]] = {}
    for at in game.narrator.list_recapped(events):
        seq, place = places[at]
        by_entry.setdefault(seq, set()).add(place)
    return by_entry


def _describe_letter(
    match: Match, viewer: Side, entry: Entry, step: Step | None, left_out: Container[int], *, has_rolls: bool
) -> Heard:
    """Summarise an entry: the results of an order beside a recap, or the filed content.

    The events at the places `left_out` are in the recap. Without `has_rolls`, only a sentence with the
    numbers of dice and hits describes fire.
    """
    body, blocks = entry.body, tuple[Block, ...]()
    if step is not None:
        # The position lists the cards and secrets that a side got at the opening.
        reader = PUBLIC if entry_summaries.is_opening(entry) else viewer
        blocks = render_events(match.system, reader, step.before, step.events, entry, left_out=left_out)
    if not has_rolls:
        blocks = tuple(_leave_fire_out(blocks))
    parts = tuple(join_news(match.tongue, blocks))
    dice = tuple(block for block in blocks if isinstance(block, DiceThrown))
    if step is None or body.kind != "order":
        lead = sections.caption(match, viewer, entry, stands=step is not None)
        must, agrees = "amendment" in body.public, entry_summaries.quotes_this_journal(match, entry)
        return Heard(body.seq, "", _run_on(lead, parts), dice, must=must, agrees=agrees)
    side = entry_summaries.author(match, viewer, entry)
    if any("forced" in part for part in entry.private.values()):
        text = entry_summaries.summarise_entry(match, viewer, entry)
        parts = _run_on(match.tongue.sentence(FORCED_SHORT, told=text), parts)
    name = match.bound.name_of(side) if side is not None else ""
    return Heard(body.seq, name, parts, dice)


def _leave_fire_out(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks without the rolls of fire that follow a paragraph."""
    before: Block | None = None
    for block in blocks:
        is_fire = isinstance(block, DiceThrown) and all(roll.needed for roll in block.rolls)
        if not (is_fire and isinstance(before, Paragraph)):
            yield block
        before = block


def _run_on(parts: tuple[Inline, ...], more: tuple[Inline, ...]) -> tuple[Inline, ...]:
    return (*parts, Text(text=" "), *more) if more else parts


class Seen(Value):
    """The events of some entries as a viewer saw them, and the position before the first."""

    before: State
    events: Sequence[Event]


def begin(match: Match, viewer: Side, at: int | None, since: int | None) -> int:
    """Return the entry before the news: `since`, or the viewer's own last order up to entry `at`.

    Orders from standing orders count as news. The news of the referee begins after the second last order. A
    viewer who gives no orders gets all entries.
    """
    if since is not None:
        return len(match.entries_to(since))
    entries = match.entries_to(at)
    if viewer not in (*match.header.sides, REFEREE):
        return 0
    orders = (
        entry
        for entry in (entries[seq - 1] for seq in reversed(match.standing(at)))
        if entry.body.kind == "order"
    )
    if viewer == REFEREE:
        last = next(orders, None)
        return last.body.seq - 1 if last is not None else 0
    own = (entry for entry in orders if entry.body.side == viewer)
    return next((entry.body.seq for entry in own if "advance" not in entry.private.get(viewer, {})), 0)


def begin_map(match: Match, viewer: Side, at: int | None, since: int | None) -> int:
    """The entry after which a map shows movements: for a reader who gives no orders, where the turn began.

    All the ways of a war would hide the map.
    """
    if since is not None or viewer in (*match.header.sides, REFEREE):
        return begin(match, viewer, at, since)
    moment = match.system.narrator.moment
    now = moment(match.position(at))
    return next((step.seq for step in match.steps_back(at) if moment(step.before) != now), 0) if now else 0


def find_chapter(match: Match, begin: int) -> int:
    """The entry after which a digest begins: a battle that lasts at `begin` opened before it."""
    rules, narrator = match.rules, match.system.narrator
    if not begin or not narrator.is_amid(match.position(begin)):
        return begin
    for seq in reversed(match.standing(begin)):
        if any(map(narrator.opens_chapter, history.events_of(rules, match.entries[seq - 1]))):
            return seq - 1
    return 0


def see(match: Match, viewer: Side, at: int | None, begin: int) -> Seen | None:
    """Return the events that a viewer saw after entry `begin` up to `at`, or None if there were none."""
    return see_steps(match.system, viewer, match.steps(at, after=begin))


def see_steps(game: Game, viewer: Side, steps: Iterable[Step]) -> Seen | None:
    """Return the events that a viewer saw in some entries, or None if there were none."""
    before: State | None = None
    events: list[Event] = []
    for step in steps:
        before = step.before if before is None else before
        visible_events = (game.secrecy.redact_event(event, viewer) for event in step.events)
        events += [event for event in visible_events if event is not None]
    return Seen(before, events) if before is not None and events else None


def digest(game: Game, viewer: Side, changes: Seen | None) -> tuple[Block, ...]:
    """Return a digest of events, if the game provides one."""
    return game.narrator.digest(changes.before, changes.events, viewer) if changes else ()


def recap(game: Game, viewer: Side, changes: Seen | None) -> tuple[Block, ...]:
    """The same in few lines, where the game has a short form."""
    return game.narrator.recap(changes.before, changes.events, viewer) if changes else ()


def movements(game: Game, viewer: Side, changes: Seen | None) -> tuple[PictureArrow, ...]:
    """The ways that pieces went, where the game can tell them."""
    return game.pictures.movements(changes.before, changes.events, viewer) if changes else ()
