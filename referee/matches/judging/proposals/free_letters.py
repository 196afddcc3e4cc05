"""The proposal for a letter that cannot be read: the orders that its writer probably means."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.machine import play
from referee.engine.system import Refused, State, irrevocable
from referee.i18n import mail_phrases
from referee.i18n.proposals import sentence_cuts
from referee.matches.judging import standing_order_lines
from referee.matches.judging.judge_letter import LetterJudgement, RejectedLine, quote_line
from referee.matches.judging.plan_names import complete_names
from referee.matches.judging.reading_lines import is_short, is_standing
from referee.systems.faces import Game
from referee.systems.proposed_orders import Proposal, Tried
from schemas.letter import LetterLine, LetterOrder
from schemas.model import Order
from schemas.record import Side

MANY_WORDS = 12
"""Lowest number of words of a line that is a text although it begins like an order: `no sir, it stays`."""

SHORT_LINE = 50
"""Length of a line that its writer ended, and not a mail program."""

NARROWEST = 60
"""Lowest number of columns at which a mail program wraps a line: the next word did not fit."""

WIDEST = 80
"""Highest number of columns at which one wraps a line."""

_BULLET = re.compile(r"\s*(?:[-*•–]|\(?(?:\d{1,2}|[a-h])[.)])\s+")
_ID = re.compile(r"[a-z]{2}-(?:[a-z]{2}-|[a-z])?\d")
_GOES_ON = re.compile(r"[a-zà-ÿα-ωά-ώ(]")
_ENDED = re.compile(r"[.!?…:;][\"')\]]*\s*$")


def find(
    game: Game, judgement: LetterJudgement, side: Side, lines: Sequence[LetterOrder]
) -> Proposal[Order] | None:
    """Return the proposal for a refused letter, or None if its lines are orders.

    `lines` are all lines of the letter. A letter that was played in part gets no proposal. Lines that begin
    as orders, of which the proposal adds none, are faulty orders.
    """
    texts = [line.text for line in lines if isinstance(line, LetterLine)]
    # A few words beside orders may be a doubt about them: `Hold that for now.`
    is_alone = not any(map(game.notation.resembles_order, texts))
    sentences = [line for line in judgement.refused_lines if _is_sentence(game, line, is_alone=is_alone)]
    if judgement.irrevocable or not sentences:
        return None
    proposal = (
        _find_beside_lines(game, judgement, side, lines)
        if judgement.accepted_orders
        else propose(game, judgement.before, side, lines)
    )
    if proposal is None or len(proposal.orders) > len(judgement.accepted_orders):
        return proposal
    if all(is_short(quote_line(line.source)) for line in sentences):
        return None
    begins_as_order = all(game.notation.resembles_order(quote_line(line.source)) for line in sentences)
    return None if begins_as_order else proposal


def _find_beside_lines(
    game: Game, judgement: LetterJudgement, side: Side, lines: Sequence[LetterOrder]
) -> Proposal[Order] | None:
    """Return the proposal for lines of orders with a remark, or None if it does not hold all of them."""
    letter_lines = [line for line in lines if isinstance(line, LetterLine)]
    corrected_lines = list(_correct(game, judgement, letter_lines))
    numbers = frozenset(one.source.line for one in judgement.accepted_orders)
    proposal = propose(game, judgement.before, side, corrected_lines, numbers)
    orders = [one.order for one in proposal.orders]
    return proposal if all(one.order in orders for one in judgement.accepted_orders) else None


def _correct(game: Game, judgement: LetterJudgement, lines: Sequence[LetterLine]) -> Iterator[LetterLine]:
    """Yield the lines of a letter, misspelt ones as they were read."""
    for line in lines:
        orders = [one.order for one in judgement.accepted_orders if one.source.line == line.line]
        is_misspelt = any(one.line == line.line for one in judgement.corrections)
        if is_misspelt and len(orders) == 1:
            text = game.notation.write(orders[0])
            yield replace(line, text=text, typed=text)
        else:
            yield line


def _is_sentence(game: Game, line: RejectedLine, *, is_alone: bool) -> bool:
    """Return True for a refused line that may be free text: no standing order, and no mistyped order.

    A line with a legal reading whose second word is an id is an order with a mistyped verb.
    """
    source, words = line.source, quote_line(line.source).split()
    if line.unreadable is None or not isinstance(source, LetterLine) or not words:
        return False
    may_be_order = not is_alone or bool(line.nearest) or game.notation.resembles_order(source.text)
    if is_short(quote_line(source)) and may_be_order and not (_ID.match(words[0]) and len(words) > 1):
        return False
    if is_standing(game, source):
        return False
    is_mistyped = (
        len(words) > 1
        and bool(line.nearest)
        and (_ID.match(words[1]) is not None or game.notation.resembles_order(source.text))
    )
    return len(words) >= MANY_WORDS or not is_mistyped


def propose(
    game: Game,
    state: State,
    side: Side,
    orders: Sequence[LetterOrder],
    accepted_lines: frozenset[int] = frozenset(),
) -> Proposal[Order]:
    """Return the orders that a letter probably means. They are legal one after the other.

    Each is played before the next one is looked for, as in a rehearsal, up to a roll or a hidden draw.
    `accepted_lines` are numbers of lines that are orders, so that no sentence goes on in them.
    """
    now, standing = _split(game, state, side, orders)
    lines = [line for line in now if isinstance(line, LetterLine)]
    if len(lines) < len(now):
        return Proposal()

    def attempt(position: State, order: Order) -> Tried[State]:
        try:
            after, verdict = play(game.rules, position, order, NoDice())
        except DiceNeeded:
            return Tried()
        if isinstance(verdict, Refused):
            return Tried(verdict.objections)
        is_asked = any(prompt.side == side for prompt in game.rules.prompts(after))
        return Tried((), after if is_asked and not irrevocable(verdict.events) else None)

    paragraphs = tuple(_join_paragraphs(game, lines, accepted_lines))
    proposal = game.notation.propose(state, side, paragraphs, attempt)
    if not (proposal.orders or proposal.wishes):
        return proposal
    # A yes sends the proposed lines only.
    lines_of_plans = tuple((line.text.strip(), line.text.strip()) for line in standing)
    return replace(proposal, wishes=(*proposal.wishes, *lines_of_plans))


def _split(
    game: Game, state: State, side: Side, orders: Sequence[LetterOrder]
) -> tuple[tuple[LetterOrder, ...], tuple[LetterLine, ...]]:
    """Split a letter into its text and its standing orders.

    A line that only begins like a standing order is text: `Forget it, the 2nd Army goes to Metz.`
    """
    orders = tuple(complete_names(game, state, side, orders))
    _, standing = standing_order_lines.split_orders(game, orders)
    change = standing_order_lines.apply_lines(game, state, side, (), standing)
    faulty_lines = [one.source for one in change.refused_lines]
    plan_lines = tuple(line for line in standing if line not in faulty_lines)
    return tuple(order for order in orders if order not in plan_lines), plan_lines


def _join_paragraphs(
    game: Game, lines: Sequence[LetterLine], accepted_lines: frozenset[int]
) -> Iterator[str]:
    """Yield the text of a letter by paragraphs and items of lists, without its greeting and its end."""
    paragraph: list[LetterLine] = []
    capitals = sum(line.typed.lstrip()[:1].isupper() for line in lines)
    # Each line begins like the rest of a sentence if its writer uses no capitals.
    has_capitals = capitals * 3 >= len(lines)
    for line in lines:
        is_apart = bool(paragraph) and not accepted_lines.isdisjoint((paragraph[-1].line, line.line))
        if paragraph and (is_apart or not _goes_on(game, paragraph[-1], line, has_capitals=has_capitals)):
            yield _write(paragraph)
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield _write(paragraph)


def _goes_on(game: Game, above: LetterLine, line: LetterLine, *, has_capitals: bool) -> bool:
    """Return True if a line continues the paragraph of the line above."""
    if line.line != above.line + 1 or mail_phrases.takes_leave(line.text):
        return False
    if _begins(above, line, has_capitals=has_capitals):
        return False
    is_list = game.notation.resembles_order(line.text) and game.notation.resembles_order(above.text)
    if is_list and len(above.text.rstrip()) < SHORT_LINE:
        # A comment makes the line of an order long.
        return False
    first_word = line.typed.split(maxsplit=1)[0] if line.typed.strip() else ""
    if len(f"{above.typed.rstrip()} {first_word}") > NARROWEST:
        return True
    is_order = game.notation.resembles_order(line.text) or game.notation.resembles_order(above.text)
    return (
        has_capitals
        and _GOES_ON.match(line.typed) is not None
        and not is_order
        and not _ENDED.search(above.typed)
    )


def _begins(above: LetterLine, line: LetterLine, *, has_capitals: bool) -> bool:
    """Return True if the form of a line shows that it does not continue the line above."""
    if _BULLET.match(line.typed) or _ID.match(line.typed):
        return True
    is_ended = sentence_cuts.UNENDED_LINE.search(above.typed) is None
    # The rest of an item is indented, or goes on in the middle of a phrase.
    is_item = _BULLET.match(above.typed) is not None and line.typed[:1].isupper()
    # Armies one below the other are a list.
    is_army = all(sentence_cuts.BEGINS_WITH_ARMY.match(one.typed) for one in (above, line))
    goes_on = has_capitals and _GOES_ON.match(line.typed) is not None
    is_unwrapped = len(above.typed.rstrip()) > WIDEST and not goes_on
    return is_ended and (is_item or is_army or is_unwrapped)


def _write(paragraph: Sequence[LetterLine]) -> str:
    text = " ".join(line.typed.strip() for line in paragraph)
    return text.lstrip(" -*•–")
