"""Commands for letters: judge a letter, lock and open one, add a phrase."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.arguments import LetterFile, MatchName, MatchOrFile, PhraseSender, Sender
from referee.cli.exits import DONE, NO
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.session import Session
from referee.faults import Complaint, Fault, Misuse, NotFound
from referee.matches import command_files, moderator_entries, shelf, viewer_languages
from referee.matches.judging import batches, submission
from referee.matches.judging.submission import IncomingLetter
from referee.matches.letters import time_lock
from referee.matches.letters.time_lock import LockedLetter
from referee.matches.matches import Holder
from referee.reports import documents, letter_answers, letter_results
from referee.texts.tree import quote
from schemas.answers.club import LetterLocked, LetterUnlocked
from schemas.answers.orders import Submitted
from schemas.journal import Head
from schemas.letter import LetterLine
from schemas.reports import Document

app = typer.Typer(rich_markup_mode=None)


@app.command(cls=SessionCommand)
def submit(
    context: typer.Context,
    match: MatchOrFile,
    letter: LetterFile = "-",
    sender: Sender = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run", "-n", help="Validate only. Stop at the first die roll, or when --faces runs out."
        ),
    ] = False,
    faces: Annotated[
        str | None, typer.Option(metavar="3,5,1", help="Faces of dice rolled by hand, in order.")
    ] = None,
    source: Annotated[
        str,
        typer.Option(metavar="TEXT", help="Source of the dice: a person or a place (required with --faces)."),
    ] = "",
    expect_head: Annotated[
        str | None,
        typer.Option(metavar="SEQ:SEAL", help="Refuse the letter if the journal has a newer head."),
    ] = None,
    beacon: Annotated[
        str | None,
        typer.Option(metavar="'ROUND SIGNATURE'", help="Round of the beacon that opens a locked letter."),
    ] = None,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Read letters as JSON lines {match, side, letter}. MATCH must be -."),
    ] = False,
) -> int:
    """Judge a letter and file the result.

    Examples:
        referee submit verdun letter.txt --as german
        referee submit verdun --as entente < letter.txt
        referee submit verdun letter.txt --dry-run
    """
    session: Session = context.obj
    if batch:
        alone = {"--as": sender, "--dry-run": dry_run, "--faces": faces, "--source": source}
        return _batch(session, match, letter, alone | {"--expect-head": expect_head})
    if not Path(letter).exists() and shelf.is_match(session.root, letter):
        raise NotFound(Complaint.of(CommandFault.MATCH_BEFORE_LETTER, letter=letter, match=match))
    raw = time_lock.receive(command_files.letter(letter), beacon)
    if isinstance(raw, LockedLetter):
        # The letter is judged when the signature of its round is given.
        entry = moderator_entries.file_digest(session.root, _on_shelf(match), sender, raw, at=session.at())
        return session.answer_entry(entry, match, sender)
    incoming = submission.open_letter(
        letter,
        raw,
        at=session.at(),
        side=sender,
        faces=None if faces is None else command_files.faces(faces),
        source=source,
        expect_head=None if expect_head is None else command_files.head(expect_head),
    )
    page, answer = _rehearse(session, match, incoming) if dry_run else _judge(session, match, incoming)
    session.warn_of_readers(match)
    if answer.code:
        session.warn(_list_requests(incoming))
    return session.page(page, answer, NO if answer.code else DONE)


def _list_requests(incoming: IncomingLetter) -> list[Complaint]:
    """Return a warning for the first line of a refused letter that is a request, and not an order."""
    from referee.i18n.request_phrases import ANSWERED, FILED, find_request

    for line in incoming.letter.orders:
        if isinstance(line, LetterLine) and find_request(line.text, (*FILED, *ANSWERED)):
            return [Complaint.of(CommandFault.REQUEST_BY_MAIL, line=quote(line.text))]
    return []


def _rehearse(session: Session, match: str, incoming: IncomingLetter) -> tuple[Document, Submitted]:
    """Rehearse a letter and return the answer, as a page too."""
    if incoming.faces is not None and command_files.is_copy(match):
        raise Misuse(CommandFault.COPY_TAKES_NO_DICE)
    answer = letter_answers.rehearse(session.find(match), incoming)
    return letter_results.document(answer), answer


def _judge(session: Session, match: str, incoming: IncomingLetter) -> tuple[Document, Submitted]:
    """Judge a letter, let the bots answer, and return the answer, as a page with their orders too."""
    answer = letter_answers.submit(session.root, _on_shelf(match), incoming, session.holder)
    is_answered = session.let_bots_answer(match)
    return _tell_both(session, answer) if is_answered else letter_results.document(answer), answer


def _tell_both(session: Session, answer: Submitted) -> Document:
    """Return the ruling, then a report of the bots' orders, which lists the questions that are open now."""
    localised_match = viewer_languages.tell(session.find(answer.match), answer.side)
    news = documents.report(localised_match, answer.side, since=Head.read(answer.head).seq)
    page = letter_results.document(replace(answer, prompts=(), waiting=()))
    return replace(page, blocks=(*page.blocks, *news.blocks))


