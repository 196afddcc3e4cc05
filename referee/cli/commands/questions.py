"""Commands that list the open questions and the legal orders."""

from typing import Annotated

import typer

from referee.cli.arguments import Answerer, Language, MatchOrFile, Viewer
from referee.cli.groups import SessionCommand
from referee.cli.render import answer_text
from referee.cli.session import Session
from referee.reports import legal_orders

app = typer.Typer(rich_markup_mode=None)

MOST_LISTED = 1_000_000
"""Highest number of orders that one command lists."""


@app.command(cls=SessionCommand)
def prompts(
    context: typer.Context, match: MatchOrFile, viewer: Viewer = None, language: Language = None
) -> int:
    """List the open questions.

    Examples:
        referee prompts verdun
        referee prompts verdun --as german
    """
    session: Session = context.obj
    spoken, side = session.open_match(match, viewer, language)
    open_prompts = legal_orders.prompts(spoken, side)
    return session.answer(
        open_prompts, lambda: answer_text.questions(open_prompts, spoken.tongue, spoken.bound.name_of)
    )


@app.command(cls=SessionCommand)
def options(
    context: typer.Context,
    match: MatchOrFile,
    sender: Answerer = None,
    limit: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=MOST_LISTED, help="Maximum number to list or send.")
    ] = 1000,
) -> int:
    """List a side's legal orders, as lines for a letter.

    Examples:
        referee options verdun
        referee options verdun --as german --limit 20
    """
    session: Session = context.obj
    found_match = session.find(match)
    side = legal_orders.answering(found_match, sender)
    localised_match = session.localise(found_match, side)
    tongue, name = localised_match.tongue, localised_match.bound.name_of(side)
    answers = legal_orders.options(found_match, side, limit)
    return session.answer(answers, lambda: answer_text.answers(answers, tongue, name=name))
