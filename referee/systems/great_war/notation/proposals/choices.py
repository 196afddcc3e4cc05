"""Answers to a question with few answers, for a letter in which no order was found.

The question is about losses, a retreat or a discard. A letter that names one of its answers probably means
it, with any verb: `Take the Friedensturm (26)`, or `Nothing but out of here: fr-2 and fr-3 to Verdun`.
Names in a denial, beside a verb such as `stay`, or in a question do not count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.free_text.tokens import Token
from referee.systems.great_war.notation.proposals import cards
from referee.systems.great_war.notation.proposals.clauses import Clause
from referee.systems.great_war.notation.proposals.context import Search
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import NUMBER, Mention
from referee.systems.great_war.notation.proposals.pieces import list_choices
from referee.systems.great_war.notation.proposals.remainders import Heard
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    LeaveEmpty,
    LoseInTransit,
    PayCrisis,
    PayHits,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
    TrimHands,
)
from schemas.great_war.orders import Discard, GreatWarOrder, Lose, Retreat, Spend
from schemas.record import Value

Answers = list[tuple[GreatWarOrder, str]]
"""Orders with the sentences that they come from."""


class _Candidate(Value):
    """A frame whose names may be meant, with its sentence as typed."""

    quote: str
    frame: Frame

    @property
    def tokens(self) -> Iterator[Token]:
        """The words of the frame."""
        return (token for clause in self.frame.clauses for token in clause.tokens)

    @property
    def counts(self) -> set[int]:
        """The numerals of the frame. `Both` are two."""
        numerals = use.COUNTS | dict.fromkeys(use.PAIR, 2)
        return {numerals[token.key] for token in self.tokens if token.key in numerals}

    @property
    def mentions(self) -> Iterator[Mention]:
        """The own names in the frame."""
        every = (one for clause in self.frame.clauses for one in clause.mentions)
        return (one for one in every if not one.is_foreign)


def take(search: Search, sentences: Sequence[Heard]) -> None:
    """Propose the answer that sentences name, if the letter has no other order."""
    view = search.view
    if view is None or search.orders or search.wishes or any(map(_may_change_answer, sentences)):
        return
    answers = _list_answers(search, view, sentences)
    if not answers or not search.is_legal([order for order, _ in answers]):
        return
    for order, quote in answers:
        search.words = quote
        search.take((order,))
    quotes = {quote for _, quote in answers}
    search.unread = [one for one in search.unread if one.words not in quotes]
    search.is_guess = True


def _list_answers(search: Search, view: Position, sentences: Sequence[Heard]) -> Answers:
    candidates = tuple(_list_open(sentences))
    match view.task:
        case PayHits(hits=due) | PayCrisis(count=due) | LoseInTransit(count=due):
            payments = _list_payments(search, view, candidates, due)
            quotes = {quote for _, quote in payments}
            is_clear = all(one.counts <= {1, len(payments)} for one in candidates if one.quote in quotes)
            return payments if is_clear and len(payments) in {1, due} else []
        case LeaveEmpty(area=area) | RetreatAfter(area=area) | StandOrRetreat(area=area) | RideOff(area=area):
            clauses = (clause for one in sentences for clause in one.sentence.clauses)
            names_number = any(_is_numbered(mention) for clause in clauses for mention in clause.mentions)
            return _list_retreats(search, view, candidates, area, names_number=names_number)
        case TrimHands():
            return _list_discards(search, view, candidates)
        case _:
            return []


def _list_open(sentences: Iterable[Heard]) -> Iterator[_Candidate]:
    """Yield the frames whose names may be meant."""
    for one in sentences:
        if one.sentence.is_blocked or one.sentence.is_question:
            continue
        for frame in one.frames:
            if not any(clause.stays or _is_void(clause) for clause in frame.clauses):
                yield _Candidate(one.sentence.quote, frame)


def _is_void(clause: Clause) -> bool:
    """Return True for a clause that names something, and cannot mean it."""
    is_void = clause.is_denied or clause.is_unreal or clause.is_of_others or clause.is_about_foreigners
    return is_void and (bool(clause.mentions) or _holds_number(clause))


def _holds_number(clause: Clause) -> bool:
    return any(token.key.removeprefix(NUMBER).isdecimal() for token in clause.tokens)


def _may_change_answer(one: Heard) -> bool:
    """Return True for a condition, an exception, a second thought, and for numbers that are kept."""
    sentence = one.sentence
    names = any(clause.mentions for clause in sentence.clauses)
    is_unsure = sentence.is_blocked or sentence.has_doubt or sentence.has_condition
    keeps_numbers = any(clause.stays and _holds_number(clause) for clause in sentence.clauses)
    is_changed = not sentence.keys.isdisjoint(use.SECOND_THOUGHTS | use.EXCEPTIONS)
    return (is_unsure and names) or keeps_numbers or is_changed


def _list_numbered(search: Search, view: Position, candidates: Iterable[_Candidate]) -> dict[str, str]:
    """Return the own pieces that frames name by id or number, or none if a frame counts more of them."""
    quotes: dict[str, str] = {}
    for one in candidates:
        ids = [token.piece for token in one.tokens if token.piece]
        mentions = (mention for mention in one.mentions if _is_numbered(mention) and not mention.ids)
        ids += [id for mention in mentions for id in _find_only(search, view, one.frame, mention)]
        is_part = not one.frame.keys.isdisjoint(use.EVERYONE) and len(ids) < 2
        if ids and (is_part or not one.counts <= {1, len(set(ids))}):
            return {}
        quotes |= dict.fromkeys(ids, one.quote)
    return quotes


def _is_numbered(mention: Mention) -> bool:
    return bool(mention.ids or mention.ordinal or (mention.kind and mention.numbers))


def _find_described(search: Search, view: Position, candidates: Iterable[_Candidate]) -> dict[str, str]:
    """Return the pieces that the only description in the frames means, if they are clear."""
    descriptions = [(one, mention) for one in candidates for mention in one.mentions if mention.is_piece]
    if len(descriptions) != 1:
        return {}
    ((one, mention),) = descriptions
    return dict.fromkeys(_find_only(search, view, one.frame, mention), one.quote)


def _find_only(search: Search, view: Position, frame: Frame, mention: Mention) -> tuple[str, ...]:
    """Return the pieces of a mention, or nothing if it may mean several."""
    choices = list_choices(search.theatre, view, search.side, mention, frame)
    return choices[0] if len(choices) == 1 else ()


def _list_payments(search: Search, view: Position, candidates: Sequence[_Candidate], due: int) -> Answers:
    """Return the named pieces and cards that can pay. A description counts if nothing has a number.

    A fort can take all of the hits that are `due`.
    """
    answers = _list_legal_losses(search, _list_numbered(search, view, candidates))
    for one in candidates:
        numbers = {number for clause in one.frame.clauses for number in cards.list_numbers(search, clause)}
        spends = [Spend(side=search.side, card=number) for number in sorted(numbers)]
        answers += [(spend, one.quote) for spend in spends if search.is_legal((spend,))]
    answers = answers or _list_legal_losses(search, _find_described(search, view, candidates))
    if len(answers) == 1 and due > 1 and any(due in one.counts for one in candidates):
        answers *= due
    return answers or _list_named_cards(search, view, candidates)


def _list_named_cards(search: Search, view: Position, candidates: Iterable[_Candidate]) -> Answers:
    """Return the payment with a card that is named without its number, the first of like ones."""
    for one in candidates:
        kinds = cards.find_named(search, view, one.frame.clauses).kinds
        spends = [order for order in search.list_options() if isinstance(order, Spend)]
        pairs = [(order, search.theatre.card(order.card)) for order in spends]
        alike = [order for order, card in pairs if card is not None and card.id in kinds]
        if len(kinds) == 1 and alike:
            return [(alike[0], one.quote)]
    return []


def _list_legal_losses(search: Search, ids: Mapping[str, str]) -> Answers:
    losses = ((Lose(side=search.side, piece=id), quote) for id, quote in ids.items())
    return [(loss, quote) for loss, quote in losses if search.is_legal((loss,))]


def _list_retreats(
    search: Search, view: Position, candidates: Sequence[_Candidate], area: str, *, names_number: bool
) -> Answers:
    """Return the retreats of the named pieces to the only area that is named, in the order of the letter.

    All retreat if all are named, and the letter has no number of a piece, which may be an exception.
    """
    possible_goals = {one.to for one in search.list_options() if isinstance(one, Retreat)}
    goals = {mention.area for one in candidates for mention in one.mentions} & possible_goals
    if len(goals) != 1:
        return []
    (goal,) = goals
    with_goal = [one for one in candidates if any(mention.area == goal for mention in one.mentions)]
    own = {piece.id: piece for piece in view.map.owned(search.side) if piece.area == area}
    retreats = {id: Retreat(side=search.side, piece=id, to=goal) for id in own}
    whole = [id for id, one in retreats.items() if own[id].army not in own and search.is_legal((one,))]
    quotes = _list_numbered(search, view, with_goal)
    is_all = not any(one.frame.keys.isdisjoint(use.EVERYONE) for one in with_goal) and not names_number
    if not quotes and (len(whole) == 1 or is_all):
        quotes = dict.fromkeys(whole, with_goal[-1].quote)
    quotes = quotes or _find_described(search, view, with_goal)
    return [(retreats[id], quote) for id, quote in quotes.items()] if quotes.keys() <= own.keys() else []


def _list_discards(search: Search, view: Position, candidates: Iterable[_Candidate]) -> Answers:
    """Return the discard of the named cards of the hand, if no other card must go."""
    hand = view.hand(search.side).cards
    digits = ((token.key.removeprefix(NUMBER), one.quote) for one in candidates for token in one.tokens)
    numbers = {int(text): quote for text, quote in digits if text.isdecimal() and int(text) in hand}
    if not numbers:
        return []
    *_, quote = numbers.values()
    discard = Discard(side=search.side, cards=tuple(numbers))
    result = search.judge((discard,))
    return [(discard, quote)] if result is not None and result.after is None else []
