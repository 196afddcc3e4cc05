"""The measured work; `gates.GATES` has the budget of each line."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from itertools import repeat
from pathlib import Path
from statistics import mean, median

from referee.analysis import forecasts
from referee.analysis.odds import setup_odds
from referee.analysis.policies import QUIET
from referee.engine.facts import Asked
from referee.matches import history, journal
from referee.matches.journal import verification
from referee.matches.matches import Match
from referee.packs import loading as packs
from referee.packs import rulesets
from referee.reports import documents, match_progress, publishing
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import GreatWarOrder
from tests.benchmarks import post_offices, wars
from tests.benchmarks.battles import COSTLIEST
from tests.benchmarks.bench import Bench, Figure, word_ms
from tests.benchmarks.stopwatch import Command, in_turn, peak_memory, run_loop
from tests.great_war.random_play import play
from tests.great_war.test_odds import battles

READERS: Mapping[str, tuple[str, ...]] = {
    "show": ("show",),
    "prompts": ("prompts",),
    "options": ("options",),
    "log, last 20 entries": ("log", "--last", "20"),
}
"""Commands that read a match, asked for all day long."""

VIEWERS = {"show": "referee", "log": "referee", "map": "public", "report": "german"}
"""Commands that look at many entries, and their viewers."""

WAR_OF_PAGE = 660
"""Entries of the war whose replay page has a budget."""


def starts(bench: Bench) -> Iterator[Figure]:
    """Answers that come before anything heavy is imported."""
    asked = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": f"referee show {bench.match.name[0]}"}
    yield from bench.compare({
        "referee --version": bench.run("--version"),
        "referee --help": bench.run("--help"),
        "mistyped command": bench.run("shwo", exit=2),
        "completion of a match": bench.run(more={**asked, "COMP_CWORD": "2"}),
    })  # fmt: skip


def commands(bench: Bench) -> Iterator[Figure]:
    """Everyday commands with a long journal, and two of them with a short one."""
    floor, took = bench.cold({
        **{what: bench.ask(command, bench.longer, *more) for what, (command, *more) in READERS.items()},
        "submit, one move": bench.ask("submit", bench.longer, inputs=bench.longer_letters),
        "short show": bench.ask("show", bench.match),
        "short submit": bench.ask("submit", bench.match, inputs=bench.letters),
    })  # fmt: skip
    for what in (*READERS, "submit, one move"):
        yield Figure(what, took[what] / floor, word_ms(took[what]))
    entries = f"{len(bench.match.entries):,} and {len(bench.longer.entries):,} entries"
    yield Figure("show, long journal", took["show"] / took["short show"], entries)
    yield Figure("submit, long journal", took["submit, one move"] / took["short submit"], entries)


def other_commands(bench: Bench) -> Iterator[Figure]:
    """Commands with a long journal that are asked for less often, the list of a club, and a mail."""
    club = post_offices.found(bench.folder / "pipe", bench.size.rounds + 1)
    receive = ("mail", "receive", str(club.next), "--shelf", str(club.shelf))
    yield from bench.compare({
        "report": bench.ask("report", bench.longer),
        "map": bench.ask("map", bench.longer),
        "dispute": bench.ask("dispute", bench.longer, "20"),
        "verify, short journal": bench.ask("verify", bench.match),
        "list": bench.run("list", "--shelf", str(bench.club)),
        "mail receive, a process for each mail": bench.run(*receive, prepare=club.write_next),
    })  # fmt: skip


def batch(bench: Bench) -> Iterator[Figure]:
    """A further letter of a batch, beside a letter that is sent alone."""
    match, letters, put_back = bench.batch
    lines = [json.dumps({"match": match.name, "letter": letter.decode()}).encode() for letter in letters]
    shelf = str(match.folder.parent)

    def send(some: list[bytes]) -> Command:
        written = repeat(b"\n".join(some))
        return bench.run("submit", "-", "--batch", "--shelf", shelf, inputs=written, prepare=put_back)

    alone = bench.ask("submit", match, inputs=repeat(letters[0]), prepare=put_back)
    _, took = bench.cold({"alone": alone, "one": send(lines[:1]), "many": send(lines)})
    each = (took["many"] - took["one"]) / (len(lines) - 1)
    yield Figure("further letter of a batch", each / took["alone"], word_ms(each))


def proof(bench: Bench) -> Iterator[Figure]:
    """A long journal replayed and verified, beside the parsing and the digest of each of its lines."""
    path, entries = bench.longer.folder / "journal.jsonl", len(bench.longer.entries)
    took = in_turn(
        {
            "bare": partial(_parse_and_hash, path),
            "replay": partial(_read_and_replay, bench.longer),
            "verify": partial(verification.verify, path),
        },
        bench.size.calls,
    )
    for what, name in (("replay of a journal", "replay"), ("verify without rules", "verify")):
        told = f"{took[name] / entries * 1e6:.1f} µs an entry"
        yield Figure(what, took[name] / took["bare"], told)


def memory(bench: Bench) -> Iterator[Figure]:
    """The peak memory of commands with a long journal, and of `verify` beside a short one."""
    verify = (bench.ask("verify", match) for match in (bench.match, bench.longer))
    less, more = (peak_memory(command, bench.environment) for command in verify)
    yield Figure("memory of verify, long journal", more / less, f"{more / 1024:.1f} MB")
    for command, viewer in VIEWERS.items():
        asked = bench.ask(command, bench.longer, "--as", viewer)
        most = peak_memory(asked, bench.environment) / 1024
        yield Figure(f"memory of {command}", most, f"as {viewer}")


def rejudge(bench: Bench) -> Iterator[Figure]:
    """Recorded wars judged again with the replay of their states, and the replay alone."""
    orders, events = (sum(map(work, bench.wars)) for work in (wars.judge_again, wars.replay))
    took = in_turn(
        {
            "loop": run_loop,
            "judged": lambda: [wars.judge_again(war) for war in bench.wars],
            "replayed": lambda: [wars.replay(war) for war in bench.wars],
        },
        bench.size.calls,
    )
    judged, replayed = took["judged"] / orders, took["replayed"] / events
    yield Figure(
        "100 orders judged again, state included", 100 * judged / took["loop"], f"{1 / judged:,.0f} orders/s"
    )
    yield Figure("replay of 1,000 events", 1000 * replayed / took["loop"], f"{1 / replayed:,.0f} events/s")


def games(bench: Bench) -> Iterator[Figure]:
    """A random legal game, options and objections included."""
    orders = sum(1 for _ in _play_game(bench))
    took = in_turn({"loop": run_loop, "game": lambda: list(_play_game(bench))}, bench.size.calls)
    each = took["game"] / orders
    yield Figure("100 orders of random legal play", 100 * each / took["loop"], f"{1 / each:,.0f} orders/s")


def options(bench: Bench) -> Iterator[Figure]:
    """The legal answers to the prompt with the most options, listed together and judged one by one."""
    rules, position, prompt = _find_busiest(bench)
    orders = list(rules.options(position, prompt))

    def list_legal() -> list[GreatWarOrder]:
        return list(rules.lawful(wars.forget(position), prompt))

    def judge_each() -> list[GreatWarOrder]:
        # An order that is sent alone meets a position that remembers nothing.
        return [order for order in orders if not any(rules.objections(wars.forget(position), order))]

    assert list_legal() == judge_each()
    took = in_turn({"listed": list_legal, "judged": judge_each}, bench.size.calls)
    told = f"{word_ms(took['listed'])}, {len(orders):,} options"
    yield Figure("legal options, busiest prompt", took["listed"] / took["judged"], told)


def prompts(bench: Bench) -> Iterator[Figure]:
    """The legal answers to every prompt of recorded wars."""
    loop = in_turn({"loop": run_loop}, bench.size.rounds)["loop"]
    answered = wars.answer(bench.wars, bench.size.wars, bench.size.stride)
    for what, part in (("median prompt of a war", 0.5), ("99 % of the prompts of a war", 0.99)):
        took = wars.share(answered, part)
        yield Figure(what, took / loop, f"{word_ms(took)}, {len(answered):,} prompts")


def odds(bench: Bench) -> Iterator[Figure]:
    """The exact odds of the battles of a random war; a sample of them in CI."""
    fought = battles("ttlm", "1914", 0)[:: bench.size.stride]
    works = {str(number): partial(_forecast, *battle) for number, battle in enumerate(fought)}
    weigh_costliest = partial(setup_odds, rulesets.bind("ttlm", "1918", {}), COSTLIEST, "SUMMER 1918")
    took = in_turn({"": run_loop, "costliest": weigh_costliest, **works}, bench.size.rounds)
    loop, costliest = took.pop(""), took.pop("costliest")
    times = sorted(took.values())
    for what, seconds in (
        ("mean", mean(times)), ("95 %", times[len(times) * 95 // 100]), ("longest", times[-1]),
    ):  # fmt: skip
        told = f"{word_ms(seconds)}, {len(times)} battles"
        yield Figure(f"exact odds of a battle, {what}", seconds / loop, told)
    yield Figure("exact odds of the costliest battle", costliest / loop, word_ms(costliest))


def loading(bench: Bench) -> Iterator[Figure]:
    """A pack read from YAML, and the same pack from the cache."""
    works = {"cold": partial(packs.load, "ttlm", cache=False), "kept": partial(packs.load, "ttlm")}
    took = in_turn({"loop": run_loop, **works}, bench.size.calls)
    yield Figure("pack, cold load", took["cold"] / took["loop"], word_ms(took["cold"]))
    yield Figure("pack, cached", took["kept"] / took["cold"], word_ms(took["kept"]))


def reports(bench: Bench) -> Iterator[Figure]:
    """A report of the long match in two formats, and a recorded war as a page to step through."""
    match = bench.longer
    war = wars.find(bench.folder, wars.WARS[0], WAR_OF_PAGE) if bench.size.wars > 1 else bench.wars[-1]
    works = {
        "loop": run_loop,
        "report as text": lambda: publishing.publish(documents.report(match, "german"), "text"),
        "report as html": lambda: publishing.publish(documents.report(match, "german"), "html"),
        "replay page": lambda: match_progress.page(war, "german"),
    }
    took = in_turn(works, bench.size.wars)
    loop = took.pop("loop")
    for what, seconds in took.items():
        yield Figure(what, seconds / loop, word_ms(seconds))
    written = len(match_progress.page(war, "german").encode()) / 1e6
    yield Figure("size of the replay page", written, f"{len(war.entries):,} entries")


def post(bench: Bench) -> Iterator[Figure]:
    """A further mail to an open post office, until its answers wait to be sent: to one match, and to many."""
    loop = in_turn({"loop": run_loop}, bench.size.rounds)["loop"]
    one = post_offices.found(bench.folder / "post", bench.size.letters + 2)
    took = median(one.receive_rest())
    yield Figure("further mail, open post office", took / loop, word_ms(took))
    names = [f"front-{number}" for number in range(1, bench.size.fronts + 1)]
    many = post_offices.found_many(bench.folder / "burst", bench.size.mails, names)
    took = mean(many.receive_rest(unread=0))
    yield Figure("mail of a burst, many matches", took / loop, word_ms(took))


GATED: Mapping[str, Callable[[Bench], Iterator[Figure]]] = {
    measure.__name__: measure for measure in (starts, commands, proof, rejudge, games, options, odds)
}
"""The measures whose lines have limits, by name."""

MEASURES: Mapping[str, Callable[[Bench], Iterator[Figure]]] = {
    **GATED,
    **{
        measure.__name__: measure
        for measure in (other_commands, batch, memory, prompts, loading, reports, post)
    },
}
"""All measures, by name."""


def _read_and_replay(match: Match) -> Position:
    return history.position(match.rules, journal.read(match.folder / "journal.jsonl").entries)


def _parse_and_hash(path: Path) -> None:
    """Parse each line of a journal, and hash it: the least that any verifier has to do."""
    for line in path.read_bytes().splitlines():
        json.loads(line)
        sha256(line).digest()


def _forecast(rules: GreatWar, position: Position, area: str) -> None:
    forecasts.forecast(rules, wars.forget(position), area, QUIET)


def _find_busiest(bench: Bench) -> tuple[GreatWar, Position, Asked]:
    """Return the prompt of the recorded wars with the most options."""
    asked = (one for war in bench.wars for one in wars.list_prompts(war))
    return max(asked, key=lambda one: sum(1 for _ in one[0].options(one[1], one[2])))


def _play_game(bench: Bench) -> Iterator[GreatWarOrder | None]:
    return (order for _, order, _, _ in play(bench.western, 1914, seasons=bench.size.seasons))
