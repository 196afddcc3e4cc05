"""Wars under a covering array of options: every pair of choices of two options is in force in one row.

`python -m tests.great_war.campaigns.option_pairs --pack ttlm --wars 100` plays so many wars under each row.
What holds under all options is checked after each order: counters, cards, owners, stacking, plans, the
position that the events give again, and the one compulsory battle of a limited turn. The run stops with the
first war that breaks one, and prints its row and seed. The books of `ledger` know no options: not used.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random

from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.events import BattleDeclared, TurnOpened
from tests.great_war.campaigns.campaign import BrokenError, steps
from tests.great_war.random_play import broken_invariants

Choice = tuple[str, str]
"""An option and its choice."""

Pair = tuple[Choice, Choice]

TRIES = 20
"""Number of random rows from which the one with the most new pairs is taken."""

WARS = {"ttlm": "1914", "aac": "1914"}
"""The scenario of each pack."""


def list_pairs(options: Mapping[str, Sequence[str]]) -> set[Pair]:
    """Every pair of choices of two options."""
    return {
        ((one, mine), (other, yours))
        for one, other in combinations(sorted(options), 2)
        for mine, yours in product(options[one], options[other])
    }


def cover(options: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Rows of choices that contain every pair, greedily made and always the same."""
    missing, generator = list_pairs(options), Random(43)
    rows: list[dict[str, str]] = []
    while missing:
        begin = dict(min(missing))
        rows_tried = [_complete(begin, options, missing, generator) for _ in range(TRIES)]
        row = max(rows_tried, key=lambda one: len(missing & set(_list_own(one))))
        missing -= set(_list_own(row))
        rows.append(row)
    return rows


def _complete(
    begin: Mapping[str, str], options: Mapping[str, Sequence[str]], missing: set[Pair], generator: Random
) -> dict[str, str]:
    """A row that begins with a pair; each further option has the choice with the most new pairs."""
    row = dict(begin)
    order = [name for name in options if name not in row]
    generator.shuffle(order)
    for name in order:
        choices = [*options[name]]
        generator.shuffle(choices)
        row[name] = max(
            choices, key=lambda choice: sum(_pair(name, choice, one) in missing for one in row.items())
        )
    return row


def _pair(name: str, choice: str, other: Choice) -> Pair:
    first, second = sorted(((name, choice), other))
    return first, second


def _list_own(row: Mapping[str, str]) -> Iterator[Pair]:
    yield from combinations(sorted(row.items()), 2)


def list_rows(pack: str) -> list[dict[str, str]]:
    """The covering array of the options of a pack."""
    options = {option.id: option.choices for option in rulesets.bind(pack, WARS[pack], {}).pack.game.options}
    return cover(options)


def play(pack: str, row: Mapping[str, str], seed: int) -> int:
    """Play a war under a row to its end, and return the number of its orders."""
    rules = rulesets.bind(pack, WARS[pack], row).rules
    assert isinstance(rules, GreatWar)
    count, compulsory = 0, Counter[tuple[int, str, int]]()
    position = rules.start()
    turns = 0
    for before, order, events, after in steps(rules, seed, parley=20):
        position = before
        for event in events:
            turns += isinstance(event, TurnOpened)
            position = rules.evolve(position, event)
            now = position.now
            if isinstance(event, BattleDeclared) and event.compulsory and now is not None:
                compulsory[turns, now.kind, position.map.turn] += 1
        faults = [*broken_invariants(rules, after)]
        if position != after:
            faults.append("the events give another position")
        faults += (f"{number} compulsory battles" for (_, kind, _), number in compulsory.items()
                   if kind == "limited" and number > 1)  # fmt: skip
        if faults:
            raise BrokenError(f"order {count}, {order!r}: {faults[:4]}")
        count += 1
    assert not rules.prompts(position), "the war is over"
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pack", choices=sorted(WARS), default="ttlm")
    parser.add_argument("--wars", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    rows = list_rows(asked.pack)
    orders = 0
    for number, row in enumerate(rows):
        for seed in range(asked.first, asked.first + asked.wars):
            try:
                orders += play(asked.pack, row, seed)
            except Exception as fault:
                sys.exit(f"row {number}, seed {seed}: {row}\n{type(fault).__name__}: {fault}")
    sys.stdout.write(f"{len(rows)} rows, {len(rows) * asked.wars} wars, {orders} orders: none broken\n")


if __name__ == "__main__":
    main()
