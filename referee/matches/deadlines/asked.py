"""Who was asked when, and when he answered.

A side owes an answer from the entry that makes the match wait for it. It owes the same one as long as it is
asked the same: who sends one order each day has no more time for his turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from referee.engine.system import Rules
from referee.matches.journal.reading import MOVING
from referee.matches.past import Past
from referee.values.value import Value
from schemas.journal import Entry
from schemas.record import Side

Questions = Mapping[Side, frozenset[tuple[str, str]]]
"""What sides are asked: kinds of question and their subjects. All of it is in the view of the public."""


class Timeline(Protocol):
    """What has happened in a match: a match has it, and a journal with the rules that it is read by."""

    @property
    def rules(self) -> Rules:
        """The rules, bound to pack and scenario."""
        ...

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything that was filed."""
        ...

    @property
    def past(self) -> Past:
        """What the entries come to."""
        ...


class NamedTimeline(Timeline, Protocol):
    """What has happened in a match of a shelf."""

    @property
    def name(self) -> str:
        """What the shelf calls the match."""
        ...


class Asked(Value):
    """An answer that a side owes, or owed: the entry since when, and the one that gave it."""

    side: Side
    prompts: frozenset[tuple[str, str]]
    since: Entry
    answer: Entry | None = None

    @property
    def questions(self) -> frozenset[str]:
        """The kinds of question."""
        return frozenset(question for question, _ in self.prompts)

    def runs_at(self, seq: int) -> bool:
        """Whether it was owed when an entry was filed."""
        return self.since.body.seq < seq and (self.answer is None or seq <= self.answer.body.seq)


def list_asked(match: Timeline) -> Iterator[Asked]:
    """Every answer that was owed, in the order in which they were given; at the end those that still are."""
    owed: dict[Side, Asked] = {}
    for entry in match.entries:
        if not _changes_questions(entry):
            continue
        questions = _read_questions(match, entry.body.seq)
        for asked in [one for one in owed.values() if _is_over(one, entry, questions)]:
            del owed[asked.side]
            if entry.body.kind == "order" and entry.body.side == asked.side:
                yield Asked(asked.side, asked.prompts, asked.since, entry)
        for side, prompts in questions.items():
            owed.setdefault(side, Asked(side, prompts, entry))
    yield from owed.values()


def list_owed(match: Timeline) -> tuple[Asked, ...]:
    """The answers that are owed now; no more of the past is looked at than is needed."""
    found: dict[Side, Asked] = {}
    now = questions = _read_questions(match, len(match.entries))
    for seq in range(len(match.entries), 0, -1):
        if len(found) == len(now):
            break
        entry = match.entries[seq - 1]
        if _changes_questions(entry):
            before = _read_questions(match, seq - 1)
            for side in now.keys() - found.keys():
                asked = Asked(side, now[side], entry)
                if side not in before or _is_over(Asked(side, before[side], entry), entry, questions):
                    found[side] = asked
            questions = before
    return tuple(found[side] for side in now if side in found)


def _changes_questions(entry: Entry) -> bool:
    return entry.body.kind in MOVING or entry.body.kind in {"retract", "reveal"}


def _is_over(asked: Asked, entry: Entry, questions: Questions) -> bool:
    """Whether an entry ends what was owed before it: a takeback gives no time back."""
    return entry.body.kind == "retract" or questions.get(asked.side) != asked.prompts


def _read_questions(match: Timeline, count: int) -> Questions:
    """What is asked after so many entries; nothing before the first, and when a match is closed."""
    entries = match.entries[:count]
    if not count or match.past.find_reveal(entries):
        return {}
    asked: dict[Side, frozenset[tuple[str, str]]] = {}
    for prompt in match.rules.prompts(match.past.position(match.rules, entries)):
        asked[prompt.side] = asked.get(prompt.side, frozenset()) | {(prompt.question, prompt.subject)}
    return asked
