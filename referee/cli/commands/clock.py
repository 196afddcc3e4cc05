"""Commands of the clock: deadlines, pauses, absences, and how each side used its time."""

from typing import TYPE_CHECKING, Annotated

from referee.cli.arguments import Force, MatchName, Target, complete_match, complete_side, one_of
from referee.cli.exits import DONE
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session

if TYPE_CHECKING:
    from schemas.answers.matches import Filed

book = Book()
clock = Book("Set deadlines, move them, and count time.")
book.add_book(clock, "clock")

OneSide = Annotated[str, Argument(help="Whose time it is.", autocompletion=complete_side)]
Why = Annotated[str, Option("--reason", metavar="TEXT", help="Why; it stands in the journal.")]


@command(clock)
def show(session: Session, match: MatchName) -> int:
    """Show the terms, and until when who has to answer."""
    from referee.cli.words import clock_wording
    from referee.matches import matches, viewer_languages
    from referee.matches.deadlines import running

    told = running.list_deadlines(matches.find(session.root, match), session.at())
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(told, lambda: clock_wording.word_deadlines(told, tongue))


@command(clock, "set")
def set_(
    session: Session,
    match: MatchName,
    zone: Annotated[str, Option(metavar="ZONE", help="The time zone: Europe/Berlin.")] = "UTC",
    hour: Annotated[str, Option(metavar="HH:MM", help="When on a day an answer is due.")] = "23:30",
    days: Annotated[
        str, Option(metavar="DAYS", help="On which: mon,tue,fri; else on all.")
    ] = "mon,tue,wed,thu,fri,sat,sun",
    hours: Annotated[
        int, Option(metavar="HOURS", min=1, max=8760, help="So many a player has at least.")
    ] = 72,
    grace: Annotated[
        int, Option(metavar="HOURS", min=0, max=8760, help="So many more when he is late.")
    ] = 24,
    warn: Annotated[
        list[str] | None, Option(metavar="HOURS", help="Remind him so many before; once for each.")
    ] = None,
    holiday: Annotated[list[str] | None, Option(metavar="DAY", help="Nothing is due on: 2026-12-25.")] = None,
    question: Annotated[
        list[str] | None, Option(metavar="KIND=HOURS[+GRACE]", help="Another time for one kind of question.")
    ] = None,
    end: Annotated[
        str,
        Option(
            metavar="moderator|done",
            help="What follows the grace: you decide, or `done` is filed.",
            autocompletion=one_of("moderator", "done"),
        ),
    ] = "moderator",
) -> int:
    """Set the clock of a match."""
    from referee.matches.deadlines import filing, terms

    wanted = terms.Wanted(
        zone, hour, days, hours, grace, tuple(warn or ()), tuple(holiday or ()), tuple(question or ()), end
    )
    return _tell(session, match, filing.set_terms(session.root, match, wanted.read(), at=session.at()))


@command(clock)
def stop(session: Session, match: MatchName, reason: Why = "") -> int:
    """Let nothing be due any more."""
    from referee.matches.deadlines import filing

    return _tell(session, match, filing.stop(session.root, match, why=reason, at=session.at()))


@command(clock)
def extend(
    session: Session,
    match: MatchName,
    side: OneSide,
    until: Annotated[str, Option(metavar="TIME", help="2026-12-01T20:00, in the zone of the match.")],
    reason: Why = "",
) -> int:
    """Give a side more time for the answer that it owes."""
    from referee.matches.deadlines import filing

    filed = filing.extend(session.root, match, side, until=until, why=reason, at=session.at())
    return _tell(session, match, filed)


@command(clock)
def pause(session: Session, match: MatchName, reason: Why = "") -> int:
    """Let time stand still for all."""
    from referee.matches.deadlines import filing

    return _tell(session, match, filing.pause(session.root, match, why=reason, at=session.at()))


@command(clock)
def resume(session: Session, match: MatchName, reason: Why = "") -> int:
    """Let time run again."""
    from referee.matches.deadlines import filing

    return _tell(session, match, filing.resume(session.root, match, why=reason, at=session.at()))


@command(clock)
def away(
    session: Session,
    match: MatchName,
    side: OneSide,
    first: Annotated[str, Argument(help="The first day: 2026-12-24.")],
    last: Annotated[str, Argument(help="The last day.")],
) -> int:
    """File the days on which a player cannot answer."""
    from referee.matches.deadlines import filing

    filed = filing.announce_absence(session.root, match, side, first=first, last=last, at=session.at())
    return _tell(session, match, filed)


@command(clock)
def back(
    session: Session,
    match: MatchName,
    side: OneSide,
    entry: Annotated[int, Argument(help="The entry that announced the absence.")],
) -> int:
    """File that a player is not away after all."""
    from referee.matches.deadlines import filing

    return _tell(session, match, filing.withdraw_absence(session.root, match, side, entry, at=session.at()))


@command(clock)
def ledger(session: Session, match: MatchName) -> int:
    """Count how each side used its time."""
    from referee.cli.words import clock_wording
    from referee.matches import matches, viewer_languages
    from referee.matches.deadlines import ledger

    told = ledger.count_pace(matches.find_whole(session.root, match), session.at())
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(told, lambda: clock_wording.word_ledger(told, tongue))


@command(clock)
def calendar(
    session: Session,
    match: Annotated[
        str | None, Argument(help="A match on the shelf; else all.", autocompletion=complete_match)
    ] = None,
    output: Target = None,
    force: Force = False,
) -> int:
    """Write the deadlines as a calendar (ICS)."""
    from referee.cli import wording
    from referee.evidence import exporting
    from referee.i18n import languages
    from referee.matches.deadlines import calendar
    from schemas.record import PUBLIC

    text = calendar.write(calendar.collect(session.root, match, session.at()))
    if output is not None:
        exported = exporting.write_copy(output, text, match or "", PUBLIC, force=force)
        return session.answer(exported, lambda: wording.word_export(exported, languages.find_tongue(None)))
    if session.json:
        return session.say(text.decode())
    session.tell_bytes(text)
    return DONE


def _tell(session: Session, match: str, filed: "Filed") -> int:
    from referee.cli import wording
    from referee.matches import viewer_languages

    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(filed, lambda: wording.word_entry(filed, tongue))
