"""Commands for people with doubts: prove, compare, judge again, explain an entry, weigh the dice."""

from functools import partial
from itertools import chain
from typing import Annotated

from referee.cli import exits
from referee.cli.arguments import Language, MatchName, MatchOrFile, PacksLanguage, RefereesLanguage, Viewer
from referee.cli.exits import DONE, MISSING, NO
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session
from referee.platform.engines import Engine

book = Book()

Copy = Annotated[
    str, Argument(metavar="MATCH|FILE", help="A match, or a journal's file; - is the standard input.")
]


@command(book)
def verify(
    session: Session,
    match: Annotated[
        str | None,
        Argument(metavar="MATCH|FILE", help="A match, or a journal's file; - is the standard input."),
    ] = None,
    head: Annotated[
        str | None, Option(metavar="SEQ:SEAL", help="A head that was kept, from a report.")
    ] = None,
    rejudge: Annotated[bool, Option("--rejudge", help="Judge every entry by today's rules, too.")] = False,
    repair: Annotated[
        bool, Option("--repair", help="First set a line aside that was never finished.")
    ] = False,
    to: Annotated[
        int | None,
        Option(metavar="SEQ", min=1, help="With --repair: set everything behind this entry aside."),
    ] = None,
    standalone: Annotated[
        bool, Option("--standalone", help="Print a verifier that needs nothing but Python.")
    ] = False,
    limits: Annotated[bool, Option("--limits", help="List what no journal proves.")] = False,
    language: RefereesLanguage = None,
) -> int:
    """Prove that nothing was changed and that the dice were honest."""
    from msgspec.structs import replace

    from referee.cli import progress
    from referee.cli.faults import CommandFault
    from referee.cli.words import evidence_wording
    from referee.engine.faults import Misuse
    from referee.evidence import rejudging
    from referee.evidence.own_view.limits import list_all
    from referee.i18n import languages
    from referee.matches import inputs, viewer_languages
    from referee.matches.journal import repairing

    _check_repair(match, to, repair=repair)
    if standalone:
        return session.say(inputs.standalone_verifier())
    if limits:
        unproved = list_all(languages.find_tongue(language))
        return session.answer(unproved, lambda: evidence_wording.word_limits(unproved))
    if match is None:
        raise Misuse(CommandFault.NOTHING_TO_PROVE)
    kept = inputs.head(head) if head else None
    with inputs.journal(session.root, match) as path:
        tongue = viewer_languages.beside(path, language)
        tail = repairing.set_tail_aside(path, to) if to is not None else None
        aside = repairing.set_torn_aside(path) if repair else None
        bar = progress.bar("verify", quiet=session.quiet)
        verified = rejudging.verify(path, kept, rejudge=rejudge, progress=bar, tongue=tongue)
    known = [str(one.speaking(tongue)) for one in repairing.warn_of(tail)] if tail else []
    warnings = (*verified.warnings, *known)
    verified = replace(verified, set_aside=str(aside or ""), tail=tail, warnings=warnings)
    session.warn(verified.warnings)
    code = NO if verified.differs else MISSING if verified.not_judged else DONE
    return session.answer(verified, lambda: evidence_wording.word_verification(verified, tongue), code)


def _check_repair(match: str | None, to: int | None, *, repair: bool) -> None:
    """Raise where a repair is asked for that cannot be made."""
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Misuse
    from referee.matches import inputs

    if to is not None and not repair:
        raise Misuse(CommandFault.TAIL_WITHOUT_REPAIR)
    if repair and match == inputs.STANDARD:
        raise Misuse(CommandFault.PIPE_UNREPAIRABLE)
    if repair and match and match.endswith(inputs.PACKED):
        raise Misuse(CommandFault.PACKED_UNREPAIRABLE)


