"""Twins in whole seasons: pairs of games with the same public course, whose secrets differ.

In one kind of pair the cards that the one side never saw have changed places, in every shuffle. In the other
kind the armies of the other side hold other pieces. Both kinds fight battles. At every kind of question that
comes up, everything that the one side and strangers may see is compared: views, answers, options, copies and
sizes, and the number of functions that were called for some of them. Then both games go on by mail. Other
pairs differ in the orders of a plan, or in a bid. `python -m tests.great_war.season_twins --pairs 100` prints
how often each kind of question was compared.
"""

import argparse
import gc
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec.structs import replace

from referee.__main__ import THRESHOLDS
from referee.engine import machine
from referee.engine.dice import replay_dice
from referee.engine.system import Accepted, Rules
from referee.mail import receiving, seats
from referee.mail.office import FOLDER, open_office
from referee.matches import secret_store, shelf
from referee.matches.journal import line
from referee.matches.judging import judge_letter
from referee.matches.matches import Match
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.reports import documents, legal_orders, letter_answers, logs
from referee.reports.formats import plain_text
from schemas.letter import LetterLine
from schemas.model import Order
from schemas.record import PUBLIC, Shuffled, to_json
from tests.benchmarks.counts import count_calls
from tests.great_war import template_twins, twins
from tests.great_war.twins import AT, DIGESTS, EN, GE, LETTERS, SECRETS, Play

SCENARIOS = ("1914", "1916", "1918")
LATE = ("1917", "1919")

MOST = 160
"""Most orders of a game."""

MOST_OPTIONS = 60
"""Options that are compared."""

PLAYERS = {GE: "anna@player.example", EN: "bert@player.example"}
CONFIG = 'address = "referee@club.example"\nproof = "address"\n'
IDS = re.compile(r"[0-9a-f]{64}|(?<=referee\+)[0-9a-f]{20}|(?<=\.)[0-9a-f]{32}(?=@)")
"""Parts of a mail that are random or digests: heads, tokens and ids."""

FULL = 9
"""One in this number of pairs is compared in everything."""

RULINGS = 5
"""Letters that are rehearsed at each question."""

Output = tuple[str, str | int]
"""The name of something that is shown, and the thing."""


Ends = tuple[int, int]
"""The number of plays of both games that come before a question."""

Shown = tuple[str, object, object]
"""The place of an output, and what it was in both games."""


class Pair(NamedTuple):
    """Two games with the same public course, and the ruleset of both.

    Without `has_course` only their ends are compared. With `has_open_armies` everyone sees what armies hold.
    """

    bound: Ruleset
    one: Sequence[Play]
    two: Sequence[Play]
    has_course: bool = True
    has_open_armies: bool = True

    def cut(self, ends: Ends) -> list[tuple[Sequence[Play], Match, list[bytes]]]:
        """Return the first plays of both games, each with its match and the lines of its journal."""
        parts = [game[:end] for game, end in zip((self.one, self.two), ends, strict=True)]
        return [(plays, *twins.filed(self.bound, plays, "")) for plays in parts]


def build(seed: int) -> Pair:
    """Return a pair of games; the number decides what is secret."""
    secret, generator = list(BUILDERS)[seed % len(BUILDERS)], random.Random(seed)
    return BUILDERS[secret](seed, generator)


