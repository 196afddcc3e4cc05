"""Commands for beginners: help by topic, and a match that plays itself."""

from pathlib import Path
from typing import Annotated

from referee.cli import environment, exits
from referee.cli.arguments import PacksLanguage, complete_pack, one_of
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session

book = Book()

PAGES = (
    "moderator", "players", "orders", "mail", "evening", "clocks", "reports", "languages", "clubs", "journal",
    "dice", "evidence", "odds", "hindsight", "studies", "packs", "options", "east", "skirmish", "scripting",
    "library", "serving", "bots", "platforms", "developing", "changes",
)  # fmt: skip
"""The pages of the book, in the order in which it is read: files of Markdown in the folder `pages`."""

TOPICS = ("environment", "exit-codes", "letters", "proof", *PAGES)
"""What can be asked about, besides commands."""


@command(book, "help")
def help_(
    session: Session,
    topic: Annotated[
        str | None,
        Argument(help="What about; else the topics there are.", autocompletion=one_of(*TOPICS)),
    ] = None,
    all_: Annotated[bool, Option("--all", help="Print the whole book.")] = False,
    language: PacksLanguage = None,
) -> int:
    """Explain a topic, or print the whole book."""
    if all_:
        return session.say("\n".join(map(_page, PAGES)))
    if topic is None:
        return session.say("\n".join(TOPICS))
    if topic == "exit-codes":
        return session.say(exits.table())
    if topic == "environment":
        return session.say(environment.table())
    if topic in PAGES:
        return session.say(_page(topic).rstrip("\n"))
    from referee.cli import summaries
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Complaint, NotFound
    from referee.engine.names import nearest
    from referee.engine.tongue import saying
    from referee.i18n import languages

    if topic not in TOPICS:
        near = nearest(topic, TOPICS, 1)
        remedy = saying("did you mean `{name}`?", name=near[0]) if near else ""
        raise NotFound(Complaint.of(CommandFault.TOPIC_UNKNOWN, remedy, topic=topic))
    return session.say(languages.find_tongue(language).say(summaries.SUMMARIES[topic]))


def _page(topic: str) -> str:
    return (Path(__file__).parent / "pages" / f"{topic}.md").read_text(encoding="utf-8")


@command(book)
def demo(
    session: Session,
    pack: Annotated[
        str | None, Argument(help="The game to be shown; else the first.", autocompletion=complete_pack)
    ] = None,
    example: Annotated[
        str | None, Option(metavar="EXAMPLE", help="Which of its examples; else the first.")
    ] = None,
    keep: Annotated[bool, Option("--keep", help="Leave the match on the shelf.")] = False,
    full: Annotated[
        bool, Option("--full", help="Print every letter, every ruling and both reports.")
    ] = False,
    pages: Annotated[
        bool, Option("--pages", help="Open its map, a report and the replay in the browser.")
    ] = False,
) -> int:
    """Play an example: letters, rulings, reports, and the proof."""
    import tempfile
    import webbrowser

    from referee.cli import demo, tour
    from referee.cli.words import evidence_wording

    if pages:
        *_, proof = demo.scenes(pack, example, session.root if keep else None)
        assert isinstance(proof, demo.Proved)
        written = demo.write_pages(proof.match, Path(tempfile.mkdtemp(prefix="referee-")))
        if not session.json:
            for path in written:
                webbrowser.open(path.as_uri())
        return session.answer(proof.verified, lambda: "\n".join(path.as_posix() for path in written))
    if not full:
        *scenes, proof = demo.scenes(pack, example, session.root if keep else None)
        assert isinstance(proof, demo.Proved)
        stops = tour.stops((*scenes, proof))
        return session.answer(proof.verified, lambda: "\n".join(map(str, stops)).lstrip("\n"))
    for scene in demo.scenes(pack, example, session.root if keep else None):
        match scene:
            case demo.Heard(name=name, letter=letter, ruling=ruling):
                session.remark(f"\n>>> {name}\n\n{letter}")
                session.remark("\n<<< ruling", ruling)
            case demo.Reported(report=report):
                session.remark("\n<<< report", report)
            case demo.Proved(verified=verified):
                session.answer(
                    verified, lambda: f"\n<<< proof\n\n{evidence_wording.word_verification(verified)}"
                )
    return exits.DONE