@command(book)
def audit(
    session: Session,
    folders: Annotated[
        list[str],
        Argument(
            metavar="FOLDER...",
            help="Shelves, or folders of *.jsonl and *.jsonl.gz files; also at https:// or s3://.",
        ),
    ],
    jobs: Annotated[
        int | None,
        Option(metavar="NUMBER", min=1, max=1024, help="So many processes; else one a processor."),
    ] = None,
    rejudge: Annotated[
        bool, Option("--rejudge/--no-rejudge", help="Judge every entry by today's rules, too.")
    ] = True,
    shard: Annotated[str, Option(metavar="I/N", help="Only part I of N parts that machines share.")] = "1/1",
    engine: Annotated[Engine, Option(help="What the journals are given to.")] = Engine.PROCESSES,
    scheduler: Annotated[
        str | None, Option(metavar="ADDRESS", help="Dask's scheduler; else a cluster is begun here.")
    ] = None,
    language: PacksLanguage = None,
) -> int:
    """Prove every journal of an archive, on all processors."""
    from referee.cli import progress
    from referee.cli.words import evidence_wording
    from referee.evidence.archives import auditing, finding
    from referee.i18n import languages
    from referee.platform import workers
    from schemas.answers.evidence import Audit

    part, tongue = finding.Shard.read(shard), languages.find_tongue(language)
    journals = tuple(filter(part.holds, finding.find(folders)))
    bar = progress.bar("audit", quiet=session.quiet)
    processes = min(jobs or workers.count_processors(), len(journals))
    total = Audit(shard=shard)
    bar(0, len(journals))
    manner = auditing.Manner(processes, rejudge, language, engine, scheduler)
    for one in auditing.audit(journals, manner):
        total = auditing.count(one, total)
        # The line takes the place of the bar.
        bar(1, 1)
        session.answer(one, partial(evidence_wording.word_audited, one, tongue), exits.AUDITED[one.state])
        bar(total.journals, len(journals))
    codes = [code for state, code in exits.AUDITED.items() if getattr(total, state)]
    code = codes[-1] if codes else DONE
    return session.answer(total, lambda: evidence_wording.word_audit(total, tongue), code)


@command(book)
def compare(session: Session, first: Copy, second: Copy, language: RefereesLanguage = None) -> int:
    """Show where two copies of a journal part, if they do."""
    from msgspec.structs import replace

    from referee.cli.words import evidence_wording
    from referee.evidence import comparing
    from referee.matches import inputs, viewer_languages

    with inputs.journal(session.root, first) as one, inputs.journal(session.root, second) as other:
        tongue = viewer_languages.beside(one, language)
        compared = comparing.compare(one, other)
    piped = {key: name for key, name in (("first", first), ("second", second)) if name == inputs.STANDARD}
    compared = replace(compared, **piped)
    code = NO if compared.parted else DONE
    return session.answer(compared, lambda: evidence_wording.word_comparison(compared, tongue), code)


@command(book)
def rejudge(
    session: Session,
    match: MatchName,
    pack: Annotated[
        str | None,
        Option(metavar="PACK", help="Another pack, or version of it, by name or folder; else the match's."),
    ] = None,
    language: RefereesLanguage = None,
) -> int:
    """List what today's rules would decide otherwise, and why."""
    from referee.cli.words import evidence_wording
    from referee.evidence import second_opinions
    from referee.matches import inputs, matches, viewer_languages
    from schemas.record import REFEREE

    copied = inputs.leads_to_copy(match)
    found = session.find(match) if copied else matches.find_whole(session.root, match)
    told = viewer_languages.tell(found, REFEREE, language)
    session.warn(found.warnings(), told.tongue)
    rejudged = second_opinions.rejudge(found, pack, told=told)
    code = NO if rejudged.different or rejudged.stopped else DONE
    return session.answer(rejudged, lambda: evidence_wording.word_rejudgement(rejudged, told.tongue), code)


