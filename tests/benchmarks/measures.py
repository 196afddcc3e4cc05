"""What is measured, and the budget each figure is held against."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from random import Random

from referee.engine import machine
from referee.engine.dice import NoDice
from referee.matches import history, journal
from referee.matches.matches import Match
from referee.packs import loading as packs
from referee.reports import documents, publishing
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import GreatWarOrder, Move, Offensive
from tests.benchmarks import long_match, wars
from tests.benchmarks.stopwatch import (
    PASS,
    ROOT,
    Command,
    collector_at_rest,
    interleaved,
    least,
    peak_memory,
    seconds,
)
from tests.great_war.random_play import LooseDice, play

MATCH_OF_CLUB = 400
"""Events of a match of a club."""


@dataclass(frozen=True)
class Size:
    """How much is measured: events of two matches, rounds, seasons of a game, letters, matches of a club.

    `wars` is how often recorded wars are gone through.
    """

    events: int
    more_events: int
    rounds: int
    seasons: int
    letters: int
    matches: int = 0
    wars: int = 1


FULL = Size(events=2000, more_events=14_000, rounds=15, seasons=30, letters=20, matches=1000, wars=3)
QUICK = Size(events=60, more_events=120, rounds=1, seasons=1, letters=2, matches=3)


@dataclass(frozen=True, kw_only=True)
class Result:
    """A line of the table; `measured` is what the watch said, `figure` what is held against the budget."""

    what: str
    measured: str
    figure: float
    unit: str
    budget: float
    at_least: bool = False

    @property
    def within(self) -> bool:
        """Whether the promise is kept."""
        return self.figure >= self.budget if self.at_least else self.figure <= self.budget


class Bench:
    """What the measures share: a folder and an environment of their own, and matches built on demand."""

    def __init__(self, folder: Path, size: Size) -> None:
        self.folder, self.size = folder, size
        # Whoever installs the program has its byte-code; here it is kept apart from that of the checkout.
        inherited = {name: told for name, told in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.environment = {
            **inherited,
            "PYTHONPATH": str(ROOT),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "REFEREE_SHELF": str(folder / "shelf"),
        }

    @cached_property
    def match(self) -> Match:
        """The long match."""
        return long_match.build(self.folder / "shelf", self.size.events)

    @cached_property
    def longer(self) -> Match:
        """A match of the same kind that is many times as long."""
        return long_match.build(self.folder / "longer", self.size.more_events)

    @cached_property
    def western(self) -> GreatWar:
        """The western theatre in SUMMER 1914."""
        return GreatWar(packs.load("ttlm").pack, "1914")

    @cached_property
    def wars(self) -> tuple[Match, ...]:
        """Recorded wars; where little is measured, the shortest of them."""
        endings = wars.WARS if self.size.wars > 1 else wars.WARS[-1:]
        return tuple(wars.find(self.folder, ending) for ending in endings)

    @cached_property
    def letters(self) -> tuple[bytes, ...]:
        """Letters of one move each, which the long match takes one after the other."""
        rules = self.match.rules
        moves = islice(_moves(rules, self.match.position()), self.size.letters)
        return tuple(f"side: {move.side}\n{rules.write(move)}".encode() for move in moves)

    @cached_property
    def anew(self) -> Callable[[], object]:
        """What takes the long match back to where it was."""
        return self._take_back(self.match, self.folder / "kept")

    @cached_property
    def longer_anew(self) -> Callable[[], object]:
        """The same of the longer match."""
        return self._take_back(self.longer, self.folder / "longer-kept")

    def _take_back(self, match: Match, kept: Path) -> Callable[[], object]:
        there = match.folder
        shutil.copytree(there, kept)

        def take_back() -> None:
            shutil.copytree(kept, there, dirs_exist_ok=True)
            # The fold of another file is of no use: a match that is played has one.
            _referee("show", match.name, "--quiet", "--shelf", str(there.parent)).run(self.environment)

        return take_back

    @cached_property
    def club(self) -> Path:
        """A shelf of many matches of some hundred events each."""
        one = long_match.build(self.folder / "one", min(self.size.events, MATCH_OF_CLUB))
        for number in range(self.size.matches):
            shutil.copytree(one.folder, self.folder / "club" / f"match-{number}")
        return self.folder / "club"

    def cold(self, **commands: Command) -> tuple[float, dict[str, float]]:
        """The seconds of the bare interpreter, and those of the commands in the same rounds."""
        took = interleaved({"": PASS, **commands}, self.environment, self.size.rounds)
        return took.pop(""), took


def _moves(rules: GreatWar, position: Position) -> Iterator[Move]:
    """Lawful moves of the side that may move, one after the other, while there are any."""
    generator = Random(1914)
    while True:
        (prompt,) = rules.prompts(position)
        moves = [order for order in rules.options(position, prompt) if isinstance(order, Move)]
        generator.shuffle(moves)
        move = next((move for move in moves if not any(rules.objections(position, move))), None)
        if move is None:
            return
        yield move
        position, _ = machine.play(rules, position, move, NoDice())


def starts(bench: Bench) -> Iterator[Result]:
    """What has to answer before anything heavy is imported."""
    asked = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": f"referee show {bench.match.name[0]}"}
    base, took = bench.cold(
        version=_referee("--version"),
        help=_referee("--help"),
        misuse=_referee("shwo", exit=2),
        completion=_referee(more={**asked, "COMP_CWORD": "2"}),
    )
    yield _ratio("referee --version", took["version"], base, 1.5)
    yield _ratio("referee --help", took["help"], base, 6)
    yield _ratio("a mistyped command", took["misuse"], base, 6)
    yield _ratio("completion of a match", took["completion"], base, 6)


WHOLE_STORIES = (("show", "referee"), ("log", "referee"), ("map", "public"), ("report", "german"))
"""Commands that look at many entries, and for whom."""

READING = ("show", "prompts", "log", "options")
"""Commands that only read, asked for all day long."""


def commands(bench: Bench) -> Iterator[Result]:
    """What is done every day with a long match."""
    name = bench.match.name
    base, took = bench.cold(
        submit=_referee("submit", name, stdin=bench.letters[0], prepare=bench.anew),
        verify=_referee("verify", name),
        **{command: _referee(command, name) for command in READING},
    )
    yield _ratio("submit, one move", took["submit"], base, 16)
    for command in READING:
        yield _ratio(command, took[command], base, 12)
    yield _ratio("verify", took["verify"], base, 18)


def length(bench: Bench) -> Iterator[Result]:
    """What is done every day, with a match that is many times as long."""
    name, shelf = bench.longer.name, ("--shelf", str(bench.longer.folder.parent))
    (move,) = islice(_moves(bench.longer.rules, bench.longer.position()), 1)
    letter = f"side: {move.side}\n{bench.longer.rules.write(move)}".encode()
    asked = {"show": (), "prompts": (), "options": (), "report": (), "map": (), "dispute": ("20",)}
    readers = {command: _referee(command, name, *more, *shelf) for command, more in asked.items()}
    sent = _referee("submit", name, *shelf, stdin=letter, prepare=bench.longer_anew)
    base, took = bench.cold(submit=sent, **readers)
    entries = f"{len(bench.longer.entries):,} entries"
    yield _ratio(f"submit of a longer match, {entries}", took.pop("submit"), base, 16)
    for command, of in took.items():
        budget = 16 if command == "dispute" else 12
        yield _ratio(f"{command} of a longer match, {entries}", of, base, budget)


def club(bench: Bench) -> Iterator[Result]:
    """The list of a shelf of many matches."""
    asked = _referee("list", "--shelf", str(bench.club))
    took = bench.cold(list=asked)[1]["list"]
    yield Result(
        what=f"list of {bench.size.matches:,} matches", measured=_ms(took), figure=took, unit="s", budget=1
    )


def reports(bench: Bench) -> Iterator[Result]:
    """A report of the long match, over the cold start and the reading of its journal."""
    match = bench.match
    for form in ("text", "html"):
        took = seconds(
            lambda form=form: publishing.publish(documents.report(match, match.header.sides[0]), form),
            bench.size.rounds,
        )
        yield Result(
            what=f"a report as {form}: {_events(match):,} events", measured=_ms(took),
            figure=took * 1000, unit="ms", budget=250,
        )  # fmt: skip


def replay(bench: Bench) -> Iterator[Result]:
    """Seals, parsing and replay, without the start; beside them seals and parsing as anyone can do them."""
    speeds = []
    for match in (bench.match, bench.longer):
        events, took = _events(match), seconds(partial(_replayed, match), bench.size.rounds)
        bare = seconds(partial(_proved, match), bench.size.rounds)
        speeds.append(events / took)
        yield Result(
            what=f"seals, parsing, replay: {events:,} events", measured=_ms(took),
            figure=events / took, unit="events/s", budget=100_000, at_least=True,
        )  # fmt: skip
        yield Result(
            what="the same beside json and hashlib alone", measured=_ms(bare),
            figure=took / bare, unit="× their time", budget=4,
        )  # fmt: skip
    yield Result(
        what="an event of the longer match", measured=f"{1e6 / speeds[1]:.1f} µs",
        figure=speeds[0] / speeds[1], unit="× one of the shorter", budget=1.2,
    )  # fmt: skip


def memory(bench: Bench) -> Iterator[Result]:
    """What a command needs at most for a match, and for one that is many times as long."""
    path, longer = (match.folder / "journal.jsonl" for match in (bench.match, bench.longer))
    less, more = (peak_memory(_referee("verify", str(path)), bench.environment) for path in (path, longer))
    yield Result(
        what=f"memory of verify, {_events(bench.longer):,} events", measured=f"{more / 1024:.1f} MB",
        figure=more / less, unit="× the shorter", budget=1.2,
    )  # fmt: skip
    shelf = ("--shelf", str(bench.longer.folder.parent))
    for command, viewer in WHOLE_STORIES:
        asked = _referee(command, bench.longer.name, "--as", viewer, *shelf)
        most = peak_memory(asked, bench.environment) / 1024
        yield Result(
            what=f"memory of {command}, as {viewer}", measured=f"{most:.1f} MB",
            figure=most, unit="MB", budget=60,
        )  # fmt: skip


def options(bench: Bench) -> Iterator[Result]:
    """The busiest question of the campaign: German movement after the first offensive."""
    rules, position = bench.western, _first_offensive(bench.western)
    (prompt,) = rules.prompts(position)
    for what, answers in (
        ("answers worth trying", rules.options),
        ("lawful answers", partial(machine.lawful, rules)),
    ):
        found = len(list(answers(position, prompt)))
        took = seconds(lambda tried=answers: list(tried(position, prompt)), bench.size.rounds)
        yield Result(
            what=f"{what}, 1914: {found:,}",
            measured=_ms(took),
            figure=took * 1000,
            unit="ms",
            budget=20,
        )


def questions(bench: Bench) -> Iterator[Result]:
    """The lawful answers to every question of recorded wars."""
    answered = wars.answer(bench.wars, bench.size.wars)
    busiest, answers = answered[-1]
    for what, took, budget in (
        ("half of the questions of recorded wars", wars.share(answered, 0.5), 2),
        ("99 % of them", wars.share(answered, 0.99), 20),
        (f"the busiest of {len(answered):,}: {answers:,} answers", busiest, 40),
    ):
        yield Result(what=what, measured=_ms(took), figure=took * 1000, unit="ms", budget=budget)


def rejudge(bench: Bench) -> Iterator[Result]:
    """Orders of recorded wars judged again: twice as many as version 0.1.0 did."""
    judged = wars.judge_again(bench.wars, bench.size.wars)
    yield Result(
        what=f"{judged.orders:,} orders judged again", measured=_ms(judged.judging),
        figure=judged.orders / judged.judging, unit="orders/s", budget=8400, at_least=True,
    )  # fmt: skip
    yield Result(
        what="the same beside the replay of their events", measured=_ms(judged.replaying),
        figure=judged.judging / judged.replaying, unit="× its time", budget=6,
    )  # fmt: skip


def games(bench: Bench) -> Iterator[Result]:
    """A random lawful game, options and objections included."""
    orders = sum(1 for _ in _game(bench))
    with collector_at_rest():
        took = least(lambda: list(_game(bench)), min(bench.size.rounds, 5))
    yield Result(
        what=f"random lawful game of {orders} orders", measured=_ms(took),
        figure=orders / took, unit="orders/s", budget=6000, at_least=True,
    )  # fmt: skip


def loading(bench: Bench) -> Iterator[Result]:
    """A pack read from YAML, and the same pack once it is kept."""
    cold = seconds(partial(packs.load, "ttlm", cache=False), bench.size.rounds)
    kept = seconds(partial(packs.load, "ttlm"), bench.size.rounds)
    yield Result(what="pack, cold load", measured=_ms(cold), figure=cold * 1000, unit="ms", budget=150)
    yield Result(
        what="pack, kept", measured=_ms(kept), figure=kept / cold, unit="× the cold load", budget=0.1
    )


def batch(bench: Bench) -> Iterator[Result]:
    """Letters of a batch after the first, against letters that are sent alone."""
    name = bench.match.name
    lines = [json.dumps({"match": name, "letter": letter.decode()}).encode() for letter in bench.letters]
    alone = _referee("submit", name, stdin=bench.letters[0], prepare=bench.anew)
    one, many = (
        _referee("submit", "-", "--batch", stdin=b"\n".join(some), prepare=bench.anew)
        for some in (lines[:1], lines)
    )
    _, took = bench.cold(alone=alone, one=one, many=many)
    each = (took["many"] - took["one"]) / (len(lines) - 1)
    yield Result(
        what="a further letter of a batch", measured=_ms(each),
        figure=each / took["alone"], unit="× a letter alone", budget=0.5,
    )  # fmt: skip


MEASURES: Mapping[str, Callable[[Bench], Iterator[Result]]] = {
    measure.__name__: measure
    for measure in (
        starts,
        commands,
        length,
        club,
        reports,
        replay,
        memory,
        options,
        questions,
        rejudge,
        games,
        loading,
        batch,
    )
}
"""What can be measured, by name."""


def _referee(*arguments: str, **how: object) -> Command:
    return Command(arguments=("-m", "referee", *arguments), **how)


def _ratio(what: str, took: float, base: float, budget: float) -> Result:
    return Result(what=what, measured=_ms(took), figure=took / base, unit="× pass", budget=budget)


def _ms(took: float) -> str:
    return f"{took * 1000:.1f} ms"


def _events(match: Match) -> int:
    return sum(len(step.events) for step in history.steps(match.rules, match.entries))


def _replayed(match: Match) -> Position:
    return history.position(match.rules, journal.read(match.folder / "journal.jsonl").entries)


def _proved(match: Match) -> None:
    """Seals and commitments of a journal, with the standard library and nothing else; nothing is replayed."""
    spelled = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
    for raw in (match.folder / "journal.jsonl").read_bytes().splitlines():
        line = json.loads(raw)
        assert sha256(spelled(line["body"]).encode()).hexdigest() == line["seal"]
        for side, part in line.get("private", {}).items():
            assert sha256(spelled(part).encode()).hexdigest() == line["body"]["commit"][side]


def _first_offensive(rules: GreatWar) -> Position:
    """The first German player turn of a game whose deal gave that side an ordinary offensive."""
    for seed in count():
        dice = LooseDice(Random(seed))
        position, _ = machine.run_on(rules, rules.start(), dice)
        for order in rules.options(position, rules.prompts(position)[0]):
            card = rules.theatre.card(order.card) if isinstance(order, Offensive) else None
            if card is not None and card.offensive == "offensive":
                return machine.play(rules, position, order, dice)[0]
    raise AssertionError


def _game(bench: Bench) -> Iterator[GreatWarOrder | None]:
    return (order for _, order, _, _ in play(bench.western, 1914, seasons=bench.size.seasons))
