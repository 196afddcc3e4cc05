"""Commands about evidence: verify, audit, compare, rejudge, and analyse the dice."""

from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from msgspec import json
from msgspec.structs import replace
from typer.models import ArgumentInfo

from referee import __version__
from referee.cli import arguments, exits, terminal_output
from referee.cli.exits import DONE, MISSING, NO
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import evidence
from referee.cli.session import Session
from referee.evidence import comparison, match_verification, rejudgement, standalone_program
from referee.evidence import luck as weighing
from referee.evidence.archives import archive_audit, archive_journals, audit_rows
from referee.evidence.archives.audit_rows import AuditRows
from referee.evidence.copy_check import list_limits
from referee.faults import Misuse
from referee.matches import command_files, matches, viewer_languages
from referee.matches.journal import repairs
from referee.matches.letters import time_lock
from referee.platform import workers
from referee.platform.workers import Engine
from referee.texts import language_choice
from schemas.answers.evidence import Audit, AuditFile
from schemas.record import REFEREE

app = typer.Typer(rich_markup_mode=None)

_COPY: ArgumentInfo = typer.Argument(
    metavar="MATCH|FILE", help="Name of a match, or a journal file; - reads standard input."
)
Copy = Annotated[str, _COPY]


@app.command(cls=SessionCommand)
def verify(
    context: typer.Context,
    match: Annotated[str | None, _COPY] = None,
    head: Annotated[
        str | None, typer.Option(metavar="SEQ:SEAL", help="Head of the journal, from a report.")
    ] = None,
    rejudge: Annotated[
        bool, typer.Option("--rejudge", help="Also judge every entry by today's rules.")
    ] = False,
    beacon: Annotated[
        str | None,
        typer.Option(
            metavar="'ROUND SIGNATURE'", help="Round of the beacon that opens a locked hidden secret."
        ),
    ] = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="First move an unfinished last line aside.")
    ] = False,
    to: Annotated[
        int | None,
        typer.Option(metavar="SEQ", min=1, help="With --repair: move every entry after this one aside."),
    ] = None,
    standalone: Annotated[
        bool, typer.Option("--standalone", help="Print a verifier that needs only Python.")
    ] = False,
    limits: Annotated[bool, typer.Option("--limits", help="List the facts that no journal proves.")] = False,
    language: arguments.RefereesLanguage = None,
) -> int:
    """Verify that a journal is unchanged and its dice are honest.

    Examples:
        referee verify verdun
        referee verify copy.jsonl --rejudge
        referee verify verdun --repair
    """
    session: Session = context.obj
    _check_repair(match, to, repair=repair)
    if standalone:
        return session.say(standalone_program.write_program())
    if limits:
        proof_limits = list_limits(language_choice.find_tongue(language))
        return session.answer(proof_limits, lambda: evidence.word_limits(proof_limits))
    if match is None:
        raise Misuse(CommandFault.NOTHING_TO_PROVE)
    known_head = command_files.head(head) if head else None
    with command_files.journal(session.root, match) as path:
        tongue = viewer_languages.beside(path, language)
        tail = repairs.set_tail_aside(path, to) if to is not None else None
        aside = repairs.set_torn_aside(path) if repair else None
        bar = terminal_output.bar("verify", quiet=session.quiet)
        known_round = time_lock.read_beacon(beacon) if beacon else None
        result = match_verification.verify(
            path, known_head, rejudge=rejudge, progress=bar, tongue=tongue, beacon=known_round
        )
    tail_warnings = [str(one.speaking(tongue)) for one in repairs.warn_of(tail)] if tail else []
    warnings = (*result.warnings, *tail_warnings)
    result = replace(result, set_aside=str(aside or ""), tail=tail, warnings=warnings)
    session.warn(result.warnings)
    code = NO if result.differs else MISSING if result.not_judged else DONE
    return session.answer(result, lambda: evidence.word_verification(result, tongue), code)


def _check_repair(match: str | None, to: int | None, *, repair: bool) -> None:
    """Raise Misuse for options of a repair that is impossible."""
    if to is not None and not repair:
        raise Misuse(CommandFault.TAIL_WITHOUT_REPAIR)
    if repair and match == command_files.STANDARD:
        raise Misuse(CommandFault.PIPE_UNREPAIRABLE)
    if repair and match and match.endswith(command_files.PACKED):
        raise Misuse(CommandFault.PACKED_UNREPAIRABLE)


