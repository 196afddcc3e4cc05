"""Keys of the dice of a report: listed in one block at its end, by entry."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.engine.tongue import Translator
from schemas.journal import Head
from schemas.reports.document import Block, Code, DiceThrown, Verbatim


def leave_out(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks with dice that name their entry but not their key."""
    for block in blocks:
        yield replace(block, key="") if isinstance(block, DiceThrown) else block


def list_keys(tongue: Translator, blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the omitted keys, one per line after the number of the entry."""
    if lines := _write_keys(blocks):
        yield tongue.paragraph("The keys of the dice above, by entry:")
        yield Verbatim(lines=lines)


def list_with_head(tongue: Translator, head: Head, blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the omitted keys in one block with the head of the journal, or only the head."""
    if lines := _write_keys(blocks):
        yield tongue.paragraph("Head of the journal, and the keys of the dice above by entry:")
        yield Verbatim(lines=(str(head), *lines))
    else:
        yield tongue.paragraph("Head of the journal: {head}", head=Code(text=str(head)))


def _write_keys(blocks: Iterable[Block]) -> tuple[str, ...]:
    thrown = (block for block in blocks if isinstance(block, DiceThrown) and block.key)
    found = {block.entry: block.key for block in thrown}
    width = len(str(max(found, default=0)))
    return tuple(f"{entry:>{width}} {key}" for entry, key in sorted(found.items()))
