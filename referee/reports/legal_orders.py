"""Open prompts and legal answers."""

from collections.abc import Iterator
from itertools import islice

from referee.engine.facts import Asked
from referee.engine.system import State
from referee.faults import Complaint, Misuse
from referee.i18n.translator import Offered
from referee.matches import history, moderator_entries
from referee.matches.matches import Match
from referee.reports import proofs
from referee.reports.event_text import list_open_prompts, word_open_prompts
from referee.reports.faults import ReportFault
from referee.systems.faces import Game
from schemas.answers.matches import Answers, Questions
from schemas.answers.orders import Option, Options
from schemas.model import Order
from schemas.record import Side, to_data


def prompts(match: Match, viewer: Side) -> Questions:
    """The open questions as one viewer may know them."""
    state, awaits = match.position(), proofs.find_wait(match)
    return Questions(
        match=match.name,
        viewer=viewer,
        prompts=() if awaits else word_open_prompts(match.system, state, viewer),
        waiting=() if awaits else history.list_awaited_sides(match.rules, state),
        awaits=awaits,
        phrases_awaited=moderator_entries.list_awaited(match),
        head=str(match.journal.head),
    )


def answering(match: Match, name: str | None) -> Side:
    """Return the named side (default: the only side with a prompt). Raises `Misuse` if several have one."""
    if name is not None:
        return match.side(name)
    waiting = history.list_awaited_sides(match.rules, match.position())
    if len(waiting) != 1:
        who = Offered(match.header.sides)
        raise Misuse(Complaint.of(ReportFault.ASKER_UNKNOWN, sides=who))
    return waiting[0]


def options(match: Match, side: Side, limit: int) -> Answers:
    """Lawful orders of a side, as lines of a letter; at most so many."""
    lines = tuple(islice(_lawful(match, side), limit + 1))
    return Answers(match=match.name, side=side, orders=lines[:limit], more=len(lines) > limit)


def list_options(match: Match, side: Side, limit: int) -> Options:
    """The same orders in their parts, for programs; at most so many."""
    orders = tuple(islice(_list_in_parts(match, side), limit + 1))
    return Options(
        match=match.name,
        side=side,
        options=orders[:limit],
        more=len(orders) > limit,
        head=str(match.journal.head),
    )


def _list_in_parts(match: Match, side: Side) -> Iterator[Option]:
    state = match.position()
    for prompt in list_open_prompts(match.rules, state, side):
        for order in match.rules.lawful(state, prompt):
            yield take_apart(match.system, state, prompt, order)


def take_apart(game: Game, state: State, prompt: Asked, order: Order) -> Option:
    """Return an order as an option of a prompt."""
    parts = game.advisor.dissect(state, order)
    return Option(
        side=order.side,
        question=prompt.question,
        subject=prompt.subject,
        text=game.notation.write(order),
        verb=parts.verb,
        piece=parts.piece,
        start=parts.start,
        to=parts.to,
        default=parts.default,
        order=to_data(order),
    )


def _lawful(match: Match, side: Side) -> Iterator[str]:
    state = match.position()
    for prompt in list_open_prompts(match.rules, state, side):
        yield from (match.system.notation.write(order) for order in match.rules.lawful(state, prompt))
