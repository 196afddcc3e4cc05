"""Commands of the post office: seats, incoming mail, outgoing mail."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.arguments import MatchName, word_option
from referee.cli.exits import AGAIN, DONE, NO
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import clock_and_mail
from referee.cli.session import Session
from referee.faults import Complaint, Misuse
from referee.mail import invitations, outbox, receiving, reminders, seats, senders, service
from referee.mail.delivery import carriers, inboxes
from referee.mail.forums import discourse, posts
from referee.mail.mail_room import checks, records, server_files
from referee.mail.office import open_office
from referee.matches import command_files
from schemas.mail import DovecotVersion, Fetched, MailFormat, Outgoing, Selection

app = typer.Typer(rich_markup_mode=None)
office = typer.Typer(help="Receive and send mail.", no_args_is_help=True)
app.add_typer(office, name="mail")


@office.command(cls=SessionCommand)
def seat(
    context: typer.Context,
    match: MatchName,
    side: Annotated[str | None, typer.Argument(metavar="SIDE", help="Side of the player.")] = None,
    address: Annotated[
        str | None, typer.Argument(metavar="ADDRESS", help="E-mail address of the player.")
    ] = None,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="Pseudonym for the journal; not an address.")
    ] = "",
    invite: Annotated[bool, typer.Option("--invite", help="Ask the player by mail first.")] = False,
    key: Annotated[
        str | None, typer.Option(metavar="FILE", help="Public key for the player's signed letters.")
    ] = None,
    form: Annotated[
        MailFormat | None,
        typer.Option("--format", help="Format of the mails to the player; speech is for the ear."),
    ] = None,
    forum: Annotated[
        str | None,
        typer.Option(metavar="FORUM/NAME", help="Name of the player in a forum of the settings."),
    ] = None,
    leave: Annotated[bool, typer.Option("--leave", help="Remove the player from the seat.")] = False,
) -> int:
    """Give a side to a player, or list the seats.

    Examples:
        referee mail seat verdun
        referee mail seat verdun german anna@example.org --invite
        referee mail seat verdun german anna@example.org --format speech
        referee mail seat verdun german anna@example.org --forum club/anna
    """
    session: Session = context.obj
    if (side is None) != (address is None and not leave) or (leave and address is not None):
        raise Misuse(CommandFault.SEAT_WITHOUT_ADDRESS)
    if side is None:
        match_seats = seats.read_seats(session.root, match)
    else:
        with open_office(session.root) as desk:
            if address is None:
                match_seats = invitations.leave_seat(desk, match, side, session.at())
            else:
                # A faulty key or name leaves the seat empty.
                public_key = None if key is None else senders.read_key(desk, Path(key))
                player_name = None if forum is None else posts.check_player(desk, match, side, forum)
                give = invitations.invite_player if invite else invitations.seat_player
                match_seats = give(desk, match, side, address, player, session.at())
                if public_key is not None:
                    match_seats = seats.change_seat(desk, match, side, key=public_key)
                if form is not None:
                    match_seats = seats.change_seat(desk, match, side, form=form)
                if player_name is not None:
                    match_seats = seats.change_seat(desk, match, side, forum=player_name)
    return session.answer(match_seats, lambda: clock_and_mail.word_seats(match_seats))


@office.command(cls=SessionCommand)
def spectator(
    context: typer.Context,
    match: MatchName,
    address: Annotated[
        str | None, typer.Argument(metavar="ADDRESS", help="E-mail address of the observer.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the observer.")] = False,
) -> int:
    """Send the public report to an observer, or list the observers.

    Examples:
        referee mail spectator verdun carla@example.org
    """
    session: Session = context.obj
    if address is None:
        match_seats = seats.read_seats(session.root, match)
    else:
        with open_office(session.root) as desk:
            match_seats = seats.let_look_on(desk, match, address, remove=remove)
    return session.answer(match_seats, lambda: clock_and_mail.word_observers(match_seats))


@office.command(cls=SessionCommand)
def receive(
    context: typer.Context,
    mail: Annotated[str, typer.Argument(metavar="MAIL", help="File to read; - reads standard input.")] = "-",
) -> int:
    """Receive one mail and queue the answers. Exit code 75 asks for the mail again.

    Examples:
        referee mail receive letter.eml
        referee mail receive < letter.eml
    """
    session: Session = context.obj
    raw = command_files.mail(mail, receiving.LARGEST)
    with open_office(session.root) as desk:
        done = receiving.receive(desk, raw, session.at())
    return session.answer(done, lambda: clock_and_mail.word_received(done))


Mail = Annotated[str, typer.Argument(metavar="MAIL", help="Beginning of the digest of a mail.")]


@office.command(cls=SessionCommand)
def setup(
    context: typer.Context,
    domain: Annotated[
        str | None, typer.Option(metavar="DOMAIN", help="Write the configuration for this domain.")
    ] = None,
    user: Annotated[
        str, typer.Option(metavar="NAME", help="With --domain: mailbox of the referee.")
    ] = "referee",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="With --domain: write the files into this folder."
        ),
    ] = None,
    dovecot: Annotated[
        DovecotVersion | None,
        typer.Option(
            metavar="2.3|2.4",
            help="With --domain: version of Dovecot (default: installed version, or 2.4).",
        ),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Send a mail to the post office itself.")] = False,
) -> int:
    """Write the configuration of the mail servers, or check them.

    Examples:
        referee mail setup --domain club.example
        referee mail setup --domain club.example -o servers
        referee mail setup --domain club.example --dovecot 2.3
        referee mail setup --check
    """
    session: Session = context.obj
    if check is (domain is not None) or (check and (output is not None or dovecot is not None)):
        raise Misuse(CommandFault.SETUP_WITHOUT_DOMAIN)
    if domain is not None:
        files = server_files.list_files(session.root, domain, user, dovecot)
        files = files if output is None else server_files.write_files(files, output)
        return session.answer(files, lambda: clock_and_mail.word_files(files))
    with open_office(session.root) as desk:
        done = checks.check(desk, session.at())
    code = DONE if all(step.works for step in done.steps) else NO
    return session.answer(done, lambda: clock_and_mail.word_steps(done), code)


@office.command(name="list", cls=SessionCommand)
def list_mails(
    context: typer.Context,
    unjudged: Annotated[bool, typer.Option("--unjudged", help="Only mails that were not judged.")] = False,
    refused: Annotated[bool, typer.Option("--refused", help="Only letters that were refused.")] = False,
    failed: Annotated[bool, typer.Option("--failed", help="Only mails that could not be handled.")] = False,
    limit: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Maximum number to list.")
    ] = None,
) -> int:
    """List the received mails, latest first. Each open one has the command that settles it.

    Examples:
        referee mail list --unjudged
    """
    session: Session = context.obj
    selections: dict[Selection, bool] = {"unjudged": unjudged, "refused": refused, "failed": failed}
    selection: list[Selection] = [name for name, is_set in selections.items() if is_set]
    if len(selection) > 1:
        raise Misuse(CommandFault.ONE_SELECTION)
    with open_office(session.root) as desk:
        mails = records.list_mails(desk, selection[0] if selection else "all", limit)
    return session.answer(mails, lambda: clock_and_mail.word_mails(mails))


@office.command(cls=SessionCommand)
def show(context: typer.Context, mail: Mail) -> int:
    """Show a received mail: its result and its text.

    Examples:
        referee mail show 3fa3f570
    """
    session: Session = context.obj
    with open_office(session.root) as desk:
        page = records.show(desk, mail)
    return session.answer(page, lambda: clock_and_mail.word_mail(page))


@office.command(cls=SessionCommand)
def accept(
    context: typer.Context,
    mail: Mail,
    match: MatchName,
    side: Annotated[str, typer.Argument(metavar="SIDE", help="Side that wrote the mail.")],
) -> int:
    """Judge a mail as the letter of a side whose player wrote it.

    Examples:
        referee mail accept 3fa3f570 verdun german
    """
    session: Session = context.obj
    with open_office(session.root) as desk:
        done = records.accept(desk, mail, match, side, session.at())
    return session.answer(done, lambda: clock_and_mail.word_received(done))


@office.command(cls=SessionCommand)
def reject(
    context: typer.Context,
    mail: Mail,
    reason: Annotated[
        str,
        typer.Option(
            "--reason",
            "--because",
            metavar="TEXT",
            help="Reason for the sender (default: no mail to the sender).",
        ),
    ] = "",
) -> int:
    """Settle a mail without judging it.

    Examples:
        referee mail reject 3fa3f570 --reason "You do not play in this match."
    """
    session: Session = context.obj
    with open_office(session.root) as desk:
        done = records.reject(desk, mail, reason, session.at())
    return session.answer(done, lambda: clock_and_mail.word_received(done))


@office.command(cls=SessionCommand)
def resend(context: typer.Context, mail: Mail) -> int:
    """Queue the answer to a mail once more.

    Examples:
        referee mail resend 3fa3f570
    """
    session: Session = context.obj
    with open_office(session.root) as desk:
        done = records.resend(desk, mail)
    return session.answer(done, lambda: clock_and_mail.word_received(done))


@office.command(cls=SessionCommand)
def forward(
    context: typer.Context,
    mail: Mail,
    to: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Address (default: the moderator).")
    ] = None,
) -> int:
    """Send the text of a mail to an address.

    Examples:
        referee mail forward 3fa3f570 --to anna@example.org
    """
    session: Session = context.obj
    with open_office(session.root) as desk:
        done = records.forward(desk, mail, to, session.at())
    return session.answer(done, lambda: clock_and_mail.word_received(done))


@office.command(cls=SessionCommand)
def fetch(context: typer.Context) -> int:
    """Receive every mail of the inbox. Posts of forums with an API are received too.

    Examples:
        referee mail fetch
    """
    session: Session = context.obj
    with open_office(session.root, is_shared=True) as desk:
        with desk.alone():
            results = list(discourse.fetch(desk, session.at()))
        if desk.settings.inbox is not None or not any(one.url for one in desk.settings.forums):
            results += inboxes.fetch(desk, session.at())
        done = Fetched(mails=tuple(results))
    code = AGAIN if any(one.verdict == "waiting" for one in done.mails) else DONE
    return session.answer(
        done,
        lambda: "\n".join(map(clock_and_mail.word_received, done.mails)),
        code,
        clock_and_mail.list_waiting(done.mails),
    )


@office.command(cls=SessionCommand)
def send(
    context: typer.Context,
    limit: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Maximum number to list or send.")
    ] = None,
) -> int:
    """Send the queued mail. Exit code 75 means that some mail still waits.

    Examples:
        referee mail send --limit 20
    """
    session: Session = context.obj
    with open_office(session.root, is_shared=True) as desk:
        with desk.alone():
            outbox.release(desk)
        waiting = [one for one in receiving.finish(desk, session.at()) if one.verdict == "waiting"]
        with carriers.open_carrier(desk) as carry:
            gone = Outgoing(mails=tuple(outbox.send(desk, carry, session.at(), limit)))
    code = DONE if all(mail.sent for mail in gone.mails) and not waiting else AGAIN
    return session.answer(
        gone,
        lambda: "\n".join(map(clock_and_mail.word_sent, gone.mails)),
        code,
        clock_and_mail.list_unsent(gone.mails) + clock_and_mail.list_waiting(waiting),
    )


@office.command(cls=SessionCommand)
def tick(
    context: typer.Context,
    on: Annotated[bool, typer.Option("--on", help="Continue although the clock jumped.")] = False,
) -> int:
    """Remind players and file missed deadlines. A clock that jumps stops this (exit code 1).

    Exit code 75 means that a match cannot be read.

    Examples:
        referee mail tick
        referee mail tick --on
    """
    session: Session = context.obj
    with open_office(session.root) as desk:
        done = reminders.tick(desk, session.at(), on=on)
    return session.answer(
        done,
        lambda: clock_and_mail.word_tick(done),
        NO if done.off else AGAIN if done.faults else DONE,
        clock_and_mail.list_tick_errors(done),
    )


@office.command(cls=SessionCommand)
def watch(
    context: typer.Context,
    every: Annotated[
        int, typer.Option(metavar="SECONDS", min=1, help="Seconds between two rounds without new mail.")
    ] = 60,
    rounds: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Number of rounds (default: no limit).")
    ] = None,
    write: Annotated[
        str | None,
        word_option("systemd|cron", "--print", help="Print a systemd unit or a crontab line, and exit."),
    ] = None,
) -> int:
    """Fetch, tick and send in rounds. Exit code 75 means that mail still waits or a match cannot be read.

    Examples:
        referee mail watch --every 60
        referee mail watch --print systemd
    """
    session: Session = context.obj
    writers = {"systemd": server_files.write_unit, "cron": server_files.write_cron}
    if write is not None:
        if write not in writers:
            raise Misuse(Complaint.of(CommandFault.STARTER_UNKNOWN, name=write))
        return session.say(writers[write](session.root, every))
    code, told_faults = DONE, dict[str, str]()
    for done in service.watch(session.root, session.at, every, rounds):
        code = NO if done.ticked.off else AGAIN if done.has_failures else DONE
        # A damaged match has the same fault in each round until a person mends it.
        has_news = done.ticked.faults not in ({}, told_faults)
        told_faults = dict(done.ticked.faults) or told_faults
        if session.json or has_news or not done.is_idle:
            errors = clock_and_mail.list_round_errors(done)
            session.answer(done, partial(clock_and_mail.word_round, done), code, errors)
    return code
