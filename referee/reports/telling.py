"""What a viewer is told of events, each throw with the entry and the key that prove it."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.engine.system import Rules, State
from schemas.journal import Entry
from schemas.record import REFEREE, Event, Prompt, Roll, Side
from schemas.reports.document import Block, DiceThrown


def render_events(
    rules: Rules, viewer: Side, before: State, events: Sequence[Event], entry: Entry | None = None
) -> tuple[Block, ...]:
    """Events as one viewer saw them; `before` is the position before the first."""
    return tuple(_tell(rules, viewer, before, events, entry))


def narrate(rules: Rules, state: State, event: Event) -> Iterator[Block]:
    """An event as prose, its dice with their purposes in words; `state` is the position before it."""
    for block in rules.narrate(state, event):
        if isinstance(block, DiceThrown):
            rolls = tuple(word_purpose(rules, roll) for roll in block.rolls)
            yield replace(block, rolls=rolls)
        else:
            yield block


def list_open_prompts(rules: Rules, state: State, viewer: Side) -> tuple[Prompt, ...]:
    """The open questions that a viewer may read: a side its own, the referee all."""
    return tuple(prompt for prompt in rules.prompts(state) if viewer in {REFEREE, prompt.side})


def word_purpose(rules: Rules, roll: Roll) -> Roll:
    """A roll to be shown to a reader; its proof needs the purpose as it was written."""
    return replace(roll, purpose=rules.word_purpose(roll.purpose))


def _tell(
    rules: Rules, viewer: Side, state: State, events: Sequence[Event], entry: Entry | None
) -> Iterator[Block]:
    for event in events:
        seen = rules.redact_event(event, viewer)
        if seen is not None:
            yield from (_prove(block, entry) for block in narrate(rules, state, seen))
        state = rules.evolve(state, event)


def _prove(block: Block, entry: Entry | None) -> Block:
    if not isinstance(block, DiceThrown) or entry is None:
        return block
    # A throw that not everyone saw has a key of its own, which a dispute tells.
    key = None if any(roll.key for roll in block.rolls) else entry.body.key
    return replace(block, entry=entry.body.seq, key=key.k if key else "")
