"""Links in a mail that open a reply with orders already written, and the players of a match."""

import re
from collections import Counter
from collections.abc import Sequence
from email.message import EmailMessage
from html import escape
from itertools import takewhile
from textwrap import fill
from typing import NamedTuple
from urllib.parse import quote, urlencode

from referee.faults import Unreadable
from referee.i18n.request_phrases import REFEREE_NAMES, RequestKind, show_phrase
from referee.i18n.translator import message
from referee.mail import seats
from referee.mail.office import Office
from referee.matches import viewer_languages
from referee.matches.judging import reading_lines, submission
from referee.matches.matches import Match
from referee.reports import sections
from schemas.letter import LetterLine
from schemas.record import Side
from schemas.reports import Document

MOST_LINKS = 4
"""Highest number of links in a mail."""

MOST_LINES = 24
"""Highest number of template lines that are tried as orders."""

WIDTH = 72
"""Width of the text of a mail."""

LONGEST_LABEL = 46
"""Highest number of characters of a label."""

DONE = "done"
"""Order that closes a question, in every game."""

HEADING = message("Each link opens a reply with these orders:")
WHOLE = message("all together: {orders}")
PROPOSAL = message("the proposal: {orders}")
PLAYERS = message("Players: {players}.")
REACH = message(
    "In a mail of its own, the line {line} reaches the other player, {referee} the moderator, and {help}"
    " lists all such lines."
)

CODE = r"<code>\1</code>"
_QUOTED = re.compile("`([^`]*)`")
"""A line to write, and its form on a page."""


class Link(NamedTuple):
    """Lines of a reply, and the label of the link that opens it."""

    label: str
    lines: tuple[str, ...]


def list_links(match: Match, side: Side, page: Document) -> tuple[Link, ...]:
    """Return replies to the question in a report: its template as a whole, the proposal, and single lines."""
    texts = [_read_line(line) for line in sections.find_template(page)[:MOST_LINES]]
    lines = [text for text in texts if _is_order(match, text)]
    proposal = tuple(reversed(list(takewhile(lambda text: _is_order(match, text), reversed(texts)))))
    alone = list(dict.fromkeys(line for line in lines if _is_legal(match, side, line)))
    links = [Link(line, (line,)) for line in alone]
    if alone and alone[-1] != DONE and _count_accepted(match, side, both := (alone[-1], DONE)) == len(both):
        # The proposed answer opens a question that `done` closes, such as the one move after a pass.
        links[-1] = Link("; ".join(both), both)
    for whole in dict.fromkeys((proposal, _join_turn(match, lines, alone, proposal))):
        if len(whole) > 1 and _is_legal_together(match, side, whole):
            links.insert(0, Link(_label(match, side, whole), whole))
    # The proposed answer is the last line of a template.
    return tuple(links if len(links) <= MOST_LINKS else (*links[: MOST_LINKS - 1], links[-1]))


def _label(match: Match, side: Side, lines: Sequence[str], text: str = WHOLE) -> str:
    tongue = viewer_languages.tell(match, side).tongue
    label = label_lines(lines)
    if len(label) > LONGEST_LABEL:
        label = f"{label[: LONGEST_LABEL + 1].rpartition(' ')[0].rstrip(';')} ..."
    return tongue.say(text, orders=label)


def label_lines(lines: Sequence[str]) -> str:
    """Return lines as a label, with the number of each repeated one."""
    counts = Counter(line.strip() for line in lines)
    return "; ".join(f"{line} ({count} x)" if count > 1 else line for line, count in counts.items())


def _read_line(line: str) -> str:
    """Return a line of a template without its number sign and its comment."""
    text = line.removeprefix("#").removeprefix(" ")
    return text.partition("  #")[0].rstrip()


def _join_turn(
    match: Match, lines: Sequence[str], alone: Sequence[str], proposal: Sequence[str]
) -> tuple[str, ...]:
    """Return an order and the lines of the template that can only follow it.

    The order is the first of the template if other orders can follow it, and otherwise the proposal.
    """
    later = [line for line in lines if line not in alone and line not in proposal]
    if not alone:
        return ()
    if all(_is_of_plan(match, line) for line in later):
        return (*proposal, *later)
    closes = alone[-1] == DONE and alone[0] != DONE
    return (alone[0], *later, *(alone[-1:] if closes else ()))


def _is_of_plan(match: Match, line: str) -> bool:
    """Return True for a line of a plan, unlike an order."""
    return line.startswith(" ") or reading_lines.is_standing(match.system, _make_line(line))


