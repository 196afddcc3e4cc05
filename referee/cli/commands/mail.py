"""Commands of the post office: seats, mail that comes in, mail that goes out."""

from functools import partial
from pathlib import Path
from typing import Annotated

from referee.cli.arguments import MatchName, one_of
from referee.cli.exits import AGAIN, DONE, NO
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session

book = Book()
office = Book("Receive and send mail.")
book.add_book(office, "mail")


@command(office)
def seat(
    session: Session,
    match: MatchName,
    side: Annotated[str | None, Argument(help="The side that is played.")] = None,
    address: Annotated[str | None, Argument(help="The player's e-mail address.")] = None,
    player: Annotated[str, Option(metavar="NAME", help="A pseudonym for the journal, no address.")] = "",
    invite: Annotated[bool, Option("--invite", help="Ask the player first, by mail.")] = False,
    key: Annotated[str | None, Option(metavar="FILE", help="The public key that signs his letters.")] = None,
    leave: Annotated[bool, Option("--leave", help="The player leaves; the seat is empty.")] = False,
) -> int:
    """Give a side to a player, or list who plays."""
    from referee.cli.faults import CommandFault
    from referee.cli.words import mail_wording
    from referee.engine.faults import Misuse
    from referee.mail import seating, seats
    from referee.mail.office import open_office
    from referee.mail.proofs import keys

    if (side is None) != (address is None and not leave) or (leave and address is not None):
        raise Misuse(CommandFault.SEAT_WITHOUT_ADDRESS)
    if side is None:
        known = seats.read_seats(session.root, match)
    else:
        with open_office(session.root) as desk:
            if address is None:
                known = seating.leave_seat(desk, match, side, session.at())
            else:
                give = seating.invite_player if invite else seating.seat_player
                known = give(desk, match, side, address, player, session.at())
                known = known if key is None else keys.note_key(desk, match, side, Path(key))
    return session.answer(known, lambda: mail_wording.word_seats(known))


@command(office)
def spectator(
    session: Session,
    match: MatchName,
    address: Annotated[str | None, Argument(help="Who looks on, by e-mail address.")] = None,
    remove: Annotated[bool, Option("--remove", help="Send no more.")] = False,
) -> int:
    """Send the public report to who looks on, or list those who do."""
    from referee.mail import seats
    from referee.mail.office import open_office

    if address is None:
        known = seats.read_seats(session.root, match)
    else:
        with open_office(session.root) as desk:
            known = seats.let_look_on(desk, match, address, remove=remove)
    return session.answer(known, lambda: "\n".join(known.spectators))


@command(office)
def receive(
    session: Session, mail: Annotated[str, Argument(help="A file; - is the standard input.")] = "-"
) -> int:
    """Take in one mail, and queue the answers. It is handled (0), or has to come again (75)."""
    from referee.cli.words import mail_wording
    from referee.mail import receiving
    from referee.mail.office import open_office
    from referee.matches import inputs

    raw = inputs.mail(mail, receiving.LARGEST)
    with open_office(session.root) as desk:
        done = receiving.receive(desk, raw, session.at())
    return session.answer(done, lambda: mail_wording.word_received(done))


@command(office)
def fetch(session: Session) -> int:
    """Take in every mail that waits in the inbox."""
    from referee.cli.words import mail_wording
    from referee.mail import inboxes
    from referee.mail.office import open_office
    from schemas.mail import Fetched

    with open_office(session.root) as desk:
        done = Fetched(mails=tuple(inboxes.fetch(desk, session.at())))
    code = AGAIN if any(one.verdict == "waiting" for one in done.mails) else DONE
    return session.answer(done, lambda: "\n".join(map(mail_wording.word_received, done.mails)), code)


@command(office)
def send(
    session: Session,
    limit: Annotated[int | None, Option(metavar="NUMBER", min=1, help="How many at most.")] = None,
) -> int:
    """Send the mail that waits. Where some is not taken, it waits on (75)."""
    from referee.cli.words import mail_wording
    from referee.mail import outbox, receiving
    from referee.mail.delivery import carriers
    from referee.mail.office import open_office
    from schemas.mail import Outgoing

    with open_office(session.root) as desk:
        waiting = [one for one in receiving.finish(desk, session.at()) if one.verdict == "waiting"]
        with carriers.open_carrier(desk) as carry:
            gone = Outgoing(mails=tuple(outbox.send(desk, carry, limit)))
    code = DONE if all(mail.sent for mail in gone.mails) and not waiting else AGAIN
    return session.answer(gone, lambda: "\n".join(map(mail_wording.word_sent, gone.mails)), code)


@command(office)
def tick(
    session: Session,
    on: Annotated[bool, Option("--on", help="Go on, though the clock jumped.")] = False,
) -> int:
    """Remind players, and file who is late. A clock that jumps switches it off (1)."""
    from referee.cli.words import mail_wording
    from referee.mail.office import open_office
    from referee.mail.rounds import ticking

    with open_office(session.root) as desk:
        done = ticking.tick(desk, session.at(), on=on)
    return session.answer(done, lambda: mail_wording.word_tick(done), NO if done.off else DONE)


@command(office)
def watch(
    session: Session,
    every: Annotated[int, Option(metavar="SECONDS", min=1, help="How long it waits between rounds.")] = 60,
    rounds: Annotated[int | None, Option(metavar="NUMBER", min=1, help="So many; else without end.")] = None,
    write: Annotated[
        str | None,
        Option(
            "--print",
            metavar="systemd|cron",
            help="Print what starts it, and do nothing.",
            autocompletion=one_of("systemd", "cron"),
        ),
    ] = None,
) -> int:
    """Fetch, tick and send, again and again."""
    from referee.cli.faults import CommandFault
    from referee.cli.words import mail_wording
    from referee.engine.faults import Complaint, Misuse
    from referee.mail.rounds import watching

    writers = {"systemd": watching.write_unit, "cron": watching.write_cron}
    if write is not None:
        if write not in writers:
            raise Misuse(Complaint.of(CommandFault.STARTER_UNKNOWN, name=write))
        return session.say(writers[write](session.root, every))
    code = DONE
    for done in watching.watch(session.root, session.at, every, rounds):
        code = NO if done.ticked.off else AGAIN if done.faults else DONE
        if session.json or not done.is_idle:
            session.answer(done, partial(mail_wording.word_round, done), code)
    return code
