"""What a reader is asked, by when, and the letter that could answer."""

from collections.abc import Iterable, Iterator, Sequence

from referee.engine.system import State
from referee.matches import history, phrases
from referee.matches.matches import Match
from referee.reports.telling import list_open_prompts
from schemas.record import REFEREE, Prompt, Side
from schemas.reports.document import Block, Bullets, Code, Heading, Inline, Strong, Text, Verbatim, words


def ask_phrases(match: Match, viewer: Side) -> Iterator[Block]:
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


def ask_in_short(match: Match, viewer: Side, state: State, seq: int, due: str) -> Iterator[Block]:
    """The questions of a viewer with the letter that answers them, or who is waited for."""
    tongue, prompts = match.tongue, list_open_prompts(match.rules, state, viewer)
    items = [_question(match, viewer, prompt) for prompt in prompts]
    mine = viewer != REFEREE and bool(prompts)
    head = Strong(text=tongue.say("What you must do now") if mine else tongue.say("What is asked"))
    last = tongue.sentence("Take the # off what you mean, and reply.")
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
    """A template without the question, which stands above it, and without the lines that part it."""
    first = lines.index(PARTING) if PARTING in lines else len(lines)
    return [line for line in lines[first:] if line != PARTING]


def list_questions(match: Match, viewer: Side, state: State, due: str = "") -> Iterator[Block]:
    """What is asked of a reader and by when, under a heading of its own."""
    prompts = list_open_prompts(match.rules, state, viewer)
    mine = any(prompt.side == viewer for prompt in prompts)
    say = match.tongue.say
    yield Heading(text=say("What you must do now") if mine else say("What is asked"))
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
    """Who has something to answer, in a sentence."""
    waiting = [match.bound.name_of(side) for side in history.list_awaited_sides(match.rules, state)]
    if not waiting:
        return match.tongue.say("There are no open questions. The match is over.")
    return match.tongue.say("Waiting for {sides}.", sides=match.tongue.listed(waiting))


def answer(match: Match, viewer: Side, state: State, seq: int) -> Iterator[Block]:
    """The letter that a reader who is asked may send back."""
    if viewer != REFEREE and any(
        prompt.side == viewer for prompt in list_open_prompts(match.rules, state, viewer)
    ):
        yield Heading(text=match.tongue.say("Your answer"))
        yield match.tongue.paragraph(
            "No line behind a # is read. Take the # away from what you mean, change it, and send it back:"
        )
        lines = match.system.notation.template(state, viewer)
        yield Verbatim(lines=tuple(_template(match, viewer, lines, seq)))


PARTING = "#"
"""The line between the parts of a template."""


def _template(match: Match, viewer: Side, lines: Iterable[str], seq: int) -> Iterator[str]:
    yield f"BEGIN ORDERS {match.name}"
    yield f"side: {viewer}"
    yield f"answers: {seq}"
    yield from lines
    yield "END ORDERS"
