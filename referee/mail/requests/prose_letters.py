"""Letters without orders: the moderator gets their words, and their author an answer."""

from email.message import Message

from referee.i18n import mail_phrases
from referee.mail import answers, moderator, report_requests
from referee.mail.office import Case, Keys
from referee.matches import viewer_languages
from referee.matches.letters import headers, mime
from referee.matches.matches import Match
from schemas.letter import Letter, LetterLine
from schemas.record import Side

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
