"""Words beside orders and requests: the moderator gets them, or an answer names them as unread."""

from collections.abc import Iterable
from email.message import Message
from textwrap import fill

from referee.i18n import mail_phrases
from referee.i18n.translator import message
from referee.mail import answers, moderator, report_requests
from referee.mail.messages import Reply
from referee.mail.office import Case, Keys
from referee.mail.requests import reply_links
from referee.matches import viewer_languages
from referee.matches.letters import courtesies, headers, mime
from referee.matches.letters.courtesies import TextLine
from referee.matches.matches import Match
from schemas.letter import Letter, LetterLine
from schemas.record import Side

UNREAD = message("These lines of your letter were not read. Send orders in a letter of their own:")

FEWEST_WORDS = 3
"""Words of a line that can be a sentence."""


def may_hold_orders(match: Match, side: Side, letter: Letter) -> bool:
    """Return True unless the letter is prose: no word of it is a number, a verb or a name of the game.

    Short lines without such a word may be mistyped orders.
    """
    lines = [line.text for line in letter.orders if isinstance(line, LetterLine)]
    if letter.phrase or letter.beacon or letter.template or len(lines) < len(letter.orders):
        return True
    is_short = all(len(line.split()) < FEWEST_WORDS for line in lines)
    return is_short or any(match.system.notation.could_be_order(side, line) for line in lines)


def list_lines(letter: Letter) -> list[str]:
    """Return the lines of a letter as they were typed."""
    return [line.typed for line in letter.orders if isinstance(line, LetterLine)]


def list_words(letter: Letter) -> list[str]:
    """Return the lines of a letter without greetings and farewells."""
    lines = list_lines(letter)
    return [line for line in lines if not (mail_phrases.greets(line) or mail_phrases.takes_leave(line))]


def answers_a_report(mail: Message) -> bool:
    """Return True if a mail is a reply to a mail of ours by its headers."""
    return any(one.startswith(mime.OWN_IDS) for one in headers.list_ids(mail, "In-Reply-To", "References"))


def forward(case: Case, match: Match, side: Side, words: list[str]) -> Keys:
    """Send the words to the moderator, and tell their author what a letter can contain."""
    keys = moderator.forward_letter(case, match, side, words)
    localised_match = viewer_languages.tell(match, side)
    reply = report_requests.answer_prose(localised_match, side, is_forwarded=bool(keys))
    return keys + answers.answer_request(case, match, side, reply)


def name_unread(match: Match, side: Side, reply: Reply, lines: Iterable[str]) -> Reply:
    """Return the answer to a request with the other lines of the letter that are more than courtesies."""
    notation = match.system.notation
    texts = [TextLine(number, line) for number, line in enumerate(lines, 1)]
    if not (unread := [*courtesies.leave_out(texts, 0, notation.resembles_order, notation.is_name)]):
        return reply
    note = fill(viewer_languages.tell(match, side).tongue.say(UNREAD), reply_links.WIDTH)
    quotes = "\n".join(f"| {line.text}" for line in unread)
    return reply._replace(text=f"{reply.text.rstrip()}\n\n{note}\n\n{quotes}\n")
