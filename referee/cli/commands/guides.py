"""Commands that explain: topics, clauses, and an example match."""

import tempfile
import webbrowser
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.analysis.faults import AnalysisFault
from referee.cli import demo, exits, summaries
from referee.cli.arguments import PacksLanguage, complete_pack, one_of
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.handbook import sections
from referee.cli.render import answer_text, clause_text, evidence
from referee.cli.session import Session
from referee.evidence.copy_check import Unprovable
from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint, NotFound
from referee.i18n.name_matching import nearest
from referee.i18n.translator import Translator, saying
from referee.library.games import LibraryFault
from referee.mail.forums.faults import ForumFault
from referee.mail.mail_room.faults import SetupFault
from referee.mail.requests.faults import ConsentFault
from referee.mail.state import MailFault
from referee.packs.conformance import clause_code
from referee.reports import explanations
from referee.texts import language_choice
from schemas.answers.help import HelpFound
from schemas.answers.packs import Explanation

app = typer.Typer(rich_markup_mode=None)

PAGES = (
    "moderator", "players", "orders", "mail", "evening", "clocks", "reports", "languages", "clubs", "journal",
    "dice", "evidence", "club-log", "beacon", "threats", "odds", "hindsight", "studies", "tables", "packs",
    "options", "east", "skirmish", "new-system", "scripting", "library", "programs", "serving", "bots",
    "platforms", "architecture", "developing", "testing", "glossary", "changes",
)  # fmt: skip
"""Pages of the handbook in reading order: Markdown files in the folder `pages`."""

SHORT_TOPICS = {
    "letters": "The form of a letter",
    "proof": "The proof of a journal",
    "exit-codes": "Exit codes",
    "environment": "Environment variables",
}
"""Titles of the topics without a page."""

TOPICS = (*PAGES, *SHORT_TOPICS)
"""Topics of `help` that are not commands."""

TOPICS_END = "Show a topic with `referee help TOPIC`, or search with `referee help WORD...`."


ROOMS: tuple[explanations.Room, ...] = (
    *explanations.ROOMS,
    EvidenceFault,
    Unprovable,
    AnalysisFault,
    MailFault,
    SetupFault,
    ConsentFault,
    ForumFault,
    LibraryFault,
    CommandFault,
)


@app.command("help", cls=SessionCommand)
def help_(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORD",
            help="Topic to explain, or words to search for (default: list the topics).",
            autocompletion=one_of(*TOPICS),
        ),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print the whole handbook.")] = False,
    language: PacksLanguage = None,
) -> int:
    """Explain a topic, search the handbook, or print all of it.

    Examples:
        referee help
        referee help players
        referee help how do I take back an order
        referee help --all
    """
    session: Session = context.obj
    if all_:
        return session.say("\n".join(map(sections.read_page, PAGES)))
    if not words:
        rows = [(page, ", ".join(sections.list_titles(page))) for page in PAGES]
        return session.say(f"{answer_text.table([*rows, *SHORT_TOPICS.items()])}\n\n{TOPICS_END}")
    topic, tongue = " ".join(words), language_choice.find_tongue(language)
    if topic in TOPICS:
        return session.say(_read_topic(topic, tongue))
    places = _search(topic)
    return session.answer(places, lambda: answer_text.word_help(places, tongue))


def _read_topic(topic: str, tongue: Translator) -> str:
    match topic:
        case "exit-codes":
            return exits.table()
        case "environment":
            return exits.list_environment_variables()
        case _ if topic in PAGES:
            return sections.read_page(topic).rstrip("\n")
        case _:
            return tongue.say(summaries.SUMMARIES[topic])


def _search(topic: str) -> HelpFound:
    """Search the handbook. A text that is found nowhere is answered with the nearest topic or word."""
    from referee.cli.handbook import search

    handbook = search.open_handbook(PAGES, ROOMS)
    places = search.search(topic, handbook)
    topics = nearest(topic, TOPICS, 1)
    if not places.results or (places.skipped and topics):
        near = topics or search.suggest_words(topic, handbook)
        remedy = saying("did you mean `{name}`?", name=near[0]) if near else ""
        raise NotFound(Complaint.of(CommandFault.TOPIC_UNKNOWN, remedy, topic=topic))
    return places


@app.command("demo", cls=SessionCommand)
def play_demo(
    context: typer.Context,
    pack: Annotated[
        str | None,
        typer.Argument(
            metavar="PACK", help="Pack to show (default: the first).", autocompletion=complete_pack
        ),
    ] = None,
    example: Annotated[
        str | None, typer.Option(metavar="EXAMPLE", help="Example of the pack (default: the first).")
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the match on the shelf.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Print all letters, all rulings and both reports.")
    ] = False,
    pages: Annotated[
        bool, typer.Option("--pages", help="Open the map, a report and the replay in the browser.")
    ] = False,
) -> int:
    """Play an example: letters, rulings, reports and the proof.

    Examples:
        referee demo
        referee demo skirmish
        referee demo --keep --shelf ./matches
    """
    session: Session = context.obj
    if pages:
        *_, proof = demo.scenes(pack, example, session.root if keep else None)
        assert isinstance(proof, demo.Proved)
        paths = demo.write_pages(proof.match, Path(tempfile.mkdtemp(prefix="referee-")))
        if not session.json:
            for path in paths:
                webbrowser.open(path.as_uri())
        return session.answer(proof.verification, lambda: "\n".join(path.as_posix() for path in paths))
    if not full:
        *scenes, proof = demo.scenes(pack, example, session.root if keep else None)
        assert isinstance(proof, demo.Proved)
        stops = demo.tour_stops((*scenes, proof))
        return session.answer(proof.verification, lambda: "\n".join(map(str, stops)).lstrip("\n"))
    for scene in demo.scenes(pack, example, session.root if keep else None):
        match scene:
            case demo.Heard(name=name, letter=letter, ruling=ruling):
                session.remark(f"\n>>> {name}\n\n{letter}")
                session.remark("\n<<< ruling", ruling)
            case demo.Reported(report=report):
                session.remark("\n<<< report", report)
            case demo.Proved(verification=verification):
                session.answer(
                    verification, lambda: f"\n<<< proof\n\n{evidence.word_verification(verification)}"
                )
    return exits.DONE


@app.command(cls=SessionCommand)
def explain(
    context: typer.Context,
    clause: Annotated[
        str,
        typer.Argument(
            metavar="CLAUSE", help="Clause, ruling or code, such as 4.1-d, movement.adjacent, A-24 or stale."
        ),
    ],
    pack: Annotated[
        str | None, typer.Option(metavar="PACK", help="Pack whose rulebook to search (default: all packs).")
    ] = None,
    code: Annotated[
        bool, typer.Option("--code", help="List the source, the pack's lines and the cases of each clause.")
    ] = False,
    language: PacksLanguage = None,
) -> int:
    """Explain a clause of the rulebook, a ruling or a code.

    Examples:
        referee explain 4.1-d
        referee explain 8.3.3-h --code --pack ttlm
        referee explain stale
        referee explain A-24 --language fr
    """
    session: Session = context.obj
    tongue = language_choice.find_tongue(language)
    explanation = explanations.explain_clause(pack, clause, language, ROOMS)
    if code:
        explanation = replace(explanation, code=tuple(clause_code.find_all(explanation.clauses)))
    return session.answer(explanation, lambda: _word_explanation(explanation, tongue))


def _word_explanation(explanation: Explanation, tongue: Translator) -> str:
    parts = [answer_text.explanation(explanation, tongue)]
    parts += [clause_text.word_code(one, tongue) for one in explanation.code]
    return "\n\n".join(parts)
