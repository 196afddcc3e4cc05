"""A hunt for faults that no test notices: `python -m tests.great_war.mutation.hunt fire losses`.

Each mutant lives in a process of its own. It is met first by the conformance cases that run through the
function it changed, then by orders out of the blue, by trying everything, by battles of two opinions and by
random games. It is a tool for the hand: a full
hunt takes minutes.
"""

import importlib
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType

from referee.core import machine
from referee.core.dice import DiceNeeded
from referee.desk import packs
from referee.desk.conformance import cases, checks
from referee.desk.conformance.cases import FiledCase
from referee.systems.great_war.position import Position
from referee.systems.great_war.rules import GreatWar
from tests.great_war.mutation.mutants import Mutant, functions, mutants
from tests.great_war.random_play import broken_invariants, play
from tests.great_war.second_opinion.comparison import compare, rules_of
from tests.great_war.second_opinion.setups import set_up
from tests.great_war.test_options_are_all import differing, stands
from tests.great_war.test_orders_as_data import REFUSED, held_against

CHAPTERS = (
    "battles", "fire", "losses", "retreats", "driven", "special", "combat_cards", "air", "aircraft", "units",
    "control", "stacking", "movement", "transport", "reorganisation", "reserves", "offensives",
    "evolution.of_combat",
)  # fmt: skip
"""The chapters of combat and movement."""

PATIENCE = 20
"""Seconds after which a mutant that still runs is one that never ends, which is noticed too."""

BATTLES = 60
"""How many set-ups of battles a mutant meets."""

CASES = Path(__file__).parent.parent / "cases"


@dataclass
class Hunt:
    """What the mutants are met with, and what became of them."""

    filed: tuple[FiledCase, ...]
    stands: list[tuple[GreatWar, Position]] = field(default_factory=list)
    offering: dict[CodeType, list[int]] = field(default_factory=dict)
    touched: dict[CodeType, list[int]] = field(default_factory=dict)
    written: set[CodeType] = field(default_factory=set)
    fought: set[CodeType] = field(default_factory=set)
    played: set[CodeType] = field(default_factory=set)
    slow: bool = True

    def trace(self) -> None:
        """Learn which tests run through which functions, by running them all once."""
        for number, case in enumerate(self.filed):
            for code in traced(lambda case=case: bool(checks.differences(case))):
                self.touched.setdefault(code, []).append(number)
        if self.slow:
            self.stands = [(rules, position) for _, rules, position in stands(self.filed)]
            for number, (rules, position) in enumerate(self.stands):
                for code in traced(lambda rules=rules, position=position: bool(differing(rules, position))):
                    self.offering.setdefault(code, []).append(number)
            self.written, self.fought, self.played = traced(_orders), traced(_battles), traced(_games)

    def noticed(self, function: FunctionType, mutant: Mutant) -> str:
        """Who notices a mutant, in this process, which it spoils."""
        whole = function.__code__
        function.__code__ = mutant.code.replace(co_filename=whole.co_filename)
        for number in self.touched.get(whole, ()):
            if _differs(lambda number=number: bool(checks.differences(self.filed[number]))):
                return "case"
        for number in self.offering.get(whole, ()):
            if _differs(lambda number=number: bool(differing(*self.stands[number]))):
                return "offer"
        if whole in self.written and _differs(_orders):
            return "order"
        if whole in self.fought and _differs(_battles):
            return "battle"
        return "game" if whole in self.played and _differs(_games) else ""


def traced(test: Callable[[], bool]) -> set[CodeType]:
    """The functions that a test runs through."""
    seen: set[CodeType] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    sys.setprofile(profile)
    try:
        assert not test()
    finally:
        sys.setprofile(None)
    return seen


def _differs(try_: Callable[[], bool]) -> bool:
    """Whether a test fails, in whatever way."""
    try:
        return try_()
    except (Exception, DiceNeeded):
        return True


def _orders() -> bool:
    rules = GreatWar(packs.load("ttlm").pack, "1914")
    return any(clause not in held_against(rules, given, order) for given, order, clause in REFUSED)


def _battles() -> bool:
    tables = rules_of(packs.load("ttlm").pack)
    for seed in range(BATTLES):
        generator = random.Random(seed)
        plan = set_up(tables[False].theatre.pack, generator)
        compare(tables[plan.terms.blocked_stay], plan, generator, thorough=seed % 4 == 0)
    return False


def _games() -> bool:
    rules = rules_of(packs.load("ttlm").pack)[False]
    for turn in (None, 12):
        for before, order, events, after in islice(play(rules, 3, seasons=1, turn=turn), 120):
            if any(broken_invariants(rules, after)) or not machine.audit(rules, before, order, events):
                return True
    return False


def met(hunt: Hunt, function: FunctionType, mutant: Mutant) -> str:
    """Who notices a mutant, in a process of its own; `time` where it never ends."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE * (4 if hunt.slow else 1))
        os.write(writer, (hunt.noticed(function, mutant) or "nobody").encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        told = answer.read()
    os.waitpid(child, 0)
    return told or "time"


def chapter(name: str) -> ModuleType:
    return importlib.import_module(f"referee.systems.great_war.{name}")


def hunted(
    hunt: Hunt, names: tuple[str, ...], share: float, known_of: frozenset[str]
) -> Iterator[tuple[Mutant, str]]:
    """The mutants of these chapters, or some of them, and who noticed each."""
    generator = random.Random(1)
    for name in names:
        module = chapter(name)
        known = functions(module)
        for mutant in mutants(module):
            if generator.random() < share and (not known_of or str(mutant) in known_of):
                yield mutant, met(hunt, known[mutant.function], mutant)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(*arguments: str) -> None:
    """Hunt in the chapters that are named, or in all.

    `0.2` hunts a fifth of the mutants, `cases` meets them with the conformance cases only, and a file of
    an earlier hunt hunts those that nobody noticed then.
    """
    share = next((float(word) for word in arguments if word.replace(".", "").isdigit()), 1.0)
    earlier = [Path(word).read_text("utf-8").splitlines() for word in arguments if word.endswith(".log")]
    names = tuple(word for word in arguments if word in CHAPTERS) or CHAPTERS
    hunt = Hunt(cases.read([CASES]), slow="cases" not in arguments)
    hunt.trace()
    figures: dict[str, dict[str, int]] = {}
    started = time.monotonic()
    for mutant, by in hunted(hunt, names, share, frozenset(line for lines in earlier for line in lines)):
        row = figures.setdefault(mutant.module, {})
        row[by] = row.get(by, 0) + 1
        if by == "nobody":
            say(str(mutant))
    say(json.dumps(figures, indent=1))
    total = sum(sum(row.values()) for row in figures.values())
    left = sum(row.get("nobody", 0) for row in figures.values())
    say(f"{total} mutants, {total - left} noticed, {left} not, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