def _build_cards(seed: int, generator: random.Random) -> Pair:
    """Other cards in hand and deck."""
    bound = _bind(generator.choice(SCENARIOS))
    plays = twins.played(bound.rules, seed, generator.randint(MOST // 4, MOST))
    return Pair(bound, plays, _exchange_cards(bound.rules, plays, generator))


def _build_armies(_: int, generator: random.Random) -> Pair:
    """Other pieces in armies."""
    bound = _bind(generator.choice(LATE), "hidden-templates", "yes")
    both = template_twins.twins(bound.rules, generator, generator.randint(MOST // 4, MOST))
    return Pair(bound, both.one, both.two, has_open_armies=False)


def _build_plans(seed: int, generator: random.Random) -> Pair:
    """Other orders under seal in the last letter."""
    bound = _bind(generator.choice(SCENARIOS[1:]))
    return Pair(bound, *twins.letters_apart(bound, seed), has_course=False)


def _build_bids(seed: int, _: random.Random) -> Pair:
    """Other cards bid for the initiative."""
    bound = _bind("1914", "initiative", "bidding")
    return Pair(bound, *twins.bids_apart(bound, seed), has_course=False)


BUILDERS = {"cards": _build_cards, "armies": _build_armies, "plans": _build_plans, "bids": _build_bids}
"""Functions that build pairs, by what is secret."""


@cache
def _bind(scenario: str, *choice: str) -> Ruleset:
    return rulesets.bind("ttlm", scenario, dict([choice]) if choice else {})


def _exchange_cards(rules: Rules, plays: Sequence[Play], generator: random.Random) -> list[Play]:
    """Return the same orders and dice over another deck: no order names a card that changed its place."""
    shuffles = [event for play in plays for event in play.events if isinstance(event, Shuffled)]
    seen = twins.seen_cards(rules, plays)
    hidden = sorted({card for event in shuffles for card in event.order} - seen)
    moved = dict(zip(hidden, generator.sample(hidden, len(hidden)), strict=True))
    games: list[Play] = []
    state = rules.start()
    for play in plays:
        events = [_move_cards(event, moved) for event in play.events]
        before = state
        if play.order is None:
            state, happened = machine.run_on(rules, state, replay_dice(events))
        else:
            state, verdict = machine.play(rules, state, play.order, replay_dice(events))
            assert isinstance(verdict, Accepted), (play.order, verdict)
            happened = verdict.events
        games.append(Play(play.order, happened, before))
    return games


def _move_cards(event: Any, moved: Mapping[int, int]) -> Any:
    if not isinstance(event, Shuffled):
        return event
    return replace(event, order=tuple(moved.get(card, card) for card in event.order))


def find_points(pair: Pair, generator: random.Random) -> dict[str, Ends]:
    """Return for each kind of question, and each side, how many plays of both games come before it."""
    ends = len(pair.one), len(pair.two)
    numbers: dict[str, list[Ends]] = {}
    for number, play in enumerate(pair.one[1:], 1) if pair.has_course else ():
        for prompt in pair.bound.rules.prompts(play.before):
            numbers.setdefault(f"{prompt.question} of {prompt.side}", []).append((number, number))
    for prompt in pair.bound.rules.prompts(twins.after(pair.bound.rules, pair.one)):
        numbers.setdefault(f"{prompt.question} of {prompt.side}", []).append(ends)
    return {question: generator.choice(found) for question, found in sorted(numbers.items())}


def compare(seed: int) -> tuple[Counter[str], str]:
    """Compare a pair of games. Return the counts of what was compared, and the first difference, or ""."""
    pair, generator = build(seed), random.Random(seed)
    counts: Counter[str] = Counter({"pairs": 1, f"pairs: {list(BUILDERS)[seed % len(BUILDERS)]}": 1})
    battles = sum(event.type == "fire-resolved" for play in pair.one for event in play.events)
    counts += Counter({"battles": battles, "pairs with battles": min(battles, 1)})
    points = find_points(pair, generator)
    shown = [_compare_point(pair, *point, generator, counts) for point in points.items()]
    if points:
        question, ends = generator.choice([*points.items()])
        shown += [_compare_all(pair, ends)] if seed % FULL == 0 else []
        shown += [_compare_mails(pair, question, ends, counts)]
    for place, mine, theirs in chain.from_iterable(shown):
        counts["outputs"] += 1
        if mine != theirs:
            return counts, f"pair {seed}, {place}"
    return counts, ""


def _compare_point(
    pair: Pair, question: str, ends: Ends, generator: random.Random, counts: Counter[str]
) -> Iterator[Shown]:
    """Yield what is shown at a question."""
    (_, one, one_lines), (_, two, two_lines) = pair.cut(ends)
    letters = generator.sample(LETTERS, RULINGS)
    counts += Counter({"points": 1, f"question: {question}": 1})
    counts["points with other secrets"] += _view(one, EN) != _view(two, EN)
    for mine, theirs in zip_longest(
        list_outputs(one, one_lines, letters), list_outputs(two, two_lines, letters)
    ):
        yield f"{question}: {mine and mine[0]}", mine, theirs
    # A rehearsed order goes through the plan of the other side, and opens its armies in a battle, before it
    # stops: this takes longer if there is more in them.
    if pair.has_course and pair.has_open_armies:
        calls = (count_calls(partial(rule, match, letters[0])) for match in (one, two))
        yield f"{question}: calls for a ruling on {letters[0]}", next(calls), next(calls)


def _compare_all(pair: Pair, ends: Ends) -> Iterator[Shown]:
    """Yield every output that there is: pages, pictures, tables, disputes and odds among them."""
    # Letters of different lengths are rehearsed in another test.
    list_all = twins.outputs if ends[0] == ends[1] else twins.records
    for mine, theirs in zip_longest(*(list_all(match, lines) for _, match, lines in pair.cut(ends))):
        yield f"everything: {mine and mine[0]}", mine, theirs


def _compare_mails(pair: Pair, question: str, ends: Ends, counts: Counter[str]) -> Iterator[Shown]:
    """Yield the mails after letters to both games."""
    order = _find_next_order(pair, ends)
    mine, theirs = (list_mails(match, lines, order) for _, match, lines in pair.cut(ends))
    counts += Counter({"mails": len(mine), "orders by mail": int(order is not None)})
    yield f"{question}: mails", mine, theirs


def _find_next_order(pair: Pair, ends: Ends) -> Order | None:
    """Return the next order of both games if the one side gave it: another may show what was secret."""
    following = [
        game[number].order
        for game, number in zip((pair.one, pair.two), ends, strict=True)
        if number < len(game)
    ]
    order = following[0] if len(following) == 2 and following[0] == following[1] else None
    return order if pair.has_course and order is not None and order.side == GE else None


def _view(match: Match, viewer: str) -> str:
    return to_json(documents.view(match, viewer))


def list_outputs(match: Match, lines: Sequence[bytes], letters: Sequence[str]) -> Iterator[Output]:
    """Yield what the one side, or a stranger, may be shown of a match; digests are blotted out."""
    for name, output in _list_records(match, lines):
        yield name, DIGESTS.sub("#", output)
    for name, output in _list_answers(match, letters):
        yield name, DIGESTS.sub("#", output)
    yield "calls for the view", count_calls(partial(_view, match, GE))
    yield "calls for the options", count_calls(partial(legal_orders.options, match, GE, 3))


def _list_records(match: Match, lines: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    last = match.journal.head.seq
    for viewer in (GE, PUBLIC):
        # Each copy of a line has its size in it.
        yield f"copy for {viewer}", b"".join(line.own_copy(raw, viewer) for raw in lines[-8:]).decode()
        yield f"view of {viewer}", _view(match, viewer)
    yield "log", to_json(logs.log(match, GE, 30))
    yield "report", plain_text.write(documents.report(match, GE, since=max(0, last - 6), full=True))


def _list_answers(match: Match, letters: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield "prompts", to_json(legal_orders.prompts(match, GE))
    yield "options", to_json(legal_orders.options(match, GE, MOST_OPTIONS))
    for letter in letters:
        yield f"ruling on {letter}", rule(match, letter)


def rule(match: Match, letter: str) -> str:
    """Return the answer to a letter of the one side that is only rehearsed."""
    asked = LetterLine(line=1, column=1, text=letter, typed=letter)
    heard = judge_letter.judge_lines(match.system, match.position(), GE, [asked], dry=True)
    return to_json(letter_answers.answer_rehearsal(match, GE, heard))


def list_mails(match: Match, lines: Sequence[bytes], order: Order | None) -> list[str]:
    """Return the mails to the one side after letters to a game that goes on by mail."""
    letters = ["move ge-1 to the moon\npass", "help"]
    if order is not None:
        letters.append(match.system.notation.write(order))
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "twin").mkdir()
        (root / FOLDER).mkdir()
        (root / FOLDER / "config.toml").write_text(CONFIG)
        (root / "twin" / shelf.JOURNAL).write_bytes(b"".join(lines))
        secret_store.save_secrets(root / "twin" / shelf.SECRETS, SECRETS)
        with open_office(root) as desk:
            for side, address in PLAYERS.items():
                seats.take_seat(desk, "twin", side, address)
            for number, text in enumerate(letters):
                raw = f"From: {PLAYERS[GE]}\nMessage-ID: <{number}@p.example>\nSubject: [twin]\n\n{text}\n"
                receiving.receive(desk, raw.encode(), AT)
        sent = [path.read_bytes() for path in sorted((root / FOLDER / "out").rglob("*")) if path.is_file()]
    return sorted(IDS.sub("#", mail.decode()) for mail in sent if PLAYERS[EN].encode() not in mail)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="number of the first pair")
    parser.add_argument("--pairs", type=int, default=100, help="number of pairs")
    asked = parser.parse_args()
    gc.set_threshold(*THRESHOLDS)
    total: Counter[str] = Counter()
    for seed in range(asked.seed, asked.seed + asked.pairs):
        counts, difference = compare(seed)
        total += counts
        if difference:
            sys.exit(difference)
    sys.stdout.writelines(f"{count:8,} {name}\n" for name, count in sorted(total.items()))


if __name__ == "__main__":
    main()
