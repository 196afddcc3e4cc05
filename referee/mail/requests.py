"""What a player asks for by mail beside orders: a report, the map, lawful orders, what would happen."""

import re
from enum import Enum
from typing import NamedTuple

from msgspec.structs import replace

from referee.engine.names import key
from referee.matches import viewer_languages
from referee.matches.judging import leftovers, submitting
from referee.matches.judging.submitting import Sent
from referee.matches.matches import Match
from referee.reports import answers, documents, maps, publishing, questions
from referee.reports.rulings import ruling_reports
from schemas.letter import LetterLine
from schemas.record import Side
from schemas.reports.document import Block, Document, Verbatim

MOST_OPTIONS = 200
"""So many lawful orders are listed in a mail."""


class Kind(Enum):
    """What is asked for."""

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
"""The words that ask, as they compare."""

_FOR = re.compile(r"options (?:for|pour) (.+)")


class Request(NamedTuple):
    """What is asked for; `about` is the piece that options are wanted of, `at` the line where it stands."""

    kind: Kind
    about: str
    at: int


class Reply(NamedTuple):
    """What a player is sent: a text, and perhaps a picture."""

    text: str
    picture: bytes = b""


def may_ask(sent: Sent) -> bool:
    """Whether a line of a letter reads like a request; that is cheaper to say than whether it is one."""
    lines = (line.text for line in sent.letter.orders if isinstance(line, LetterLine))
    return any(_read(text, 0) for text in lines)


def find_request(match: Match, sent: Sent) -> Request | None:
    """What a letter asks for; nothing if an order stands above it, or if it asks for nothing."""
    for at, line in enumerate(sent.letter.orders):
        if not isinstance(line, LetterLine):
            return None
        if found := _read(line.text, at):
            return found
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
    """What a player is sent who asks; nothing is filed."""
    told = viewer_languages.tell(match, side)
    match request.kind:
        case Kind.REPORT:
            return Reply(publishing.publish(documents.report(told, side), "text"))
        case Kind.FULL_REPORT:
            return Reply(publishing.publish(documents.report(told, side, since=0, full=True), "text"))
        case Kind.MAP:
            picture = maps.picture(told, side)
            title = told.tongue.say("The map is attached.")
            return Reply(title, maps.render(picture, "svg", told.tongue))
        case Kind.OPTIONS:
            return Reply(_list_options(told, side, request.about))
        case Kind.WHAT_IF:
            return Reply(_rehearse(match, side, sent, request.at))


def _list_options(told: Match, side: Side, about: str) -> str:
    """The lawful orders of a side, or those that name a piece."""
    wanted = key(about)
    # A piece has few orders, and they may stand behind many others.
    limit = MOST_OPTIONS if not wanted else 100 * MOST_OPTIONS
    found = questions.options(told, side, limit)
    lines = [line for line in found.orders if not wanted or _names(line, wanted)]
    title = told.tongue.say(
        "{match}: lawful orders of {side}", match=told.name, side=told.bound.name_of(side)
    )
    shown = lines[:MOST_OPTIONS]
    none = told.tongue.paragraph("There are none.")
    blocks: list[Block] = [Verbatim(lines=tuple(shown)) if shown else none]
    if found.more or len(lines) > len(shown):
        blocks.append(told.tongue.paragraph("There are more: ask for the options of one piece."))
    document = Document(title=title, language=told.tongue.language, blocks=tuple(blocks))
    return publishing.publish(document, "text")


def _names(line: str, wanted: str) -> bool:
    return f" {wanted} " in f" {key(line)} "


def _rehearse(match: Match, side: Side, sent: Sent, at: int) -> str:
    """What would become of the orders below a line."""
    letter = replace(sent.letter, orders=sent.letter.orders[at + 1 :])
    examined, warnings = leftovers.examine(match, side, letter, sent.warnings)
    rehearsal = submitting.rehearse_orders(match, side, examined.orders)
    answer = answers.answer_rehearsal(rehearsal)
    answer = replace(answer, warnings=(*map(str, warnings), *answer.warnings))
    return publishing.publish(ruling_reports.document(answer), "text")
