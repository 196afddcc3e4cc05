"""Commands of the clock: deadlines, pauses, absences, and the time used by each side."""

from typing import Annotated

import typer

from referee.cli.arguments import Force, MatchName, Target, complete_match, complete_side, word_option
from referee.cli.groups import SessionCommand
from referee.cli.render import answer_text, clock_and_mail
from referee.cli.session import Session
from referee.evidence import comparison
from referee.matches import matches, viewer_languages
from referee.matches.clocks import calendar, clock_entries, ledger, running_deadlines, terms
from referee.texts import language_choice
from schemas.record import PUBLIC

app = typer.Typer(rich_markup_mode=None)
clock = typer.Typer(help="Set deadlines, change them, and measure each side's time.", no_args_is_help=True)
app.add_typer(clock, name="clock")

OneSide = Annotated[
    str, typer.Argument(metavar="SIDE", help="Side whose time changes.", autocompletion=complete_side)
]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Reason, recorded in the journal.")]


@clock.command(cls=SessionCommand)
def show(context: typer.Context, match: MatchName) -> int:
    """Show the terms and the open deadlines.

    Examples:
        referee clock show verdun
    """
    session: Session = context.obj
    deadlines = running_deadlines.list_deadlines(matches.find(session.root, match), session.at())
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(deadlines, lambda: clock_and_mail.word_deadlines(deadlines, tongue))


@clock.command("set", cls=SessionCommand)
def set_(
    context: typer.Context,
    match: MatchName,
    zone: Annotated[str, typer.Option(metavar="ZONE", help="Time zone, such as Europe/Berlin.")] = "UTC",
    hour: Annotated[str, typer.Option(metavar="HH:MM", help="Time of day of a deadline.")] = "23:30",
    days: Annotated[
        str, typer.Option(metavar="DAYS", help="Days with deadlines, such as mon,tue,fri.")
    ] = "mon,tue,wed,thu,fri,sat,sun",
    hours: Annotated[
        int, typer.Option(metavar="HOURS", min=1, max=8760, help="Minimum number of hours for an answer.")
    ] = 72,
    grace: Annotated[
        int, typer.Option(metavar="HOURS", min=0, max=8760, help="Extra hours for a late answer.")
    ] = 24,
    warn: Annotated[
        list[str] | None,
        typer.Option(metavar="HOURS", help="Hours before the deadline to send a reminder. Repeatable."),
    ] = None,
    holiday: Annotated[
        list[str] | None,
        typer.Option(metavar="DAY", help="Day without deadlines, such as 2026-12-25. Repeatable."),
    ] = None,
    question: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND=HOURS[+GRACE]", help="Time for one kind of question. Repeatable."),
    ] = None,
    end: Annotated[
        str,
        word_option(
            "moderator|done", help="Action after the grace period: the moderator decides, or `done` is filed."
        ),
    ] = "moderator",
) -> int:
    """Set the clock of a match.

    Examples:
        referee clock set verdun --zone Europe/Berlin --hour 20:00 --hours 72 --warn 24
    """
    session: Session = context.obj
    settings = terms.Wanted(
        zone, hour, days, hours, grace, tuple(warn or ()), tuple(holiday or ()), tuple(question or ()), end
    )
    agreed_terms = settings.read()
    entry = clock_entries.set_terms(session.root, match, agreed_terms, at=session.at())
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(
        entry,
        lambda: "\n".join(
            (clock_and_mail.word_terms(agreed_terms, tongue), answer_text.word_entry(entry, tongue))
        ),
    )


@clock.command(cls=SessionCommand)
def stop(context: typer.Context, match: MatchName, reason: Why = "") -> int:
    """Remove all deadlines.

    Examples:
        referee clock stop verdun --reason "summer break"
    """
    session: Session = context.obj
    return session.answer_entry(clock_entries.stop(session.root, match, why=reason, at=session.at()), match)


@clock.command(cls=SessionCommand)
def extend(
    context: typer.Context,
    match: MatchName,
    side: OneSide,
    until: Annotated[
        str,
        typer.Option(
            metavar="TIME", help="New deadline, in the time zone of the match, such as 2026-12-01T20:00."
        ),
    ],
    reason: Why = "",
) -> int:
    """Extend the deadline of a side's open question.

    Examples:
        referee clock extend verdun german --until 2026-12-01T20:00
    """
    session: Session = context.obj
    entry = clock_entries.extend(session.root, match, side, until=until, why=reason, at=session.at())
    return session.answer_entry(entry, match)


@clock.command(cls=SessionCommand)
def pause(context: typer.Context, match: MatchName, reason: Why = "") -> int:
    """Stop the clock for every side.

    Examples:
        referee clock pause verdun
    """
    session: Session = context.obj
    return session.answer_entry(clock_entries.pause(session.root, match, why=reason, at=session.at()), match)


@clock.command(cls=SessionCommand)
def resume(context: typer.Context, match: MatchName, reason: Why = "") -> int:
    """Continue the clock after a pause.

    Examples:
        referee clock resume verdun
    """
    session: Session = context.obj
    return session.answer_entry(clock_entries.resume(session.root, match, why=reason, at=session.at()), match)


@clock.command(cls=SessionCommand)
def away(
    context: typer.Context,
    match: MatchName,
    side: OneSide,
    first: Annotated[str, typer.Argument(metavar="FIRST", help="First day, such as 2026-12-24.")],
    last: Annotated[str, typer.Argument(metavar="LAST", help="Last day.")],
) -> int:
    """File the days on which a player is away.

    Examples:
        referee clock away verdun german 2026-12-24 2027-01-02
    """
    session: Session = context.obj
    entry = clock_entries.announce_absence(session.root, match, side, first=first, last=last, at=session.at())
    return session.answer_entry(entry, match)


@clock.command(cls=SessionCommand)
def back(
    context: typer.Context,
    match: MatchName,
    side: OneSide,
    entry: Annotated[int, typer.Argument(metavar="ENTRY", help="Entry that announced the absence.")],
) -> int:
    """Withdraw an absence.

    Examples:
        referee clock back verdun german 51
    """
    session: Session = context.obj
    return session.answer_entry(
        clock_entries.withdraw_absence(session.root, match, side, entry, at=session.at()), match
    )


@clock.command("ledger", cls=SessionCommand)
def count_time(context: typer.Context, match: MatchName) -> int:
    """Measure the time that each side used.

    Examples:
        referee clock ledger verdun
    """
    session: Session = context.obj
    pace = ledger.count_pace(matches.find_whole(session.root, match), session.at())
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(pace, lambda: clock_and_mail.word_ledger(pace, tongue))


@clock.command("calendar", cls=SessionCommand)
def write_calendar(
    context: typer.Context,
    match: Annotated[
        str | None,
        typer.Argument(
            metavar="MATCH",
            help="Name of a match on the shelf (default: all matches).",
            autocompletion=complete_match,
        ),
    ] = None,
    output: Target = None,
    force: Force = False,
) -> int:
    """Write the deadlines as a calendar (ICS).

    Examples:
        referee clock calendar -o club.ics
    """
    session: Session = context.obj
    text = calendar.write(calendar.collect(session.root, match, session.at()))
    if output is not None:
        export = comparison.write_copy(output, text, match or "", PUBLIC, force=force)
        return session.answer(
            export, lambda: answer_text.word_export(export, language_choice.find_tongue(None))
        )
    return session.say_bytes(text)
