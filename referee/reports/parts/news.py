"""Recent events: the last entries as items of a list, as many as fit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.engine.tongue import Translator
from referee.reports.formats import rolls
from referee.values.value import Value
from schemas.record import Roll
from schemas.reports.document import Block, Bullets, DiceThrown, Inline, Paragraph, Strong, Table, Text

ROOM: Mapping[bool, int] = {False: 650, True: 240}
"""Highest number of characters of all items, by whether the reader has a prompt: about ten lines, or four."""

LONGEST: Mapping[bool, int] = {False: 350, True: 240}
"""Highest number of characters of one item, by the same: about five lines, or four."""

MOST_ROWS: Mapping[bool, int] = {False: 8, True: 6}
"""Number of last rows shown of a table of events, by the same."""


class Heard(Value):
    """Content of one entry for a reader: its side, text and dice.

    `must` marks an amendment of the moderator, which is always included.
    """

    seq: int
    side: str
    parts: tuple[Inline, ...]
    dice: tuple[DiceThrown, ...] = ()
    must: bool = False


class News(Value):
    """News of some entries, with the shown dice."""

    blocks: tuple[Block, ...]
    dice: tuple[DiceThrown, ...] = ()


def tell(tongue: Translator, heard: Sequence[Heard], *, asked: bool) -> News:
    """Summarise the last entries in a few lines each; consecutive entries of a side may form one item.

    The text is shorter for a reader who is `asked` a question.
    """
    items: list[tuple[Inline, ...]] = []
    dice: list[DiceThrown] = []
    room, left, cut = ROOM[asked], list(_group(heard)), False
    while left:
        whole = _word(left[-1])
        item = tuple(_shorten(whole, LONGEST[asked]))
        room -= sum(len(part.text) for part in item)
        if items and room < 0:
            break
        cut = cut or item != whole
        items.insert(0, item)
        dice[:0] = (thrown for one in left.pop() for thrown in one.dice)
    kept = [group for group in left if any(one.must for one in group)]
    items[:0] = map(_word, kept)
    earlier = sum(map(len, left)) - sum(map(len, kept))
    # The ellipsis is enough for a reader with a prompt.
    more = tuple(_say_what_is_missing(tongue, earlier, cut=cut and not asked))
    return News((Bullets(items=(*more, *items)),) if items else (), tuple(dice))


def _group(heard: Sequence[Heard]) -> Iterator[tuple[Heard, ...]]:
    """Yield groups of entries that form one item."""
    group: tuple[Heard, ...] = ()
    for one in heard:
        alone = not one.side or one.dice or (group and (group[-1].dice or group[-1].side != one.side))
        if group and alone:
            yield group
            group = ()
        group = (*group, one)
    if group:
        yield group


def _word(group: tuple[Heard, ...]) -> tuple[Inline, ...]:
    """Return a group with its entry numbers and its side: `44-46, Germany: ...`."""
    first, last = group[0], group[-1]
    if not first.side:
        return first.parts
    numbers = str(first.seq) if first is last else f"{first.seq}-{last.seq}"
    parts: tuple[Inline, ...] = (Strong(text=numbers), Text(text=f", {first.side}:"))
    for one in group:
        parts = (*parts, Text(text=" "), *one.parts)
    return parts


def trim(tongue: Translator, blocks: Iterable[Block], *, asked: bool) -> Iterator[Block]:
    """Yield blocks with tables cut to their last rows, fewer for a reader who is `asked` a question."""
    most = MOST_ROWS[asked]
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


def join(tongue: Translator, blocks: Iterable[Block]) -> Iterator[Inline]:
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
    told = rolls.render_roll(roll, tongue, rolls.faces(roll)) + (f" -> {hits}" if hits else "")
    return f"{roll.purpose}, {told}."


def _shorten(parts: Iterable[Inline], room: int) -> Iterator[Inline]:
    """Yield text up to the room of an item, with an ellipsis if it is cut."""
    for part in parts:
        if len(part.text) > room:
            kept = part.text[:room].rpartition(" ")[0]
            yield Text(text=f"{kept} …" if kept else " …")
            return
        room -= len(part.text)
        yield part
