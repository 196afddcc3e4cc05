"""Commands for the moderator's books: open, list, look, take back, remark, close, copy."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from referee.cli.arguments import (
    AtEntry,
    Author,
    Force,
    Language,
    MatchName,
    MatchOrFile,
    PacksLanguage,
    Target,
    Viewer,
    complete_language,
    complete_match,
    complete_pack,
    complete_viewer,
    one_of,
)
from referee.cli.exits import DONE, NO
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session

book = Book()

DiceThrower = Annotated[
    str, Option(metavar="sealed|spoken", help="Who throws.", autocompletion=one_of("sealed", "spoken"))
]
PolicyName = Annotated[
    str,
    Option(metavar="POLICY", help="What becomes of errors found late: one of `help evidence`, or a file."),
]
PhraseRule = Annotated[
    str,
    Option(
        metavar="required|allowed|none",
        help="Whether each side puts a phrase into the dice.",
        autocompletion=one_of("required", "allowed", "none"),
    ),
]
"""How a match is opened, where that is a choice of a few words."""


@command(book)
def new(
    session: Session,
    match: Annotated[str, Argument(help="The name of the new match.")],
    pack: Annotated[
        str | None,
        Argument(help="The game: a pack by name, or its folder.", autocompletion=complete_pack),
    ] = None,
    folder: Annotated[
        str | None, Option("--pack", metavar="PACK", help="The same as an option: --pack ./my-war.")
    ] = None,
    scenario: Annotated[
        str | None, Option(metavar="SCENARIO", help="The set-up; else the first of the pack.")
    ] = None,
    option: Annotated[
        list[str] | None,
        Option("--with", metavar="OPTION[=CHOICE]", help="A rule that may be chosen, once for each."),
    ] = None,
    dice: DiceThrower = "sealed",
    policy: PolicyName = "sealed-by-dice",
    phrases: PhraseRule = "allowed",
    language: Annotated[
        list[str] | None,
        Option("--language", metavar="[SIDE=]CODE", help="What a side is answered in: german=fr."),
    ] = None,
    odds: Annotated[
        bool, Option("--odds/--no-odds", help="Whether battles of this match may be weighed.")
    ] = True,
    bot: Annotated[
        list[str] | None,
        Option(
            "--bot",
            metavar="SIDE=BOT",
            help="A side that a bot plays: random, greedy, planner, raider or garrison.",
        ),
    ] = None,
) -> int:
    """Open a match."""
    from referee.cli import wording
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Misuse
    from referee.matches import opening, viewer_languages

    named = {one for one in (pack, folder) if one is not None}
    if len(named) != 1:
        raise Misuse(CommandFault.TWO_PACKS if named else CommandFault.NO_PACK)
    game = named.pop()
    players = _seat_bots(bot or (), game)
    wanted = opening.Wanted(
        match, game, scenario, option or (), dice, policy, language or (), phrases, players, odds
    )
    opened = opening.open_new(session.root, wanted, at=session.at())
    session.let_bots_answer(match)
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(opened, lambda: wording.word_opening(opened, tongue))


def _seat_bots(bots: Sequence[str], pack: str) -> Mapping[str, str]:
    """The bots by the sides that are named, with their versions."""
    if not bots:
        return {}
    from referee.analysis.bots import roster
    from referee.packs import loading

    return roster.read_seats(bots, loading.load(pack).pack.game.system)


@command(book, "list")
def list_(session: Session, language: PacksLanguage = None) -> int:
    """List the matches on the shelf."""
    from referee.cli import wording
    from referee.i18n import languages
    from referee.matches import matches
    from referee.reports import logs

    tongue = languages.find_tongue(language)

    shelved = logs.list_shelf(session.root, session.at())
    session.warn(matches.exposed(session.root, *(match.match for match in shelved.matches)), tongue)
    return session.answer(shelved, lambda: wording.shelf(shelved, tongue))


@command(book)
def folds(
    session: Session,
    match: Annotated[
        str | None, Argument(help="A match on the shelf.", autocompletion=complete_match)
    ] = None,
    check: Annotated[
        bool, Option("--check", help="Read the whole journal, and compare what it comes to.")
    ] = False,
    clear: Annotated[bool, Option("--clear", help="Remove it, or all folds there are.")] = False,
    language: PacksLanguage = None,
) -> int:
    """Show what is kept of the past of matches; check or clear it."""
    from referee.cli import wording
    from referee.i18n import languages
    from referee.reports import kept_folds

    tongue = languages.find_tongue(language)
    if clear:
        told = kept_folds.clear(session.root, match)
    else:
        told = kept_folds.list_folds(session.root, match, check=check)
    code = NO if any(fold.wrong for fold in told.folds) else DONE
    return session.answer(told, lambda: wording.word_folds(told, tongue), code)


@command(book)
def show(
    session: Session, match: MatchOrFile, viewer: Viewer = None, at: AtEntry = None, language: Language = None
) -> int:
    """Show how things stand."""
    from referee.reports import documents

    spoken, side = session.told(match, viewer, language)
    if session.json:
        return session.answer(documents.view(spoken, side, at), str)
    return session.page(documents.situation(spoken, side, at))


@command(book)
def log(
    session: Session,
    match: MatchOrFile,
    viewer: Viewer = None,
    last: Annotated[
        int | None, Option("--last", metavar="NUMBER", min=1, help="Only so many entries, the last ones.")
    ] = None,
    language: Language = None,
) -> int:
    """List the entries of a journal."""
    from referee.cli import wording
    from referee.reports import logs

    spoken, side = session.told(match, viewer, language)
    session.warn_of_readers(match)
    told = logs.log(spoken, side, last)
    return session.answer(told, lambda: wording.log(told, spoken.tongue))


@command(book)
def language(
    session: Session,
    match: MatchName,
    side: Annotated[str | None, Argument(help="Who is answered.", autocompletion=complete_viewer)] = None,
    code: Annotated[str | None, Argument(help="In which language.", autocompletion=complete_language)] = None,
) -> int:
    """Say in which language each side is answered, or choose one."""
    from referee.cli import wording
    from referee.matches import viewer_languages

    if side is not None and code is not None:
        chosen = viewer_languages.choose(session.root, match, side, code)
    else:
        chosen = viewer_languages.of_match(session.root, match)
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(chosen, lambda: wording.languages(chosen, tongue))


@command(book)
def retract(
    session: Session,
    match: MatchName,
    to: Annotated[int, Option("--to", metavar="SEQ", help="The last entry that shall stand.")],
    author: Author = None,
    reason: Annotated[str, Option(metavar="TEXT", help="Why; the referee has to say it.")] = "",
    consent: Annotated[
        list[str] | None, Option("--consent", metavar="SIDE", help="A side that consents.")
    ] = None,
) -> int:
    """Take a match back to just after an entry; nothing is deleted."""
    from referee.cli import wording
    from referee.matches import moderating, viewer_languages

    filed = moderating.retract(
        session.root, match, to=to, by=author, reason=reason, at=session.at(), consent=consent or ()
    )
    tongue = viewer_languages.of_author(session.root, match, author)
    return session.answer(filed, lambda: wording.word_entry(filed, tongue))


@command(book)
def note(
    session: Session,
    match: MatchName,
    text: Annotated[str, Argument(help="What is to be remembered.")],
    author: Author = None,
    private: Annotated[bool, Option("--private", help="For the author and the referee only.")] = False,
) -> int:
    """File a remark."""
    from referee.cli import wording
    from referee.matches import moderating, viewer_languages

    filed = moderating.note(session.root, match, text, by=author, private=private, at=session.at())
    tongue = viewer_languages.of_author(session.root, match, author)
    return session.answer(filed, lambda: wording.word_entry(filed, tongue))


@command(book)
def witness(
    session: Session,
    match: MatchName,
    head: Annotated[str, Option(metavar="SEQ:SEAL", help="The head that was recorded, from a report.")],
    where: Annotated[
        str, Option(metavar="TEXT", help="Where it can be looked up: a post, a friend, a stamp.")
    ],
    file: Annotated[
        str | None, Option(metavar="PATH", help="What was kept of it; its digest is filed.")
    ] = None,
) -> int:
    """File where an outsider recorded a head of the journal."""
    from referee.cli import wording
    from referee.matches import inputs, viewer_languages, witnesses

    kept = None if file is None else inputs.letter(file)
    filed = witnesses.file(session.root, match, inputs.head(head), where, kept=kept, at=session.at())
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(filed, lambda: wording.word_entry(filed, tongue))


@command(book)
def reveal(
    session: Session,
    match: MatchName,
    unfinished: Annotated[bool, Option("--unfinished", help="Though a question is open.")] = False,
) -> int:
    """Close a match and open its secrets, to prove hidden draws."""
    from referee.cli import wording
    from referee.matches import moderating, viewer_languages

    filed = moderating.reveal(session.root, match, unfinished=unfinished, at=session.at())
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(filed, lambda: wording.word_entry(filed, tongue))


@command(book)
def export(
    session: Session,
    match: MatchName,
    viewer: Viewer = None,
    form: Annotated[
        str | None,
        Option(
            "--format",
            metavar="csv|sqlite|parquet",
            help="As tables; else the journal itself.",
            autocompletion=one_of("csv", "sqlite", "parquet"),
        ),
    ] = None,
    table: Annotated[
        str | None,
        Option(
            metavar="rolls|events|control|orders|letters",
            help="Which table; a database has all of them.",
            autocompletion=one_of("rolls", "events", "control", "orders", "letters"),
        ),
    ] = None,
    output: Target = None,
    force: Force = False,
) -> int:
    """Copy the journal as one side may have it, or its tables."""
    from referee.cli import wording
    from referee.evidence import exporting
    from referee.matches import viewer_languages

    if form is not None or table is not None:
        return _export_tables(session, match, viewer, form or "csv", table, output, force=force)
    side = exporting.viewer_of(session.root, match, viewer)
    lines = exporting.lines(session.root, match, side)
    if output is not None:
        exported = exporting.write_copy(output, b"".join(lines), match, side, force=force)
        tongue = viewer_languages.of_author(session.root, match, viewer)
        return session.answer(exported, lambda: wording.word_export(exported, tongue))
    if session.json:
        return session.say(b"".join(lines).decode())
    for line in lines:
        session.tell_bytes(line)
    return DONE


def _export_tables(
    session: Session,
    match: str,
    viewer: str | None,
    form: str,
    table: str | None,
    output: str | None,
    *,
    force: bool,
) -> int:
    """Write one table as comma-separated values, or a database of one or all."""
    from referee.analysis.exports import table_files
    from referee.cli import wording
    from referee.evidence import exporting
    from referee.library import shelves
    from referee.matches import viewer_languages

    side = exporting.viewer_of(session.root, match, viewer)
    found = shelves.open(match, session.root)
    written = table_files.write(form, table, output, lambda name: found.table(name, side))
    if output is not None:
        exported = table_files.save(output, written, match, side, force=force)
        tongue = viewer_languages.of_author(session.root, match, viewer)
        return session.answer(exported, lambda: wording.word_table_export(exported, tongue))
    if session.json:
        return session.say(written.text.decode())
    session.tell_bytes(written.text)
    return DONE
