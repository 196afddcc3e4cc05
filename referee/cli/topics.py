"""Commands for beginners: help by topic, and a match that plays itself."""

from typing import Annotated

import typer

from referee.cli import environment, exits
from referee.cli.arguments import PacksLanguage, complete_pack, one_of
from referee.cli.session import Session, command

app = typer.Typer()

TOPICS = ("environment", "exit-codes", "letters", "proof")
"""What can be asked about, besides commands."""


@command(app, "help")
def help_(
    session: Session,
    topic: Annotated[
        str | None,
        typer.Argument(help="What about; else the topics there are.", autocompletion=one_of(*TOPICS)),
    ] = None,
    language: PacksLanguage = None,
) -> int:
    """Explain a topic: environment, exit codes, letters, proof."""
    if topic is None:
        return session.say("\n".join(TOPICS))
    if topic == "exit-codes":
        return session.say(exits.table())
    if topic == "environment":
        return session.say(environment.table())
    from referee.cli import pages
    from referee.core.faults import Complaint, NotFound
    from referee.core.remedy import suggested
    from referee.desk import languages

    if topic not in TOPICS:
        raise NotFound(Complaint.of("there is no help on {topic}", suggested(topic, TOPICS), topic=topic))
    return session.say(languages.asked(language).say(pages.PAGES[topic]))


@command(app)
def demo(
    session: Session,
    pack: Annotated[
        str | None, typer.Argument(help="The game to be shown; else the first.", autocompletion=complete_pack)
    ] = None,
    example: Annotated[
        str | None, typer.Option(metavar="EXAMPLE", help="Which of its examples; else the first.")
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Leave the match on the shelf.")] = False,
) -> int:
    """Play an example: letters, rulings, reports, and the proof."""
    from referee.cli import evidence_wording
    from referee.desk import demo

    for scene in demo.scenes(pack, example, session.root if keep else None):
        match scene:
            case demo.Heard(name=name, letter=letter, ruling=ruling):
                session.remark(f"\n>>> {name}\n\n{letter}")
                session.remark("\n<<< ruling", ruling)
            case demo.Reported(report=report):
                session.remark("\n<<< report", report)
            case demo.Proved(verified=verified):
                session.answer(verified, lambda: f"\n<<< proof\n\n{evidence_wording.verified(verified)}")
    return exits.DONE
