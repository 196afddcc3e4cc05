"""A disputed entry with the position and facts that judge it again."""

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import asdict

from referee.engine.facts import Fact, OpenQuestion
from referee.engine.system import Rules, State
from referee.faults import Complaint, NotFound
from referee.matches import history
from referee.matches.history import Move, Step
from referee.matches.judging.entry_drafts import file_objection
from referee.matches.matches import Match
from referee.reports.letter_answers import cite_objection
from referee.systems.faces import Game
from schemas.answers.evidence import Weighed
from schemas.journal import Entry
from schemas.model import Order
from schemas.record import Event, FiledObjection, Rolled, Side, Value


class EvidenceFault(Fact):
    """A dispute that is not possible, or a fault found by one."""

    NOT_DISPUTABLE = "{match} has no entry {entry} that could be disputed", "name one from 1 to {last}"
    ONLY_ORDERS = "entry {entry} is a {kind}, and only an order can be in error"
    ALREADY_TAKEN_BACK = "entry {entry} was taken back: there is nothing to resolve"
    TOO_MANY_DISPUTED = "{count} entries are disputed, and {most} is the most that one ruling is about"
    ONE_AT_A_TIME = "one entry is explained at a time", "name one, or ask for a ruling with --resolve"
    NO_POLICY = "{match} was opened without a policy"
    POLICY_CHANGED = (
        "the policy {policy} is not the one {match} was opened with",
        "put the file back as it was",
    )
    NO_AMENDMENTS = "the policy {policy} amends no position", "a ruling takes back, `retract` too"
    AMENDMENT_UNAGREED = (
        "the policy {policy} asks for the consent of {sides}",
        "name each side that consents with --agreed",
    )
    AMENDMENT_UNKNOWN = "positions of {match} are not amended: its rules know no amendments"
    AMENDMENT_EMPTY = "nothing is to be amended", "write: referee amend MATCH 'put ge-i5 in metz'"
    AMENDMENT_PLAYS_ON = "{line}: play would go on by itself after it, and an amendment moves nothing else"
    REASON_OF_AMENDMENT = "an amendment has a reason", "give it with --reason"
    SHARD_MISSPELT = "{shard!r} does not name a part", "write 2/8 for the second part of eight"
    OTHER_AUDIT = (
        "the file holds an audit by version {program}, or by another choice of --rejudge",
        "give another file, or leave --resume out and add --force",
    )
    NO_ROWS = "the file holds no rows of an audit: {why}", "give a file written by `audit --rows`"
    ARCHIVE_UNKNOWN = "there is no folder {path}"
    NO_JOURNALS = (
        "there is no journal in {path}",
        "name a shelf, or a folder of files that end in .jsonl or .jsonl.gz",
    )
    NO_STORES = (
        "nothing here reads journals from elsewhere",
        "pip install fsspec, and the packages that its store needs",
    )
    STORE_NEEDS_MORE = "this store needs a package more: {why}"
    NO_CLUSTER = "nothing here speaks to a cluster", "pip install distributed, or leave out --engine"
    SCHEDULER_SILENT = "no scheduler answers at {address}", "begin one with `dask scheduler`"
    SCHEDULER_UNASKED = "only a cluster has a scheduler", "say --engine dask as well"
    WORKER_DIED = (
        "the process that judged it died {tries} times: nothing is known of this journal",
        "verify it alone, with more memory or time",
    )
    JUDGE_FAILED = (
        "our mistake: {kind}, and nothing is known of this journal",
        "verify it alone to see where",
    )
    NO_OWN_COPY = "{match} is not judged: this file is neither a whole journal nor the copy of one side"
    RULING_OTHER = "entry {entry} contradicts the policy {policy} that it names"
    PACK_SAYS_OTHERWISE = "the header says {field} {said}, and the pack that it names says {due}"
    TOLD_OTHERWISE = "entry {entry}: {fact} is not what was sealed"


MOST_TRIED = 3000
"""Highest number of other answers to try when searching for the clauses that an order met."""


