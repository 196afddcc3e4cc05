"""What happened in short: the last entries as items of a list, as many as a letter has room for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.engine.tongue import Translator
from referee.reports.formats import rolls
from referee.values.value import Value
from schemas.record import Roll
from schemas.reports.document import Block, Bullets, DiceThrown, Inline, Paragraph, Strong, Table, Text

ROOM: Mapping[bool, int] = {False: 650, True: 240}
"""How many letters all items have, by whether their reader is asked: some ten lines, or four."""

LONGEST: Mapping[bool, int] = {False: 350, True: 240}
"""How many letters one item has, by the same: some five lines, or four."""

MOST_ROWS: Mapping[bool, int] = {False: 8, True: 6}
"""How many rows of a table that tells what happened at a glance are shown, by the same: the last ones."""


class Heard(Value):
    """What one entry tells a reader: whose it is, the words, and the dice in them.

    `must` marks an amendment of the moderator: the news holds it, however little room there is.
    """

    seq: int
    side: str
    parts: tuple[Inline, ...]
    dice: tuple[DiceThrown, ...] = ()
    must: bool = False


class News(Value):
    """What a reader learns of some entries, and the dice that this shows."""

    blocks: tuple[Block, ...]
    dice: tuple[DiceThrown, ...] = ()


def tell(tongue: Translator, heard: Sequence[Heard], *, asked: bool) -> News:
    """The last entries in a few lines each; what one side did on end without dice is one item.

    A reader who is `asked` has less room for them.
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
    # A reader who is asked sees by the sign at the end of an item that it was cut.
    more = tuple(_say_what_is_missing(tongue, earlier, cut=cut and not asked))
    return News((Bullets(items=(*more, *items)),) if items else (), tuple(dice))


def _group(heard: Sequence[Heard]) -> Iterator[tuple[Heard, ...]]:
    """Entries that make one item."""
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
    """A group behind its entries and its side: `44-46, Germany: ...`."""
    first, last = group[0], group[-1]
    if not first.side:
        return first.parts
    numbers = str(first.seq) if first is last else f"{first.seq}-{last.seq}"
    parts: tuple[Inline, ...] = (Strong(text=numbers), Text(text=f", {first.side}:"))
    for one in group:
        parts = (*parts, Text(text=" "), *one.parts)
    return parts


def trim(tongue: Translator, blocks: Iterable[Block], *, asked: bool) -> Iterator[Block]:
    """Blocks whose tables are cut down to their last rows, fewer for a reader who is `asked`."""
    most = MOST_ROWS[asked]
    for block in blocks:
        if isinstance(block, Table) and len(block.rows) > most:
            yield tongue.paragraph("The full report tells of those before as well.")
            yield replace(block, rows=block.rows[-most:])
        else:
            yield block


def _say_what_is_missing(tongue: Translator, earlier: int, *, cut: bool) -> Iterator[tuple[Inline, ...]]:
    if earlier:
        yield tongue.sentence(
            "The full report tells of {count} entry before these as well.",
            "The full report tells of {count} entries before these as well.",
            count=earlier,
        )
    elif cut:
        yield tongue.sentence("The full report tells all of it.")


def join(tongue: Translator, blocks: Iterable[Block]) -> Iterator[Inline]:
    """The words of blocks in one run, their dice among them."""
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
    """A roll as one sentence: `Namur: German fire, 3 artillery, needs 1: 1 1 5 -> 2 hits`, and a stop."""
    hits = rolls.render_hits(roll, tongue)
    told = rolls.render_roll(roll, tongue, rolls.faces(roll)) + (f" -> {hits}" if hits else "")
    return f"{roll.purpose}, {told}."


def _shorten(parts: Iterable[Inline], room: int) -> Iterator[Inline]:
    """Words up to what an item has room for, and a sign where they end before their time."""
    for part in parts:
        if len(part.text) > room:
            kept = part.text[:room].rpartition(" ")[0]
            yield Text(text=f"{kept} …" if kept else " …")
            return
        room -= len(part.text)
        yield part
