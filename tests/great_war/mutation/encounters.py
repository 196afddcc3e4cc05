"""What mutants are met with: the tests, which functions each runs through, and who notices a fault."""

import os
import random
import resource
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from types import CodeType, FunctionType

from referee.engine import machine
from referee.engine.dice import DiceNeeded
from referee.packs import loading
from referee.packs.conformance import case_differences
from referee.systems.great_war.rules import GreatWar
from tests.great_war.filed import without_twins
from tests.great_war.random_play import broken_invariants, play
from tests.great_war.second_opinion.comparison import compare, rules_of
from tests.great_war.second_opinion.setups import set_up
from tests.great_war.test_options_are_all import differing, stands
from tests.great_war.test_orders_as_data import REFUSED, held_against
from tests.great_war.test_switches import HOMECOMINGS, by_one_line, comes_home, one_line_only
from tests.mutation.mutants import Mutant
from tests.mutation.tracing import list_entered

BATTLES = 60
"""How many set-ups of battles a mutant meets."""

PATIENCE = 20
"""How many times as long as without a mutant a test may take with it: one that never ends is noticed."""

QUICK = 0.2
"""The seconds of a test that a mutant may meet first because it noticed the one before."""

MEMORY = 2 << 30
"""The bytes that a process with a mutant may have: one that piles things up for ever is noticed."""


@dataclass(frozen=True)
class Encounter:
    """One test: of what manner it is, and whether it finds anything amiss."""

    manner: str
    amiss: Callable[[], object]


def narrow() -> Iterator[Encounter]:
    """The conformance cases, orders out of the blue, and switches that no pack of ours turns."""
    for filed in without_twins():
        yield Encounter("case", partial(case_differences.differences, filed))
    yield Encounter("order", _orders)
    yield Encounter("switch", _switches)


def wide() -> Iterator[Encounter]:
    """Battles of two opinions, random games, and trying everything."""
    for first in range(0, BATTLES, 10):
        yield Encounter("battle", partial(_battles, range(first, first + 10)))
    for turn in (None, 12):
        yield Encounter("game", partial(_game, turn))
    for _, rules, position in stands(without_twins()):
        yield Encounter("offer", partial(differing, rules, position))


def _orders() -> bool:
    rules = GreatWar(loading.load("ttlm").pack, "1914")
    return any(clause not in held_against(rules, given, order) for given, order, clause in REFUSED)


def _switches() -> bool:
    western = GreatWar(loading.load("ttlm").pack, "1914")
    homes = any(comes_home(western, areas) != home for areas, home in HOMECOMINGS)
    return homes or by_one_line(western, "western") != one_line_only("western")


def _battles(seeds: range) -> bool:
    tables = rules_of(loading.load("ttlm").pack)
    for seed in seeds:
        generator = random.Random(seed)
        plan = set_up(tables[False].theatre.pack, generator)
        compare(tables[plan.terms.blocked_stay], plan, generator, thorough=seed % 4 == 0)
    return False


def _game(turn: int | None) -> bool:
    rules = rules_of(loading.load("ttlm").pack)[False]
    return any(
        any(broken_invariants(rules, after)) or not machine.audit(rules, before, order, events).agrees
        for before, order, events, after in islice(play(rules, 3, seasons=1, turn=turn), 120)
    )


@dataclass
class Encounters:
    """The tests in the order in which a mutant of a function meets them, the likeliest to notice first."""

    tests: tuple[Encounter, ...]
    seconds: dict[int, float] = field(default_factory=dict[int, float])
    through: dict[CodeType, list[int]] = field(default_factory=dict[CodeType, list[int]])

    def trace(self) -> None:
        """Learn which tests run through which functions, by running all of them once."""
        seen: dict[int, set[CodeType]] = {}
        for number, test in enumerate(self.tests):
            started = time.process_time()
            seen[number] = _traced(test)
            self.seconds[number] = time.process_time() - started
        for number in sorted(seen, key=lambda one: self.seconds[one]):
            for code in seen[number]:
                self.through.setdefault(code, []).append(number)

    def meet(self, function: FunctionType, mutant: Mutant) -> "Meeting":
        """A mutant meets the tests, in a process of its own."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            number = self._noticing(function, mutant)
            os.write(writer, str(number).encode())
            os._exit(0)
        os.close(writer)
        return Meeting(mutant, function.__code__, child, reader)

    def _noticing(self, function: FunctionType, mutant: Mutant) -> int:
        """The test that notices a mutant, or -1; in this process, which it spoils."""
        whole = function.__code__
        function.__code__ = mutant.code(function)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        for number in self.through.get(whole, ()):
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE * (0.1 + self.seconds[number]))
            if _notices(self.tests[number]):
                return number
        return -1

    def end(self, meeting: "Meeting") -> str:
        """In what manner a mutant was noticed, or nothing; its test is the first that the next one meets."""
        with os.fdopen(meeting.reader) as answer:
            told = answer.read()
        os.waitpid(meeting.process, 0)
        if not told:
            return "time"
        number = int(told)
        if number < 0:
            return ""
        order = self.through[meeting.code]
        if self.seconds[number] < QUICK:
            order.remove(number)
            order.insert(0, number)
        return self.tests[number].manner


@dataclass(frozen=True)
class Meeting:
    """A mutant that meets the tests: in which process, and where the answer is to be read."""

    mutant: Mutant
    code: CodeType
    process: int
    reader: int


def _traced(test: Encounter) -> set[CodeType]:
    """The functions of the rules that a test runs through."""

    def meet() -> None:
        assert not test.amiss()

    return list_entered(meet, "great_war")


def _notices(test: Encounter) -> bool:
    """Whether a test fails, in whatever way."""
    try:
        return bool(test.amiss())
    except (Exception, DiceNeeded):
        return True