@app.command(cls=SessionCommand)
def audit(
    context: typer.Context,
    folders: Annotated[
        list[str],
        typer.Argument(
            metavar="FOLDER",
            help="Shelves, or folders of *.jsonl and *.jsonl.gz files, also at https:// or s3://.",
        ),
    ],
    jobs: arguments.Jobs = None,
    rejudge: Annotated[
        bool, typer.Option("--rejudge/--no-rejudge", help="Also judge every entry by today's rules.")
    ] = True,
    shard: arguments.ShardName = "1/1",
    engine: Annotated[Engine, typer.Option(help="Distribution of the journals.")] = Engine.PROCESSES,
    scheduler: arguments.Scheduler = None,
    rows: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write one JSON line per journal into this file.")
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue the file of --rows: judge only journals that changed since."),
    ] = False,
    force: arguments.Force = False,
    language: arguments.PacksLanguage = None,
) -> int:
    """Verify every journal of an archive, on all processors.

    Examples:
        referee audit ./matches
        referee audit archive --rows audit.jsonl --resume
        referee audit archive --shard 1/4 --jobs 2
    """
    session: Session = context.obj
    part, tongue = archive_journals.Shard.read(shard), language_choice.find_tongue(language)
    journals = tuple(filter(part.holds, archive_journals.find_journals(folders, rows)))
    bar = terminal_output.bar("audit", quiet=session.quiet)
    processes = min(jobs or workers.count_processors(), len(journals))
    total = Audit(shard=shard)
    bar(0, len(journals))
    manner = archive_audit.Manner(processes, rejudge, language, engine, scheduler)
    with _open_rows(rows, rejudge=rejudge, resume=resume, force=force) as kept_rows:
        for one in archive_audit.audit(journals, manner, kept_rows):
            total = archive_audit.count(one, total)
            # Erase the bar; the line replaces it.
            bar(1, 1)
            session.answer(one, partial(evidence.word_audited, one, tongue), exits.AUDITED[one.state])
            bar(total.journals, len(journals))
    return session.answer(total, lambda: evidence.word_audit(total, tongue), _find_audit_code(total))


def _find_audit_code(total: Audit) -> int:
    codes = [code for state, code in exits.AUDITED.items() if getattr(total, state)]
    return codes[-1] if codes else DONE


@contextmanager
def _open_rows(file: str | None, *, rejudge: bool, resume: bool, force: bool) -> Generator[AuditRows | None]:
    """Provide the rows of an audit: those of an earlier one with --resume, otherwise a new file."""
    if file is None:
        if resume:
            raise Misuse(CommandFault.RESUME_WITHOUT_ROWS)
        yield None
        return
    head = AuditFile(program=__version__, rejudge=rejudge)
    command_files.start_rows(file, json.encode(head), secret=True, resume=resume, force=force)
    with audit_rows.resume_rows(Path(file), head) as rows:
        yield rows


@app.command(cls=SessionCommand)
def compare(
    context: typer.Context, first: Copy, second: Copy, language: arguments.RefereesLanguage = None
) -> int:
    """Find the first difference between two copies of a journal.

    Examples:
        referee compare verdun copy.jsonl
    """
    session: Session = context.obj
    with (
        command_files.journal(session.root, first) as one,
        command_files.journal(session.root, second) as other,
    ):
        tongue = viewer_languages.beside(one, language)
        result = comparison.compare(one, other)
    names = {
        key: name for key, name in (("first", first), ("second", second)) if name == command_files.STANDARD
    }
    result = replace(result, **names)
    code = NO if result.parted else DONE
    return session.answer(result, lambda: evidence.word_comparison(result, tongue), code)


@app.command(cls=SessionCommand)
def rejudge(
    context: typer.Context,
    match: arguments.MatchOrFile,
    pack: Annotated[
        str | None,
        typer.Option(
            metavar="PACK", help="Name or folder of another pack or version (default: the pack of the match)."
        ),
    ] = None,
    language: arguments.RefereesLanguage = None,
) -> int:
    """List rulings that today's rules would change, with reasons.

    Examples:
        referee rejudge verdun
        referee rejudge verdun --pack ./ttlm-new
        referee rejudge copy.jsonl
    """
    session: Session = context.obj
    is_copy = command_files.is_copy(match)
    found_match = session.find(match) if is_copy else matches.find_whole(session.root, match)
    localised_match = session.localise(found_match, REFEREE, language)
    result = rejudgement.rejudge(found_match, pack, localised_match=localised_match)
    code = NO if result.different or result.stopped else DONE
    return session.answer(result, lambda: evidence.word_rejudgement(result, localised_match.tongue), code)


@app.command(cls=SessionCommand)
def luck(
    context: typer.Context, match: arguments.MatchOrFile, language: arguments.RefereesLanguage = None
) -> int:
    """Compare the expected and the rolled hits of each side.

    Examples:
        referee luck verdun
    """
    session: Session = context.obj
    localised_match, _ = session.open_match(match, None, language)
    result = weighing.luck(localised_match)
    return session.answer(result, lambda: evidence.luck(result, localised_match.tongue))
