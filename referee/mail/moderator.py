"""Mail to the moderator: failed mails and matches, mail in another player's name, letters without orders."""

import traceback
from collections.abc import Callable, Iterable, Sequence
from email.message import Message
from pathlib import Path

from referee.faults import Busy, CannotWrite, Fault
from referee.i18n.translator import ENGLISH, message
from referee.mail import messages, outbox
from referee.mail.office import Case, Keys, Office
from referee.matches.letters import headers
from referee.matches.matches import Match
from schemas.record import Side
from schemas.reports import Block, Verbatim

MAIL_FAILED = message("a mail could not be read, and was set aside")
MAIL_FAILURE = message(
    "A mail from {sender} with the subject {subject} could not be handled: {why}. Nothing was filed, and"
    " the sender got no answer. The mail is stored in {path}. Other mails are not affected. Fix the cause,"
    " then hand the mail in again with {command}."
)
ANSWER_FAILURE = message(
    "The letter from {sender} with the subject {subject} was filed, but it could not be answered: {why}."
    " The mail is stored in {path}. Other mails are not affected. Fix the cause, then hand the mail in again"
    " with {command}: it will be answered, but not filed twice."
)
MATCH_FAILED = message("[{match}] the post office cannot write to all players")
MATCH_FAILURE = message(
    "Reports or reminders of the match {match} could not be written: {why}. Other matches are not affected."
    " The post office tries again in each round."
)
FORGED = message("[{match}] a mail in the name of {side} came from another player")
FORGERY = message(
    "A mail to the reply address of the {side} side in {match} came from {sender}, who plays another side."
    " It was not judged, and the sender got no answer. Its subject is: {subject}"
)
DENIED = message("[{match}] a letter in the name of {side} is not the player's")
DENIAL = message(
    "A letter to {match} in the name of the {side} side was sent from {sender}. The player of the side"
    " denies having sent it. It was not judged. Its subject is: {subject}"
)
QUESTION = message("[{match}] a question from {side}")
QUESTION_BODY = message(
    "The player of {side} in {match} wrote a letter without orders. Nothing was filed. Answer {sender}"
    " yourself. The text is below."
)
MESSAGE_BODY = message(
    "The player of {side} in {match} wrote you a message, and it was filed. Answer {sender} yourself. The"
    " text is below."
)
INVITED_BODY = message(
    "{sender}, who is invited to play {side} in {match}, replied to the invitation without a line `accept` or"
    " `decline`, and was asked again. Answer {sender} yourself. The text is below."
)
HTML_UNREAD = message("a letter in HTML could not be read")
HTML_READER = message(
    "A letter to {match} contains only HTML, and the library that reads it is missing. The player was asked"
    " to send plain text. Run {command} to read such letters. This is the only mail about it."
)
EMPTY = "-"
"""Text for a missing header."""


def write(desk: Office, key: str, subject: str, body: Block, at: str, *more: Block) -> Keys:
    """Queue a mail to the moderator, once for each key. Do nothing if the settings name no moderator."""
    address = desk.settings.moderator
    if address is None or outbox.holds(desk, key):
        return ()
    text = messages.render_text(ENGLISH, subject, body, *more)
    return outbox.queue(desk, key, messages.compose_notice(desk, key, address, subject, text, at))


def tell_failed_mail(case: Case, path: Path, error: Exception) -> Keys:
    """Notify the moderator of a mail that was set aside in a path, once for each mail."""
    body = ENGLISH.paragraph(
        ANSWER_FAILURE if case.has_entries else MAIL_FAILURE,
        **_name(case.mail),
        why=describe(error),
        path=path.as_posix(),
        command=f"`referee mail receive {path.as_posix()}`",
    )
    return write(case.desk, outbox.name_mail("failed", path.stem), ENGLISH.say(MAIL_FAILED), body, case.at)


def tell_forgery(case: Case, match: str, side: Side) -> Keys:
    """Notify the moderator of a mail that another player of the match sent in the name of a side."""
    names = {"match": match, "side": side}
    body = ENGLISH.paragraph(FORGERY, **names, **_name(case.mail))
    key = outbox.name_mail("forged", case.digest)
    return write(case.desk, key, ENGLISH.say(FORGED, **names), body, case.at)


def forward_letter(
    case: Case, match: Match, side: Side, lines: Sequence[str], text: str = QUESTION_BODY
) -> Keys:
    """Forward the words of a letter to the moderator, below a `text`."""
    names = {"match": match.name, "side": match.bound.name_of(side)}
    body = ENGLISH.paragraph(text, sender=_name(case.mail)["sender"], **names)
    key, subject = outbox.name_mail("question", case.digest), ENGLISH.say(QUESTION, **names)
    return write(case.desk, key, subject, body, case.at, Verbatim(lines=tuple(lines)))


def tell_denial(case: Case, match: str, side: Side) -> Keys:
    """Notify the moderator of a letter that the player of its side did not write."""
    names = {"match": match, "side": side}
    body = ENGLISH.paragraph(DENIAL, **names, **_name(case.mail))
    key = outbox.name_mail("denied", case.digest)
    return write(case.desk, key, ENGLISH.say(DENIED, **names), body, case.at)


def tell_missing_reader(desk: Office, match: str, at: str) -> Keys:
    """Notify the moderator once that letters in HTML need the extra `mail`."""
    body = ENGLISH.paragraph(HTML_READER, match=match, command="`pip install 'pbem-referee[mail]'`")
    return write(desk, outbox.name_mail("html reader"), ENGLISH.say(HTML_UNREAD), body, at)


def _name(mail: Message) -> dict[str, str]:
    """Return the sender and the subject of a mail as message parameters."""
    subject = headers.read_text(mail, "Subject")[: messages.LONGEST_SUBJECT]
    return {"sender": messages.read_address(mail) or EMPTY, "subject": subject or EMPTY}


def tell_failed_match(desk: Office, match: str, error: Exception, at: str) -> Keys:
    """Notify the moderator of a match whose mails cannot be written, once for each cause."""
    why = describe(error)
    body = ENGLISH.paragraph(MATCH_FAILURE, match=match, why=why)
    key = outbox.name_mail("match failed", match, why)
    return write(desk, key, ENGLISH.say(MATCH_FAILED, match=match), body, at)


def write_to_each(
    desk: Office, match: str, at: str, writers: Iterable[Callable[[], Keys]]
) -> tuple[Keys, bool]:
    """Call each writer, even if another one fails. Return the queued keys, and True if all succeeded.

    Raises the failures of the machine, because a later attempt may succeed.
    """
    keys, well = list[str](), True
    for write_one in writers:
        try:
            keys += write_one()
        except Exception as error:
            if is_of_machine(error):
                raise
            tell_failed_match(desk, match, error, at)
            well = False
    return tuple(keys), well


def describe(error: Exception) -> str:
    """Describe a failure. An unexpected exception is only located, because its text may contain secrets."""
    if isinstance(error, Fault):
        return str(error.complaints[0])
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}, {Path(frame.filename).name}:{frame.lineno}"


def is_of_machine(error: BaseException) -> bool:
    """Return True for a failure of the machine, not of a mail or match: a later attempt may succeed."""
    if isinstance(error, Fault) and not isinstance(error, Busy | CannotWrite):
        cause = error.__cause__
        return isinstance(cause, OSError) and not isinstance(cause, FileNotFoundError)
    return isinstance(error, Busy | CannotWrite | OSError | MemoryError)