@command(book)
def dispute(
    session: Session,
    match: MatchName,
    entries: Annotated[
        list[int], Argument(metavar="ENTRY...", help="The number of the entry; of several, to resolve.")
    ],
    viewer: Viewer = None,
    resolve: Annotated[
        bool, Option("--resolve", help="Apply the policy of the match, and print the ruling.")
    ] = False,
    error: Annotated[
        str, Option(metavar="TEXT", help="What is wrong with it, where the rules find nothing.")
    ] = "",
    agreed: Annotated[
        list[str] | None, Option("--agreed", metavar="SIDE", help="A side that consents to a takeback.")
    ] = None,
    file: Annotated[bool, Option("--file", help="With --resolve: file the ruling.")] = False,
    language: Language = None,
) -> int:
    """Explain one entry completely, or resolve errors in entries."""
    from msgspec.structs import replace

    from referee.analysis.hindsight import changes
    from referee.cli.faults import CommandFault
    from referee.cli.words import hindsight_wording, rulings
    from referee.engine.faults import Complaint, Misuse
    from referee.evidence import disputes
    from referee.evidence.faults import EvidenceFault
    from referee.evidence.rulings import deciding, resolving
    from referee.matches import matches, viewer_languages
    from schemas.record import REFEREE

    if (file or error or agreed) and not resolve:
        raise Misuse(CommandFault.RESOLVE_MISSING)
    if resolve and viewer is not None:
        raise Misuse(CommandFault.RESOLVED_FOR_SIDE)
    if len(entries) > 1 and not resolve:
        raise Misuse(Complaint.of(EvidenceFault.ONE_AT_A_TIME))
    if not resolve:
        spoken, side = session.told(match, viewer, language)
        explained = disputes.dispute(spoken, entries[0], side)
        changed = changes.weigh_order(spoken, entries[0], side)
        return session.page(hindsight_wording.add_changes(explained, changed, spoken.tongue))
    plea = deciding.Plea(tuple(entries), error, tuple(agreed or ()))
    found = matches.find(session.root, match)
    told = viewer_languages.tell(found, REFEREE, language)
    session.warn(found.warnings(), told.tongue)
    if file:
        resolution = resolving.file(session.root, match, plea, at=session.at(), language=language)
    else:
        resolution = resolving.resolve(found, plea, told)
    weighed = (changes.weigh_order(told, one.entry, REFEREE) for one in resolution.decisions)
    resolution = replace(resolution, changed=tuple(chain.from_iterable(weighed)))
    return session.answer(resolution, lambda: rulings.word_resolution(resolution, told.tongue))


@command(book)
def amend(
    session: Session,
    match: MatchName,
    lines: Annotated[
        list[str],
        Argument(metavar="LINE...", help="exchange PIECE with PIECE; put PIECE in AREA, or into ARMY."),
    ],
    reason: Annotated[str, Option(metavar="TEXT", help="Why; it stands in everybody's log.")] = "",
    agreed: Annotated[
        list[str] | None, Option("--agreed", metavar="SIDE", help="A side that consents.")
    ] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Judge it, and file nothing.")] = False,
    language: Language = None,
) -> int:
    """Amend a position by a ruling, on the word of both sides."""
    from referee.cli.words import rulings
    from referee.evidence.rulings import amending
    from referee.matches import matches, viewer_languages
    from schemas.record import REFEREE

    # A line alone needs no quotes.
    asked = tuple(lines) if any(" " in line for line in lines) else (" ".join(lines),)
    request = amending.Request(asked, reason, tuple(agreed or ()))
    found = matches.find(session.root, match)
    told = viewer_languages.tell(found, REFEREE, language)
    session.warn(found.warnings(), told.tongue)
    at = session.at()
    amended = amending.amend(session.root, match, request, at=at, dry=dry_run, language=language)
    code = NO if amended.refused else DONE
    return session.answer(amended, lambda: rulings.word_amendment(amended, told.tongue), code)


@command(book)
def luck(session: Session, match: MatchOrFile, language: RefereesLanguage = None) -> int:
    """Weigh the dice: hits expected and rolled, side by side."""
    from referee.cli.words import evidence_wording
    from referee.evidence import luck as weighing

    told, _ = session.told(match, None, language)
    weighed = weighing.luck(told)
    return session.answer(weighed, lambda: evidence_wording.luck(weighed, told.tongue))
