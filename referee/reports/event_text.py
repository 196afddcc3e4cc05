"""Texts of events for a viewer, with the entry and the key of each roll."""

from collections.abc import Container, Iterator, Sequence

from msgspec.structs import replace

from referee.dice import chain
from referee.dice.entry_parts import key_of
from referee.engine.facts import OpenQuestion
from referee.engine.system import Rules, State
from referee.matches.matches import Match
from referee.systems.faces import Game
from schemas.journal import OWNED, Entry
from schemas.record import REFEREE, Event, Prompt, Roll, Rolled, Side, Value
from schemas.reports import Block, DiceThrown


def render_events(
    game: Game,
    viewer: Side,
    before: State,
    events: Sequence[Event],
    entry: Entry | None = None,
    *,
    left_out: Container[int] = (),
) -> tuple[Block, ...]:
    """Events as one viewer saw them, without those at some places. `before` is the position before them."""
    visible_events = [game.secrecy.redact_event(event, viewer) for event in events]
    return tuple(_tell(game, before, events, visible_events, left_out, entry))


def narrate(game: Game, state: State, event: Event) -> Iterator[Block]:
    """An event as prose, its dice with their purposes in words; `state` is the position before it."""
    for block in game.narrator.narrate(state, event):
        if isinstance(block, DiceThrown):
            rolls = tuple(word_purpose(game, roll) for roll in block.rolls)
            yield replace(block, rolls=rolls)
        else:
            yield block


def list_open_prompts(rules: Rules, state: State, viewer: Side) -> tuple[OpenQuestion, ...]:
    """The open questions that a viewer may read: a side its own, the referee all."""
    return tuple(question for question in rules.prompts(state) if viewer in {REFEREE, question.side})


def word_open_prompts(game: Game, state: State, viewer: Side) -> tuple[Prompt, ...]:
    """Return the open questions that a viewer may read, with their texts."""
    return tuple(map(game.language.ask, list_open_prompts(game.rules, state, viewer)))


def word_purpose(game: Game, roll: Roll) -> Roll:
    """A roll to be shown to a reader; its proof needs the purpose as it was written."""
    return replace(roll, purpose=game.language.word_purpose(roll.purpose))


def _tell(
    game: Game,
    state: State,
    events: Sequence[Event],
    visible_events: Sequence[Event | None],
    left_out: Container[int],
    entry: Entry | None,
) -> Iterator[Block]:
    for place, (event, visible_event) in enumerate(zip(events, visible_events, strict=True)):
        if visible_event is not None and place not in left_out:
            yield from (_prove(block, entry) for block in narrate(game, state, visible_event))
        state = game.rules.evolve(state, event)


def _prove(block: Block, entry: Entry | None) -> Block:
    if not isinstance(block, DiceThrown) or entry is None:
        return block
    # A throw that not everyone saw has a key of its own, which a dispute tells.
    if any(roll.key for roll in block.rolls):
        spoken = "source" in entry.body.public
        return replace(block, entry=entry.body.seq, basis="" if spoken else "own-key")
    key = entry.body.key
    return replace(block, entry=entry.body.seq, key=key.k if key else "")


class DiceAccount(Value):
    """Numbers of dice that a reader's copy proves back to the header, and of dice with weaker proofs.

    `own_key` follow from a key of their own, whose owner has to show that it was due; of `spoken` dice
    people say that they threw them.
    """

    header: int = 0
    own_key: int = 0
    spoken: int = 0


def count_dice(match: Match, viewer: Side, at: int | None, begin: int) -> DiceAccount:
    """Count the dice that a viewer saw after an entry, by their proof."""
    header = own_key = spoken = 0
    for step in match.steps(at, after=begin):
        visible_events = (match.system.secrecy.redact_event(event, viewer) for event in step.events)
        rolls = [
            roll
            for event in visible_events
            if isinstance(event, Rolled)
            for roll in event.rolls
            if roll.faces
        ]
        led = set(_list_own_keys(match, step.entry, viewer, rolls))
        for roll in rolls:
            if match.header.dice == "spoken":
                spoken += len(roll.faces)
            elif roll.key and roll.key not in led:
                own_key += len(roll.faces)
            else:
                header += len(roll.faces)
    return DiceAccount(header, own_key, spoken)


def _list_own_keys(match: Match, entry: Entry, viewer: Side, rolls: Sequence[Roll]) -> Iterator[str]:
    """The keys of secret throws that follow from chains which the viewer may look into."""
    count = sum(bool(roll.key) for roll in rolls)
    for owner in match.header.anchors if count else ():
        key = key_of(entry, owner) if viewer in {owner, REFEREE} else None
        if key is not None:
            yield from (chain.throw_key(key.k, match.header.match, number) for number in range(count))


def tell_account(match: Match, viewer: Side, at: int | None, begin: int) -> Iterator[Block]:
    """Yield the proofs of the dice, if not all lead to the header. Rolls of format 1 have no owner."""
    if match.header.format < OWNED:
        return
    account, say = count_dice(match, viewer, at, begin), match.tongue.say
    if account.spoken:
        dice = say("{count} die", "{count} dice", count=account.spoken)
        yield match.tongue.paragraph("Only the word of their source supports these dice: {dice}.", dice=dice)
    elif account.own_key:
        dice = say("{count} die", "{count} dice", count=account.own_key)
        yield match.tongue.paragraph(
            "Dice proved back to the header: {header}. Dice with their own keys, provable once their owners"
            " or all secrets are revealed: {dice}.",
            header=account.header,
            dice=dice,
        )
