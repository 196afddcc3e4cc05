"""Commands for the rulebook and for packs: explain a clause, list, check, show, describe, try."""

from pathlib import Path
from typing import Annotated

from referee.cli.arguments import PacksLanguage, complete_pack
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session

book = Book()
packs_app = Book("Look at packs: the games there are, and your own.")
book.add_book(packs_app, "packs")

PackName = Annotated[str, Argument(help="A pack by name, or its folder.", autocompletion=complete_pack)]


@command(book)
def explain(
    session: Session,
    clause: Annotated[
        str,
        Argument(help="A number, a meaning, a ruling or a code: 4.1-d, movement.adjacent, A-24, stale."),
    ],
    pack: Annotated[
        str | None, Option(metavar="PACK", help="The pack whose rulebook is meant; else all.")
    ] = None,
    language: PacksLanguage = None,
) -> int:
    """Explain a clause of the rulebook, a ruling, or a code."""
    from referee.analysis.faults import AnalysisFault
    from referee.cli import wording
    from referee.cli.faults import CommandFault
    from referee.evidence.faults import EvidenceFault
    from referee.evidence.own_view.limits import Unprovable
    from referee.i18n import languages
    from referee.library.faults import LibraryFault
    from referee.mail.faults import MailFault
    from referee.reports.explanations import clauses, codes

    tongue = languages.find_tongue(language)
    rooms: tuple[codes.Room, ...] = (
        *codes.ROOMS,
        EvidenceFault,
        Unprovable,
        AnalysisFault,
        MailFault,
        LibraryFault,
        CommandFault,
    )
    explanation = clauses.explain(pack, clause, language, rooms)
    return session.answer(explanation, lambda: wording.explanation(explanation, tongue))


@command(packs_app, "list")
def list_(session: Session, language: PacksLanguage = None) -> int:
    """List the packs that can be played by name."""
    from referee.cli import wording
    from referee.i18n import languages
    from referee.packs import catalogue

    tongue = languages.find_tongue(language)
    shelved = catalogue.shelve()
    return session.answer(shelved, lambda: wording.packs(shelved, tongue))


@command(packs_app)
def new(
    session: Session,
    folder: Annotated[Path, Argument(help="The folder of the new pack; its name is the pack's.")],
    source: Annotated[
        str | None, Option("--from", metavar="PACK", help="The pack to copy; else a small theatre.")
    ] = None,
    own: Annotated[
        list[str] | None,
        Option("--own", metavar="FILE", help="Copy this file, and build on the pack for the rest."),
    ] = None,
    blank: Annotated[
        bool, Option("--blank", help="Leave out each reconstructed figure, for you to look up.")
    ] = False,
) -> int:
    """Begin a pack of your own."""
    from referee.cli import wording
    from referee.packs import new_packs

    begun = new_packs.begin(folder, source, own or (), blank=blank)
    return session.answer(begun, lambda: wording.word_new_pack(begun))


@command(packs_app)
def check(session: Session, pack: PackName) -> int:
    """Tell everything that is wrong with a pack."""
    from referee.packs import catalogue

    sound = catalogue.check(pack)
    return session.answer(sound, lambda: f"{sound.pack} {sound.version} is sound.")


@command(packs_app)
def redraw(
    session: Session,
    folder: Annotated[Path, Argument(help="The folder of a pack of your own.")],
) -> int:
    """Draw the outlines of a map again, from the points of its areas."""
    from referee.cli import wording
    from referee.packs import redrawn

    drawn = redrawn.redraw(folder)
    return session.answer(drawn, lambda: wording.redrawn(drawn))


@command(packs_app)
def show(session: Session, pack: PackName, language: PacksLanguage = None) -> int:
    """Describe a pack: scenarios, options, provenance."""
    from referee.cli import wording
    from referee.i18n import languages
    from referee.packs import catalogue

    tongue = languages.find_tongue(language)
    described = catalogue.describe(pack, language)
    return session.answer(described, lambda: wording.word_pack(described, tongue))


@command(packs_app)
def count(
    session: Session,
    pack: PackName,
    scenario: Annotated[
        str | None, Option(metavar="SCENARIO", help="One scenario; else all of them.")
    ] = None,
    depth: Annotated[
        int, Option(metavar="NUMBER", help="How many orders deep; each is a hundred times the last.")
    ] = 1,
    games: Annotated[
        int,
        Option(
            metavar="NUMBER", help="Play so many games each way between scripted players, and say who won."
        ),
    ] = 0,
    language: PacksLanguage = None,
) -> int:
    """Count the lawful orders that each scenario opens with."""
    from referee.analysis import counting
    from referee.cli import wording
    from referee.i18n import languages

    tongue = languages.find_tongue(language)
    counted = counting.count(pack, scenario, depth, games)
    return session.answer(counted, lambda: wording.counts(counted, tongue))


@command(packs_app)
def schema(
    session: Session,
    name: Annotated[str | None, Argument(help="One schema; else their names.")] = None,
    output: Annotated[
        Path | None, Option("--output", "-o", metavar="FOLDER", help="Write all of them there.")
    ] = None,
) -> int:
    """Print the JSON Schemas of packs, letters, journals and answers."""
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Misuse
    from referee.packs import catalogue, json_schemas

    if output is not None:
        if name is not None:
            raise Misuse(CommandFault.SCHEMA_AND_FOLDER)
        return session.say(f"{json_schemas.write(output)} schemas written to {output}")
    return session.say(catalogue.schema(name))


@command(packs_app)
def conform(
    session: Session,
    files: Annotated[
        list[Path] | None, Argument(help="Cases, or folders of them; else those of this checkout.")
    ] = None,
    pack: Annotated[
        str | None, Option(metavar="PACK", help="The pack to try, in place of the one a case names.")
    ] = None,
    pairs: Annotated[
        bool, Option("--pairs", help="Count which pairs of clauses have met, and name the worst gaps.")
    ] = False,
    most: Annotated[int, Option(metavar="NUMBER", min=0, help="With --pairs: how many gaps are named.")] = 20,
    turns: Annotated[
        int, Option(metavar="NUMBER", min=0, help="With --pairs: player turns of random wars.")
    ] = 60,
    language: PacksLanguage = None,
) -> int:
    """Try cases of the rulebook against the rules."""
    from referee.cli import progress
    from referee.i18n import languages
    from referee.packs.conformance import suite
    from referee.packs.conformance.pairs import Wanted

    bar = progress.bar("conform", quiet=session.quiet)
    wanted = Wanted(turns, most) if pairs else None
    conformity = suite.conform(files or (), pack, bar, languages.find_tongue(language), wanted)
    return session.page(conformity.document, conformity.outcome, conformity.exit_code)
