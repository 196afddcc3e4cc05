"""Sections of a report: questions, entries, news and keys of dice."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.engine.system import State
from referee.i18n.translator import Translator, message
from referee.matches import history, moderator_entries
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.reports import entry_summaries, proofs
from referee.reports.event_text import list_open_prompts, render_events, word_open_prompts
from schemas.journal import Entry, Head
from schemas.record import REFEREE, Prompt, Side
from schemas.reports import (
    Block,
    Bullets,
    Code,
    Counter,
    DiceThrown,
    Document,
    Heading,
    Inline,
    Paragraph,
    Strong,
    Text,
    Verbatim,
    words,
)

COMMIT = message(
    "Each side first commits to a phrase by its digest. Still missing: {sides}. Choose a long phrase that no"
    " one can guess, keep it, and send the line {line} with the SHA-256 of the phrase. The decks are shuffled"
    " when all phrases are known."
)


def ask_phrases(match: Match, viewer: Side) -> Iterator[Block]:
    """Yield the missing phrases before the first order, or an offer to add one."""
    line = Code(text="phrase: …")
    if late_sides := moderator_entries.list_uncommitted(match):
        sides = match.tongue.listed([match.bound.name_of(side) for side in late_sides])
        yield match.tongue.paragraph(COMMIT, sides=sides, line=Code(text="phrase: digest …"))
    elif missing_sides := moderator_entries.list_awaited(match):
        sides = match.tongue.listed([match.bound.name_of(side) for side in missing_sides])
        yield match.tongue.paragraph(
            "Each side must add a phrase to the dice before the first order. Still missing: {sides}. Send a"
            " letter with a line {line} and words of your own to add yours.",
            sides=sides,
            line=line,
        )
    elif viewer in moderator_entries.list_invited(match):
        yield match.tongue.paragraph(
            "You can add a phrase to every die with a line {line} before the first order.",
            line=line,
        )


def ask_in_short(match: Match, viewer: Side, state: State, seq: int, due: str) -> Iterator[Block]:
    """Yield the prompts of a viewer with a letter for the answers, or the sides that have to answer."""
    if waits := tuple(proofs.tell_wait(match)):
        yield from waits
        return
    tongue, prompts = match.tongue, word_open_prompts(match.system, state, viewer)
    items = [_question(match, viewer, prompt, brief=True) for prompt in prompts]
    mine = viewer != REFEREE and bool(prompts)
    # A quoted line is read up to its #: it must not begin like an order.
    last = tongue.sentence("Reply with the orders that you choose, without the # before them.")
    if not mine:
        last = (Text(text=waiting(match, state)),)
    if not prompts:
        yield Bullets(items=(last,))
        return
    if due:
        last = (*tongue.sentence("Due by {due}.", due=Strong(text=due)), Text(text=" "), *last)
    head = Strong(text=tongue.say("Your turn") if mine else tongue.say("Open questions"))
    first, *others = (*items, last)
    yield Bullets(items=(tongue.sentence("{side}: {question}", side=head, question=first), *others))
    if mine:
        lines = leave_question_out(match.system.notation.template(state, viewer))
        yield Verbatim(lines=tuple(_template(match, viewer, lines, seq)))


def leave_question_out(lines: Sequence[str]) -> list[str]:
    """Return a template without its question, which is printed above, and without separators."""
    first = lines.index(PARTING) if PARTING in lines else len(lines)
    return [line for line in lines[first:] if line != PARTING]


def list_questions(match: Match, viewer: Side, state: State, due: str = "") -> Iterator[Block]:
    """Yield the prompts of a viewer and the deadline, under a heading."""
    if waits := tuple(proofs.tell_wait(match)):
        yield from waits
        return
    prompts = word_open_prompts(match.system, state, viewer)
    mine = any(prompt.side == viewer for prompt in prompts)
    say = match.tongue.say
    yield Heading(text=say("Your turn") if mine else say("Open questions"))
    if prompts:
        yield Bullets(items=tuple(_question(match, viewer, prompt) for prompt in prompts))
    if due and prompts:
        yield match.tongue.paragraph("Due by {due}.", due=Strong(text=due))
    yield words(waiting(match, state))


def _question(match: Match, viewer: Side, prompt: Prompt, *, brief: bool = False) -> tuple[Inline, ...]:
    citation = match.system.language.cite(prompt.clause)
    clause = citation.number if brief else f"{citation.number}, {citation.title}"
    question = f"{prompt.text} ({clause})"
    if viewer == prompt.side:
        return (Text(text=question),)
    side = match.bound.name_of(prompt.side)
    return match.tongue.sentence("{side}: {question}", side=side, question=question)


OVER = message("The match is over: {result}.")
NOTHING_OPEN = message("There are no open questions. The match is over.")


def waiting(match: Match, state: State) -> str:
    """Name the sides that have a prompt to answer, in one sentence."""
    waiting = [match.bound.name_of(side) for side in history.list_awaited_sides(match.rules, state)]
    if moderator_entries.is_undealt(match):
        names = [match.bound.name_of(side) for side in moderator_entries.list_awaited(match)]
        return match.tongue.say("Waiting for the phrases of {sides}.", sides=match.tongue.listed(names))
    if not waiting:
        result = match.system.narrator.result(state)
        return match.tongue.say(OVER if result else NOTHING_OPEN, result=result)
    return match.tongue.say("Waiting for {sides}.", sides=match.tongue.listed(waiting))


def draft_answer(match: Match, viewer: Side, state: State, seq: int) -> Iterator[Block]:
    """Yield the letter template for a viewer with a prompt, unless dice wait."""
    prompts = () if proofs.find_wait(match) else list_open_prompts(match.rules, state, viewer)
    if viewer != REFEREE and any(prompt.side == viewer for prompt in prompts):
        yield Heading(text=match.tongue.say("Your answer"))
        yield match.tongue.paragraph(
            "Lines that begin with # are ignored. Remove the # from each line that you want to order,"
            " edit it, and reply:"
        )
        lines = match.system.notation.template(state, viewer)
        yield Verbatim(lines=tuple(_template(match, viewer, lines, seq)))


def find_template(document: Document) -> tuple[str, ...]:
    """Return the lines of the template in a document, without its frame; nothing without a template."""
    for block in document.blocks:
        if isinstance(block, Verbatim) and block.lines[:1] and block.lines[0].startswith(BEGIN):
            return tuple(line for line in block.lines[1:-1] if line.startswith(PARTING))
    return ()


BEGIN = "BEGIN ORDERS"

PARTING = "#"
"""Separator of the parts of a template."""


def _template(match: Match, viewer: Side, lines: Iterable[str], seq: int) -> Iterator[str]:
    yield f"{BEGIN} {match.name}"
    yield f"side: {viewer}"
    yield f"answers: {seq}"
    yield from proofs.quote_head(match, seq)
    yield from lines
    yield "END ORDERS"


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
    dice_blocks = (block for block in blocks if isinstance(block, DiceThrown) and block.key)
    keys = {block.entry: block.key for block in dice_blocks}
    width = len(str(max(keys, default=0)))
    return tuple(f"{entry:>{width}} {key}" for entry, key in sorted(keys.items()))


def tell_entry(match: Match, viewer: Side, entry: Entry, step: Step | None) -> Iterator[Block]:
    """Yield the order, its results in the same paragraph while they are plain text, and the other blocks.

    `step` is the entry with the positions before and after it, if it is effective.
    """
    parts = caption(match, viewer, entry, stands=step is not None)
    blocks = render_events(match.system, viewer, step.before, step.events, entry) if step is not None else ()
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
"""Beginning of an entry, by whether its side is shown and whether it is effective."""

FORCED = message("{entry}, {side}: {told} (the only legal answer).")
"""Beginning of an order that the referee gave for its side."""


def caption(match: Match, viewer: Side, entry: Entry, *, stands: bool) -> tuple[Inline, ...]:
    """Return the beginning of an entry: its number, its side, and the order or the filed content."""
    body, side = entry.body, entry_summaries.author(match, viewer, entry)
    text = entry_summaries.summarise_entry(match, viewer, entry)
    stands = stands or body.kind not in {"order", "ruling"}
    is_forced = stands and any("forced" in part for part in entry.private.values())
    return match.tongue.sentence(
        FORCED if is_forced else CAPTIONS[side is not None, stands],
        entry=Strong(text=match.tongue.say("Entry {entry}", entry=body.seq)),
        side=Counter(text=match.bound.name_of(side), side=side) if side is not None else "",
        # A note may end with its own full stop.
        told=Code(text=text) if body.kind == "order" else text.removesuffix("."),
    )
