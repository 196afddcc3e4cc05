"""Requests by mail other than orders: a report, the map, legal orders, a rehearsal."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from referee.analysis.families import find_great_war
from referee.faults import Fault
from referee.i18n.name_matching import key
from referee.i18n.request_phrases import ANSWERED, RequestKind, show_phrase
from referee.i18n.request_phrases import find_request as find_phrase
from referee.i18n.translator import message
from referee.mail.messages import Reply
from referee.mail.requests import game_questions
from referee.matches import player_requests, viewer_languages
from referee.matches.judging import ignored_lines, submission
from referee.matches.judging.submission import IncomingLetter
from referee.matches.letters import courtesies
from referee.matches.matches import Match
from referee.reports import documents, legal_orders, letter_answers, letter_results, maps, publishing
from schemas.letter import LetterLine, LetterOrder
from schemas.mail import MailFormat
from schemas.record import Side
from schemas.reports import Block, Bullets, Code, Document, Inline, Text, Verbatim

MOST_OPTIONS = 200
"""Highest number of legal orders listed in a mail."""


class Request(NamedTuple):
    """A request. `about` is the piece whose options are requested, `at` the index of the line."""

    kind: RequestKind
    about: str
    at: int


def find_request(match: Match, incoming: IncomingLetter) -> Request | None:
    """Return the first request of a letter, or None if it has none or an order comes before it."""
    for at, line in enumerate(incoming.letter.orders):
        if not isinstance(line, LetterLine):
            return None
        if phrase := find_phrase(line.text, ANSWERED):
            request = Request(phrase.kind, phrase.parts.get("about") or "", at)
            return request if _is_meant(match, incoming, request) else None
        if match.system.notation.resembles_order(line.text):
            return None
    return None


def list_unread(incoming: IncomingLetter, request: Request) -> tuple[LetterOrder, ...]:
    """Return the lines of a letter beside its request. Those below `what if` are rehearsed."""
    above, below = incoming.letter.orders[: request.at], incoming.letter.orders[request.at + 1 :]
    return above if request.kind is RequestKind.WHAT_IF else above + below


WITH_SUBJECT = frozenset({RequestKind.RULES, RequestKind.ODDS})
"""Requests about any word. A sentence such as "odds are even" can begin like them."""

MOST_WORDS = 3
"""Highest number of words of the subject of such a request."""


def _is_meant(match: Match, incoming: IncomingLetter, request: Request) -> bool:
    """Return False for a sentence above orders that begins like a request."""
    if request.kind not in WITH_SUBJECT:
        return True
    if len(request.about.split()) > MOST_WORDS:
        return False
    notation = match.system.notation
    if request.kind is RequestKind.ODDS and request.about and not notation.subjects.find(request.about):
        return False
    below = incoming.letter.orders[request.at + 1 :]
    return not any(isinstance(line, LetterLine) and notation.resembles_order(line.text) for line in below)


def answer_request(
    match: Match, side: Side, incoming: IncomingLetter, request: Request, form: MailFormat = "text"
) -> Reply:
    """Answer a request in a format. Nothing is filed."""
    localised_match = viewer_languages.tell(match, side)
    match request.kind:
        case RequestKind.FULL_REPORT:
            document = documents.report(localised_match, side, since=0, full=True)
            document = documents.add_facts(document, localised_match, side) if form == "speech" else document
        case RequestKind.MAP:
            return _draw_map(localised_match, side)
        case RequestKind.OPTIONS:
            document = _list_options(localised_match, side, request.about)
        case RequestKind.WHAT_IF:
            document = _rehearse(match, side, incoming, request.at)
        case RequestKind.HELP:
            document = _list_requests(localised_match, side)
        case RequestKind.RULES:
            document = game_questions.list_rules(localised_match, request.about)
        case RequestKind.ODDS:
            document = game_questions.list_odds(localised_match, side, request.about)
        case RequestKind.STATUS:
            document = documents.situation(localised_match, side)
        case RequestKind.PLAYERS:
            document = _list_players(localised_match, side)
        case _:
            document = documents.report(localised_match, side)
    return _reply(localised_match, document, form)


def _reply(match: Match, document: Document, form: MailFormat = "text") -> Reply:
    """Return an answer whose subject is that of its document, or its title."""
    title = re.sub(rf"^{re.escape(match.name)}\s*:\s*", "", publishing.headline(document).strip())
    subject = title if title.startswith("[") else f"[{match.name}] {title}"
    return Reply(publishing.publish(document, form), subject=subject)


def _draw_map(localised_match: Match, side: Side) -> Reply:
    picture = maps.picture(localised_match, side)
    title = localised_match.tongue.say("The map is attached.")
    subject = f"[{localised_match.name}] {title}"
    return Reply(title, maps.render(picture, "svg", localised_match.tongue), subject)


FORWARDED = message(
    "Your letter contains no orders. It was forwarded to the moderator, and nothing was filed."
)
OPEN_TAKEBACK = message(
    "Entry {entry} asks you to agree to a takeback. If you consent, send the line {agree} alone; if not, the"
    " line {refuse}."
)
NO_ORDERS = message("Your letter contains no orders, and nothing was filed.")

HELP: Mapping[RequestKind, str] = {
    RequestKind.REPORT: message("your latest report"),
    RequestKind.FULL_REPORT: message("the whole position and all events"),
    RequestKind.MAP: message("the map, as a picture"),
    RequestKind.OPTIONS: message("your legal orders"),
    RequestKind.WHAT_IF: message("the orders below this line are checked and not filed"),
    RequestKind.STATUS: message("the current position"),
    RequestKind.RULES: message("the rules that contain a word, or one clause"),
    RequestKind.ODDS: message("the odds of the battle in an area, without secrets"),
    RequestKind.PLAYERS: message("the players, and how to write to them"),
    RequestKind.ASK_TAKEBACK: message("a request to take the last orders back"),
    RequestKind.MESSAGE: message("a message to another side, or to the moderator"),
    RequestKind.AWAY: message("the days on which you do not play"),
    RequestKind.LEAVE: message("the end of your part in the match, once you confirm it"),
}
"""Requests that a mail lists, with their answers."""

DAYS: Mapping[str, str] = {"first": "2026-12-24", "last": "2026-12-26"}
"""Days in the example of an absence."""


def _list_lines(match: Match, other: Side) -> Bullets:
    """List the lines that a player can write instead of orders to this match, in his language."""
    tongue, to = match.tongue, match.bound.name_of(other)
    has_odds = find_great_war(match.system) is not None and match.header.odds != "forbidden"
    lines = (
        (show_phrase(kind, tongue.language, to=to, text="…", about="…", **DAYS), what)
        for kind, what in HELP.items()
        if kind is not RequestKind.ODDS or has_odds
    )
    return Bullets(
        items=tuple(
            tongue.sentence("{name}: {said}", name=Code(text=line), said=tongue.say(what))
            for line, what in lines
        )
    )


def answer_prose(match: Match, side: Side, *, is_forwarded: bool) -> Reply:
    """Answer a letter that contains no orders."""
    tongue = match.tongue
    opening = tongue.paragraph(FORWARDED if is_forwarded else NO_ORDERS)
    title = tongue.say("{match}: no orders found", match=match.name)
    document = _list_requests(match, side)
    blocks = (opening, *_ask_consent(match, side), *document.blocks)
    return _reply(match, replace(document, title=title, blocks=blocks))


def _ask_consent(match: Match, side: Side) -> Iterator[Block]:
    """Yield the lines that answer another side's request for a takeback, if one waits for this side."""
    with suppress(Fault):
        ask, _ = player_requests.find_ask(match, side)
        agree = show_phrase(RequestKind.AGREE_TAKEBACK, match.tongue.language)
        refuse = show_phrase(RequestKind.REFUSE, match.tongue.language)
        lines = {"agree": f"`{agree}`", "refuse": f"`{refuse}`"}
        yield match.tongue.paragraph(OPEN_TAKEBACK, entry=ask.body.seq, **lines)


