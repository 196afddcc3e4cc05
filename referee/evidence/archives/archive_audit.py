"""Audits of archives: each journal is proved and judged again by a worker, on this machine or a cluster."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from referee.evidence import match_verification
from referee.evidence.archives import archive_journals
from referee.evidence.archives.archive_journals import Found
from referee.evidence.archives.audit_rows import AuditRows
from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint, DataFault, Fault, Misuse
from referee.matches.journal import reading
from referee.matches.journal.line import JournalFault
from referee.platform import clusters, workers
from referee.platform.workers import Engine, Outcome
from referee.texts import language_choice
from schemas.answers.evidence import Audit, Audited, State
from schemas.record import Value


class Manner(Value):
    """Settings of an audit: number of processes, engine, and address of a scheduler."""

    jobs: int
    rejudge: bool = True
    language: str | None = None
    engine: Engine = Engine.PROCESSES
    scheduler: str | None = None


class Task(Value):
    """One journal for a worker to judge, with the language of its faults.

    `earlier_digest` is that of a journal whose result is known: it is judged only if its bytes changed.
    """

    place: str
    rejudge: bool = True
    language: str | None = None
    scratch: Path | None = None
    earlier_digest: str = ""


class Unchanged(Value):
    """The answer of a worker for a journal whose digest is the known one."""

    journal: str


def audit(journals: Sequence[Found], manner: Manner, rows: AuditRows | None = None) -> Iterator[Audited]:
    """Yield each journal as it was judged, in order; if its worker dies, it is tried again.

    Results that `rows` hold are taken from there, and new ones are appended. Raises `Misuse` if the engine is
    not available.
    """
    # A killed worker leaves its unpacked files here, and they are removed with the audit.
    with TemporaryDirectory(prefix="referee-") as scratch:
        # Machines of a cluster have folders of their own.
        folder = Path(scratch) if manner.engine is Engine.PROCESSES else None
        tasks = [_order(journal, manner, folder, rows) for journal in journals]
        for task, (answer, tries) in zip(tasks, _give_out(tasks, manner), strict=True):
            if rows is not None and isinstance(answer, Unchanged):
                yield replace(rows.recall(answer.journal), from_earlier=True)
                continue
            result = replace(answer, tries=tries) if isinstance(answer, Audited) else _lose(task, tries)
            if rows is not None:
                rows.append(result)
            yield result


def _order(journal: Found, manner: Manner, scratch: Path | None, rows: AuditRows | None) -> Task:
    digest = rows.find_digest(archive_journals.hide_keys(journal.place)) if rows is not None else ""
    return Task(journal.place, manner.rejudge, manner.language, scratch, digest)


def _give_out(tasks: Sequence[Task], manner: Manner) -> Iterator[Outcome[Audited | Unchanged]]:
    if manner.engine is Engine.PROCESSES:
        if manner.scheduler is not None:
            raise Misuse(Complaint.of(EvidenceFault.SCHEDULER_UNASKED))
        yield from workers.map_each(judge, tasks, manner.jobs)
        return
    try:
        yield from clusters.map_each(judge, tasks, manner.scheduler, manner.jobs)
    except ImportError:
        raise Misuse(Complaint.of(EvidenceFault.NO_CLUSTER)) from None
    except clusters.UnreachableError:
        raise Misuse(Complaint.of(EvidenceFault.SCHEDULER_SILENT, address=manner.scheduler)) from None


def _lose(task: Task, tries: int) -> Audited:
    lost = Complaint.of(EvidenceFault.WORKER_DIED, tries=tries)
    record = lost.speaking(language_choice.find_tongue(task.language)).record
    return Audited(
        journal=archive_journals.hide_keys(task.place), state="lost", complaints=(record,), tries=tries
    )


def judge(task: Task) -> Audited | Unchanged:
    """Return one journal, proved and judged again; its faults are in the answer, not in an exception."""
    journal, tongue = archive_journals.hide_keys(task.place), language_choice.find_tongue(task.language)
    digest = ""
    try:
        with archive_journals.fetch_file(task.place, task.scratch) as plain:
            # A journal that grows from here on has another digest when the audit is resumed.
            digest = _digest(plain)
            if digest == task.earlier_digest:
                return Unchanged(journal)
            result = match_verification.verify(plain, rejudge=task.rejudge, tongue=tongue)
    except Fault as fault:
        complaints = tuple(complaint.speaking(tongue).record for complaint in fault.complaints)
        state: State = "unbelievable" if isinstance(fault, DataFault) else "unreadable"
        return Audited(journal=journal, state=state, complaints=complaints, digest=digest)
    except OSError as error:
        fault_text = Complaint.of(JournalFault.PATH_UNREADABLE, path=journal, why=error.strerror)
        return Audited(journal=journal, state="unreadable", complaints=(fault_text.speaking(tongue).record,))
    except Exception as error:
        # One journal must not stop the audit of the others.
        ours = Complaint.of(EvidenceFault.JUDGE_FAILED, kind=type(error).__name__)
        return Audited(journal=journal, state="failed", complaints=(ours.speaking(tongue).record,))
    state = "different" if result.differs else "unjudged" if result.not_judged else "proved"
    return Audited(journal=journal, state=state, verified=result, digest=digest)


def _digest(path: Path) -> str:
    digest = sha256()
    with reading.opened(path) as file:
        while chunk := file.read(2**20):
            digest.update(chunk)
    return digest.hexdigest()


def count(audited: Audited, so_far: Audit) -> Audit:
    """Return the sum of an audit with one more journal."""
    result = audited.verified
    return replace(
        so_far,
        journals=so_far.journals + 1,
        judged=so_far.judged + (result is not None and result.differences is not None),
        tried_again=so_far.tried_again + (audited.tries > 1),
        from_earlier=so_far.from_earlier + audited.from_earlier,
        **{audited.state: getattr(so_far, audited.state) + 1},
    )
