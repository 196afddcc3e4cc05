"""Orders that the writer of a letter in free words probably means.

Each sentence is read by its words, and by its names alone where words leave something open. The orders are
only proposed: nothing is played before the writer agrees.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from referee.i18n import second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import is_question
from referee.i18n.proposals import phrases, selection_words
from referee.systems.great_war.notation.free_text import remarks, staying
from referee.systems.great_war.notation.free_text.tokens import speaks_of_armies
from referee.systems.great_war.notation.guesses import bindings, names_alone, selection
from referee.systems.great_war.notation.proposals import (
    audit,
    cards,
    lists,
    planning,
    remainders,
    withdrawals,
)
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence, read_sentences
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Memory, build_frames
from referee.systems.great_war.notation.proposals.remainders import Heard
from referee.systems.great_war.notation.proposals.single_sentences import read_sentence
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    CombatCards,
    MovePieces,
    PassMove,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
)
from referee.systems.proposed_orders import Proposal, ProposedOrder, UnreadWords
from schemas.great_war.orders import Battle, Done, GreatWarOrder, Leave, Pass

_ENDS = use.ENDS | {"through"}
"""Words that close a question."""

_ENDING = (
    _ENDS | use.CLOSING | {"also", "so", "therefore", "declarations", "declaration", "j", "ai", "and"}
) - {"battle", "battles"}
"""The only words beside them, apart from an English verb: `done building`."""

ANSWERED_BY_NO = RideOff | StandOrRetreat | RetreatAfter | CombatCards
"""Questions that `no` answers."""

MOST_SENTENCES = 80
"""Highest number of sentences of a letter that are read."""

MOST_READINGS = 4
"""Highest number of times that a letter is read again, with more sentences by their names."""

LONGEST = 6000
"""Highest number of characters of a letter that is read."""


class _Reading(Struct):
    """Sentences of a letter beside its orders.

    `lines` are the orders of lines, and `closing` is a sentence that says that nothing follows. Only names
    count in the sentences `by_names`. `last` is the area named last.
    """

    sentences: list[Heard] = field(default_factory=list[Heard])
    certain: list[Heard] = field(default_factory=list[Heard])
    quotes: list[str] = field(default_factory=list[str])
    lines: Orders = ()
    memory: Memory = Memory()
    closing: str = ""
    says_no: bool = False
    by_names: frozenset[str] = frozenset()
    last: str = ""


def propose(begin: Callable[[], Search], paragraphs: Sequence[str]) -> Proposal[GreatWarOrder]:
    """Return the orders that a letter probably means, and its sentences that are not read.

    Names alone may say what the words of a sentence leave open.
    """
    proposal = guess = _propose(begin(), paragraphs)
    open_quotes = {one.words for one in proposal.unread}
    if not (proposal.orders or open_quotes):
        names = begin().names
        open_quotes = {one.quote for text in paragraphs for one in read_sentences(names, text)}
    quotes: set[str] = set()
    for _ in range(MOST_READINGS):
        if quotes.issuperset(open_quotes):
            break
        quotes |= open_quotes
        guess = _propose(begin(), paragraphs, frozenset(quotes))
        open_quotes = {one.words for one in guess.unread}
    return guess if _is_better(guess, proposal) else proposal


def _is_better(guess: Proposal[GreatWarOrder], proposal: Proposal[GreatWarOrder]) -> bool:
    """Return True for a guess that leaves less, or that finds anything at all and leaves nothing."""
    if proposal.orders or proposal.unread:
        return len(guess.unread) < len(proposal.unread)
    return bool(guess.orders) and all(one.objections for one in guess.unread)


def _propose(
    search: Search, paragraphs: Sequence[str], by_names: frozenset[str] = frozenset()
) -> Proposal[GreatWarOrder]:
    """Return the orders of a letter. Only names count in the sentences `by_names`."""
    is_long = sum(len(paragraph) + 1 for paragraph in paragraphs) > LONGEST
    scopes = None if is_long else withdrawals.find(search.names, paragraphs)
    search.names = replace(search.names, speaks_of_armies=any(map(speaks_of_armies, paragraphs)))
    search.start, search.first = search.view, search.position
    if scopes is None or search.start is None:
        return Proposal()
    reading = _Reading(by_names=by_names)
    _read_paragraphs(search, reading, paragraphs, scopes)
    if len(reading.quotes) > MOST_SENTENCES or (reading.says_no and search.orders):
        # "1st Army to Liège. No." takes the order back, and "No. The 1st Army retreats" is unclear.
        return Proposal()
    # "move ge-1 to liege" and "Not ge-1" leave open what is meant.
    doubts = audit.find_doubts(search, reading.sentences, reading.lines) or withdrawals.touch(search, scopes)
    if doubts:
        return Proposal(unread=tuple(UnreadWords(words) for words in doubts))
    _let_stay(search, paragraphs)
    audit.check(search, reading.sentences)
    planning.declare(search)
    cards.add_pass(search)
    asks = any(one.sentence.is_question for one in reading.sentences)
    is_open = not asks and (bool(search.unread) or not (search.orders or search.wishes))
    answer = "\n".join(paragraphs)
    for words in search.wishes.values():
        answer = answer.replace(words, "")
    if not (is_open and selection.take(search, answer)):
        if by_names:
            names_alone.check(search, reading.sentences)
        _read_references(search, reading.quotes)
    _close(search, reading)
    _leave_plans(search, reading)
    return Proposal(
        tuple(ProposedOrder(words, order) for words, order in search.orders),
        tuple((words, line) for line, words in search.wishes.items()),
        tuple(search.unread),
        search.is_guess,
    )


def _read_paragraphs(
    search: Search, reading: _Reading, paragraphs: Sequence[str], scopes: Sequence[Sentence]
) -> None:
    """Propose the orders of paragraphs, and of the items of a list below its heading."""
    heading = ""
    for paragraph in paragraphs:
        item = lists.read_item(search.names, heading, paragraph)
        search.words = paragraph
        if item is None and heading and lists.is_unclear_item(search.names, paragraph):
            search.leave()
        heading = heading if item else lists.read_heading(search.names, paragraph)
        if item is None:
            _read_paragraph(search, reading, paragraph, scopes)
        else:
            planning.take_battles(search, item, build_frames(item, reading.memory)[0])


def _let_stay(search: Search, paragraphs: Sequence[str]) -> None:
    """Propose first that pieces leave an army which a sentence lets go without them."""
    assert search.start is not None
    orders = tuple(order for _, order in search.orders)
    for text in paragraphs:
        leaving = [
            Leave(side=search.side, piece=id)
            for id in staying.find_left_behind(search.names, search.start, text, orders)
        ]
        if leaving and not search.insert(text, leaving):
            search.words = text
            search.leave()


def _read_paragraph(search: Search, reading: _Reading, text: str, scopes: Sequence[Sentence]) -> None:
    """Propose the orders of a paragraph. The sentences of `scopes` take back what they name."""
    quotes = {one.quote for one in scopes}
    is_whole = not any(quote in text for quote in quotes)
    if is_whole and not is_question(text) and (orders := search.read(text)) is not None:
        reading.lines += orders
        reading.closing = take_line(search, text, orders) or reading.closing
        return
    sentences = tuple(read_sentences(search.names, text))
    reading.quotes += [sentence.quote for sentence in sentences]
    if len(reading.quotes) > MOST_SENTENCES:
        return
    if is_whole and (orders := _read_certain(search, text, sentences)):
        orders = _defer_battles(search, text, orders)
        reading.closing = take_line(search, text, orders) or reading.closing
        _find_wishes(search, reading, sentences)
        return
    for sentence in sentences:
        search.words, before = sentence.quote, len(search.orders)
        if sentence.quote in quotes:
            search.leave()
            continue
        reading.says_no = reading.says_no or sentence.is_bare_no or remarks.is_bare_condition(sentence.text)
        if sentence.quote in reading.by_names and names_alone.take(search, sentence, reading.last):
            _, reading.memory = build_frames(sentence, reading.memory)
            search.is_guess = True
        else:
            reading.memory = read_sentence(search, sentence, reading.memory, reading.sentences)
        # "The 9th stays where it is. 12 too" goes nowhere.
        stays = any(one.stays for one in sentence.clauses[-1:])
        reading.last = "" if stays else bindings.find_last_area(sentence.clauses) or reading.last
        closing = find_closing(sentence, has_orders=len(search.orders) > before)
        reading.closing = reading.closing or closing


def _read_certain(search: Search, text: str, sentences: Sequence[Sentence]) -> Orders:
    """Return the orders of a paragraph that are certain."""
    if (
        search.position is None
        or search.read_sentences is None
        or any(one.is_blocked or one.is_question for one in sentences)
    ):
        return ()
    orders = search.read_sentences(search.position, text) or ()
    if orders and isinstance(search.task, ANSWERED_BY_NO) and all(isinstance(one, Done) for one in orders):
        search.stands = search.stands or text
    return orders


def _find_wishes(search: Search, reading: _Reading, sentences: Sequence[Sentence]) -> None:
    """Note the wishes of sentences whose orders are certain, and the names that they add."""
    memory = reading.memory
    for sentence in sentences:
        before = memory
        frames, memory = build_frames(sentence, memory)
        if search.start is not None:
            for line in remainders.find_wishes(search.start, sentence, frames, before):
                search.wishes.setdefault(line, sentence.quote)
            reading.certain.append(Heard(sentence, frames, search.start, (), ((),) * len(frames)))
    reading.memory = memory


def _defer_battles(search: Search, text: str, orders: Orders) -> Orders:
    """Return orders without battles that follow the moves. A battle ends the movement."""
    if not isinstance(search.task, MovePieces | ChooseOffensive):
        return orders
    areas = [one.area for one in orders if isinstance(one, Battle)]
    search.battles += [(text, area) for area in areas]
    search.battle_areas += areas
    return tuple(one for one in orders if not isinstance(one, Battle))


def take_line(search: Search, text: str, orders: Orders) -> str:
    """Propose the orders of a line. Return the line if it closes the question."""
    for order in orders:
        if not (isinstance(order, Done) or search.take((order,))):
            search.leave((order,))
    return text if any(isinstance(order, Done) for order in orders) else ""


def _read_references(search: Search, quotes: Sequence[str]) -> None:
    """Propose the plan of the template to which a sentence agrees, or list the sentence.

    Sentences about the rest of the season are listed, because a proposal passes once, and so are those about
    pieces that may go with others.
    """
    if planning.agree(search, quotes) or planning.declare_all(search, quotes):
        return
    passes = any(isinstance(order, Pass) for _, order in search.orders)
    for quote in quotes:
        is_season = passes and sentence_phrases.WHOLE_SEASON.search(quote) is not None
        if (
            staying.is_open(quote)
            or is_season
            or sentence_phrases.FOR_THE_SEASON.search(quote)
            or phrases.AS_PROPOSED.search(quote)
            or second_thoughts.corrects(quote)
            or selection_words.CORRECTION.search(quote)
        ):
            search.words = quote
            search.leave()


def find_closing(sentence: Sentence, *, has_orders: bool) -> str:
    """Return a sentence that says that nothing follows, or ""."""
    if sentence.is_blocked:
        return ""
    closes = (_closes(clause, may_sum_up=has_orders or at == 0) for at, clause in enumerate(sentence.clauses))
    return sentence.quote if any(closes) else ""


def _closes(clause: Clause, *, may_sum_up: bool) -> bool:
    """Return True for `I am done`, `the rest stays`, and `that is all` if it `may_sum_up` orders."""
    if any(one.is_piece for one in clause.mentions):
        return False
    if phrases.SAYS_ALL.match(clause.text) or sentence_phrases.ALL_SAID.match(clause.text):
        return may_sum_up
    if not clause.mentions and (
        phrases.GOES_ON.search(clause.text) or phrases.NOTHING_MORE.match(clause.text)
    ):
        return True
    if clause.is_unreal or clause.is_of_others or any(one.area for one in clause.mentions):
        return False
    keys = clause.keys
    moves = clause.moves or not keys.isdisjoint(use.GOES_BACK | use.COMBAT)
    is_rest = not keys.isdisjoint(use.REST) and (clause.stays or (clause.is_denied and moves))
    others = [word for word in keys - _ENDING if not word.endswith("ing")]
    return is_rest or (not clause.is_denied and not keys.isdisjoint(_ENDS) and not others)


def _close(search: Search, reading: _Reading) -> None:
    """Propose `done` if the letter says so, and nothing in it is left unread."""
    for one in reading.sentences:
        planning.leave_battles(search, one.sentence)
    if search.unread or search.position is None:
        return
    words = reading.closing if search.orders else search.stands
    if not search.orders and isinstance(search.task, MovePieces | PassMove):
        # A remark alone does not end the movement.
        return
    if any(isinstance(order, Pass) for _, order in search.orders):
        return
    if words or search.stands:
        search.words = words or search.stands
        search.take((Done(side=search.side),))


def _leave_plans(search: Search, reading: _Reading) -> None:
    """List plans that are left out. The question is closed all the same: losses are asked about later."""
    for one in (*reading.sentences, *reading.certain):
        if remainders.leaves_plan(search, one):
            search.words = one.sentence.quote
            search.leave()
