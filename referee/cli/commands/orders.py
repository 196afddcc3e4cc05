"""Commands for letters: submit them, ask what is open and what would be lawful."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from referee.cli.arguments import Answerer, Language, MatchName, MatchOrFile, PhraseSender, Sender, Viewer
from referee.cli.exits import DONE, NO
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session

if TYPE_CHECKING:
    from schemas.answers.ruling import Submitted
    from schemas.reports.document import Document

book = Book()

MOST_LISTED = 1_000_000
"""The most orders that one command lists."""


@command(book)
def submit(
    session: Session,
    match: MatchOrFile,
    letter: Annotated[str, Argument(help="A file; - is the standard input.")] = "-",
    sender: Sender = None,
    dry_run: Annotated[
        bool,
        Option(
            "--dry-run", "-n", help="Judge as far as the first die, or the last of --faces; file nothing."
        ),
    ] = False,
    faces: Annotated[
        str | None, Option(metavar="3,5,1", help="What the dice showed, where people throw them.")
    ] = None,
    source: Annotated[
        str, Option(metavar="TEXT", help="Who saw these dice, or where they were thrown.")
    ] = "",
    expect_head: Annotated[
        str | None, Option(metavar="SEQ:SEAL", help="Only if the journal still ends there.")
    ] = None,
    batch: Annotated[
        bool, Option("--batch", help="Read letters as JSON lines {match, side, letter}; MATCH is -.")
    ] = False,
) -> int:
    """Judge a letter, and file what becomes of it."""
    from referee.engine.faults import Fault
    from referee.matches import inputs, viewer_languages
    from referee.matches.judging import submitting
    from referee.reports import answers
    from referee.reports.rulings import ruling_reports

    if batch:
        alone = {"--as": sender, "--dry-run": dry_run, "--faces": faces, "--source": source}
        return _batch(session, match, letter, alone | {"--expect-head": expect_head})
    whose, later = sender, False
    try:
        sent = submitting.send(
            letter,
            inputs.letter(letter),
            at=session.at(),
            side=sender,
            faces=None if faces is None else inputs.faces(faces),
            source=source,
            expect_head=None if expect_head is None else inputs.head(expect_head),
        )
        whose = sender or sent.letter.side
        if dry_run:
            answer = answers.rehearse(session.find(_of_dice(match, faces)), sent)
        else:
            answer = answers.submit(session.root, _on_shelf(match), sent, session.holder)
            later = session.let_bots_answer(match)
    except Fault as fault:
        raise viewer_languages.retold(session.root, match, whose, fault) from None
    session.warn_of_readers(match)
    page = _tell_both(session, answer) if later else ruling_reports.document(answer)
    return session.page(page, answer, NO if answer.code else DONE)


def _tell_both(session: Session, answer: "Submitted") -> "Document":
    """A ruling, and a report of what bots did after it: that asks what is asked now."""
    from msgspec.structs import replace

    from referee.matches import viewer_languages
    from referee.reports import documents
    from referee.reports.rulings import ruling_reports
    from schemas.journal import Head

    told = viewer_languages.tell(session.find(answer.match), answer.side)
    news = documents.report(told, answer.side, since=Head.read(answer.head).seq)
    page = ruling_reports.document(replace(answer, prompts=(), waiting=()))
    return replace(page, blocks=(*page.blocks, *news.blocks))


def _on_shelf(match: str) -> str:
    """A match that takes letters; a copy of a journal takes none."""
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Misuse
    from referee.matches import inputs

    if inputs.leads_to_copy(match):
        raise Misuse(CommandFault.COPY_TAKES_NO_LETTER)
    return match


def _of_dice(match: str, faces: str | None) -> str:
    """A match to rehearse a letter in; a copy of a journal takes no dice."""
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Misuse
    from referee.matches import inputs

    if faces is not None and inputs.leads_to_copy(match):
        raise Misuse(CommandFault.COPY_TAKES_NO_DICE)
    return match


@command(book)
def phrase(
    session: Session,
    match: MatchName,
    text: Annotated[str, Argument(help="Words of the side's own; - is the standard input.")] = "-",
    sender: PhraseSender = None,
) -> int:
    """Put a phrase of a side into the dice, before the first order."""
    from referee.cli import wording
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Misuse
    from referee.matches import inputs, phrases, viewer_languages

    if sender is None:
        raise Misuse(CommandFault.PHRASE_OF_NOBODY)
    said = inputs.letter(text).decode("utf-8", "replace") if text == inputs.STANDARD else text
    filed = phrases.file(session.root, match, said, by=sender, at=session.at())
    tongue = viewer_languages.of_author(session.root, match, sender)
    return session.answer(filed, lambda: wording.word_entry(filed, tongue))


@command(book)
def prompts(session: Session, match: MatchOrFile, viewer: Viewer = None, language: Language = None) -> int:
    """List the questions that are open."""
    from referee.cli import wording
    from referee.reports import questions

    spoken, side = session.told(match, viewer, language)
    asked = questions.prompts(spoken, side)
    return session.answer(asked, lambda: wording.questions(asked, spoken.tongue))


@command(book)
def options(
    session: Session,
    match: MatchOrFile,
    sender: Answerer = None,
    limit: Annotated[int, Option(metavar="NUMBER", min=1, max=MOST_LISTED, help="How many at most.")] = 1000,
) -> int:
    """List lawful orders of a side, as lines of a letter."""
    from referee.cli import wording
    from referee.matches import viewer_languages
    from referee.reports import questions

    found = session.find(match)
    side = questions.answering(found, sender)
    tongue = viewer_languages.tell(found, side).tongue
    session.warn(found.warnings(), tongue)
    answers = questions.options(found, side, limit)
    return session.answer(answers, lambda: wording.answers(answers, tongue))


def _batch(session: Session, match: str, letter: str, alone: Mapping[str, object]) -> int:
    """Judge a letter a line; answers and complaints are JSON lines, in the same order."""
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Complaint, Fault, Misuse
    from referee.matches import inputs
    from referee.matches.judging import batches
    from referee.matches.matches import Holder
    from referee.reports import answers

    if match != inputs.STANDARD:
        raise Misuse(CommandFault.BATCH_NAMES_MATCHES)
    if letter != inputs.STANDARD:
        raise Misuse(CommandFault.BATCH_FROM_FILE)
    if lost := [option for option, given in alone.items() if given]:
        raise Misuse(Complaint.of(CommandFault.BATCH_HAS_OPTIONS, options=tuple(lost)))
    told = session._replace(json=True)
    codes = [DONE]
    with Holder() as holder:
        for number, line in enumerate(inputs.batch(), start=1):
            try:
                filed = batches.judge(session.root, line, number, at=session.at(), holder=holder)
                answer = answers.answer(filed)
                codes.append(told.answer(answer, str, NO if answer.code else DONE))
            except Fault as fault:
                codes.append(told.complain(fault.complaints, fault.exit_code))
    return max(codes)