def _make_line(text: str, number: int = 1) -> LetterLine:
    return LetterLine(line=number, text=text.strip(), typed=text)


def _is_order(match: Match, line: str) -> bool:
    """Return True if a line is an order or belongs to a plan, unlike a comment."""
    one = _make_line(line)
    return reading_lines.is_standing(match.system, one) or match.system.notation.resembles_order(line)


def _is_legal(match: Match, side: Side, line: str) -> bool:
    """Return True if a line alone answers the open question."""
    if match.system.notation.expand(line):
        return True
    if not match.system.notation.resembles_order(line):
        # Reading a line of a plan as an order would search all orders for similar ones.
        return False
    state = match.position()
    try:
        orders = match.system.notation.read(state, side, line)
    except Unreadable:
        return False
    return not any(any(match.rules.objections(state, order)) for order in orders)


def _is_legal_together(match: Match, side: Side, lines: Sequence[str]) -> bool:
    return _count_accepted(match, side, lines) > 0


def _count_accepted(match: Match, side: Side, lines: Sequence[str]) -> int:
    """Return the number of accepted orders of a letter up to its first die, or 0 if a line is refused.

    An order that would change nothing is not counted.
    """
    orders = [_make_line(line, at) for at, line in enumerate(lines, 1)]
    judgement = submission.rehearse_orders(match, side, orders).judgement
    return 0 if judgement.refused_lines else len(judgement.accepted_orders)


def add_links(
    office: Office,
    mail: EmailMessage,
    match: Match,
    side: Side,
    page: Document,
    proposal: tuple[str, ...],
) -> str:
    """Add links and players to the text of a report. Return the same as HTML for its other part.

    The first link sends the orders of a `proposal`.
    """
    tongue = viewer_languages.tell(match, side).tongue
    head, to = match.journal.head, str(mail["Reply-To"])
    targets: list[tuple[str, str]] = []
    first = (Link(_label(match, side, proposal, PROPOSAL), proposal),) if proposal else ()
    others = (link for link in list_links(match, side, page) if link.lines != proposal)
    for link in (*first, *others):
        body = "\r\n".join((f"answers: {head.seq}", f"head: {head}", *link.lines, ""))
        fields = urlencode({"subject": f"Re: [{match.name}]", "body": body}, quote_via=quote)
        targets.append((link.label, f"mailto:{quote(to, safe='@+')}?{fields}"))
    players = _list_players(office, match, side)
    text = str(mail.get_content()).rstrip()
    if targets:
        # The links are long lines of text on a telephone, so they stand below the report. A label is a
        # comment, so that it is not an order in a reply that quotes it.
        lines = "".join(f"# {label}\n  <{target}>\n" for label, target in targets)
        text = f"{text}\n\n{tongue.say(HEADING)}\n\n{lines}".rstrip()
    mail.set_content(f"{text}\n\n{fill(players, WIDTH)}\n", charset="utf-8", cte="8bit")
    items = "".join(f'<li><a href="{escape(target)}">{escape(label)}</a></li>' for label, target in targets)
    link_list = f"<p>{escape(tongue.say(HEADING))}</p><ul>{items}</ul>" if items else ""
    return f"{link_list}<p>{_QUOTED.sub(CODE, escape(players))}</p>"


def _list_players(office: Office, match: Match, side: Side) -> str:
    """Return the names of the players, if one has a name, and the lines that write to them."""
    localised_match = viewer_languages.tell(match, side)
    tongue, match_seats = localised_match.tongue, seats.read_seats(office.shelf, match.name).seats
    players = {seat.side: seat.player for seat in match_seats} | dict(match.header.players or {})
    name_of = localised_match.bound.name_of
    names = [f"{name_of(one)} ({players[one]})" for one in match.header.sides if players.get(one)]
    other = next((one for one in match.header.sides if one != side), side)
    referee = REFEREE_NAMES.get(tongue.language, REFEREE_NAMES["en"])
    line, to_referee = (
        show_phrase(RequestKind.MESSAGE, tongue.language, to=to, text="...")
        for to in (name_of(other), referee)
    )
    all_lines = show_phrase(RequestKind.HELP, tongue.language)
    text = tongue.say(REACH, line=f"`{line}`", referee=f"`{to_referee}`", help=f"`{all_lines}`")
    return f"{tongue.say(PLAYERS, players=tongue.listed(names))} {text}" if names else text
