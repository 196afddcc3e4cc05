"""The open prompts of a viewer, the deadlines, and a letter for the answers."""

from collections.abc import Iterable, Iterator, Sequence

from referee.engine.system import State
from referee.matches import history, phrases
from referee.matches.matches import Match
from referee.reports.telling import list_open_prompts
from schemas.record import REFEREE, Prompt, Side
from schemas.reports.document import Block, Bullets, Code, Heading, Inline, Strong, Text, Verbatim, words


def ask_phrases(match: Match, viewer: Side) -> Iterator[Block]:
    """Yield the missing phrases before the first order, or an offer to add one."""
    line = Code(text="phrase: …")
    if awaited := phrases.list_awaited(match):
        sides = match.tongue.listed([match.bound.name_of(side) for side in awaited])
        yield match.tongue.paragraph(
            "Each side must add a phrase to the dice before the first order. Still missing: {sides}. Send a"
            " letter with a line {line} and words of your own to add yours.",
            sides=sides,
            line=line,
        )
    elif viewer in phrases.list_invited(match):
        yield match.tongue.paragraph(
            "You can add a phrase to every die with a line {line} before the first order.",
            line=line,
        )


def ask_in_short(match: Match, viewer: Side, state: State, seq: int, due: str) -> Iterator[Block]:
    """Yield the prompts of a viewer with a letter for the answers, or the sides that have to answer."""
    tongue, prompts = match.tongue, list_open_prompts(match.rules, state, viewer)
    items = [_question(match, viewer, prompt) for prompt in prompts]
    mine = viewer != REFEREE and bool(prompts)
    head = Strong(text=tongue.say("Your turn") if mine else tongue.say("Open questions"))
    last = tongue.sentence("Remove the # from each line that you want to order, and reply.")
    if not mine:
        last = (Text(text=waiting(match, state)),)
    if due and prompts:
        last = (*tongue.sentence("Due by {due}.", due=Strong(text=due)), Text(text=" "), *last)
    first, *others = (*items, last)
    yield Bullets(items=((head, Text(text=": "), *first), *others))
    if mine:
        lines = _condense(match.system.notation.template(state, viewer))
        yield Verbatim(lines=tuple(_template(match, viewer, lines, seq)))


def _condense(lines: Sequence[str]) -> list[str]:
    """Remove the question, which is printed above, and the separators from a template."""
    first = lines.index(PARTING) if PARTING in lines else len(lines)
    return [line for line in lines[first:] if line != PARTING]


def list_questions(match: Match, viewer: Side, state: State, due: str = "") -> Iterator[Block]:
    """Yield the prompts of a viewer and the deadline, under a heading."""
    prompts = list_open_prompts(match.rules, state, viewer)
    mine = any(prompt.side == viewer for prompt in prompts)
    say = match.tongue.say
    yield Heading(text=say("Your turn") if mine else say("Open questions"))
    if prompts:
        yield Bullets(items=tuple(_question(match, viewer, prompt) for prompt in prompts))
    if due and prompts:
        yield match.tongue.paragraph("Due by {due}.", due=Strong(text=due))
    yield words(waiting(match, state))


def _question(match: Match, viewer: Side, prompt: Prompt) -> tuple[Inline, ...]:
    citation = match.rules.cite(prompt.clause)
    question = f"{prompt.text} ({citation.number}, {citation.title})"
    if viewer == prompt.side:
        return (Text(text=question),)
    side = match.bound.name_of(prompt.side)
    return match.tongue.sentence("{side}: {question}", side=side, question=question)


def waiting(match: Match, state: State) -> str:
    """Name the sides that have a prompt to answer, in one sentence."""
    waiting = [match.bound.name_of(side) for side in history.list_awaited_sides(match.rules, state)]
    if not waiting:
        return match.tongue.say("There are no open questions. The match is over.")
    return match.tongue.say("Waiting for {sides}.", sides=match.tongue.listed(waiting))


def answer(match: Match, viewer: Side, state: State, seq: int) -> Iterator[Block]:
    """Yield the letter template for a viewer with a prompt."""
    if viewer != REFEREE and any(
        prompt.side == viewer for prompt in list_open_prompts(match.rules, state, viewer)
    ):
        yield Heading(text=match.tongue.say("Your answer"))
        yield match.tongue.paragraph(
            "Lines that begin with # are ignored. Remove the # from each line that you want to order,"
            " edit it, and reply:"
        )
        lines = match.system.notation.template(state, viewer)
        yield Verbatim(lines=tuple(_template(match, viewer, lines, seq)))


PARTING = "#"
"""Separator of the parts of a template."""


def _template(match: Match, viewer: Side, lines: Iterable[str], seq: int) -> Iterator[str]:
    yield f"BEGIN ORDERS {match.name}"
    yield f"side: {viewer}"
    yield f"answers: {seq}"
    yield from lines
    yield "END ORDERS"