class Case(Value):
    """An entry, the position before it, and the effects if it is an order or a ruling."""

    match: Match
    entry: Entry
    before: State
    moves: tuple[Move, ...]
    stands: bool

    @property
    def seq(self) -> int:
        """Number of the entry."""
        return self.entry.body.seq

    @property
    def is_judged(self) -> bool:
        """True if the entry makes the position."""
        return self.entry.body.kind in {"order", "ruling"}

    @property
    def events(self) -> tuple[Event, ...]:
        """Events of all its orders."""
        return tuple(event for move in self.moves for event in move.events)

    def played(self) -> Iterator[tuple[State, Move]]:
        """Yield its orders, each with the position before it."""
        return history.replay_moves(self.match.rules, self.before, self.moves)


def open_case(match: Match, seq: int) -> Case:
    """Return the case of an entry, effective or taken back."""
    if not 1 <= seq <= len(match.entries):
        raise NotFound(
            Complaint.of(EvidenceFault.NOT_DISPUTABLE, match=match.name, entry=seq, last=len(match.entries))
        )
    entry = match.entries[seq - 1]
    before = match.past.position(match.rules, match.entries_to(seq - 1))
    is_judged = entry.body.kind in {"order", "ruling"}
    moves = history.moves_of(match.rules, entry) if is_judged else ()
    # Events that do not fit the position are a fault to report before any other.
    history.after(match.rules, before, [event for move in moves for event in move.events], entry)
    stands = seq in match.standing(after=seq - 1) or not is_judged
    return Case(match=match, entry=entry, before=before, moves=moves, stands=stands)


def count_dice(events: Sequence[Event]) -> int:
    """Return the number of dice in some events."""
    rolls = (roll for event in events if isinstance(event, Rolled) for roll in event.rolls)
    return sum(len(roll.faces) for roll in rolls)


def since(match: Match, seq: int) -> list[Step]:
    """Return the effective orders and rulings from an entry on."""
    return list(match.steps(after=seq - 1))


def against(game: Game, state: State, order: Order) -> tuple[Weighed, ...]:
    """Return the objections of today's rules to an order."""
    rules = game.rules
    return tuple(
        weigh_case(game, file_objection(game, objection)) for objection in rules.objections(state, order)
    )


def list_clauses_met(game: Game, state: State, order: Order) -> tuple[Weighed, ...]:
    """Return the clauses that an order met and that refuse other answers of its kind.

    Each has such an answer as an example, to show the limit.
    """
    rules, write = game.rules, game.notation.write
    clauses = {objection.clause for objection in rules.objections(state, order)}
    examples: dict[str, Weighed] = {}
    for other in islice(_alike(rules, state, order), MOST_TRIED):
        for objection in rules.objections(state, other):
            if objection.clause not in clauses and objection.clause not in examples:
                examples[objection.clause] = weigh_case(game, file_objection(game, objection), write(other))
    return tuple(sorted(examples.values(), key=lambda one: one.number))


def questions(rules: Rules, state: State, side: Side) -> tuple[OpenQuestion, ...]:
    """Return the prompts of a side."""
    return tuple(prompt for prompt in rules.prompts(state) if prompt.side == side)


def lawful_answers(game: Game, state: State, order: Order, most: int) -> tuple[str, ...]:
    """Return other legal answers of any kind to the prompts of the side, as lines of a letter."""
    answers = (
        game.notation.write(answer)
        for prompt in questions(game.rules, state, order.side)
        for answer in game.rules.lawful(state, prompt)
        if answer != order
    )
    return tuple(islice(dict.fromkeys(islice(answers, MOST_TRIED)), most))


def weigh_case(game: Game, objection: FiledObjection, example: str = "") -> Weighed:
    """Return an objection with its number in the rulebook."""
    return Weighed(**asdict(cite_objection(game, objection)), example=example)


def _alike(rules: Rules, state: State, order: Order) -> Iterator[Order]:
    """Yield other answers of the same kind to the prompts of the side."""
    for prompt in questions(rules, state, order.side):
        for answer in rules.options(state, prompt):
            if answer.type == order.type and answer != order:
                yield answer