def _list_requests(match: Match, side: Side) -> Document:
    """Return the answer to a request for help."""
    tongue = match.tongue
    other = next((one for one in match.header.sides if one != side), side)
    opening = tongue.paragraph(
        "Orders are the lines of the template in your report: remove the # from each line that you want to"
        " order, and reply. A letter can contain one of these lines instead:"
    )
    title = tongue.say("{match}: help", match=match.name)
    return Document(title=title, language=tongue.language, blocks=(opening, _list_lines(match, other)))


def _list_players(match: Match, reader: Side) -> Document:
    """Return the players by side, by their pseudonyms, and the lines that write to the others."""
    tongue = match.tongue
    items: list[tuple[Inline, ...]] = []
    for side in match.header.sides:
        entry = player_requests.find_seat(match, side)
        change = player_requests.read_seat(entry) if entry is not None else None
        bot = match.header.players.get(side, "") if match.header.players else ""
        player = bot or (change.player if change is not None else "") or tongue.say("a player without a name")
        to = match.bound.name_of(side)
        name = Text(text=tongue.say("{name}: {said}", name=to, said=f"{player}. "))
        line = Code(text=show_phrase(RequestKind.MESSAGE, tongue.language, to=to, text="…"))
        items.append((name, Text(text=tongue.say("That is you."))) if side == reader else (name, line))
    title = tongue.say("{match}: players", match=match.name)
    return Document(title=title, language=tongue.language, blocks=(Bullets(items=tuple(items)),))


def _list_options(localised_match: Match, side: Side, about: str) -> Document:
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
    return Document(title=title, language=localised_match.tongue.language, blocks=tuple(blocks))


def _names(line: str, words: str) -> bool:
    return f" {words} " in f" {key(line)} "


def _rehearse(match: Match, side: Side, incoming: IncomingLetter, at: int) -> Document:
    """Rehearse the orders below a line."""
    letter = replace(incoming.letter, orders=incoming.letter.orders[at + 1 :])
    examination, warnings = ignored_lines.examine(match, side, letter, incoming.warnings)
    rehearsal = submission.rehearse_orders(match, side, examination.orders)
    answer = letter_answers.render_rehearsal(rehearsal)
    tongue = viewer_languages.tell(match, side).tongue
    notes = (str(courtesies.leave_numbers_out(one).speaking(tongue)) for one in warnings)
    return letter_results.document(replace(answer, warnings=(*notes, *answer.warnings)), by_mail=True)