def _on_shelf(match: str) -> str:
    """Return the name of a match. Raises Misuse for a copy of a journal, which accepts no letters."""
    if command_files.is_copy(match):
        raise Misuse(CommandFault.COPY_TAKES_NO_LETTER)
    return match


@app.command(cls=SessionCommand)
def seal(
    context: typer.Context,
    until: Annotated[str, typer.Option(metavar="TIME", help="Time before which the letter cannot be read.")],
    letter: LetterFile = "-",
) -> int:
    """Lock a letter so that it cannot be read before a time.

    Examples:
        referee seal letter.txt --until 2030-01-01T20:00:00Z
        referee seal --until "2030-01-01 20:00" < letter.txt > locked.txt
    """
    session: Session = context.obj
    envelope = time_lock.lock(command_files.letter(letter), until, session.at())
    text = envelope.armour()
    answer = LetterLocked(round=envelope.round, opens=envelope.opens, digest=envelope.digest, text=text)
    return session.answer(answer, text.rstrip)


@app.command(cls=SessionCommand)
def unseal(
    context: typer.Context,
    beacon: Annotated[
        str,
        typer.Option(
            metavar="'ROUND SIGNATURE'", help="Round of the beacon drand quicknet, and its signature."
        ),
    ],
    letter: Annotated[
        str, typer.Argument(metavar="LETTER", help="File with the locked letter; - reads standard input.")
    ] = "-",
) -> int:
    """Open a locked letter with the signature of its round.

    Examples:
        referee unseal locked.txt --beacon "34324253 a1b2c3..."
        referee unseal --beacon "34324253 a1b2c3..." < locked.txt
    """
    session: Session = context.obj
    envelope = time_lock.read(command_files.letter(letter).decode("utf-8", "replace"))
    text = time_lock.unlock(envelope, time_lock.read_beacon(beacon)).decode("utf-8", "replace")
    answer = LetterUnlocked(round=envelope.round, digest=envelope.digest, text=text)
    return session.answer(answer, text.rstrip)


@app.command(cls=SessionCommand)
def phrase(
    context: typer.Context,
    match: MatchName,
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="Text of the phrase; - reads standard input.")
    ] = "-",
    sender: PhraseSender = None,
) -> int:
    """Add a side's phrase to the dice, before the first order.

    Examples:
        referee phrase verdun "a rainy morning in Metz" --as german
    """
    session: Session = context.obj
    if sender is None:
        raise Misuse(CommandFault.PHRASE_OF_NOBODY)
    content = (
        command_files.letter(text).decode("utf-8", "replace") if text == command_files.STANDARD else text
    )
    entry = moderator_entries.file_phrase(session.root, match, content, by=sender, at=session.at())
    return session.answer_entry(entry, match, sender)


def _batch(session: Session, match: str, letter: str, alone: Mapping[str, object]) -> int:
    """Judge one letter per line of standard input. Answers and errors are JSON lines in the same order."""
    if match != command_files.STANDARD:
        raise Misuse(CommandFault.BATCH_NAMES_MATCHES)
    if letter != command_files.STANDARD:
        raise Misuse(CommandFault.BATCH_FROM_FILE)
    if lost := [option for option, value in alone.items() if value]:
        raise Misuse(Complaint.of(CommandFault.BATCH_HAS_OPTIONS, options=tuple(lost)))
    json_session = session._replace(json=True)
    codes = [DONE]
    with Holder() as holder:
        for number, line in enumerate(command_files.batch(), start=1):
            try:
                result = batches.judge(session.root, line, number, at=session.at(), holder=holder)
                answer = letter_answers.answer(result)
                codes.append(json_session.answer(answer, str, NO if answer.code else DONE))
            except Fault as fault:
                codes.append(json_session.complain(fault.complaints, fault.exit_code))
    return max(codes)
