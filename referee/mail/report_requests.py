"""Requests by mail other than orders: a report, the map, legal orders, a rehearsal."""

import re
from enum import Enum
from typing import NamedTuple

from msgspec.structs import replace

from referee.i18n.name_matching import key
from referee.matches import viewer_languages
from referee.matches.judging import ignored_lines, submission
from referee.matches.judging.submission import Sent
from referee.matches.matches import Match
from referee.reports import documents, legal_orders, letter_answers, letter_results, maps, publishing
from schemas.letter import LetterLine
from schemas.record import Side
from schemas.reports import Block, Document, Verbatim

MOST_OPTIONS = 200
"""Highest number of legal orders listed in a mail."""


class Kind(Enum):
    """Kind of a request."""

    REPORT = "report"
    FULL_REPORT = "full report"
    MAP = "map"
    OPTIONS = "options"
    WHAT_IF = "what if"


WORDS = {
    "report": Kind.REPORT,
    "rapport": Kind.REPORT,
    "full report": Kind.FULL_REPORT,
    "rapport complet": Kind.FULL_REPORT,
    "map": Kind.MAP,
    "carte": Kind.MAP,
    "options": Kind.OPTIONS,
    "what if": Kind.WHAT_IF,
    "et si": Kind.WHAT_IF,
}
"""Words of requests, normalised for comparison."""

_FOR = re.compile(r"options (?:for|pour) (.+)")


class Request(NamedTuple):
    """A request. `about` is the piece whose options are requested, `at` the index of the line."""

    kind: Kind
    about: str
    at: int


class Reply(NamedTuple):
    """Answer to a request: a text, and optionally a picture."""

    text: str
    picture: bytes = b""


def may_ask(sent: Sent) -> bool:
    """Return True if a line of the letter reads like a request.

    Cheaper than `find_request`, and less exact.
    """
    lines = (line.text for line in sent.letter.orders if isinstance(line, LetterLine))
    return any(_read(text, 0) for text in lines)


def find_request(match: Match, sent: Sent) -> Request | None:
    """Return the first request of a letter, or None if it has none or an order comes before it."""
    for at, line in enumerate(sent.letter.orders):
        if not isinstance(line, LetterLine):
            return None
        if request := _read(line.text, at):
            return request
        if match.system.notation.resembles_order(line.text):
            return None
    return None


def _read(text: str, at: int) -> Request | None:
    words = key(text)
    if _FOR.fullmatch(words):
        return Request(Kind.OPTIONS, text.split(maxsplit=2)[2].strip(" ?."), at)
    kind = WORDS.get(words)
    return Request(kind, "", at) if kind else None


def answer_request(match: Match, side: Side, sent: Sent, request: Request) -> Reply:
    """Answer a request. Nothing is filed."""
    localised_match = viewer_languages.tell(match, side)
    match request.kind:
        case Kind.REPORT:
            return Reply(publishing.publish(documents.report(localised_match, side), "text"))
        case Kind.FULL_REPORT:
            return Reply(
                publishing.publish(documents.report(localised_match, side, since=0, full=True), "text")
            )
        case Kind.MAP:
            picture = maps.picture(localised_match, side)
            title = localised_match.tongue.say("The map is attached.")
            return Reply(title, maps.render(picture, "svg", localised_match.tongue))
        case Kind.OPTIONS:
            return Reply(_list_options(localised_match, side, request.about))
        case Kind.WHAT_IF:
            return Reply(_rehearse(match, side, sent, request.at))


def _list_options(localised_match: Match, side: Side, about: str) -> str:
    """List the legal orders of a side, or only the orders that name a piece."""
    words = key(about)
    # The few orders of a piece may come after many others.
    limit = MOST_OPTIONS if not words else 100 * MOST_OPTIONS
    answer = legal_orders.options(localised_match, side, limit)
    lines = [line for line in answer.orders if not words or _names(line, words)]
    title = localised_match.tongue.say(
        "{match}: legal orders of {side}",
        match=localised_match.name,
        side=localised_match.bound.name_of(side),
    )
    listed_lines = lines[:MOST_OPTIONS]
    none = localised_match.tongue.paragraph("There are none.")
    blocks: list[Block] = [Verbatim(lines=tuple(listed_lines)) if listed_lines else none]
    if answer.more or len(lines) > len(listed_lines):
        blocks.append(
            localised_match.tongue.paragraph("The list is not complete. Ask for the options of one piece.")
        )
    document = Document(title=title, language=localised_match.tongue.language, blocks=tuple(blocks))
    return publishing.publish(document, "text")


def _names(line: str, words: str) -> bool:
    return f" {words} " in f" {key(line)} "


def _rehearse(match: Match, side: Side, sent: Sent, at: int) -> str:
    """Rehearse the orders below a line."""
    letter = replace(sent.letter, orders=sent.letter.orders[at + 1 :])
    examination, warnings = ignored_lines.examine(match, side, letter, sent.warnings)
    rehearsal = submission.rehearse_orders(match, side, examination.orders)
    answer = letter_answers.render_rehearsal(rehearsal)
    answer = replace(answer, warnings=(*map(str, warnings), *answer.warnings))
    return publishing.publish(letter_results.document(answer), "text")
